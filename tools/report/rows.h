// The rows of a gate's tables, for a terminal and for a page.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conformance/area/area.h"
#include "conformance/gate/report.h"

namespace tools {

// In the order of the areas; without those of areas that show them in a matrix.
std::vector<std::pair<const conformance::Area*, std::vector<conformance::RowResult>>> rows_by_area(
    std::span<const conformance::RowResult> rows,
    std::span<const conformance::SoundnessMatrix> matrices);

// Of those that a row can meet: "74/81"; of an area without rules "-".
std::string rules_met(const conformance::RowResult& row);

}  // namespace tools
