// The judged worlds of every area behind one type: what is written for it is compiled once.
// Searches that have to be fast explore an area's own model, behind explore() and sample().
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "conformance/run/seen.h"
#include "sim/search/model.h"
#include "sim/state/fields.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace sim {
class Parallel;
struct SearchOptions;
}  // namespace sim

namespace conformance {

struct Candidate;
struct Explored;
class PlanRef;
struct Sampled;
struct SampleRequest;
// Hears from time to time how many of the runs are done; false stops. What is sampled does not
// depend on the number of threads unless it is stopped.
using GoOn = std::function<bool(std::uint64_t)>;

// At most so many areas judge one world.
inline constexpr std::size_t judges_max = 3;
// A state names the broken rule as its kind: the index in the table of its area plus one, and so
// much more for each judge before that of the area.
inline constexpr std::uint32_t kinds_of_judge = 0x100;

// A sim::Model.
class AnyModel {
 public:
  // A state of the model, and zeros. Aligned as all of them are: where sim::TwinPlace puts a
  // twin depends on it.
  struct State {
    alignas(std::uint32_t) std::array<unsigned char, 4'608> bytes{};
    bool operator==(const State&) const = default;
  };
  // What a run came to, in the words of its area, and zeros.
  struct Outcome {
    alignas(std::uint32_t) std::array<unsigned char, 192> bytes{};
    bool operator==(const Outcome&) const = default;
  };
  // What many runs met, apart from their states.
  struct Tally {
    // By Area::judges(): rules, or clauses.
    std::array<spec::Exercised, judges_max> exercised{};
    std::array<spec::ClauseSet, judges_max> clauses{};
    std::uint16_t lies = 0;   // The classes that explain the lies of all runs: a bit for each.
    std::uint8_t fired = 0;   // Faults of the plan that some run had: a bit for each.
    bool lost_sight = false;  // Some run had more than a judge can follow, or a world can hold.
    bool left_out = false;    // Some run came to what cannot happen to the subject.
    void merge(const Tally& other) {
      for (std::size_t i = 0; i < judges_max; ++i) {
        exercised[i] |= other.exercised[i];
        clauses[i] |= other.clauses[i];
      }
      lies = static_cast<std::uint16_t>(lies | other.lies);
      fired = static_cast<std::uint8_t>(fired | other.fired);
      lost_sight = lost_sight || other.lost_sight;
      left_out = left_out || other.left_out;
    }
  };
  // What is kept of a step, if it is not null.
  struct Watch {
    std::vector<Seen>* seen = nullptr;  // Without the passing of time.
    Outcome* outcome = nullptr;
  };

  virtual ~AnyModel() = default;
  virtual State initial() const = 0;
  virtual Outcome initial_outcome() const = 0;
  virtual void choices(const State& state, sim::Choices& out) const = 0;
  // What the judge finds broken, if anything.
  virtual std::optional<Breach> apply(State& state, const sim::Choice& choice, Tally& tally,
                                      const Watch& watch) const = 0;
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    apply(state, choice, tally, {});
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

  // What it does from its beginning on: breadth first, with nothing expected, and in random runs,
  // which have one judge. It is made of that plan and subject.
  virtual Explored explore(const PlanRef& plan, const Candidate& subject,
                           const sim::SearchOptions& options, const sim::Parallel& parallel) const;
  virtual Sampled sample(const PlanRef& plan, const SampleRequest& request,
                         const sim::Parallel& parallel, const GoOn& go_on) const;
};

}  // namespace conformance
