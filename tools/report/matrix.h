// The soundness matrix of an area, for a terminal; its section of a page is report/index.h's.
#pragma once
#include <span>
#include <string>

#include "command/terminal.h"
#include "conformance/area/soundness.h"
#include "conformance/gate/report.h"

namespace tools {

// One line per row of the area, with what it counts, the classes of its lies by letter, and below
// it the classes with the shortest example of each. `rows` are those of all areas.
std::string matrix_text(const conformance::SoundnessMatrix& matrix,
                        std::span<const conformance::RowResult> rows,
                        const conformance::Candidate& subject, const Paint& paint);

// "r2 removes ForeignPush: 1,204 to 0 (select)"; a line for each class, or nothing.
std::string changes_text(const conformance::SoundnessMatrix& matrix);

}  // namespace tools
