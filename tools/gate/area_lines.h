// What a gate came to, a line for each area that was judged.
#pragma once
#include <span>

#include "command/terminal.h"
#include "conformance/gate/report.h"
#include "gate/columns.h"

namespace tools {

// Without a head for the last column, which is the result.
Columns area_columns(std::span<const conformance::RowResult> rows,
                     std::span<const conformance::CheckResult> results, const Paint& paint);

}  // namespace tools
