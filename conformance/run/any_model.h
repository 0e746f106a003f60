// The judged worlds of every area behind one type: what is written for it is compiled once, not
// once for each kind of engine. Searches that have to be fast explore the model itself, which
// with_model() gives them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "conformance/joint/judged.h"
#include "conformance/run/any_plan.h"
#include "conformance/run/rerun.h"
#include "sim/joint/plan.h"
#include "sim/modality/world_parts.h"
#include "sim/search/model.h"
#include "sim/state/fields.h"

namespace conformance {

// Hears what happens in a judged world of any area; this one listens to nothing.
class WorldListener {
 public:
  virtual ~WorldListener() = default;
  virtual void event(const port::modality::Happening&) {}
  virtual void command(const port::modality::Command&) {}
  virtual void fact(const port::modality::Fact&) {}
  virtual void fact(const spec::ack::Fact&) {}
  virtual void act(const spec::ack::Act&) {}
  // The engine's and the world's own words.
  virtual void command(const engine::ack::Command&) {}
  virtual void notice(engine::ack::CallId, const sim::ack::Fact&) {}
};

// A sim::Model. Where only one area has a world, the other's part of a tally or of an outcome
// stays empty.
class AnyModel {
 public:
  // A state of the model, and zeros. Aligned as all of them are: where sim::TwinPlace puts a
  // twin depends on it.
  struct State {
    alignas(std::uint32_t) std::array<unsigned char, 840> bytes{};
    bool operator==(const State&) const = default;
  };
  using Tally = joint::Tally;
  using Outcome = sim::joint::Outcome;

  virtual ~AnyModel() = default;
  virtual State initial() const = 0;
  virtual void choices(const State& state, sim::Choices& out) const = 0;
  // What the judge finds broken, if anything.
  virtual std::optional<Breach> apply(State& state, const sim::Choice& choice, Tally& tally,
                                      WorldListener& listener) const = 0;
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    WorldListener none;
    apply(state, choice, tally, none);
  }
  virtual std::uint64_t digest(const State& state) const = 0;
  // Of a state together with what its run came to.
  virtual std::uint64_t digest(const State& state, const Outcome& outcome) const = 0;
  virtual bool equal(const State& a, const State& b) const = 0;
  virtual sim::Status status(const State& state) const = 0;
  virtual std::uint64_t kind(const State& state) const = 0;
  virtual std::uint8_t cell(const State& state) const = 0;
  virtual std::uint8_t actor(const sim::Choice& choice) const = 0;
  virtual sim::Label label(const State& state, const sim::Choice& choice) const = 0;
  virtual sim::Fields fields(const State& state) const = 0;
  // What is broken if nothing can happen any more.
  virtual std::optional<Breach> end(const State& state) const = 0;
  // Ends the run as one that came to what nobody expects.
  virtual void end_unexpected(State& state) const = 0;
};

// The plan outlives it. The subject must exist: is_subject().
std::unique_ptr<const AnyModel> any_model(const PlanRef& plan, std::string_view subject);

// Keeps what a run comes to.
struct OutcomeListener : WorldListener {
  explicit OutcomeListener(AnyModel::Outcome& kept) : outcome(kept) {}
  void command(const port::modality::Command& command) override { outcome.commanded(command); }
  void command(const engine::ack::Command& command) override { outcome.commanded(command); }
  void fact(const port::modality::Fact& fact) override { outcome.noticed(fact); }
  void notice(engine::ack::CallId by, const sim::ack::Fact& fact) override {
    outcome.noticed(by, fact);
  }
  AnyModel::Outcome& outcome;
};

// As the area of the plan has it.
AnyOutcome outcome_of(const PlanRef& plan, const AnyModel::Outcome& outcome);
// Bit i: result i of the expectation is this outcome. Zero: none is, or nothing is expected.
std::uint32_t matching(const ExpectRef& expect, const AnyModel::Outcome& outcome);

}  // namespace conformance
