#include <fmt/format.h>

#include "command/numbers.h"
#include "conformance/area/areas.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "report/matrix.h"
#include "results/words.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::Soundness;
using conformance::SoundnessMatrix;

std::string cell_text(const Soundness& ended, const SoundnessMatrix& matrix) {
  static constexpr std::array<const char*, conformance::truths> looks{"good", "", "bad", "bad",
                                                                      "soft"};
  std::string out, letters;
  // All or none: a count that is left out would make the others mean something else.
  for (std::size_t i = 0; i < looks.size() && ended.total() > 0; ++i)
    out += fmt::format("{}<span class=\"{}\" title=\"{}\">{}</span>", out.empty() ? "" : " / ",
                       looks[i], truth_names[i], grouped(ended.kinds[i]));
  for (std::size_t i = 0; i < conformance::lie_classes; ++i)
    if (ended.classes[i] > 0)
      letters += fmt::format(" <b title=\"{}: {}\">{}</b>", matrix.words.classes[i],
                             grouped(ended.classes[i]), matrix.words.letters[i]);
  return out.empty() ? "<span class=\"soft\">\xe2\x80\x93</span>" : out + letters;
}

std::string table_of(const SoundnessMatrix& matrix) {
  std::string out = "<div style=\"overflow-x:auto\"><table><thead><tr><th>row</th>";
  for (const auto column : matrix.words.columns)
    out += fmt::format("<th>{}</th>", html_escaped(column));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : matrix.rows) {
    out += fmt::format("<tr><td class=\"strong\">{}</td>", html_escaped(row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      out += fmt::format("<td data-label=\"{}\">{}</td>", html_escaped(matrix.words.columns[i]),
                         cell_text(row.cells[i], matrix));
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// The run of a lie, step by step.
std::string run_text(const SoundnessMatrix& matrix, const conformance::LieExample& example,
                     const conformance::Candidate& subject) {
  const auto world = conformance::area_named(matrix.area)->world(example.world);
  if (!world.plan) return {};
  return print_lanes(
      conformance::rerun({.plan = *world.plan, .subject = subject, .path = example.path}));
}

std::string class_line(const SoundnessMatrix& matrix, std::size_t which,
                       const conformance::Candidate& subject) {
  auto out = fmt::format("<p><b>{}</b> {}: {}</p>\n", matrix.words.letters[which],
                         matrix.words.classes[which], grouped(matrix.total.classes[which]));
  for (const auto& example : matrix.examples[which])
    out += fmt::format("<details><summary>The shortest {}: {}</summary><pre>{}</pre>{}</details>\n",
                       name_of(example.kind), counted(example.path.size(), "choice"),
                       html_escaped(run_text(matrix, example, subject)),
                       command_box(replay_command(example, subject)));
  return out;
}

}  // namespace

std::string matrix_section(const SoundnessMatrix& matrix, const conformance::Candidate& subject) {
  auto out =
      fmt::format(
          "<section id=\"soundness\"><h2>Soundness</h2>\n<p>How calls ended, {}: true OK / true "
          "error / false OK / false timeout / unseen success. A letter names a class of lies that "
          "is inherent in "
          "the row's signal. Each ending counts once for every choice, in every state, that leads "
          "to it.</p>\n",
          matrix.words.says) +
      table_of(matrix);
  for (std::size_t i = 0; i < conformance::lie_classes; ++i) out += class_line(matrix, i, subject);
  out += fmt::format("<p>Outside the classes: {} false OK, {} false timeout.</p>\n",
                     grouped(matrix.total.false_ok), grouped(matrix.total.false_timeout));
  const auto changes = changes_text(matrix);
  if (!changes.empty()) out += fmt::format("<pre>{}</pre>\n", html_escaped(changes));
  return out + "</section>\n";
}

}  // namespace tools
