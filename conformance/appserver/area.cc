#include "conformance/appserver/area.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "appserver/mutants/server.h"
#include "appserver/subject.h"
#include "conformance/appserver/checks/check.h"
#include "conformance/appserver/mutants/mutant.h"
#include "conformance/appserver/plans.h"
#include "conformance/area/typed_area.h"
#include "conformance/run/sample.h"
#include "conformance/run/vectors.h"
#include "conformance/story/run_story.h"
#include "port/appserver/show.h"
#include "port/vocabulary.h"
#include "sim/appserver/scenario.h"
#include "sim/program/stepper.h"
#include "sim/program/subject.h"
#include "spec/appserver/bounds.h"
#include "spec/appserver/clause_judge.h"
#include "spec/appserver/dialect.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t plan_cost = 300'000, full_plan_cost = 5'000'000;

// What no run shows, and directed checks do: texts and lines.
constexpr std::array<std::string_view, 18> rules_without_runs{
    "WIRE-01", "WIRE-02", "WIRE-04", "WIRE-05", "WIRE-06", "WIRE-07",
    "WIRE-08", "WIRE-09", "RPC-08",  "APR-07",  "ACC-01",  "ACC-02",
    "ACC-03",  "SRV-02",  "SRV-04",  "SRV-08",  "SRV-10",  "ITM-09"};

// What the gate cannot show: what only recordings hold.
constexpr auto rules_not_in_gate = [] {
  constexpr auto& bytes = spec::appserver::clauses::rules_without_clauses;
  constexpr auto is_shown = [](std::string_view rule) {
    return std::ranges::count(rules_without_runs, rule) > 0;
  };
  std::array<std::string_view, bytes.size() - std::ranges::count_if(bytes, is_shown)> out{};
  std::ranges::remove_copy_if(bytes, out.begin(), is_shown);
  return out;
}();

AreaFacts appserver_facts() {
  using spec::appserver::rules_of;
  return {
      .name = "appserver",
      .description =
          "A client of the app-server: handshake, calls, turns, items, approvals and the "
          "process, whatever the server does.",
      .rule_prefix = {},
      .rules = spec::appserver::protocol_rules,
      .clauses = spec::appserver::clauses::clauses(),
      .rule_parts = {
          {"wire", "WIRE", "App-server: lines and what they hold.", rules_of("WIRE-")},
          {"calls", "RPC", "App-server: requests, responses and their ids.", rules_of("RPC-")},
          {"sessions", "SES", "App-server: threads and turns, from the handshake to the interrupt.",
           rules_of("SES-")},
          {"items", "ITM", "App-server: items of a turn and their parts.", rules_of("ITM-")},
          {"approvals", "APR", "App-server: what the server asks and the client answers.",
           rules_of("APR-")},
          {"process", "PROC", "App-server: the process that serves.", rules_of("PROC-")},
          {"server", "SRV", "App-server: what the server owes.", rules_of("SRV-")},
          {"accounts", "ACC", "App-server: who is logged in, and how a login ends.",
           rules_of("ACC-")}}};
}

constexpr std::array lacks{
    LackWord{"resuming", "chats that go on with a thread of before", "", R"("chat_resumed":{)"},
    LackWord{"archiving", "chats that the user archives", "SES-09", R"("chat_archived":{)"},
    LackWord{"user_calls", "what the user calls beside turns", "", R"("called":{)"},
    LackWord{"user_rules", "rules by which the user approves what comes later", "",
             R"("rule_made":{)"}};

WorldFacts world_facts() {
  return {.of = "the app-server",
          .forms = {"appserver:turn", "appserver:fault:FAULT", "appserver:full:fault:FAULT",
                    "appserver:sample:FAULT:SEED:RUN"},
          .may_lack = lacks,
          .samples_are_large = true};
}

