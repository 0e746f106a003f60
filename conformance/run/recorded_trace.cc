#include "conformance/run/recorded_trace.h"

#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"

namespace conformance {

using nlohmann::ordered_json;

std::string recorded_trace(const PlanRef& plan, const Rerun& run) {
  const auto& area = plan.area();
  const auto head = area.checks().trace_head(plan);
  if (head.is_null()) return {};
  auto out = head.dump() + "\n";
  std::int64_t at_ms = 0;
  for (const auto& step : run.steps) {
    at_ms = step.at_ms;
    for (const auto& seen : step.seen) {
      ordered_json each{{"t_ms", at_ms}};
      each.update(area.checks().trace_line(plan, seen));
      out += each.dump() + "\n";
    }
  }
  // What had to come and did not is missing at an end alone.
  const bool misses = run.breach && !run.breach->got;
  if (misses || run.end == Rerun::End::Final || run.end == Rerun::End::Hang)
    out += ordered_json{{"t_ms", at_ms}, {"ended", ordered_json::object()}}.dump() + "\n";
  return out;
}

}  // namespace conformance
