#include "conformance/modality/area.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/area/typed_area.h"
#include "conformance/modality/checks/check.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/vectors.h"
#include "modality/contract.h"
#include "modality/exhausted.h"
#include "modality/story.h"
#include "modality/subject.h"
#include "port/json_text.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/show.h"
#include "port/vocabulary.h"
#include "sim/modality/limits.h"
#include "sim/modality/scenario.h"
#include "sim/program/stepper.h"
#include "sim/program/subject.h"
#include "sim/state/text_digest.h"
#include "spec/modality/behaviour.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

using port::modality::Revision;

AreaFacts modality_facts() {
  return {.name = "modality",
          .description =
              "Script calls of an IDE while something modal is open: what is swept, waited for, "
              "refused and reported.",
          .rule_prefix = "MOD",
          .rules = spec::modality::policy_rules,
          .clauses = spec::modality::clause_texts()};
}

constexpr std::array lacks{
    LackWord{"withdrawals", "callers who withdraw, or go away, while their call is under way",
             "MOD-110", R"("cancelled":{)"},
    LackWord{"script_methods", "methods of its context that a script calls", "",
             R"("method_called":{)"}};

WorldFacts world_facts() {
  return {.of = "script calls",
          .forms = {"table:quick", "table:full:entries", "sample:LINE:SEED:RUN", "table:rev5:quick",
                    "sample:rev5:LINE:SEED:RUN"},
          .revisions = {port::words<Revision>.begin(), port::words<Revision>.end()},
          .usual_revisions = 1,
          .row_key = "S A R",
          .row_legend =
              "S closes what shows at the start, A lets a dialog pass the gate, R watches the "
              "script for dialogs. Rows share states, so the states do not add up.",
          .may_lack = lacks,
          .samples_are_large = true};
}

CheckFacts check_facts() {
  return {.hang_rule = "MOD-91",
          .rules_without_runs = spec::modality::rules_without_runs,
          .scenarios_show_mutants = true,
          .trace_slack = std::chrono::milliseconds(250),
          .vocabulary = port::vocabulary<port::modality::Happening, port::modality::Command>(),
          .facts_vocabulary = port::kinds<port::modality::Fact>(),
          .meanings = &port::modality::meanings()};
}

