// A gate as a list of units of work, so that it can be divided among machines, broken off,
// continued and put together again.
//
// A unit is a pure function of the options and its name: whoever runs it, whenever and with
// however many threads, comes to the same result. Results are put together by the number of
// their unit, so neither order nor repetition matters. An uninterrupted gate is nothing but
// all units in order and the conclusion at their end. Nothing here knows what an area judges.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/area/soundness.h"
#include "conformance/area/table.h"
#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

struct Unit {
  std::string area = {};
  std::string name = {};     // "random/1 STRICT/0-9999": the only one of its area.
  std::uint64_t cost = 1;    // About so many microseconds of one processor.
  std::uint64_t inputs = 0;  // Digest of what it reads beside the options, such as a file.
  // Of units in one chain (empty: none) those behind one that ends it do not count, and
  // need not be run.
  std::string chain = {};
  std::string file = {};  // Of the scenario, if it is of one.
};

// What a unit adds to one row of its area's table.
struct RowPart {
  std::uint32_t row = 0;
  std::uint64_t worlds = 0, states = 0;  // Of a row, the most of its parts.
  std::uint64_t worlds_left_out = 0;     // Likewise: that cannot happen to the subject.
  std::uint64_t runs = 0;                // Of a row, those of all parts.
  spec::Exercised met = {};
  bool searched = false;  // By this unit, for `worlds`.
  bool limited = false;   // Not to its end: a limit came before.
  bool foreign = false;   // Not to its end: a failure came before that the options leave out.
  bool failed = false;
  bool left_out = false;     // All of it cannot happen to the subject, as that says.
  std::string through = {};  // It fails by what this row does, and told it so.
  bool not_sampled = false;  // Random runs were to be made, and there was time for none.
  bool operator==(const RowPart&) const = default;
};

struct UnitResult {
  bool finished = true;     // False: it was told to stop, and this is no result.
  bool ends_chain = false;  // See Unit.
  bool incomplete = false;  // A limit was reached before a space was exhausted.
  std::vector<CheckResult> decided = {};
  std::vector<RowPart> rows = {};
  std::vector<SearchTotals> searches = {};
  std::vector<SoundnessPart> soundness = {};
  std::vector<LieExample> examples = {};
  spec::Exercised exercised = {};  // Rules of the area that its runs met,
  spec::ClauseSet clauses = {};    // and clauses, if it is judged by them.
  spec::Exercised checked = {};    // By a directed check.
  std::uint64_t fingerprint = 0;
  Proofs proofs = {};
  double seconds = 0;  // Measured by whoever has a clock; no part of the result.
};

// What the conclusion has to know of an area.
struct AreaShape {
  std::string_view name = {};  // "modality"
  std::span<const spec::Rule> rules = {};
  std::span<const spec::ClauseText> clauses = {};
  std::span<const std::string_view> rules_without_runs = {};  // Their directed checks must do.
  std::span<const std::string_view> rules_not_in_gate = {};   // Other commands judge them.
  std::span<const std::string_view> rules_not_about = {};     // Nothing in the table can be.
  std::vector<RowName> rows = {};
  bool rows_stand_alone = false;  // See WorldFacts.
  SoundnessWords soundness = {};  // Without columns: the area has no such matrix.
};

// All that an area brings to a gate.
class AreaGate {
 public:
  virtual ~AreaGate() = default;
  virtual const AreaShape& shape() const = 0;
  virtual const std::vector<Unit>& units() const = 0;
  virtual UnitResult run(std::size_t unit, const sim::Parallel& parallel,
                         Listener& listener) const = 0;
  // Differs, very likely, between two builds that behave differently, and never between two
  // that do not. Takes milliseconds.
  virtual std::uint64_t behaviour() const = 0;
};

// Takes down what one unit of an area comes to.
class UnitScribe {
 public:
  UnitScribe(const GateOptions& options, const AreaShape& shape)
      : options_(options), shape_(shape) {}

  // Whether the options ask for this rule; a result without one is always wanted.
  bool wanted(std::string_view rule) const;
  // Adds a result, unless the options leave its rule out.
  void decide(CheckResult check);
  // The same of what may have failed: by a call of another row, it is told of that if that fails.
  void fail(CheckResult check);
  // A failure in this row. If the options leave it out the row was not judged to its end:
  // it is skipped, not passed.
  // What another row does is told of that one.
  void fail_row(RowPart& row, CheckResult failure);
  // A bound was reached before this unit was judged to its end.
  void leave(const std::string& unit, const std::string& why);

  UnitResult result;

 private:
  spec::Level level_of(std::string_view rule) const;

  const GateOptions& options_;
  const AreaShape& shape_;
};

using UnitResults = std::vector<std::optional<UnitResult>>;  // By the number of the unit.

class Campaign {
 public:
  // Areas in the order in which they are reported.
  Campaign(GateOptions options, std::vector<std::unique_ptr<AreaGate>> areas);

  const GateOptions& options() const { return options_; }
  const std::vector<Unit>& units() const { return units_; }
  std::optional<std::size_t> find(std::string_view area, std::string_view name) const;
  std::vector<std::string> area_names() const;
  // Whether a result from elsewhere can be one of this unit: it knows no other rows.
  bool fits(std::size_t unit, const UnitResult& result) const;

  // Of names, costs and inputs of all units; of ids, levels and texts of all rules; of how
  // the subject and its world behave. Equal on every machine.
  std::uint64_t units_digest() const;
  std::uint64_t rules_digest() const;
  std::uint64_t behaviour() const;

  // Runs the units of `todo` (by number) that have no result, in order, and keeps their
  // results; units that are not in `todo` are left out. Tells the listener of all that have
  // one; and, if every unit that counts has, the conclusion: rows and exercised rules.
  GateSummary run(const std::vector<bool>& todo, UnitResults& results,
                  const sim::Parallel& parallel, Listener& listener) const;

  // Units that count and have no result.
  std::vector<std::size_t> missing(const UnitResults& results) const;

 private:
  struct Place {
    std::size_t area, unit;
  };

  GateOptions options_;
  std::vector<std::unique_ptr<AreaGate>> areas_;
  std::vector<Unit> units_;
  std::vector<Place> places_;  // Of each unit: which one of which area.
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;  // By area and name.
};

// One of `count` parts of a campaign.
struct Shard {
  std::uint32_t index = 1;  // 1..count
  std::uint32_t count = 1;
  bool operator==(const Shard&) const = default;
};

// Which shard each unit belongs to, 1..count: the next costliest unit goes to the shard with
// the least so far. Depends on nothing but the costs, so every machine says the same.
std::vector<std::uint32_t> shards_of(std::span<const Unit> units, std::uint32_t count);

}  // namespace conformance
