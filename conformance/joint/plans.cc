#include "joint/plans.h"

#include <array>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "conformance/joint/judged.h"
#include "conformance/run/adapted_model.h"
#include "port/check.h"
#include "sim/joint/scenario.h"

namespace conformance::joint {
namespace {

// A turn of an agent's calls a script in the IDE, a dialog of somebody else opens, and the user
// presses stop, each at any instant; and the server may crash at any step of the turn.
struct Row {
  std::string_view name, says;
  std::string_view mode = "smart_non_modal";  // Of the call,
  std::string_view dialog = "open_closable";  // what opens,
  std::string_view approvals = R"("approvals": "closable",)";
  std::string_view items = R"({"kind": "tool", "in_ide": true, "asks": true})";
  std::string_view faults = R"({"fault": "crash_in_turn", "nth": "any"})";
  std::string_view step_ms = "[0, 500]";  // between two things that the server says,
  std::string_view then = R"({"do": "decide", "when": "asked", "at_ms": [0, 500]})";
  std::string_view body = R"({"sleep_ms": 1000})";
  std::string_view second = {};  // the call of another agent,
  std::string_view more = {};    // and what else there is.
};
constexpr std::array rows{
    Row{.name = "sweeps", .says = "an approval as a dialog, and a script whose mode sweeps"},
    Row{.name = "strict",
        .says = "an approval as a dialog, and a script that fails at any dialog",
        .mode = "non_modal"},
    Row{.name = "unleashed",
        .says = "an approval as a dialog, and a script that leaves dialogs alone",
        .mode = "unleashed"},
    Row{.name = "refusing",
        .says = "an approval as a dialog, and one of somebody else that nobody can close",
        .dialog = "open_refusing"},
    Row{.name = "endless",
        .says = "an approval as a dialog, and a script that never ends",
        .mode = "unleashed",
        .body = R"("never")"},
    Row{.name = "elsewhere", .says = "an approval that shows outside of the IDE", .approvals = ""},
    Row{.name = "declined",
        .says = "an approval as a dialog that the user declines",
        .then = R"({"do": "decide", "when": "asked", "at_ms": [0, 500], "decision": "decline"})"},
    Row{.name = "swept",
        .says = "an approval of something else beside a script whose mode sweeps",
        .items = R"({"kind": "command", "subject": 1, "asks": true, "beside": true},
                    {"kind": "tool", "in_ide": true})",
        .step_ms = "500",
        .then = R"({"do": "decide", "when": "asked", "at_ms": [500, 2000]})"},
    Row{.name = "two_agents",
        .says = "two agents in one IDE, each with a script that is watched",
        .approvals = "",
        .items = R"({"kind": "tool", "in_ide": true})",
        .faults = "",
        .step_ms = "500",
        .then = R"({"do": "start_chat", "chat": 2}, {"do": "say", "chat": 2, "when": "ready"})",
        .second = "smart_non_modal"},
    Row{.name = "tool",
        .says = "an approval as a dialog, and an action tool that is called beside",
        .mode = "unleashed",
        .dialog = "open_passing",
        .faults = "",
        .step_ms = "500",
        .more = R"("tool": {"tool": "mkdir", "at_ms": [0, 500]}, "grid_ms": 100,)"}};

std::string text_of(const Row& row) {
  const auto body = fmt::format(R"("body": [{}])", row.body);
  const auto call = [](std::string_view mode) { return fmt::format(R"("modal": "{}")", mode); };
  const auto calls = row.second.empty() ? fmt::format(R"("call": {{{}}}, {})", call(row.mode), body)
                                        : fmt::format(R"("calls": [{{{}, {}}}, {{{}, {}}}])",
                                                      call(row.mode), body, call(row.second), body);
  return fmt::format(R"({{
    "area": "joint", "format": 1, "story": "{}", {}, "limits": "short", {}
    "ide": {{"latencies": {{"passing": {{"ends_ms": 1000}}}}}},
    "background": [{{"event": "{}", "at_ms": [0, 1000]}}],
    "talk": {{
      "server": {{"turns": [{{"items": [{}]}}], "faults": [{}]}},
      "latencies": {{"step_ms": {}}}, {}
      "user": [{{"do": "open"}}, {{"do": "start_chat"}}, {{"do": "say", "when": "ready"}}, {}],
      "beside": [{{"do": "stop", "at_ms": [0, 2000]}}]
    }}}})",
                     row.says, calls, row.more.empty() ? R"("grid_ms": 500,)" : row.more,
                     row.dialog, row.items, row.faults, row.step_ms, row.approvals, row.then);
}

TableWorld world_of(const Row& row) {
  auto loaded = sim::joint::scenarios().parse(text_of(row), std::string(row.name));
  CHECK(std::holds_alternative<sim::joint::Scenario>(loaded));
  return {.name = fmt::format("joint:{}", row.name),
          .says = std::string(row.says),
          .plan = std::get<sim::joint::Scenario>(std::move(loaded)).plan};
}

}  // namespace

const std::vector<TableWorld>& table_worlds() {
  static const auto worlds = [] {
    std::vector<TableWorld> out;
    for (const auto& row : rows) out.push_back(world_of(row));
    return out;
  }();
  return worlds;
}

sim::joint::Expectation nothing_untrue() { return {.results = {{}}}; }

std::unique_ptr<const AnyModel> model_of(const sim::joint::Plan& plan, const Candidate& policy,
                                         const Candidate& tool, const Candidate& talk) {
  std::optional<ack::JudgedWorlds> tools;
  if (plan.tool) tools.emplace(ack::judged_worlds(plan.tool->plan, tool));
  std::optional<appserver::JudgedWorlds> talks;
  if (plan.talk) talks.emplace(appserver::judged_worlds(plan.talk->plan, talk));
  auto policies = modality::judged_worlds(plan.policy, policy);
  if (plan.policy.another.empty())
    return adapted(
        JudgedWorlds<OneRun>(plan, std::move(policies), std::move(tools), std::move(talks)));
  return adapted(
      JudgedWorlds<RunsAtOnce>(plan, std::move(policies), std::move(tools), std::move(talks)));
}

}  // namespace conformance::joint
