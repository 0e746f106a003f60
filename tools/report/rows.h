// The rows of a gate's tables, for a terminal and for a page.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command/terminal.h"
#include "conformance/area/area.h"
#include "conformance/area/soundness.h"
#include "conformance/gate/report.h"

namespace tools {

// In the order of the areas; without those of areas that show them in a matrix.
std::vector<std::pair<const conformance::Area*, std::vector<conformance::RowResult>>> rows_by_area(
    std::span<const conformance::RowResult> rows,
    std::span<const conformance::SoundnessMatrix> matrices);

// Of those that a row can meet: "74/81"; of an area without rules "-".
std::string rules_met(const conformance::RowResult& row);

// The soundness matrix of an area, for a terminal; its section of a page is report/report.h's.

// One line per row of the area, with what it counts, the classes of its lies by letter, and below
// it the classes with the shortest example of each. `rows` are those of all areas.
std::string matrix_text(const conformance::SoundnessMatrix& matrix,
                        std::span<const conformance::RowResult> rows,
                        const conformance::Candidate& subject, const Paint& paint);

// "r2 removes ForeignPush: 1,204 to 0 (select)"; a line for each class, or nothing.
std::string changes_text(const conformance::SoundnessMatrix& matrix);

}  // namespace tools
