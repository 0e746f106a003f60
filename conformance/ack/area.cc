#include "conformance/ack/area.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ack/exhausted.h"
#include "ack/lacks.h"
#include "ack/lies.h"
#include "ack/program.h"
#include "ack/story.h"
#include "ack/subject.h"
#include "ack/table.h"
#include "conformance/ack/checks/check.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/area/areas.h"
#include "conformance/area/typed_area.h"
#include "conformance/run/sample.h"
#include "conformance/run/vectors.h"
#include "port/ack/show.h"
#include "sim/ack/scenario.h"
#include "sim/ack/tables.h"
#include "sim/ack/words.h"
#include "sim/state/text_digest.h"
#include "spec/ack/flaws.h"
#include "spec/ack/judge.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

AreaFacts ack_facts() {
  return {.name = "ack",
          .description =
              "Action tools: OK is said when the frontend processed the action, and never "
              "later than the budget.",
          .rule_prefix = "ACK",
          .rules = spec::ack::ack_rules,
          .clauses = spec::ack::clause_texts()};
}

WorldFacts world_facts() {
  WorldFacts out{.of = "tool calls", .forms = {"ack:REVISION:ROW", "ack:REVISION:KIND:ROW"}};
  for (const auto revision : all_revisions()) out.revisions.push_back(name_of(revision));
  out.may_lack = lack_words();
  out.rows_stand_alone = true;
  return out;
}

CheckFacts check_facts() {
  return {.hang_rule = "ACK-06",
          .rules_without_runs = spec::ack::rules_without_runs,
          .trace_slack = std::chrono::milliseconds(250),
          .vocabulary = vocabulary(),
          .facts_vocabulary = facts_vocabulary(),
          .meanings = &port::ack::meanings()};
}

// When and what it looks at is a subject's own affair, and so is which request is a round trip's.
VectorWords words_of_vectors() {
  return {.looks = {{"capture", "captured", "call", "probe", "reading"},
                    {"look", "looked", "call", "probe", "reading"}},
          .timers = {"set_timer", "cancel_timer", "timer_fired", "call", "cancelled"},
          .chosen = {{"dispatch", "replied", "request"}},
          .owners = {{"note_held", {}, {}, "ACK-21"}, {"note_still_open", {}, {}, "ACK-26"}},
          .all_in_any_order = true,
          .early = "respond",
          .early_after = "pushed",
          .no_room = R"("status":"busy")",
          .free = {"message"},
          .adds = "path",
          .unread = R"({"exists":true,"value":0,"detail":0})",
          .own = "panes",
          .own_about = R"({"kind":"generation","subject":null,"path":0})"};
}

// Empty: the first.
spec::ack::Revision revision_of_name(std::string_view name) {
  return name.empty() ? all_revisions().front() : *revision_named(name);
}
std::vector<DirectedCheck> checks_by(const port::ack::Table* own) {
  std::vector<DirectedCheck> out;
  for (const auto& check : ack::checks())
    out.push_back({check.rule, check.says, [&check, own](const Candidate& subject) {
                     return check.run(subjects(subject, own));
                   }});
  return out;
}
std::uint8_t rule_of_id(std::string_view id) {
  const auto found = std::ranges::find(spec::ack::ack_rules, id, &spec::Rule::id);
  return static_cast<std::uint8_t>(found - spec::ack::ack_rules.begin());
}
std::vector<DirectedCheck> directed_checks_of(std::string_view name) {
  if (name.empty()) return checks_by(nullptr);
  const auto revision = *revision_named(name);
  auto out = checks_by(&table_of(revision));
  for (auto& check : out)
    if (!spec::ack::may_meet(judged_rows(revision), rule_of_id(check.rule)))
      check.run = [why = fmt::format("no row of {} is about that", name)](const Candidate&) {
        return CheckVerdict{.not_applicable = why};
      };
  return out;
}
// By a run over the table, or, of what no run meets, by a directed check.
bool is_met_by(spec::ack::Revision revision, std::uint8_t rule) {
  const auto id = spec::ack::ack_rules[rule].id;
  if (std::ranges::count(spec::ack::rules_without_runs, id) == 0)
    return spec::ack::may_meet(judged_rows(revision), rule);
  return std::ranges::any_of(
      directed_checks_of(name_of(revision)), [&](const DirectedCheck& check) {
        return check.rule == id && check.verdict_of({"engine"}).not_applicable.empty();
      });
}
bool calls_tool(const AnyPlan& any, std::string_view tool) {
  if (!is_judged_by(any, area())) return false;
  const auto part = any.area()->worlds().part_of(any, area());
  const auto& plan = part.as<sim::ack::Plan>();
  return std::ranges::any_of(std::array{&plan.calls, &plan.second}, [&](const auto* calls) {
    return !calls->empty() && tool_of((*calls)[0].name) == tool;
  });
}

