// An area: all that the drivers, gates, stories, shrinking and reports know of one. Its rooms hold
// what it is made of; conformance/area/areas.cc lists the areas.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/area/check_verdict.h"
#include "conformance/area/mutants.h"
#include "conformance/area/table.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "conformance/run/scenario.h"
#include "conformance/run/shrink.h"
#include "conformance/run/vectors.h"
#include "conformance/trace/trace_check.h"
#include "sim/files/scenario_file.h"
#include "sim/files/shrink.h"
#include "sim/search/exploration.h"
#include "sim/search/parallel.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

struct Sampled;
struct SampleRequest;
struct StoryWords;

struct DirectedCheck {
  std::string_view rule, says;
  // `subject` is one of the area: is_subject().
  std::function<CheckVerdict(const Candidate& subject)> run;
  // About bytes or texts, which a program that speaks the port does not show.
  bool beyond_port = false;

  // As run(), of a subject that may fail.
  CheckVerdict verdict_of(const Candidate& subject) const;
};

// What an area says of a word of its own, such as the name of a tool.
struct ExplainedWord {
  std::string kind;  // "a tool"
  std::string text;
  std::vector<std::string> rules;
  // Whether a scenario is about it.
  std::function<bool(const AnyScenario&)> shown_by;
  std::shared_ptr<const nlohmann::ordered_json> json;
};

// A world that has a name, other than a scenario's: "table:quick". `error` if the name is one of
// the area's and there is no such world.
struct NamedWorld {
  std::optional<AnyPlan> plan = {};
  std::string error = {};
};

struct SelftestWorld {
  std::string name;    // As world() takes it.
  bool large = false;  // Not worth a second search where a directed check has caught a mutant.
};

// Rules that belong together: those of an area or a part of them, and those that no area has.
struct RuleTable {
  std::string_view name;    // "modality", "every"
  std::string_view prefix;  // "MOD"
  std::string_view says;
  std::span<const spec::Rule> rules;
};

struct AreaFacts {
  std::string_view name;         // "modality": of its rooms and on the command line.
  std::string_view says;         // What it is about, in a sentence or two.
  std::string_view rule_prefix;  // "MOD"; empty: it has no rules of its own, or parts.
  std::span<const spec::Rule> rules;
  std::span<const spec::ClauseText> clauses = {};             // Of an area that is judged by them.
  std::vector<RuleTable> rule_parts = {};                     // If they have several prefixes.
  std::span<const std::string_view> rules_without_runs = {};  // Their directed checks must do.
  // Of what its gate cannot see, such as bytes: other commands judge them.
  std::span<const std::string_view> rules_elsewhere = {};
  std::string_view rule_of_no_end = {};  // What a run breaks that stands still for good.
  // Areas that judge its worlds beside one another, if it is made of others. At most judges_max.
  std::vector<const Area*> parts = {};
  std::vector<std::string_view> revisions = {};  // Of its table, the earliest first: that ship.
  bool takes_tables = false;                     // See Area::add_table().
  bool takes_limits = false;                     // See Area::take_limits().
  // What table() prints, in a few words; empty: it has none.
  std::string_view table_says = {};
  std::string_view own_word = {};                  // What one of explained_words() is: "tool".
  std::vector<std::string_view> world_forms = {};  // What world() takes: "sample:LINE:SEED:RUN".
  // Of the rows of its gate: the letters of RowName::key, "S A R", and what they mean.
  std::string_view row_key = {}, rows_say = {};
  bool has_gate = true;  // An area made of others is judged in their gates.
  // A mutant that has a scenario must fail in it, by no longer a run than the scenario's own.
  bool scenarios_show_mutants = false;
  // Its random runs leave something to shrink: they are larger than its scenarios.
  bool samples_are_large = false;
  // How late what happened may stand in a trace, unless something else is said.
  std::chrono::milliseconds trace_slack{250};
  // All that its port says, for programs that speak it: port/vocabulary.h.
  std::string vocabulary = {};
  // Of an area that a program brings along: the folder below which its scenarios are in one of its
  // name, and what tells its builds apart, as a capsule does.
  std::string scenario_folder = {}, build = {};
};

class Area {
 public:
  virtual ~Area() = default;
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;

  const AreaFacts& facts() const { return facts_; }
  std::string_view name() const { return facts_.name; }
  // The areas whose judges watch its worlds: its own, or its parts.
  std::vector<const Area*> judges() const {
    return facts_.parts.empty() ? std::vector<const Area*>{this} : facts_.parts;
  }

  // What was met, as rules, and by clauses.
  spec::Exercised rules_met(spec::Exercised rules, const spec::ClauseSet& clauses) const {
    return rules |= spec::rules_of(facts_.clauses, clauses);
  }

  // Those that ship, and behind them those that were added.
  virtual std::vector<std::string> revisions() const {
    return {facts_.revisions.begin(), facts_.revisions.end()};
  }
  // A table of whoever asks, in a file, as one more revision: what that is called. To be done
  // before anything is made of the area. Only if it takes tables.
  virtual std::variant<std::string, sim::ScenarioError> add_table(
      const sim::ParsedFile& file) const;
  // Bounds and periods of whoever asks, in a file: worlds with the real ones have these from then
  // on. To be done before anything is made of the area. Only if it takes limits.
  virtual std::optional<sim::ScenarioError> take_limits(const sim::ParsedFile& file) const;
  // The table of a revision as such a file.
  virtual nlohmann::ordered_json table_document(std::string_view revision) const;
  // Of the table that a world of this area, or of one made of it, is over; empty: of none.
  virtual std::string revision_of(const AnyPlan&) const { return {}; }