// "sample:3:1:17" as its three numbers.
std::optional<std::array<std::uint64_t, 3>> sample_numbers(std::string_view text) {
  std::array<std::uint64_t, 3> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto end = i + 1 < out.size() ? text.find(':') : text.size();
    if (end == text.npos) return std::nullopt;
    const auto* last = text.data() + end;
    const auto [at, fault] = std::from_chars(text.data(), last, out[i]);
    if (fault != std::errc{} || at != last) return std::nullopt;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// Takes the revision off that a name begins with.
Revision take_revision(std::string_view& name) {
  for (const auto word : port::words<Revision>) {
    if (!name.starts_with(word) || !name.substr(word.size()).starts_with(':')) continue;
    name.remove_prefix(word.size() + 1);
    return revision_named(word);
  }
  return {};
}

NamedWorld sampled_world_named(std::string_view name, std::string_view numbers) {
  const auto revision = take_revision(numbers);
  const auto sample = sample_numbers(numbers);
  if (sample && (*sample)[0] < sampled_lines)
    return {.plan = sampled_plan((*sample)[0], (*sample)[1], (*sample)[2], revision)};
  return {.error = fmt::format("\"{}\" is not a sample. Valid: sample:LINE:SEED:RUN with LINE from "
                               "0 to {}.",
                               name, sampled_lines - 1)};
}

NamedWorld table_named(std::string_view name, std::string_view part_name) {
  const auto revision = take_revision(part_name);
  std::string valid;
  for (const auto budget : {Budget::Quick, Budget::Full}) {
    for (const auto& part : table_parts(budget)) {
      if (part_name == part.name) {
        auto plan = plan_of(part);
        plan.revision = revision;
        return {.plan = std::move(plan)};
      }
      valid += (valid.empty() ? "table:" : ", table:") + part.name;
    }
  }
  return {.error = fmt::format("\"{}\" is not a table. Valid: {}.", name, valid)};
}

// Captures, cancels, reports and warnings of one instant have no order.
VectorWords words_of_vectors() {
  return {.looks = {{"read_modality", "modality_read", "operation", {}, "modality"},
                    {"list_dialogs", "dialogs_listed", "operation", {}, "dialogs"},
                    {"read_smart", "smart_read", "operation", {}, "smart"}},
          .timers = {"start_timer", "stop_timer", "timer_fired", "timer", {}},
          .owners = {{"report_smart_wait", {}, {}, "MOD-53"},
                     {"report_progress", {}, {}, "MOD-23"},
                     {"drop_capture", {}, {}, "MOD-93"},
                     {"close_answered", "answer", "\"accepted\"", "MOD-12"},
                     {"smart_reached", {}, {}, "MOD-56"},
                     {"captured", {}, {}, "MOD-93"},
                     {"method_called", "method", "enterModalDialogAllowed", "MOD-69"},
                     {"method_called", "method", "leaveModalDialogAllowed", "MOD-69"},
                     {"method_called", "method", "\"force\":true", "MOD-107"},
                     {"method_called", "method", "\"project_only\":true", "MOD-108"},
                     {"method_called", "method", "saveProject", "MOD-108"},
                     {"method_called", "method", "assertNonModal", "MOD-105"},
                     {"method_called", "method", "isModal", "MOD-106"},
                     {"method_called", "method", "isSmartMode", "MOD-106"}},
          .any_order = {"capture", "cancel", "cancel_body", "report_dialog", "warn"},
          .may = {"report_smart_wait"},
          .told_changes_looks = true};
}

class Worlds final : public AreaWorlds {
 public:
  Worlds() : AreaWorlds(world_facts()) {}

  NamedWorld named(std::string_view name) const override {
    constexpr std::string_view table = "table:", sample = "sample:";
    if (name.starts_with(table)) return table_named(name, name.substr(table.size()));
    if (name.starts_with(sample)) return sampled_world_named(name, name.substr(sample.size()));
    return {};
  }
  std::vector<SelftestWorld> for_selftest() const override {
    std::vector<SelftestWorld> out;
    for (const auto& part : table_parts(Budget::Quick))
      out.push_back({.name = "table:" + part.name, .large = part.alphabet == TableAlphabet::Usual});
    return out;
  }
  AreaTable table(const TableRequest& request) const override {
    auto out = exhausted(request.budget, revision_named(request.revision));
    if (own_limits() == nullptr) return out;
    std::string limits;
    port::add_json(limits, *own_limits());
    out.inputs = sim::digest_text(limits);
    return out;
  }
  std::size_t sampled_rows(std::string_view) const override { return sampled_lines; }
  SampledWorld sampled(const SampleRequest& request, std::uint64_t run) const override {
    const auto revision = revision_named(request.revision);
    return {.plan = sampled_plan(request.row, request.seed, run, revision),
            .name = fmt::format("sample:{}{}:{}:{}", revision_prefix(revision), request.row,
                                request.seed, run)};
  }
  Sampled sample(const SampleRequest& request, const sim::Parallel& parallel,
                 const GoOn& go_on) const override {
    return sample_line(request, parallel, go_on);
  }
  // Raw tuples and unleashed mean the same by every table.
  std::string revision_of(const AnyPlan& any) const override {
    if (!is_judged_by(any, area())) return {};
    const auto part = any.area()->worlds().part_of(any, area());
    const auto& plan = part.as<sim::modality::Plan>();
    const auto differs = [](const sim::modality::Plan::Call& call) {
      return spec::modality::means_another(call.request.mode);
    };
    bool of_one = std::ranges::any_of(plan.calls, differs);
    for (const auto& another : plan.another)
      of_one = of_one || std::ranges::any_of(another.calls, differs);
    return of_one ? std::string(port::word(plan.revision)) : std::string();
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    return model_of(ref.as<sim::modality::Plan>(), subject);
  }
};

class Files final : public TypedFiles<sim::modality::Scenario, sim::modality::Outcomes,
                                      sim::modality::scenarios> {
 public:
  sim::ShrinkWords shrink_words() const override {
    return {.kept = {"$schema", "area", "format", "story", "rules", "mutant", "revision", "expect"},
            .simpler = {{"closable", "slow", "passing", "refusing", "reopening", "questioning",
                         "question", "parent", "child", "unresponsive"},
                        {"progress", "endless_progress"},
                        {"open_closable", "open_slow", "open_passing", "open_refusing",
                         "open_reopening", "open_questioning", "open_unresponsive"},
                        {"progress_starts", "endless_progress_starts"},
                        {"indexing_starts", "endless_indexing_starts"},
                        {"dumb_ending", "dumb_endless"},
                        {"clean", "uncommitted", "unsaved", "stale"},
                        {"short", "real"}}};
  }
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::modality::Plan>();
    return {{"instruction", "instructions", plan.body.instructions.size()},
            {"modal entry", "modal entries", plan.start.stack.size()},
            {"document", "documents", plan.start.documents.size()},
            {"background event", "background events", plan.background.size()}};
  }
  std::optional<sim::ScenarioError> take_limits(const sim::ParsedFile& file) const override {
    const auto loaded = sim::modality::read_limits(file);
    if (const auto* error = std::get_if<sim::ScenarioError>(&loaded)) return *error;
    set_own_limits(std::get<port::modality::Limits>(loaded));
    return std::nullopt;
  }
  bool takes_limits() const override { return true; }
};

