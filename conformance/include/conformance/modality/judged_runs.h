// Several runs in one IDE, each with its judge.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "conformance/modality/judged.h"
#include "sim/modality/runs.h"

namespace conformance::modality {

struct JudgedRuns {
  std::array<spec::modality::Situation, 2> judges{};
  // As of JudgedWorld. Nothing happens after it is set.
  std::uint32_t broken = 0;
  sim::modality::TwoRuns world;
  bool operator==(const JudgedRuns&) const = default;
};

// Complete, and of fixed names: those of the second run begin with "second.".
sim::Fields fields(const JudgedRuns& state);

// From two runs to their judges and a recorder.
template <class Recorder>
class RunsSink {
 public:
  RunsSink(const spec::modality::Judge& judge, JudgedRuns& state,
           spec::modality::Findings& findings, Recorder& recorder)
      : judge_(judge), judges_(state.judges), findings_(findings), recorder_(recorder) {
    const auto called = sim::modality::called(state.world);
    for (std::size_t place = 0; place < numbers_.size(); ++place)
      numbers_[place] = static_cast<std::uint8_t>(sim::modality::run_in(place, called));
  }

  void turn_to(bool second) { second_ = second; }
  // What comes until it is called is how things stand for it. Of the run whose place it takes
  // nothing more can come.
  void begin_call() {
    auto& judge = judges_[place()];
    if (is_called(place())) {
      if (!findings_.breach) judge_.end(judge, findings_);
      numbers_[place()] = static_cast<std::uint8_t>(numbers_[place()] + 2);
    }
    judge = {};
  }
  void heard(const port::modality::Happening& what) {
    // Both hear that a dialog has gone; it is told once.
    const bool again =
        second_ && is_called(0) && std::holds_alternative<port::modality::DialogDisposed>(what);
    if (!again) recorder_.fact(OfRun<port::modality::Happening>{what, numbers_[place()]});
    see(second_, what);
    judge_.overhear(judges_[second_ ? 0 : 1], what);
    know_neighbours();
  }
  void commanded(const port::modality::Command& command) {
    recorder_.act(OfRun<port::modality::Command>{command, numbers_[place()]});
    see(second_, command);
    know_neighbours();
  }
  void noticed(const port::modality::Fact& fact) {
    // How an IDE stands when a run is called the other has seen.
    const bool to_begin = !is_called(second_ ? 1 : 0);
    if (!to_begin || !is_called(second_ ? 0 : 1))
      recorder_.fact(OfRun<port::modality::Fact>{fact, numbers_[place()]});
    see(second_, fact);
    if (to_begin || !is_called(second_ ? 0 : 1) || !sim::modality::is_of_the_ide(fact)) return;
    see(!second_, sim::modality::as_others_see(fact));
  }

 private:
  template <class What>
  using OfRun = sim::modality::OfRun<What>;

  std::size_t place() const { return second_ ? 1 : 0; }
  bool is_called(std::size_t run) const {
    return judges_[run].phase != spec::modality::Phase::NotCalled;
  }
  void see(bool second, const auto& what) {
    if (!findings_.breach) judge_.see(judges_[second ? 1 : 0], what, findings_);
  }
  void know_neighbours() {
    for (const std::size_t one : {0u, 1u})
      judges_[one].put(spec::modality::Flag::Neighbour, is_called(0) && is_called(1));
  }

  const spec::modality::Judge& judge_;
  std::array<spec::modality::Situation, 2>& judges_;
  spec::modality::Findings& findings_;
  Recorder& recorder_;
  std::array<std::uint8_t, 2> numbers_{};
  bool second_ = false;
};

// `one` is made of the plan and what is judged; the plan has other runs.
class JudgedRunsWorlds
    : public JudgedModel<JudgedRunsWorlds, JudgedRuns, spec::modality::Findings> {
 public:
  using Outcome = sim::modality::Outcomes;

  explicit JudgedRunsWorlds(JudgedWorlds one)
      : one_(std::move(one)), worlds_(one_.worlds().plan(), one_.subject()) {}

  State initial() const {
    State out{};
    out.world = worlds_.initial();
    return out;
  }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }
  bool is_final(const State& state) const { return worlds_.final(state.world); }

  using JudgedModel::apply;
  template <class Recorder>
  RunsSink<Recorder> sink(State& state, Findings& findings, Recorder& recorder) const {
    return {one_.judge(), state, findings, recorder};
  }
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    auto sink = this->sink(state, findings, recorder);
    worlds_.apply(state.world, choice, sink);
    if (!findings.breach && worlds_.final(state.world)) end(state, findings);
    if (findings.breach) state.broken = findings.breach->rule() + 1u;
  }
  void end(State& state, Findings& findings) const {
    for (const auto& judge : state.judges) one_.judge().end(judge, findings);
  }
  static void count(const State&, const Findings& findings, Tally& tally) {
    tally.clauses[0] |= findings.met;
  }

  std::uint8_t cell(const State& state) const {
    return Traits::cell(worlds_.plan(), JudgedWorld{.judge = {}, .world = state.world.first});
  }
  // Each run has an engine and a script of its own.
  std::uint8_t actor(const sim::Choice& choice) const {
    if (!sim::modality::is_of_second(choice)) return Traits::actor(choice);
    constexpr auto behind = static_cast<std::uint8_t>(sim::modality::Actor::Background) + 1;
    const auto own = choice.slot - sim::modality::first_slot_of_second;
    return own == sim::modality::run_slot::script ? behind : behind + 1;
  }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.world, choice);
  }
  static sim::Fields fields(const State& state) { return modality::fields(state); }

  std::optional<Breach> breach_of(const Findings& findings, const State& state) const {
    return one_.breach_in(findings, state.judges);
  }
  // Of another run than the first, with its number.
  template <class What>
  std::optional<Seen> seen(const sim::modality::OfRun<What>& what) const {
    auto seen = one_.seen(what.what);
    if (!seen || what.run == 0) return seen;
    auto text = fmt::format("run {}: {}", what.run + 1, seen->text());
    return seen->is_act() ? Seen::act(what, seen->kind(), std::move(text))
                          : Seen::fact(what, seen->kind(), std::move(text));
  }

 private:
  JudgedWorlds one_;
  sim::modality::RunsWorlds worlds_;
};

}  // namespace conformance::modality
