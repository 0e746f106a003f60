// The areas that have a gate, and what each brings: whoever offers them all looks here.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/gate/campaign.h"
#include "conformance/gate/suite.h"
#include "sim/search/parallel.h"

namespace conformance {

struct MutantLine {
  std::string_view name, rules, scenario, says;
};
struct CheckLine {
  std::string_view rule, says;
};

struct GatedArea {
  std::string_view name;                      // As spec::Area has it.
  std::span<const std::string_view> folders;  // Of its scenarios: "ack/".
  std::unique_ptr<AreaGate> (*gate)(const GateOptions&);
  std::vector<MutantLine> (*mutants)();
  std::vector<CheckLine> (*checks)();
  // Its mutants against the rules that they name. The files are the area's scenarios.
  std::vector<SelftestRow> (*selftest)(const std::vector<std::string>& files,
                                       const sim::Parallel& parallel,
                                       const std::function<void(const SelftestRow&)>& decided,
                                       const std::function<bool()>& keep_going);
};
std::span<const GatedArea> gated_areas();

// Whether a scenario of this name is judged in the gate of the area.
bool has_scenario(const GatedArea& area, std::string_view scenario);

// Null if there is no such area, or it has no gate.
const GatedArea* gated_area(std::string_view name);
// The area of "mutant:NAME"; null for the engine, which is of all, and for what there is not.
const GatedArea* area_of_subject(std::string_view subject);

}  // namespace conformance