CheckFacts check_facts() {
  return {.hang_rule = "RPC-03",
          .rules_without_runs = rules_without_runs,
          .rules_not_in_gate = rules_not_in_gate,
          .scenarios_show_mutants = true,
          .vocabulary = port::vocabulary<port::appserver::Happening, port::appserver::Command>(),
          .facts_vocabulary = port::kinds<port::appserver::Fact>(),
          .meanings = &port::appserver::meanings()};
}

const StoryWords& words_of_story() {
  constexpr std::size_t user = 0, client = 1, server = 2;
  static const StoryWords words{
      .lanes = {"user", "client", "server"},
      .lane_of_actor =
          [](std::string_view actor) {
            return actor == "user" ? user : actor == "server" ? server : client;
          },
      // What the client says stands with it; what it hears with whoever says it.
      .lane_of =
          [](const Seen& seen) {
            if (seen.is_act()) return client;
            const std::string_view text = seen.text();
            return text.starts_with("Received") || text.starts_with("Process") ||
                           text.starts_with("CarriedOut")
                       ? server
                       : user;
          },
      .replaces_label = [](const Seen&) { return true; },
      .said_by_label = [](const Seen&, const RerunStep&) { return false; }};
  return words;
}

// Between two processes there is a backoff, and up to a quarter more, as the subject likes
// (PROC-02).
std::optional<VectorWords::Pause> pause_before_restart(const nlohmann::json& timer,
                                                       std::int64_t after_ms) {
  if (timer.at("kind") != port::word(port::appserver::TimerKind::Restart)) return std::nullopt;
  const spec::appserver::clauses::Bounds bounds;
  const std::int64_t most = bounds.backoff_max.count();
  std::int64_t least = bounds.backoff.count();
  while (least < most && std::min(2 * least, most) <= after_ms) least = std::min(2 * least, most);
  return VectorWords::Pause{least, least + least / 4};
}

// Requests and processes have numbers of the subject's. What is said at once may be said in any
// order that the rules leave: so much is the gate's to judge. Each server is verified before all
// else (SES-12).
VectorWords words_of_vectors() {
  constexpr std::string_view request = "request", process = "process";
  return {
      .timers = {"set_timer", "cancel_timer", "timer_fired", "timer", {}},
      .chosen =
          {{"spawn", "process_started", "process", {}, process},
           {"send", "received", "process", {}, process},
           {"close_input", "process_gone", "process", {}, process},
           {"terminate", {}, "process", {}, process},
           {"kill", {}, "process", {}, process},
           {"send", "received", "message.request.id", "message.response.id", request},
           {"reported", {}, "of", {}, request, "report", {"unknown_response", "late_response"}}},
      .all_in_any_order = true,
      .may = {"reported"},
      .unasked = {{"reported", "report", {"old_process", "unknown_ask"}}},
      .pause = pause_before_restart};
}

std::span<const MutantLine> all_mutants() {
  static const auto all = [] {
    std::vector<MutantLine> out(mutants().begin(), mutants().end());
    for (const auto& server : server_mutants()) out.push_back(server.mutant);
    return out;
  }();
  return all;
}

sim::appserver::Fault fault_of_row(std::size_t row) {
  return static_cast<sim::appserver::Fault>(row);
}

