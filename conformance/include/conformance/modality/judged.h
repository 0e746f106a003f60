// A world with its judge beside it in one flat value: what the drivers of sim explore.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "conformance/run/any_model.h"
#include "conformance/run/fault.h"
#include "conformance/run/seen.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "port/modality/show.h"
#include "sim/modality/outcome.h"
#include "sim/modality/world.h"
#include "sim/modality/world_parts.h"
#include "sim/search/model.h"
#include "sim/search/path_cost.h"
#include "sim/state/digest.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {

struct JudgedWorld {
  spec::modality::Situation judge;
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint8_t broken = 0;
  std::array<std::uint8_t, 3> zero{};
  sim::modality::World world;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name: see fields.h.
sim::Fields fields(const JudgedWorld& state);

// What many runs met, apart from their states.
struct Tally {
  spec::ClauseSet met;
  void merge(const Tally& other) { met |= other.met; }
};

// Nothing is recorded: only the judge listens.
struct NoRecorder {
  void fact(const port::modality::Happening&) {}
  void fact(const port::modality::Fact&) {}
  void act(const port::modality::Command&) {}
};

// The model that a search explores: sim::modality::Worlds with a judge. `plan` outlives it.
class JudgedWorlds {
 public:
  using State = JudgedWorld;
  using Tally = conformance::modality::Tally;
  using Findings = spec::modality::Findings;
  using Outcome = sim::modality::Outcome;
  using Expectation = sim::modality::Expectation;
  static_assert(std::has_unique_object_representations_v<State>);

  JudgedWorlds(const sim::modality::Plan& plan,
               std::shared_ptr<const sim::modality::Subject> subject, const spec::ClauseSet& on)
      : subject_(std::move(subject)), worlds_(plan, *subject_), judge_(plan.limits, on) {}

  State initial() const { return {.judge = {}, .world = worlds_.initial()}; }

  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    Findings findings;
    or_fault(state, [&] { apply(state, choice, findings, none); });
    tally.met |= findings.met;
  }

  // The same, telling `recorder` of every event, command and fact, and what the judge found.
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    Sink<Recorder> sink{judge_, state, findings, recorder};
    worlds_.apply(state.world, choice, sink);
    if (!findings.breach && worlds_.final(state.world)) judge_.end(state.judge, findings);
    if (findings.breach) state.broken = static_cast<std::uint8_t>(findings.breach->rule() + 1);
  }
  // For AnyModel.
  static void count(const Findings& findings, AnyModel::Tally& tally) {
    tally.clauses[0] |= findings.met;
  }
  static std::optional<Breach> breach_of(const Findings& findings) {
    if (!findings.breach) return std::nullopt;
    const auto seen_of = [](const std::optional<port::modality::Command>& act) {
      return act ? seen(*act) : std::nullopt;
    };
    const auto& breach = *findings.breach;
    return Breach{&spec::modality::policy_rules[breach.rule()], seen_of(breach.want),
                  seen_of(breach.got)};
  }
  // What a reader is told: neither of timers nor of the passing of time.
  static std::optional<Seen> seen(const port::modality::Happening& what) {
    if (!is_observed(what)) return std::nullopt;
    return Seen::fact(what, what.index(), show(what));
  }
  static std::optional<Seen> seen(const port::modality::Fact& fact) {
    if (std::holds_alternative<port::modality::TimePassed>(fact)) return std::nullopt;
    constexpr auto first = std::variant_size_v<port::modality::Happening>;
    return Seen::fact(fact, first + fact.index(), show(fact));
  }
  static std::optional<Seen> seen(const port::modality::Command& command) {
    if (!is_observed(command)) return std::nullopt;
    return Seen::act(command, command.index(), show(command));
  }
  static sim::Fields fields(const State& state) { return modality::fields(state); }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }

  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.world) ? sim::Status::Final : sim::Status::Running;
  }

  // One finding is kept for each broken rule.
  std::uint64_t kind(const State& state) const { return state.broken; }

  // The row is known as soon as the call is chosen; later states belong to all rows that
  // lead to them.
  std::uint8_t cell(const State& state) const {
    const auto& setup = state.world.setup;
    if (setup.stage == sim::modality::SetupStage::Call ||
        setup.stage == sim::modality::SetupStage::Done)
      return sim::no_cell;
    return worlds_.plan().calls[setup.call].cell;
  }

  // Who acts when a choice is taken: for counting changes from one to another.
  std::uint8_t actor(const sim::Choice& choice) const {
    static_assert(static_cast<std::uint8_t>(sim::modality::Actor::Setup) == sim::nobody);
    return static_cast<std::uint8_t>(sim::modality::actor_of(choice));
  }

  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const { judge_.end(state.judge, findings); }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.world, choice);
  }

  const sim::modality::Worlds& worlds() const { return worlds_; }
  const spec::modality::Judge& judge() const { return judge_; }

  // From a world to its judge and a recorder; public for models that are composed of this one.
  template <class Recorder>
  struct Sink {
    const spec::modality::Judge& judge;
    State& state;
    spec::modality::Findings& findings;
    Recorder& recorder;

    void passed(std::int32_t ms) {
      noticed(port::modality::Fact{port::modality::TimePassed{port::Duration{ms}}});
    }
    void noticed(const port::modality::Fact& fact) {
      recorder.fact(fact);
      see(fact);
    }
    void happened(const port::modality::Happening& what) {
      recorder.fact(what);
      see(what);
    }
    void commanded(const port::modality::Command& command) {
      recorder.act(command);
      see(command);
    }
    void see(const auto& what) {
      if (!findings.breach) judge.see(state.judge, what, findings);
    }
  };

 private:
  std::shared_ptr<const sim::modality::Subject> subject_;
  sim::modality::Worlds worlds_;
  spec::modality::Judge judge_;
};

}  // namespace conformance::modality
