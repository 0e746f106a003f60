// Whether a gate can fail: every mutant of an area must be caught, by a rule that it names.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"

namespace conformance {

// Each mutant is put before the directed checks of its rules, and explored in its scenario if the
// area says that its scenarios show mutants; else, or if it has none, in the area's
// for_selftest() until one shows it. The files are the area's scenarios; one that cannot be read
// is a row of its own. Of the mutants each `every`th is tried, from the first on.
std::vector<SelftestRow> run_selftest(const Area& area, const std::vector<std::string>& files,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going,
                                      std::size_t every = 1);

// A clause of the area, switched off: which mutant escapes the searches then.
struct NeededRow {
  std::uint16_t clause = 0;
  std::size_t tried = 0;  // Mutants that name its rule, and that a search catches.
  std::string mutant;     // The first of them that escapes; empty: none.
};

// A row for each clause of these rules that forbids, sets a condition or sets a bound; what is
// called for is needed by whoever does it. Directed checks are left out: they know no clauses.
std::vector<NeededRow> try_clauses(const Area& area, const spec::RuleScope& rules,
                                   const std::vector<std::string>& files,
                                   const sim::Parallel& parallel,
                                   const std::function<void(const NeededRow&)>& decided,
                                   const std::function<bool()>& keep_going);

}  // namespace conformance