class Worlds final : public AreaWorlds {
 public:
  Worlds() : AreaWorlds(world_facts()) {}

  NamedWorld named(std::string_view name) const override {
    if (auto plan = plan_named(name)) return {.plan = std::move(*plan)};
    if (!name.starts_with("ack:")) return {};
    return no_world(name, fmt::format("ack:REVISION:ROW, ack:REVISION:KIND:ROW; REVISION is {}, or "
                                      "that of --table",
                                      fmt::join(facts().revisions, ", ")));
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> out;
    for (const auto revision : known_revisions())
      for (auto& name : plan_names(revision)) out.push_back(std::move(name));
    return out;
  }
  // What quick exhausts, in r1 and r2, and in the rows of r3 that are its own: the small plans
  // first.
  std::vector<SelftestWorld> for_selftest() const override {
    std::vector<SelftestWorld> out;
    for (const auto kind : {PlanKind::Refused, PlanKind::Row, PlanKind::Replies, PlanKind::Slow,
                            PlanKind::Three, PlanKind::Pairs}) {
      for (const auto revision : all_revisions()) {
        if (table_of(revision).relists) continue;
        const bool by_row = kind == PlanKind::Row || kind == PlanKind::Pairs;
        const bool own_alone = revision_before(revision) == spec::ack::Revision::R2;
        if (own_alone && !by_row) continue;
        const auto rows = by_row ? rows_of(revision).size() : 1;
        for (std::size_t row = 0; row < rows; ++row)
          if (!own_alone || is_own_row(revision, row))
            out.push_back({plan_name(revision, kind, row)});
      }
    }
    return out;
  }
  Explored explore_table(const PlanRef& ref, const Candidate& subject,
                         const sim::SearchOptions& options,
                         const sim::Parallel& parallel) const override {
    return explore_calls(ref.as<sim::ack::Plan>(), subject, options, parallel);
  }
  AreaTable table(const TableRequest& request) const override {
    const auto revision = revision_of_name(request.revision);
    auto out = exhausted(revision, request.budget, request.subject.name);
    if (!is_added(revision)) return out;
    out.inputs = sim::digest_text(table_document(revision).dump());
    for (std::size_t rule = 0; rule < spec::ack::ack_rules.size(); ++rule)
      if (!is_met_by(revision, static_cast<std::uint8_t>(rule)))
        out.rules_not_about.push_back(spec::ack::ack_rules[rule].id);
    return out;
  }
  // Rows, and behind them sessions: of all calls, and of round trips, if there are any.
  std::size_t sampled_rows(std::string_view revision) const override {
    const auto of = revision_of_name(revision);
    return rows_of(of).size() + (plan_of(of, PlanKind::Trips).calls.empty() ? 1 : 2);
  }
  SampledWorld sampled(const SampleRequest& request, std::uint64_t) const override {
    const auto revision = revision_of_name(request.revision);
    const auto rows = rows_of(revision).size();
    const auto kind = request.row < rows    ? PlanKind::Random
                      : request.row == rows ? PlanKind::Session
                                            : PlanKind::Trips;
    return {.plan = plan_of(revision, kind, request.row),
            .name = plan_name(revision, kind, request.row)};
  }
  std::vector<std::string> revisions() const override {
    std::vector<std::string> out;
    for (const auto revision : known_revisions()) out.emplace_back(name_of(revision));
    return out;
  }
  std::string revision_of(const AnyPlan& any) const override {
    if (!is_judged_by(any, area())) return {};
    const auto part = any.area()->worlds().part_of(any, area());
    return std::string(part.as<sim::ack::Plan>().table->revision);
  }
  std::optional<AnyPlan> over_table(const AnyPlan& any, std::string_view name) const override {
    const auto* table = sim::ack::table_named(name);
    if (any.area() != &area() || table == nullptr) return std::nullopt;
    const auto plan = plan_over(any.as<sim::ack::Plan>(), *table);
    return plan ? std::optional<AnyPlan>(*plan) : std::nullopt;
  }
  std::string lacking(const AnyPlan& any, const Candidate& subject) const override {
    return ack::lacking(any.as<sim::ack::Plan>(), subject.name);
  }
  std::optional<AnyPlan> left_of(const PlanRef& ref, const Candidate& subject) const override {
    const auto without = without_of(subject.name);
    if (without == sim::ack::Without()) return std::nullopt;
    return plan_for(ref.as<sim::ack::Plan>(), without);
  }
  std::string row_concerned(const PlanRef& ref, const Rerun& run, bool of_row) const override {
    return ack::row_concerned(ref.as<sim::ack::Plan>(), run, of_row);
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    return model_of(ref.as<sim::ack::Plan>(), subject);
  }
};

