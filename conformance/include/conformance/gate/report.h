// What a gate decides and how far it is, for whoever prints it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "conformance/area/soundness.h"
#include "conformance/run/explored.h"
#include "conformance/run/proof.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

enum class Outcome : std::uint8_t {
  Pass,
  Fail,
  NotExercised,
  Error,          // Of the harness.
  Incomplete,     // Not judged to its end.
  NotApplicable,  // It says nothing of this subject, or of the table that it works by.
  Known,          // It fails as it is known to.
  Remark,         // It fails by a rule of a weaker level than the one that counts.
  Through,        // A row that fails only by what another row does, of which that is told.
};
inline constexpr std::size_t outcomes = 9;

// What rows are red through whose runs show that the subject is not the same twice.
inline constexpr std::string_view unsteady_subject = "a subject that is not the same twice";

// One line of results.jsonl, one test case of the JUnit file.
struct CheckResult {
  std::string rule = {};  // Empty for suites over many rules.
  std::string area = {};  // "modality"
  spec::Level level = spec::Level::Must;
  std::string check = {};  // "directed/MOD-42 ...", "table/row 1 STRICT", "scenario/modality/..."
  // Of what failed: what was wanted and what came, in one line, by which a known failure is told
  // from another one of the same check and rule.
  std::string fails = {};
  // Of a row of a table that only shows what another row does: the name of that.
  std::string row = {};
  // Of a run that failed: a digest of what was told and done in it, by names. Zero: unknown.
  std::uint64_t history = 0;
  // The subject is not the same twice: what else it seems to do may follow from that.
  bool unsteady = false;
  bool perhaps_follows = false;  // It fails, and the subject is unsteady: known at the end.
  Outcome outcome = Outcome::Pass;
  std::uint64_t worlds = 0;
  std::uint64_t states = 0;
  std::uint64_t runs = 0;
  std::string message = {};  // The whole failure print; one line otherwise, or empty.
  std::string replay = {};   // One command, when there is something to replay.
  // Of a failed run: the world as `orrery replay` takes it, and the failure in it.
  std::string world = {};
  std::optional<PlanFailure> failure = {};
  // Told by the unit, and in no results file.
  std::string file = {};               // Of the scenario, if it is of one.
  std::optional<double> seconds = {};  // What it took, if that was measured of it alone.
  // Why it may fail, of a failure that is known: it is skipped.
  std::string known_because = {};
};

// One line of an area's table on the terminal.
struct RowResult {
  std::string area = {};
  std::string name = {};  // "1 STRICT", "smart_non_modal"
  std::string key = {};   // "S A R" as "TFT"; empty for a profile.
  std::uint64_t worlds = 0;
  std::uint64_t states = 0;  // Reachable from this row, 0 if not counted; rows share states.
  std::uint64_t runs = 0;    // Random, with the real constants.
  std::uint32_t exercised = 0, exercisable = 0;  // Rules met in this row.
  Outcome outcome = Outcome::Pass;
  std::string through = {};  // Of what fails only through another row: its name.
  bool exhausted = false;
  bool not_sampled = false;  // There was time for none of its random runs.
};

// A clause whose case came up in no run of a gate.
struct UnmetClause {
  std::string area = {};
  std::span<const spec::Rule> rules = {};  // Of the area.
  spec::ClauseText clause = {};
};

struct SearchTotals {
  std::uint64_t worlds = 0, states = 0, transitions = 0, finals = 0, levels = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t fingerprint = 0;  // Of all states, the same on every machine.
  double collision_probability = 0;
  bool complete = false;
  std::string limit = {};  // What stopped it, when not complete.
  bool operator==(const SearchTotals&) const = default;
};

struct Progress {
  std::string phase = {};             // "search", "random", "scenarios"
  std::uint64_t done = 0, total = 0;  // total 0: unknown.
  std::uint64_t states = 0, level = 0, frontier = 0;
  std::string slow_because = {};  // Why this phase may take long; empty if nothing says so.
};

struct Unit;
struct UnitResult;

class Listener {
 public:
  virtual ~Listener() = default;
  // A unit of the gate is about to run; and one that has a result is about to be told.
  virtual void unit_begins(const Unit&) {}
  virtual void unit_told(const Unit&, UnitResult&) {}
  virtual void decided(const CheckResult& result) = 0;  // As soon as it is.
  // What all units together decide; likewise.
  virtual void concluded(const CheckResult& result) { decided(result); }
  virtual void row(const RowResult& row) = 0;         // In order, after the search.
  virtual void soundness(const SoundnessMatrix&) {}   // Of an area that has one; after its rows.
  virtual void clause_not_met(const UnmetClause&) {}  // Last of all.
  virtual void searched(std::string_view area, const SearchTotals& totals) = 0;
  virtual void progress(const Progress& progress) = 0;  // Often; cheap to ignore.
  virtual bool keep_going() = 0;             // False: stop soon; what was decided stays decided.
  virtual bool more_runs() { return true; }  // False: this line has enough random runs.
};

}  // namespace conformance
