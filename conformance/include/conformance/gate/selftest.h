// Whether a gate can fail: every mutant of an area must be caught, by a rule that it names.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"

namespace conformance {

// Each mutant is put before the directed checks of its rules, and explored in its scenario if the
// area says that its scenarios show mutants; else, or if it has none, in the area's
// selftest_worlds() until one shows it. The files are the area's scenarios; one that cannot be read
// is a row of its own.
std::vector<SelftestRow> run_selftest(const Area& area, const std::vector<std::string>& files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going);

}  // namespace conformance
