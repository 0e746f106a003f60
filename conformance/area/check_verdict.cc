#include "conformance/area/check_verdict.h"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "conformance/area/areas.h"

namespace conformance {
namespace {

// A long trace is cut in its middle.
constexpr std::size_t steps_first = 4;
constexpr std::size_t steps_last = 12;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view capitals(spec::Level level) {
  switch (level) {
    case spec::Level::Must: return "MUST";
    case spec::Level::Should: return "SHOULD";
    case spec::Level::Proposed: return "PROPOSED";
  }
  return "";
}

}  // namespace

std::string explain(std::string_view id, std::string_view says, const CheckVerdict& verdict) {
  const spec::Rule* rule = find_rule(id);
  const auto clause = rule == nullptr
                          ? std::string("no such rule")
                          : fmt::format("clause {}, {}", rule->clause, capitals(rule->level));
  const std::string_view outcome = verdict.holds ? "PASS" : "FAIL";
  std::string text = fmt::format("{} {} {} ({})\n", outcome, id, says, clause);
  if (verdict.holds) return text;
  text += fmt::format("  want    {}\n  got     {}\n", verdict.want, verdict.got);
  if (verdict.unsteady)
    for (const auto& [name, shows] : verdict.unsteady->told)
      text += fmt::format("  {:<8}{}\n", name, shows);
  const std::vector<std::string_view> steps = lines_of(verdict.trace);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t after = steps.size() - i;
    if (i < steps_first || after <= steps_last) {
      text += fmt::format("  #{:<7}{}\n", i + 1, steps[i]);
    } else if (i == steps_first) {
      text += fmt::format("  ...     {} more\n", after - steps_last);
    }
  }
  return text;
}

}  // namespace conformance
