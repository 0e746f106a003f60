#include "report/rows.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "conformance/area/areas.h"

namespace tools {

std::vector<std::pair<const conformance::Area*, std::vector<conformance::RowResult>>> rows_by_area(
    std::span<const conformance::RowResult> rows,
    std::span<const conformance::SoundnessMatrix> matrices) {
  std::vector<std::pair<const conformance::Area*, std::vector<conformance::RowResult>>> out;
  for (const auto* area : conformance::areas()) {
    if (std::ranges::count(matrices, area->name(), &conformance::SoundnessMatrix::area) != 0)
      continue;
    std::vector<conformance::RowResult> its;
    std::ranges::copy_if(rows, std::back_inserter(its),
                         [&](const auto& row) { return row.area == area->name(); });
    if (!its.empty()) out.emplace_back(area, std::move(its));
  }
  return out;
}

std::string rules_met(const conformance::RowResult& row) {
  return row.exercisable == 0 ? "-" : fmt::format("{}/{}", row.exercised, row.exercisable);
}

}  // namespace tools