  // What a plan of this area holds of one of judges().
  virtual AnyPlan part_of(const AnyPlan& plan, const Area&) const { return plan; }

  // Defects and checks.
  virtual std::span<const MutantLine> mutants() const { return {}; }
  virtual std::vector<DirectedCheck> checks() const { return {}; }
  // The same for subjects that work by the table of this revision; one that ships asks nothing new.
  virtual std::vector<DirectedCheck> checks_of(std::string_view) const { return checks(); }

  // Worlds by name.
  virtual NamedWorld world(std::string_view) const { return {}; }
  virtual std::vector<std::string> world_names() const { return {}; }  // Examples included.
  // Where mutants without a scenario are looked for, in this order.
  virtual std::vector<SelftestWorld> selftest_worlds() const { return {}; }

  // A scenario of a file that says that it is about this area.
  virtual LoadedAnyScenario read(const sim::ParsedFile& file) const = 0;
  // The document, or why there is none.
  virtual std::variant<nlohmann::ordered_json, std::string> write(
      const AnyScenario& scenario) const = 0;
  virtual std::variant<AnyPinned, std::string> pin(const PlanRef& plan,
                                                   std::span<const sim::Choice> choices) const = 0;
  virtual sim::ShrinkWords shrink_words() const = 0;
  // What a reader of such a world has to take in; always the same parts, in one order.
  virtual std::vector<RunPart> parts_of(const PlanRef& plan) const = 0;

  // What a plan asks to go wrong: a scenario in which some of it never does shows nothing.
  virtual std::vector<std::string> faults_of(const PlanRef&) const { return {}; }

  // Whether only the instants at which a window begins or ends are searched.
  virtual bool has_coarse_grid(const PlanRef& plan) const = 0;

  // Runs. `subject` is one of the area: is_subject().
  virtual std::unique_ptr<const AnyModel> model(const PlanRef& plan,
                                                const Candidate& subject) const = 0;
  // Breadth first, as quickly as can be; nothing is expected.
  Explored explore(const PlanRef& plan, const Candidate& subject, const sim::SearchOptions& options,
                   const sim::Parallel& parallel) const;
  // The same for a search of its table. An area with a matrix of soundness also tells how calls
  // ended: Explored::ended and ::lie_runs.
  virtual Explored explore_table(const PlanRef& plan, const Candidate& subject,
                                 const sim::SearchOptions& options,
                                 const sim::Parallel& parallel) const {
    return explore(plan, subject, options, parallel);
  }
  // The broken rule that a state of a judged world names as its kind.
  const spec::Rule& rule_of_kind(std::uint64_t kind) const {
    const auto* judge = judges()[kind / kinds_of_judge];
    return judge->facts().rules[kind % kinds_of_judge - 1];
  }

  // Random runs of worlds that are too large to search, by row: the plan of a run, and runs.
  virtual std::size_t sampled_rows(std::string_view revision) const;
  struct SampledWorld {
    AnyPlan plan;
    std::string name;  // What `orrery replay` takes.
  };
  virtual SampledWorld sampled_world(const SampleRequest& request, std::uint64_t run) const;
  // By default all runs of a row are of the same world.
  virtual Sampled sample(const SampleRequest& request, const sim::Parallel& parallel,
                         const GoOn& go_on) const;

  // Outcomes.
  virtual std::vector<std::string> texts_of(const AnyExpectation& expect) const = 0;
  virtual std::uint32_t matching(const AnyExpectation& expect,
                                 const AnyModel::Outcome& outcome) const = 0;
  virtual std::vector<std::string> unexpected_lies(const AnyExpectation&, std::uint8_t) const {
    return {};
  }
  virtual std::string show(const AnyModel::Outcome& outcome) const = 0;
  // By which two unexpected ends are told apart.
  virtual std::string short_text(const AnyModel::Outcome& outcome) const { return show(outcome); }

  virtual const StoryWords& story_words() const = 0;

  // Its vectors; nothing: it has none, since its port leaves too much to a subject.
  virtual std::optional<VectorWords> vector_words() const { return std::nullopt; }
  // One run of a subject, "engine" or "mutant:NAME", of this setup, as programs are told it. Null:
  // there is no such setup.
  virtual std::unique_ptr<sim::Stepper> stepper(std::string_view, const nlohmann::json&) const {
    return nullptr;
  }

  // What looks for a breach of one of its rules beside directed checks; empty: they are named, and
  // that is enough.
  virtual std::string beside_checks(const spec::Rule& rule, bool has_checks) const;

  // Judges traces; null: nothing of this area is told in traces. A run of a plan as one: its head,
  // and a line, of which the time is missing.
  virtual std::unique_ptr<TraceCheck> trace_check(const TraceRequest&) const { return nullptr; }
  virtual nlohmann::ordered_json trace_head(const PlanRef& plan) const;
  virtual nlohmann::ordered_json trace_line(const PlanRef& plan, const Seen& seen) const;

  // What its gate exhausts and samples. By default: each of selftest_worlds(), and the rows that
  // are sampled.
  virtual AreaTable table(const TableRequest& request) const;

  // Its table, for a person or as JSON; of a revision, if it has those.
  virtual std::string table_text(std::string_view revision) const;
  // How calls of a former surface map to rows of the table; empty: there is none.
  virtual std::string former_text() const { return {}; }
  virtual nlohmann::ordered_json table_json(std::string_view revision) const;
  // Words of its own that can be explained: the names of its tools.
  virtual std::vector<std::string> explained_words() const { return {}; }
  virtual std::optional<ExplainedWord> explain(std::string_view) const { return std::nullopt; }

 protected:
  explicit Area(AreaFacts facts) : facts_(std::move(facts)) {}

 private:
  AreaFacts facts_;
};

}  // namespace conformance
