// A turnstile with its judge in one flat value: what the drivers explore.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "conformance/run/any_model.h"
#include "conformance/run/seen.h"
#include "sim/search/model.h"
#include "sim/state/digest.h"
#include "sim/state/fields.h"
#include "sim/turnstile/scenario.h"
#include "sim/turnstile/world.h"
#include "spec/turnstile/judge.h"

namespace conformance::turnstile {

struct JudgedWorld {
  sim::turnstile::World world;
  spec::turnstile::JudgeState judge{};
  std::uint32_t broken = 0;  // Index of the broken rule plus one, or zero.
  bool operator==(const JudgedWorld&) const = default;
};

sim::Fields fields_of(const JudgedWorld& state);

// For AdaptedModel. The plan outlives it.
class JudgedWorlds {
 public:
  using State = JudgedWorld;
  using Findings = spec::turnstile::Findings;
  using Outcome = sim::turnstile::Outcome;
  static_assert(std::has_unique_object_representations_v<State>);

  JudgedWorlds(const sim::turnstile::Plan& plan,
               std::shared_ptr<const sim::turnstile::Subject> subject)
      : worlds_(plan, std::move(subject)), judge_(plan.wait_ms) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& out, Recorder& recorder) const {
    Sink<Recorder> sink{judge_, state.judge, out, recorder};
    worlds_.apply(state.world, choice, sink);
    judge_.settle(state.judge, out);
    if (worlds_.final(state.world)) judge_.end(state.judge, out);
    if (out.broken) state.broken = static_cast<std::uint32_t>(out.broken->rule) + 1;
  }
  void end(State& state, Findings& out) const { judge_.end(state.judge, out); }

  static void count(const Findings& findings, AnyModel::Tally& tally) {
    tally.exercised[0] |= findings.exercised;
  }
  static std::optional<Breach> breach_of(const Findings& findings) {
    if (!findings.broken) return std::nullopt;
    const auto& [rule, want, got] = *findings.broken;
    return Breach{&spec::turnstile::turnstile_rules[rule], seen_of(want), seen_of(got)};
  }
  // What a reader is told: not of the passing of time, nor of what is asked of a timer.
  static std::optional<Seen> seen(port::turnstile::TimePassed) { return std::nullopt; }
  static std::optional<Seen> seen(port::turnstile::Event event) {
    return Seen::fact(event, static_cast<std::size_t>(event), std::string(port::word(event)));
  }
  static std::optional<Seen> seen(port::turnstile::Command command) {
    if (command == port::turnstile::Command::Wake) return std::nullopt;
    return Seen::act(command, static_cast<std::size_t>(command), std::string(port::word(command)));
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.world) ? sim::Status::Final : sim::Status::Running;
  }
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }
  std::uint8_t actor(const sim::Choice& choice) const {
    return choice.slot == sim::turnstile::slot::timer ? 1 : 0;
  }
  sim::Label label(const State&, const sim::Choice& choice) const { return worlds_.label(choice); }
  static sim::Fields fields(const State& state) { return fields_of(state); }

 private:
  template <class Recorder>
  struct Sink {
    const spec::turnstile::Judge& judge;
    spec::turnstile::JudgeState& state;
    Findings& findings;
    Recorder& recorder;

    void see(port::turnstile::Command command) {
      recorder.act(command);
      if (!findings.broken) judge.see(state, command, findings);
    }
    void see(const auto& fact) {
      recorder.fact(fact);
      if (!findings.broken) judge.see(state, fact, findings);
    }
  };
  static std::optional<Seen> seen_of(std::optional<port::turnstile::Command> command) {
    return command ? seen(*command) : std::nullopt;
  }

  sim::turnstile::Worlds worlds_;
  spec::turnstile::Judge judge_;
};

}  // namespace conformance::turnstile
