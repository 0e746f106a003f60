#include "conformance/gate/areas.h"
#include "conformance/modality/gate.h"

#include <algorithm>
#include <array>

#include "conformance/ack/checks/check.h"
#include "conformance/ack/gate.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/modality/checks/check.h"
#include "conformance/modality/mutants/mutant.h"

namespace conformance {
namespace {

std::vector<MutantLine> lines_of_mutants(const auto& infos) {
  std::vector<MutantLine> out;
  for (const auto& info : infos) out.push_back({info.name, info.rules, info.scenario, info.says});
  return out;
}

std::vector<CheckLine> lines_of_checks(const auto& checks) {
  std::vector<CheckLine> out;
  for (const auto& check : checks) out.push_back({check.rule, check.says});
  return out;
}

// Where a tool is called while the policy runs, both are asked about.
constexpr std::array<std::string_view, 2> modality_folders{"modality/", "joint/"};
constexpr std::array<std::string_view, 2> ack_folders{"ack/", "joint/"};

constexpr std::array areas{
    GatedArea{.name = "modality",
              .folders = modality_folders,
              .gate = modality::gate,
              .mutants = [] { return lines_of_mutants(modality::mutants()); },
              .checks = [] { return lines_of_checks(modality::policy_checks()); },
              .selftest = modality::run_selftest},
    GatedArea{.name = "ack",
              .folders = ack_folders,
              .gate = ack::gate,
              .mutants = [] { return lines_of_mutants(ack::mutants()); },
              .checks = [] { return lines_of_checks(ack::checks()); },
              .selftest = ack::run_selftest},
};

}  // namespace

std::span<const GatedArea> gated_areas() { return areas; }

bool has_scenario(const GatedArea& area, std::string_view scenario) {
  return std::ranges::any_of(area.folders,
                             [&](std::string_view folder) { return scenario.starts_with(folder); });
}

const GatedArea* gated_area(std::string_view name) {
  const auto found = std::ranges::find(areas, name, &GatedArea::name);
  return found == areas.end() ? nullptr : &*found;
}

const GatedArea* area_of_subject(std::string_view subject) {
  constexpr std::string_view prefix = "mutant:";
  if (!subject.starts_with(prefix)) return nullptr;
  subject.remove_prefix(prefix.size());
  for (const auto& area : areas)
    for (const auto& mutant : area.mutants())
      if (mutant.name == subject) return &area;
  return nullptr;
}

}  // namespace conformance
