// What a gate came to, a line for each area that was judged.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "command/terminal.h"
#include "conformance/gate/report.h"
#include "gate/columns.h"

namespace tools {

// How many worlds were searched in each area.
using AreaWorlds = std::map<std::string, std::uint64_t, std::less<>>;

// Without a head for the last column, which is the result.
Columns area_columns(std::span<const conformance::RowResult> rows,
                     std::span<const conformance::CheckResult> results, const AreaWorlds& worlds,
                     const Paint& paint);

}  // namespace tools
