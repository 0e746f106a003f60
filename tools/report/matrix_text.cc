#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "command/words.h"
#include "conformance/area/areas.h"
#include "report/rows.h"
#include "results/words.h"

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

namespace {

using conformance::Outcome;
using conformance::RowResult;
using conformance::Soundness;
using conformance::SoundnessMatrix;
using conformance::Truth;

// Name, worlds, states and runs; a count for each kind of ending; classes and result.
constexpr std::size_t first_truth = 4;
constexpr std::size_t classes_cell = first_truth + conformance::truths;
constexpr std::size_t cells_of_line = classes_cell + 2;
using Cells = std::array<std::string, cells_of_line>;

bool is_text(std::size_t cell) { return cell == 0 || cell >= classes_cell; }

std::string letters(const Soundness& ended, const SoundnessMatrix& matrix) {
  std::string out;
  for (std::size_t i = 0; i < conformance::lie_classes; ++i)
    if (ended.classes[i] > 0) out += std::string(out.empty() ? "" : " ") + matrix.words.letters[i];
  return out.empty() ? "-" : out;
}

const Soundness* endings_of(const SoundnessMatrix& matrix, const std::string& row) {
  const auto found = std::ranges::find(matrix.rows, row, &conformance::SoundnessRow::name);
  return found == matrix.rows.end() ? nullptr : &found->total;
}

Cells cells_of(const RowResult& row, const SoundnessMatrix& matrix) {
  Cells out{row.name, grouped(row.worlds), grouped(row.states), grouped(row.runs)};
  std::fill(out.begin() + first_truth, out.end(), "-");
  out.back() = word(row.outcome);
  const auto* ended = endings_of(matrix, row.name);
  if (ended == nullptr) return out;
  for (std::size_t i = 0; i < conformance::truths; ++i)
    out[first_truth + i] = grouped(ended->kinds[i]);
  out[classes_cell] = letters(*ended, matrix);
  return out;
}

std::string laid_out(const Cells& cells, const std::array<std::size_t, cells_of_line>& widths) {
  std::string out = " ";
  for (std::size_t i = 0; i + 1 < cells_of_line; ++i)
    out += is_text(i) ? fmt::format(" {:<{}} ", cells[i], widths[i])
                      : fmt::format(" {:>{}} ", cells[i], widths[i]);
  return out + " ";
}

std::string painted(const Paint& paint, Outcome outcome, const std::string& text) {
  if (outcome == Outcome::Pass) return paint.good(text);
  return outcome == Outcome::Fail ? paint.bad(text) : paint.doubtful(text);
}

std::string shortest_text(const conformance::LieExample& example) {
  return fmt::format("shortest {}: {}", name_of(example.kind),
                     counted(example.path.size(), "choice"));
}

// What the letters stand for, how many lies there are of each, and how short one can be.
std::string classes_text(const SoundnessMatrix& matrix, const conformance::Candidate& subject) {
  std::string out;
  for (std::size_t i = 0; i < conformance::lie_classes; ++i) {
    out += fmt::format("  {}  {:<15} {:>9}", matrix.words.letters[i], matrix.words.classes[i],
                       grouped(matrix.total.classes[i]));
    for (const auto& example : matrix.examples[i]) out += "  " + shortest_text(example);
    out += "\n";
    for (const auto& example : matrix.examples[i])
      out += "      " + replay_command(example, subject) + "\n";
  }
  return out + fmt::format("  outside the classes: {} false OK, {} false timeout\n",
                           grouped(matrix.total.false_ok), grouped(matrix.total.false_timeout));
}

// So many columns of the matrix stand beside each other.
constexpr std::size_t columns_beside = 10;
constexpr std::size_t column_width = 7;

struct ColumnRange {
  std::size_t begin, end;
};

// Those columns of each row of the table: the classes of the lies that were told there, and below
// them how many calls ended in which way.
std::string columns_text(const SoundnessMatrix& matrix, const std::vector<Soundness>& totals,
                         ColumnRange range, std::size_t first, const Paint& paint) {
  auto heads = fmt::format("  {:<{}}", fmt::format("lies by {}", matrix.words.column), first);
  for (std::size_t i = range.begin; i < range.end; ++i)
    heads += fmt::format("{:>{}}", i + 1, column_width);
  std::string out = paint.strong(heads) + "\n";
  for (const auto& row : matrix.rows) {
    out += fmt::format("  {:<{}}", row.name, first);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      auto cell = letters(row.cells[i], matrix);
      std::erase(cell, ' ');
      out += fmt::format("{:>{}}", row.cells[i].total() == 0 ? "" : cell, column_width);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  for (std::size_t kind = 0; kind < conformance::truths; ++kind) {
    out += fmt::format("  {:<{}}", truth_names[kind], first);
    for (std::size_t i = range.begin; i < range.end; ++i)
      out += fmt::format("{:>{}}", grouped(totals[i].kinds[kind]), column_width);
    out += "\n";
  }
  return out + "\n";
}

std::string columns_text(const SoundnessMatrix& matrix, const Paint& paint) {
  const auto columns = matrix.words.columns.size();
  std::size_t first = name_of(Truth::UnseenSuccess).size();
  std::vector<Soundness> totals(columns);
  for (const auto& row : matrix.rows) {
    first = std::max(first, row.name.size());
    for (std::size_t i = 0; i < columns && row.replaced_by.empty(); ++i) totals[i] += row.cells[i];
  }
  std::string out, legend;
  for (std::size_t i = 0; i < columns; i += columns_beside)
    out += columns_text(matrix, totals, {i, std::min(i + columns_beside, columns)}, first, paint);
  for (std::size_t i = 0; i < columns; ++i)
    legend += fmt::format("{}{} {}",
                          i == 0       ? "  "
                          : i % 7 == 0 ? ",\n  "
                                       : ", ",
                          i + 1, matrix.words.columns[i]);
  return out + legend + "\n";
}

}  // namespace

std::string changes_text(const SoundnessMatrix& matrix) {
  std::string out;
  for (const auto& change : conformance::changes_of(matrix))
    out += fmt::format("  {} removes {}: {} to {} ({})\n", matrix.words.version, change.what,
                       grouped(change.before), grouped(change.after), change.rows);
  return out;
}

std::string matrix_text(const SoundnessMatrix& matrix, std::span<const RowResult> rows,
                        const conformance::Candidate& subject, const Paint& paint) {
  Cells heads{"row", "worlds", "states", "runs"};
  std::ranges::copy(truth_names, heads.begin() + first_truth);
  heads[classes_cell] = "classes";
  heads.back() = "result";
  std::vector<Cells> lines{heads};
  std::vector<Outcome> outcomes{Outcome::Pass};
  for (const auto& row : rows) {
    if (row.area != matrix.area) continue;
    lines.push_back(cells_of(row, matrix));
    outcomes.push_back(row.outcome);
  }
  std::array<std::size_t, cells_of_line> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < cells_of_line; ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string out = paint.strong(laid_out(heads, widths) + heads.back()) + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i)
    out += laid_out(lines[i], widths) + painted(paint, outcomes[i], lines[i].back()) + "\n";
  return out + "\n" + columns_text(matrix, paint) + "\n" + classes_text(matrix, subject) +
         changes_text(matrix) + "\n";
}

}  // namespace tools
