// One or two tool calls with their judge in one flat value: what the drivers of sim explore.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "conformance/area/soundness.h"
#include "conformance/run/any_model.h"
#include "conformance/run/fault.h"
#include "conformance/run/seen.h"
#include "port/ack/facts.h"
#include "port/ack/show.h"
#include "sim/ack/outcome.h"
#include "sim/ack/world.h"
#include "sim/search/model.h"
#include "sim/state/digest.h"
#include "spec/ack/judge.h"
#include "spec/ack/rules.h"

namespace conformance::ack {

struct JudgedWorld {
  sim::ack::World world;
  spec::ack::Situation judge{};
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedWorld&) const = default;
};

inline void add(const spec::ack::Verdict& verdict, Soundness& out) {
  ++out.kinds[static_cast<std::size_t>(verdict.kind)];
  for (std::size_t bit = 0; bit < out.classes.size(); ++bit)
    out.classes[bit] += verdict.classes >> bit & 1u;
  if (verdict.classes != 0) return;
  out.false_ok += verdict.kind == spec::ack::Kind::FalseOk;
  out.false_timeout += verdict.kind == spec::ack::Kind::FalseTimeout;
}

// The columns of the soundness matrix: how the frontend treated the call, by
// sim::ack::Behaviour, and at last those that ended before they were dispatched.
inline constexpr std::size_t not_dispatched = sim::ack::behaviours;
inline constexpr std::size_t frontends = sim::ack::behaviours + 1;

// Every part of it by name: see fields.h.
sim::Fields fields(const JudgedWorld& state);

// What many runs met, apart from their states.
struct Tally {
  spec::ClauseSet met;
  // Endings of calls: each once for every choice, in every state, that ends one.
  std::array<Soundness, frontends> ended{};
  void merge(const Tally& other) {
    met |= other.met;
    for (std::size_t i = 0; i < ended.size(); ++i) ended[i] += other.ended[i];
  }
};

// Nothing is recorded: only the judge listens.
struct NoRecorder {
  void fact(const port::ack::Heard&) {}
  void fact(const port::ack::Fact&) {}
  void act(const port::ack::Command&) {}
};

// The model that a search explores: sim::ack::Worlds with a judge. `plan` outlives it.
class JudgedWorlds {
 public:
  using State = JudgedWorld;
  using Tally = ack::Tally;
  using Findings = spec::ack::Findings;
  using Outcome = sim::ack::Outcome;
  using Expectation = sim::ack::Expectation;
  static_assert(std::has_unique_object_representations_v<State>);
  static_assert(sim::ack::calls_max <= spec::ack::calls_max, "the judge follows every call");

  JudgedWorlds(const sim::ack::Plan& plan, std::shared_ptr<const sim::ack::Subject> subject,
               spec::ack::Revision revision, const spec::RuleScope& rules = {})
      : JudgedWorlds(plan, std::move(subject), spec::ack::tools_of(revision), rules) {}
  // By these rows, which outlive it, too.
  JudgedWorlds(const sim::ack::Plan& plan, std::shared_ptr<const sim::ack::Subject> subject,
               spec::ack::ToolTable rows, const spec::RuleScope& rules = {})
      : subject_(std::move(subject)),
        worlds_(plan, *subject_),
        judge_(rows, spec::ack::clauses_of(rules)) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    Findings findings;
    or_fault(state, [&] { apply(state, choice, findings, none); });
    count(state, findings, tally);
  }
  // What was found when that state was come to.
  static void count(const State& state, const Findings& findings, Tally& tally) {
    tally.met |= findings.met;
    for (const auto& verdict : findings.verdicts)
      add(verdict, tally.ended[frontend_of(state.world, verdict.call)]);
  }

  // The same, telling `recorder` of every fact and command, and what the judge found.
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    Sink<Recorder> sink{judge_, state, findings, recorder};
    worlds_.apply(state.world, choice, sink);
    if (!findings.breach && worlds_.final(state.world)) judge_.end(state.judge, findings);
    if (findings.breach) state.broken = findings.breach->rule + 1u;
  }
  // For AnyModel.
  static void count(const Findings& findings, AnyModel::Tally& tally) {
    tally.clauses[0] |= findings.met;
    for (const auto& verdict : findings.verdicts)
      tally.lies = static_cast<std::uint8_t>(tally.lies | verdict.classes);
  }
  std::optional<Breach> breach_of(const Findings& findings) const {
    if (!findings.breach) return std::nullopt;
    const auto& breach = *findings.breach;
    return Breach{&spec::ack::ack_rules[breach.rule], seen_of(breach.want), seen_of(breach.got)};
  }
  // What a reader is told, in the names of the table: neither of timers nor of the passing of time.
  std::optional<Seen> seen(const port::ack::Heard& heard) const {
    if (std::holds_alternative<port::ack::TimerFired>(heard.what)) return std::nullopt;
    return Seen::fact(heard, heard.what.index(), text(heard));
  }
  std::optional<Seen> seen(const port::ack::Fact& fact) const {
    if (std::holds_alternative<port::ack::TimePassed>(fact)) return std::nullopt;
    constexpr auto first = std::variant_size_v<port::ack::Happening>;
    return Seen::fact(fact, first + fact.index(), text(fact));
  }
  std::optional<Seen> seen(const port::ack::Command& command) const {
    if (is_timer(command)) return std::nullopt;
    return Seen::act(command, command.index(), text(command));
  }
  static sim::Fields fields(const State& state) { return ack::fields(state); }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }

  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.world) ? sim::Status::Final : sim::Status::Running;
  }

  // One finding is kept for each broken rule.
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

  // Who acts when a choice is taken: for counting changes from one to another.
  std::uint8_t actor(const sim::Choice& choice) const {
    return static_cast<std::uint8_t>(sim::ack::actor_of(choice));
  }

  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const { judge_.end(state.judge, findings); }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.world, choice);
  }

  const sim::ack::Worlds& worlds() const { return worlds_; }
  const spec::ack::Judge& judge() const { return judge_; }

  // From a world to its judge and a recorder; public for models that are composed of this one.
  template <class Recorder>
  struct Sink {
    const spec::ack::Judge& judge;
    State& state;
    spec::ack::Findings& findings;
    Recorder& recorder;

    void heard(const port::ack::Heard& heard) { observe(heard); }
    void noticed(const port::ack::Fact& fact) { observe(fact); }
    void commanded(const port::ack::Command& command) {
      recorder.act(command);
      if (!findings.breach) judge.see(state.judge, command, findings);
    }
    void observe(const auto& seen) {
      recorder.fact(seen);
      if (!findings.breach) judge.see(state.judge, seen, findings);
    }
  };

 private:
  std::string text(const auto& seen) const {
    return port::ack::show(worlds_.plan().table->names(), seen);
  }
  std::optional<Seen> seen_of(const std::optional<port::ack::Seen>& what) const {
    if (!what) return std::nullopt;
    return std::visit([this](const auto& one) { return seen(one); }, *what);
  }
  static std::size_t frontend_of(const sim::ack::World& world, port::ack::CallId call) {
    const auto& ended = world.frontend.actions[call.value - 1u];
    return ended.told ? static_cast<std::size_t>(ended.behaviour) : not_dispatched;
  }

  std::shared_ptr<const sim::ack::Subject> subject_;
  sim::ack::Worlds worlds_;
  spec::ack::Judge judge_;
};

}  // namespace conformance::ack