class Files final : public TypedFiles<sim::ack::Scenario, sim::ack::Outcome, sim::ack::scenarios> {
 public:
  sim::ShrinkWords shrink_words() const override {
    return {.kept = {"$schema", "area", "format", "story", "rules", "mutant", "revision", "expect"},
            .simpler = {{"responsive",    "silent",        "unchanged",
                         "drops",         "no_listener",   "stalled",
                         "slow",          "other_dialog",  "closes_another",
                         "refuses",       "nothing_to_do", "is_blocked",
                         "replies_twice", "replies_late",  "replies_garbage",
                         "replies_early", "replies_alone", "replies_to_other",
                         "stale_target",  "rolled_back",   "prompt_stays"}},
            .steps = {500, 250, 100, 10}};
  }
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::ack::Plan>();
    const auto events = static_cast<std::size_t>(
        std::ranges::count_if(plan.steps, [](const auto& step) { return step.event.has_value(); }));
    const auto steps = plan.steps.size() - events;
    return {{"call", "calls", plan.calls.size() + plan.second.size() + steps},
            {"background event", "background events", plan.planned.size() + events}};
  }
  std::vector<std::string> unexpected_lies(const AnyExpectation& expect,
                                           std::uint16_t lies) const override {
    return unexpected_classes(expect.get<sim::ack::Expectation>()->classes, lies);
  }
  std::variant<std::string, sim::ScenarioError> add_table(
      const sim::ParsedFile& file) const override {
    const auto added = add_own_table(file);
    if (const auto* error = std::get_if<sim::ScenarioError>(&added)) return *error;
    return std::string(name_of(std::get<spec::ack::Revision>(added)));
  }
  nlohmann::ordered_json table_schema() const override { return sim::ack::table_schema(); }
  nlohmann::ordered_json table_document(std::string_view revision) const override {
    return ack::table_document(revision_of_name(revision));
  }
  bool takes_tables() const override { return true; }
};

class Checks final : public AreaChecks {
 public:
  Checks() : AreaChecks(check_facts()) {}

  std::span<const MutantLine> mutants() const override { return ack::mutants(); }
  std::vector<DirectedCheck> directed() const override { return checks_by(nullptr); }
  std::vector<DirectedCheck> directed_of(std::string_view name) const override {
    return directed_checks_of(name);
  }
  std::optional<VectorWords> vector_words() const override { return words_of_vectors(); }
  std::unique_ptr<sim::Stepper> stepper(std::string_view name,
                                        const nlohmann::json& setup) const override {
    const auto revision = revision_named(setup.at("revision").get<std::string>());
    return revision ? stepper_of(subject_of(name, table_of(*revision)), table_of(*revision))
                    : nullptr;
  }
  nlohmann::ordered_json trace_head(const PlanRef& plan) const override {
    return ack::trace_head(plan.as<sim::ack::Plan>());
  }
  nlohmann::ordered_json trace_line(const PlanRef& plan, const Seen& seen) const override {
    return ack::trace_line(plan.as<sim::ack::Plan>(), seen);
  }
};

class Words final : public TypedWords<sim::ack::Scenario, sim::ack::Outcome> {
 public:
  Words()
      : TypedWords({.table_description =
                        "what the OK of each action tool waits for, how long, and how often it "
                        "looks",
                    .item_noun = "tool"}) {}

  const StoryWords& story() const override { return words_of_story(); }
  std::string table_text(std::string_view revision) const override {
    return ack::table_text(revision_of_name(revision));
  }
  nlohmann::ordered_json table_json(std::string_view revision) const override {
    return ack::table_json(revision_of_name(revision));
  }
  std::vector<std::string> explained_words() const override { return tool_names(); }
  std::optional<ExplainedWord> explain(std::string_view word) const override {
    auto rows = rows_of_tool(word);
    if (rows.text.empty()) return std::nullopt;
    return ExplainedWord{
        .kind = "a tool",
        .text = std::move(rows.text),
        .rules = std::move(rows.rules),
        .shown_by = [tool = std::string(word)](
                        const AnyScenario& scenario) { return calls_tool(scenario.plan, tool); },
        .json = std::make_shared<const nlohmann::ordered_json>(std::move(rows.json))};
  }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(ack_facts());
  return the_area;
}

}  // namespace conformance::ack
