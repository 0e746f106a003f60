#include "conformance/area/soundness.h"

#include <algorithm>

namespace conformance {
namespace {

// `count` says how many of them a row has.
template <class Count>
SoundnessChange change_of(const SoundnessMatrix& matrix, std::string_view what, Count count) {
  SoundnessChange out{.what = what};
  for (const auto& row : matrix.rows) {
    if (row.replaced_by.empty() || count(row) == 0) continue;
    out.before += count(row);
    out.rows += (out.rows.empty() ? "" : ", ") + row.replaced_by;
    const auto by = std::ranges::find(matrix.rows, row.replaced_by, &SoundnessRow::name);
    if (by != matrix.rows.end()) out.after += count(*by);
  }
  return out;
}

// In the columns where fewer are left: rows that replace others may have more columns.
SoundnessChange change_of_unseen(const SoundnessMatrix& matrix) {
  SoundnessChange out{.what = unseen_successes};
  for (std::size_t column = 0; column < matrix.words.columns.size(); ++column) {
    const auto change = change_of(matrix, unseen_successes, [=](const SoundnessRow& row) {
      return row.cells[column][Truth::UnseenSuccess];
    });
    if (change.before <= change.after) continue;
    out.before += change.before;
    out.after += change.after;
    if (out.rows.size() < change.rows.size()) out.rows = change.rows;
  }
  return out;
}

}  // namespace

std::vector<SoundnessChange> changes_of(const SoundnessMatrix& matrix) {
  std::vector<SoundnessChange> out;
  for (std::size_t which = 0; which < lie_classes; ++which)
    out.push_back(change_of(matrix, matrix.words.classes[which],
                            [=](const SoundnessRow& row) { return row.total.classes[which]; }));
  out.push_back(change_of_unseen(matrix));
  std::erase_if(out, [](const SoundnessChange& change) { return change.before <= change.after; });
  return out;
}

}  // namespace conformance
