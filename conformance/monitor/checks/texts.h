// The checks whose rows are tables of texts; a part of checks().
#pragma once
#include <span>

#include "conformance/monitor/checks/check.h"

namespace conformance::monitor {

std::span<const Check> text_checks();
std::span<const Check> line_checks();

// The first row that does not hold.
template <class Rows, class Run>
CheckVerdict all_of(const Rows& rows, Run run) {
  CheckVerdict out;
  for (const auto& row : rows)
    if (out.holds) out = run(row);
  return out;
}

}  // namespace conformance::monitor
