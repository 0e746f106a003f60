#include "sim/joint/scenario_write.h"

#include <nlohmann/json.hpp>

#include "ack/scenario_writer.h"
#include "files/scenario_document.h"
#include "modality/scenario_writer.h"
#include "sim/ack/words.h"

namespace sim::joint {
namespace {

using nlohmann::ordered_json;

ordered_json tool_json(const ack::Plan& tool, const Window& at) {
  auto out = ack::call_json(*tool.table, tool.calls[0], tool.behaviours);
  if (at != Window{0, 0}) out["at_ms"] = window_json(at);
  if (tool.table->revision != ack::revision_names[0]) out["revision"] = tool.table->revision;
  auto frontend = ack::frontend_json(tool.starts[0], tool.latencies);
  if (!frontend.empty()) out["frontend"] = std::move(frontend);
  return out;
}

ordered_json expectation_json(const Expectation& expect) {
  ordered_json out{{"results", ordered_json::array()}};
  for (const auto& result : expect.results)
    out["results"].push_back({{"call", modality::result_json(result.call)},
                              {"tool", ack::expected_call_json(result.tool)}});
  if (expect.classes != 0) out["classes"] = ack::classes_json(expect.classes);
  return out;
}

}  // namespace

std::variant<ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  const auto& [policy, tool, at] = scenario.plan;
  if (tool.calls.size() != 1 || tool.starts.size() != 1)
    return NotWritable{"this plan leaves more open than the schedule"};
  auto out = head_json(scenario, area);
  if (auto why = add_plan_json(policy, out)) return std::move(*why);
  out["tool"] = tool_json(tool, at);
  if (!scenario.expect.results.empty()) out["expect"] = expectation_json(scenario.expect);
  return with_grid(scenario, std::move(out), parse_scenario);
}

}  // namespace sim::joint
