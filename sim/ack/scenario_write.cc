#include "sim/ack/scenario_write.h"

#include <nlohmann/json.hpp>

#include "ack/scenario_writer.h"
#include "files/scenario_document.h"
#include "sim/ack/words.h"

namespace sim::ack {

using nlohmann::ordered_json;

ordered_json call_json(const engine::ack::Table& table, const Call& call,
                       const std::vector<Behaviour>& met) {
  const auto& request = call.request;
  ordered_json out{{"tool", table.tools[request.tool.value]}};
  if (request.target != engine::ack::no_target) out["target"] = table.targets[request.target.value];
  if (request.auto_confirm) out["auto_confirm"] = true;
  if (request.one) out["one"] = true;
  if (met.size() == 1) {
    if (met[0] != Behaviour::Responsive) out["meets"] = name(met[0]);
  } else {
    for (const auto each : met) out["meets"].push_back(name(each));
  }
  return out;
}

ordered_json frontend_json(const Start& start, const Latencies& latencies) {
  ordered_json out = ordered_json::object();
  if (!start.store) out["store"] = false;
  if (!start.tracker) out["tracker"] = false;
  if (!start.windows) out["windows"] = false;
  if (start.settings) out["settings_open"] = true;
  if (start.viewers > 0) out["viewers"] = start.viewers;
  if (start.dialog) out["dialog_open"] = true;
  const auto defaults = scenario_latencies();
  const auto window = [&](const char* name, const Window& is, const Window& was) {
    if (is != was) out["latencies"][name] = window_json(is);
  };
  window("process_ms", latencies.process, defaults.process);
  window("slow_ms", latencies.slow, defaults.slow);
  window("notify_ms", latencies.notify, defaults.notify);
  window("late_ms", latencies.late, defaults.late);
  return out;
}

ordered_json expected_call_json(const ExpectedCall& call) {
  ordered_json out{{"status", status_names[static_cast<std::size_t>(call.status)]}};
  if (call.processed) out["processed"] = *call.processed;
  if (call.dispatches) out["dispatches"] = *call.dispatches;
  if (call.noted) out["noted"] = *call.noted;
  if (call.elapsed_ms) out["elapsed_ms"] = *call.elapsed_ms;
  return out;
}

ordered_json classes_json(std::uint8_t classes) {
  auto out = ordered_json::array();
  for (std::size_t i = 0; i < class_names.size(); ++i)
    if ((classes >> i & 1u) != 0) out.push_back(class_names[i]);
  return out;
}

namespace {

ordered_json expectation_json(const Expectation& expect) {
  ordered_json out{{"results", ordered_json::array()}};
  for (const auto& result : expect.results) {
    auto item = expected_call_json(result.call);
    if (result.second) item["second"] = expected_call_json(*result.second);
    out["results"].push_back(std::move(item));
  }
  if (expect.classes != 0) out["classes"] = classes_json(expect.classes);
  return out;
}

}  // namespace

std::variant<ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  const bool fixed = plan.calls.size() == 1 && plan.second.size() <= 1 && plan.starts.size() == 1 &&
                     plan.background_max == 0;
  if (!fixed) return NotWritable{"this plan leaves more open than the schedule"};
  auto out = head_json(scenario, area);
  const auto& table = *plan.table;
  if (table.revision != revision_names[0]) out["revision"] = table.revision;
  out["call"] = call_json(table, plan.calls[0], plan.behaviours);
  if (!plan.second.empty()) {
    out["second"] = call_json(table, plan.second[0], behaviours_of(plan, 1));
    out["second"]["at_ms"] = window_json(plan.second_window);
  }
  auto frontend = frontend_json(plan.starts[0], plan.latencies);
  if (!frontend.empty()) out["frontend"] = std::move(frontend);
  for (const auto& event : plan.planned)
    out["background"].push_back(
        {{"event", name(event.what)}, {"at_ms", window_json(event.window)}});
  if (!scenario.expect.results.empty()) out["expect"] = expectation_json(scenario.expect);
  return with_grid(scenario, std::move(out), parse_scenario);
}

}  // namespace sim::ack
