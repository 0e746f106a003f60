#include "conformance/area/soundness.h"

#include <algorithm>

namespace conformance {

std::vector<ClassChange> class_changes(const SoundnessMatrix& matrix) {
  std::vector<ClassChange> out;
  for (std::size_t which = 0; which < lie_classes; ++which) {
    ClassChange change{.which = which};
    for (const auto& row : matrix.rows) {
      if (row.replaced_by.empty() || row.total.classes[which] == 0) continue;
      change.before += row.total.classes[which];
      change.rows += (change.rows.empty() ? "" : ", ") + row.replaced_by;
      const auto by = std::ranges::find(matrix.rows, row.replaced_by, &SoundnessRow::name);
      if (by != matrix.rows.end()) change.after += by->total.classes[which];
    }
    if (change.before > 0) out.push_back(change);
  }
  return out;
}

}  // namespace conformance
