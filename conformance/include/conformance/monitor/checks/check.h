// A directed check of a monitor: one rule, one sentence, one verdict, over texts. For what searches
// do not show: what stands in markers, lines and answers.
#pragma once
#include <span>
#include <string_view>

#include "conformance/area/check_verdict.h"
#include "conformance/monitor/mutants/mutant.h"

namespace conformance::monitor {

struct Check {
  std::string_view rule;  // Key into spec::monitor::monitor_rules.
  std::string_view says;
  CheckVerdict (*run)(const Parts& parts);
};

// A check never skips: what it needs first and does not get makes it fail.
std::span<const Check> checks();

}  // namespace conformance::monitor
