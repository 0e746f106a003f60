// A monitor and the machine that it watches, with the judge in one flat value: what the drivers of
// sim explore.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "conformance/run/any_model.h"
#include "conformance/run/fault.h"
#include "conformance/run/seen.h"
#include "port/monitor/facts.h"
#include "sim/monitor/outcome.h"
#include "sim/monitor/scenario.h"
#include "sim/monitor/world.h"
#include "sim/search/model.h"
#include "sim/state/digest.h"
#include "spec/monitor/judge.h"

namespace conformance::monitor {

struct JudgedWorld {
  sim::monitor::World world;
  spec::monitor::Situation judge{};
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name.
sim::Fields fields(const JudgedWorld& state);

// What many runs met, apart from their states.
struct Tally {
  spec::ClauseSet met;
  bool lost_sight = false;  // Of some run: see AnyModel::Tally.
  void merge(const Tally& other) {
    met |= other.met;
    lost_sight = lost_sight || other.lost_sight;
  }
};

// Nothing is recorded: only the judge listens.
struct NoRecorder {
  void fact(const auto&) {}
  void act(const auto&) {}
};

// What is judged and what there is around it; shared by copies of a model.
struct Setting {
  sim::monitor::Plan plan;
  std::unique_ptr<const sim::monitor::Subject> subject;
  spec::monitor::Bounds bounds;
  spec::ClauseSet on;  // The clauses that are judged.
};

// The model that a search explores.
class JudgedWorlds {
 public:
  using State = JudgedWorld;
  using Tally = monitor::Tally;
  using Findings = spec::monitor::Findings;
  using Outcome = sim::monitor::Outcome;
  using Expectation = sim::monitor::Expectation;
  static_assert(std::has_unique_object_representations_v<State>);

  explicit JudgedWorlds(std::shared_ptr<const Setting> setting)
      : setting_(std::move(setting)),
        worlds_(setting_->plan, *setting_->subject),
        judge_(setting_->bounds, setting_->on) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    Findings findings;
    or_fault(state, [&] { apply(state, choice, findings, none); });
    tally.met |= findings.met;
    tally.lost_sight = tally.lost_sight || lost_sight(state);
  }
  // The same, telling `recorder` of every fact and command, and what the judge found.
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    Sink<Recorder> sink{judge_, state.judge, findings, recorder};
    worlds_.apply(state.world, choice, sink);
    if (!findings.breach && worlds_.final(state.world)) judge_.end(state.judge, findings);
    if (findings.breach) state.broken = findings.breach->rule + 1u;
  }
  void end(State& state, Findings& findings) const { judge_.end(state.judge, findings); }

  // For AnyModel.
  static void count(const Findings& findings, AnyModel::Tally& tally) {
    tally.clauses[0] |= findings.met;
  }
  static std::optional<Breach> breach_of(const Findings& findings);
  // What a reader is told: neither of timers nor of the passing of time.
  static std::optional<Seen> seen(const port::monitor::Event& event);
  static std::optional<Seen> seen(const port::monitor::Fact& fact);
  static std::optional<Seen> seen(const port::monitor::Command& command);

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.world) ? sim::Status::Final : sim::Status::Running;
  }
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }
  // Who acts when a choice is taken: for counting changes from one to another.
  std::uint8_t actor(const sim::Choice& choice) const {
    namespace slot = sim::monitor::slot;
    if (choice.slot >= slot::scan && choice.slot < slot::free) return 1;
    return choice.slot >= slot::deliver && choice.slot < slot::probe ? 2 : 3;
  }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.world, choice);
  }
  static sim::Fields fields(const State& state) { return monitor::fields(state); }
  // The judge could not follow something, or the world had no room.
  static bool lost_sight(const State& state) { return state.judge.lost || state.world.flooded; }

 private:
  template <class Recorder>
  struct Sink {
    const spec::monitor::Judge& judge;
    spec::monitor::Situation& state;
    Findings& findings;
    Recorder& recorder;

    void heard(const port::monitor::Event& event) { observe(event); }
    void noticed(const port::monitor::Fact& fact) { observe(fact); }
    void commanded(const port::monitor::Command& command) {
      recorder.act(command);
      if (!findings.breach) judge.see(state, command, findings);
    }
    void observe(const auto& seen) {
      recorder.fact(seen);
      if (!findings.breach) judge.see(state, seen, findings);
    }
  };

  std::shared_ptr<const Setting> setting_;
  sim::monitor::Worlds worlds_;
  spec::monitor::Judge judge_;
};

}  // namespace conformance::monitor
