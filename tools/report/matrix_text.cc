#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "command/numbers.h"
#include "report/matrix.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::Outcome;
using conformance::RowResult;
using conformance::Soundness;
using conformance::SoundnessMatrix;
using conformance::Truth;

constexpr std::size_t cell_count = 10;
using Cells = std::array<std::string, cell_count>;

bool is_text(std::size_t cell) { return cell == 0 || cell >= 8; }

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
  Cells out{row.name,
            grouped(row.worlds),
            grouped(row.states),
            grouped(row.runs),
            "-",
            "-",
            "-",
            "-",
            "-",
            std::string(word(row.outcome))};
  const auto* ended = endings_of(matrix, row.name);
  if (ended == nullptr) return out;
  for (std::size_t i = 0; i < conformance::truths; ++i) out[4 + i] = grouped(ended->kinds[i]);
  out[8] = letters(*ended, matrix);
  return out;
}

std::string laid_out(const Cells& cells, const std::array<std::size_t, cell_count>& widths) {
  std::string out = " ";
  for (std::size_t i = 0; i + 1 < cell_count; ++i)
    out += is_text(i) ? fmt::format(" {:<{}} ", cells[i], widths[i])
                      : fmt::format(" {:>{}} ", cells[i], widths[i]);
  return out + " ";
}

std::string painted(const Paint& paint, Outcome outcome, const std::string& text) {
  if (outcome == Outcome::Pass) return paint.good(text);
  return outcome == Outcome::Fail ? paint.bad(text) : paint.doubtful(text);
}

std::string shortest_text(const conformance::LieExample& example) {
  return fmt::format("shortest {}: {}",
                     example.kind == Truth::FalseOk ? "false OK" : "false timeout",
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

// Each row of the table beside each column of the matrix: the classes of the lies that were told
// there, and below it how many calls ended in which way.
std::string columns_text(const SoundnessMatrix& matrix, const Paint& paint) {
  constexpr std::size_t width = 7;
  std::size_t first = 13;  // "false timeout"
  for (const auto& row : matrix.rows) first = std::max(first, row.name.size());
  auto heads = fmt::format("  {:<{}}", fmt::format("lies by {}", matrix.words.column), first);
  std::string legend;
  std::vector<Soundness> totals(matrix.words.columns.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    heads += fmt::format("{:>{}}", i + 1, width);
    legend += fmt::format("{}{} {}",
                          i == 0   ? "  "
                          : i == 7 ? ",\n  "
                                   : ", ",
                          i + 1, matrix.words.columns[i]);
  }
  std::string out = paint.strong(heads) + "\n";
  for (const auto& row : matrix.rows) {
    out += fmt::format("  {:<{}}", row.name, first);
    for (std::size_t i = 0; i < totals.size(); ++i) {
      if (row.replaced_by.empty()) totals[i] += row.cells[i];
      auto cell = letters(row.cells[i], matrix);
      std::erase(cell, ' ');
      out += fmt::format("{:>{}}", row.cells[i].total() == 0 ? "" : cell, width);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  constexpr std::array<const char*, conformance::truths> kinds{"true OK", "true error", "false OK",
                                                               "false timeout"};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    out += fmt::format("  {:<{}}", kinds[kind], first);
    for (const auto& total : totals)
      out += fmt::format("{:>{}}", grouped(total.kinds[kind]), width);
    out += "\n";
  }
  return out + legend + "\n";
}

}  // namespace

std::string changes_text(const SoundnessMatrix& matrix) {
  std::string out;
  for (const auto& change : conformance::class_changes(matrix))
    out += fmt::format("  {} removes {}: {} to {} ({})\n", matrix.words.version,
                       matrix.words.classes[change.which], grouped(change.before),
                       grouped(change.after), change.rows);
  return out;
}

std::string matrix_text(const SoundnessMatrix& matrix, std::span<const RowResult> rows,
                        const conformance::Candidate& subject, const Paint& paint) {
  const Cells heads{"row",        "worlds",   "states",        "runs",    "true OK",
                    "true error", "false OK", "false timeout", "classes", "result"};
  std::vector<Cells> lines{heads};
  std::vector<Outcome> outcomes{Outcome::Pass};
  for (const auto& row : rows) {
    if (row.area != matrix.area) continue;
    lines.push_back(cells_of(row, matrix));
    outcomes.push_back(row.outcome);
  }
  std::array<std::size_t, cell_count> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < cell_count; ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string out = paint.strong(laid_out(heads, widths) + heads.back()) + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i)
    out += laid_out(lines[i], widths) + painted(paint, outcomes[i], lines[i].back()) + "\n";
  return out + "\n" + columns_text(matrix, paint) + "\n" + classes_text(matrix, subject) +
         changes_text(matrix) + "\n";
}

}  // namespace tools