class Checks final : public AreaChecks {
 public:
  Checks() : AreaChecks(check_facts()) {}

  std::span<const MutantLine> mutants() const override { return modality::mutants(); }
  std::vector<DirectedCheck> directed() const override { return directed_of({}); }
  std::vector<DirectedCheck> directed_of(std::string_view revision) const override {
    std::vector<DirectedCheck> out;
    for (const auto& check : policy_checks())
      out.push_back({check.rule, check.says, [&check, revision](const Candidate& subject) {
                       return verdict_by(check, subject, revision);
                     }});
    return out;
  }
  std::optional<VectorWords> vector_words() const override { return words_of_vectors(); }
  std::unique_ptr<sim::Stepper> stepper(std::string_view name,
                                        const nlohmann::json& setup) const override {
    port::modality::Limits limits{};
    sim::read_answer(setup.at("limits"), "limits", limits);
    const auto revision = setup.find("revision");
    return sim::stepper_of(subject_of(
        name, limits,
        revision == setup.end() ? Revision{} : revision_named(revision->get<std::string>())));
  }
  nlohmann::ordered_json trace_head(const PlanRef& plan) const override {
    return modality::trace_head(plan.as<sim::modality::Plan>());
  }
  nlohmann::ordered_json trace_line(const PlanRef& plan, const Seen& seen) const override {
    return modality::trace_line(plan.as<sim::modality::Plan>(), seen);
  }
};

class Words final : public TypedWords<sim::modality::Scenario, sim::modality::Outcomes> {
 public:
  Words()
      : TypedWords({.table_description =
                        "what the letters of a tuple stand for, row by row, and the three profiles",
                    .item_noun = "mode"}) {}

  const StoryWords& story() const override { return words_of_story(); }
  std::string short_text(const AnyModel::Outcome& any) const override {
    const auto text = [](const sim::modality::Outcome& outcome) {
      return fmt::format("{} {} at {}", port::word(outcome.verdict), port::word(outcome.reason),
                         port::word(outcome.stage));
    };
    const auto outcomes = typed<sim::modality::Outcomes>(any);
    auto out = text(outcomes.runs[0]);
    for (std::size_t run = 1; run < outcomes.runs.size(); ++run)
      if (outcomes.runs[run].results != 0)
        out +=
            fmt::format("; the {} run {}", sim::modality::run_names[run], text(outcomes.runs[run]));
    return out;
  }
  std::string table_text(std::string_view revision) const override {
    return modality::table_text(revision_named(revision));
  }
  std::string former_text() const override { return modality::former_text(); }
  nlohmann::ordered_json table_json(std::string_view revision) const override {
    return modality::table_json(revision_named(revision));
  }
  std::vector<std::string> explained_words() const override { return contract_words(); }
  std::optional<ExplainedWord> explain(std::string_view word) const override {
    return explained_contract(word);
  }
  std::optional<std::vector<DescriptionFinding>> judge_description(
      std::string_view text) const override {
    return judged_description(text);
  }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(modality_facts());
  return the_area;
}

std::shared_ptr<const sim::modality::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                              const port::modality::Limits& limits,
                                                              Revision revision) {
  std::string setup = R"({"area":"modality","limits":)";
  port::add_json(setup, limits);
  if (revision != Revision{}) setup += fmt::format(R"(,"revision":"{}")", port::word(revision));
  return std::make_shared<sim::ProgramSubject<sim::modality::Subject>>(std::move(program),
                                                                       setup + "}");
}

}  // namespace conformance::modality