class Worlds final : public AreaWorlds {
 public:
  Worlds() : AreaWorlds(world_facts()) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> out;
    for (auto& each : plan_names(false)) out.push_back(std::move(each.name));
    return out;
  }
  AreaTable table(const TableRequest& request) const override {
    const bool full = request.budget == Budget::Full;
    AreaTable out{.random = {.quick = 100, .full = 5'000, .nightly = 200'000, .cost = 200}};
    for (std::size_t row = 0; row < sim::appserver::fault_kinds; ++row)
      out.rows.push_back({.name = fmt::format("{} and others", port::word(fault_of_row(row))),
                          .kind = RowName::Kind::Other});
    for (const auto& [name, says] : plan_names(full)) {
      const auto row = static_cast<std::uint32_t>(out.rows.size());
      out.rows.push_back({.name = says});
      out.units.push_back({.name = "row/" + says,
                           .cost = full ? full_plan_cost : plan_cost,
                           .rows = {{row, 1}},
                           .searches = {{.world = name, .plan = *plan_named(name)}}});
    }
    return out;
  }
  std::size_t sampled_rows(std::string_view) const override { return sim::appserver::fault_kinds; }
  SampledWorld sampled(const SampleRequest& request, std::uint64_t run) const override {
    const auto what = fault_of_row(request.row);
    return {.plan = sampled_plan(what, request.seed, run),
            .name = sampled_name(what, request.seed, run)};
  }
  Sampled sample(const SampleRequest& request, const sim::Parallel& parallel,
                 const GoOn& go_on) const override {
    return sample_row(request, parallel, go_on);
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    return model_of(ref.as<sim::appserver::Plan>(), subject);
  }
  std::vector<std::string> faults_of(const PlanRef& ref) const override {
    std::vector<std::string> out;
    for (const auto& fault : ref.as<sim::appserver::Plan>().server.faults)
      out.emplace_back(port::word(fault.what));
    return out;
  }

 private:
  std::optional<AnyPlan> find_plan(std::string_view name) const override {
    auto plan = plan_named(name);
    return plan ? std::optional(AnyPlan(std::move(*plan))) : std::nullopt;
  }
};

class Files final : public TypedFiles<sim::appserver::Scenario, sim::appserver::Outcome,
                                      sim::appserver::scenarios> {
 public:
  sim::ShrinkWords shrink_words() const override { return {.steps = {1'000, 100, 10}}; }
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::appserver::Plan>();
    return {{"act", "acts", plan.user.size() + plan.beside.size()},
            {"turn", "turns", plan.server.turns.size()},
            {"fault", "faults", plan.server.faults.size()}};
  }
};

class Checks final : public AreaChecks {
 public:
  Checks() : AreaChecks(check_facts()) {}

  std::span<const MutantLine> mutants() const override { return all_mutants(); }
  std::vector<DirectedCheck> directed() const override {
    std::vector<DirectedCheck> out;
    for (const auto& check : appserver::checks())
      out.push_back({check.rule, check.says,
                     [&check](const Candidate& subject) { return verdict_of(check, subject.name); },
                     check.beyond_port});
    return out;
  }
  std::optional<VectorWords> vector_words() const override { return words_of_vectors(); }
  std::unique_ptr<sim::Stepper> stepper(std::string_view name,
                                        const nlohmann::json& setup) const override {
    auto limits = engine::appserver::real_limits();
    limits.opts_out = setup.at("opts_out").get<std::uint8_t>();
    return sim::stepper_of(client_of(name, limits, setup.at("seed").get<std::uint32_t>()));
  }
  std::string other_evidence(const spec::Rule& rule, bool) const override {
    const auto why = spec::appserver::why_not_judged(rule.id);
    if (!why.empty()) return fmt::format("none in recorded conversations: {}", why);
    const auto draft = why_not_judged(spec::appserver::draft, rule.id);
    return fmt::format("orrery check looks for it in recorded conversations{}",
                       draft.empty() ? "" : fmt::format("; not in the draft: {}", draft));
  }
};

class Words final : public TypedWords<sim::appserver::Scenario, sim::appserver::Outcome> {
 public:
  const StoryWords& story() const override { return words_of_story(); }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(appserver_facts());
  return the_area;
}

std::shared_ptr<const sim::appserver::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const engine::appserver::Limits& limits,
    std::uint32_t seed) {
  return std::make_shared<sim::ProgramSubject<sim::appserver::Subject>>(
      std::move(program),
      fmt::format(R"({{"area":"appserver","seed":{},"opts_out":{}}})", seed, limits.opts_out));
}

}  // namespace conformance::appserver
