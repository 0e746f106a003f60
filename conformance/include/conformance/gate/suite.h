// The gate of one area: directed checks, scenarios, the exhausted table, random runs.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/area/table.h"
#include "conformance/gate/report.h"
#include "conformance/run/plan.h"
#include "conformance/run/proof.h"
#include "sim/search/parallel.h"
#include "spec/rule.h"

namespace conformance {

struct GateOptions {
  std::string subject = "engine";             // Or "mutant:NAME".
  std::string revision;                       // Of the tables that have some; empty: the first.
  std::optional<std::string> rule;            // Only what concerns this rule.
  spec::Level level = spec::Level::Proposed;  // The weakest level that counts.
  bool remarks = false;  // Whether breaches of weaker levels are looked for, and told as remarks.
  Budget budget = Budget::Quick;
  std::uint64_t random_runs = 0;  // Zero: what the budget says.
  // The listener ends the random runs of a line, so those of a line are one unit.
  bool timed = false;
  std::uint64_t runs_per_unit = 10'000;  // At least; more if a line has very many.
  std::uint64_t seed = 1;
  std::uint64_t memory_max = std::uint64_t{12} << 30;  // Bytes.
  std::uint64_t states_max = std::uint64_t{1} << 32;
  // Whether a limit that comes before the end of a space leaves the gate incomplete.
  bool exhausts = true;
  std::vector<std::string> scenarios;       // Files.
  std::vector<std::string> more_scenarios;  // Files of whoever asks: called by their paths.
  // Of how many states and random runs one is taken twice; 1: all are.
  std::uint64_t prove_every = prove_sample;

  // Who is judged, and by which rules. Refers to these options.
  Candidate candidate() const { return {subject, {level, rule ? *rule : std::string_view()}}; }
};

// What the checks of a gate came to.
struct GateSummary {
  std::uint64_t passed = 0, failed = 0, not_exercised = 0, errors = 0, unfinished = 0,
                not_applicable = 0, known = 0, remarks = 0, through = 0;
  std::uint32_t rows_exhausted = 0, rows = 0, profiles_exhausted = 0, profiles = 0;
  std::uint64_t worlds_left_out = 0;   // Of rows: that cannot happen to the subject.
  std::uint32_t rows_not_sampled = 0;  // There was no time for their random runs.
  bool incomplete = false;             // A limit was reached before a space was exhausted.
  bool interrupted = false;
  bool nothing_selected = false;
  bool judged_nothing = false;  // What was selected says nothing of the subject.
  bool partial = false;         // Units were left out that belong to other shards.
  std::uint64_t units = 0, units_done = 0;
  std::uint64_t fingerprint = 0;  // Of the table and the samples, the same on every machine.
  Proofs proofs;

  // How many checks had this outcome.
  std::uint64_t& count(Outcome outcome);
};

// One mutant against the rules that it names. Explored in its scenario, or in the table if
// it has none; and put before the directed checks of those rules.
struct SelftestRow {
  std::string mutant = {}, rules = {};
  std::string caught_by_rule = {};  // The named rule that explore found broken, else a check's.
  // "scenario", "table" or "search" of `world`, or "check"; empty: not caught.
  std::string caught_by = {};
  std::string world = {};  // The plan of the gate, by its name; empty for a scenario or table.
  bool caught = false;     // By a named rule; in a scenario by no longer a run than its own.
  bool by_check = false;   // A directed check of a named rule fails too.
  std::uint64_t states = 0;
  std::uint32_t run_length = 0;       // Choices of the shortest counterexample.
  std::uint32_t scenario_length = 0;  // Of the engine's natural run there; 0 without one.
  std::string message = {};           // What is wrong, if not caught.
  // The rule that the nearest failure of a search blames, if the mutant does not name that one.
  std::string led_by = {};
};

}  // namespace conformance
