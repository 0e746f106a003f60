// The section of a matrix of soundness: a cell is a sign and one or two numbers, and leads to all
// of them; a class of lies leads to the story of one.
#include <fmt/format.h>

#include "command/words.h"
#include "conformance/area/areas.h"
#include "report/report.h"
#include "report/rows.h"
#include "results/words.h"
#include "story/page.h"

namespace tools {
namespace {

using conformance::Soundness;
using conformance::SoundnessMatrix;
using conformance::SoundnessRow;
using conformance::Truth;

std::uint64_t lies_of(const Soundness& ended) {
  return ended[Truth::FalseOk] + ended[Truth::FalseTimeout];
}

std::string letters_of(const Soundness& ended, const SoundnessMatrix& matrix) {
  std::string out;
  for (std::size_t i = 0; i < conformance::lie_classes; ++i)
    if (ended.classes[i] > 0) out += matrix.words.letters[i];
  return out;
}

// How the calls of a cell look at a glance.
struct Mark {
  std::string_view look;
  std::string sign;
  std::uint64_t count = 0;  // Of what the sign says; zero: of nothing.
};

constexpr std::string_view honest_sign = "\xe2\x9c\x93", unseen_sign = "\xe2\x97\x8c",
                           outside_sign = "\xe2\x9c\x95";

Mark mark_of(const Soundness& ended, const SoundnessMatrix& matrix) {
  const auto outside = ended.false_ok + ended.false_timeout;
  if (outside > 0) return {"bad", std::string(outside_sign), outside};
  if (lies_of(ended) > 0) return {"doubt", letters_of(ended, matrix), lies_of(ended)};
  if (ended[Truth::UnseenSuccess] > 0)
    return {"cost", std::string(unseen_sign), ended[Truth::UnseenSuccess]};
  return {"good", std::string(honest_sign)};
}

std::string numbers_of(const Soundness& ended) {
  std::string out;
  for (std::size_t i = 0; i < conformance::truths; ++i)
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", grouped(ended.kinds[i]), truth_names[i]);
  return out;
}

// As short as a cell is: "1.2k".
std::string shortly(std::uint64_t count) {
  if (count < 1'000) return std::to_string(count);
  if (count < 10'000) return fmt::format("{:.1f}k", static_cast<double>(count) / 1'000);
  if (count < 1'000'000) return fmt::format("{}k", count / 1'000);
  return fmt::format("{:.1f}M", static_cast<double>(count) / 1'000'000);
}

std::string details_place(const SoundnessMatrix& matrix, const SoundnessRow& row) {
  return place_of("endings", matrix.area + "/" + row.name);
}

std::string cell_text(const SoundnessMatrix& matrix, const SoundnessRow& row, std::size_t column) {
  const auto& ended = row.cells[column];
  if (ended.total() == 0) return "<td><span class=\"soft\">\xc2\xb7</span></td>";
  const auto mark = mark_of(ended, matrix);
  const auto numbers = mark.count == 0
                           ? shortly(ended.total())
                           : fmt::format("{}/{}", shortly(mark.count), shortly(ended.total()));
  return fmt::format(
      "<td><a class=\"mark {}\" tabindex=\"-1\" href=\"#{}\" title=\"{}, {}: {}\">{}<small>{}"
      "</small></a></td>",
      mark.look, details_place(matrix, row), html_escaped(row.name),
      html_escaped(matrix.words.columns[column]), numbers_of(ended), mark.sign, numbers);
}

// Lies of no class: what breaks a rule.
bool has_lies_outside(const SoundnessRow& row) {
  return std::ranges::any_of(
      row.cells, [](const Soundness& cell) { return cell.false_ok + cell.false_timeout > 0; });
}

std::string grid_of(const SoundnessMatrix& matrix) {
  std::string out =
      "<div class=\"grid\" tabindex=\"0\" role=\"region\" aria-label=\"Soundness by row and "
      "column\"><table class=\"matrix\"><thead><tr><th scope=\"col\">row</th>";
  for (const auto column : matrix.words.columns)
    out += fmt::format("<th scope=\"col\"><span>{}</span></th>", html_escaped(column));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : matrix.rows) {
    out += fmt::format("<tr{}><th scope=\"row\">{}</th>",
                       attributes({.place = place_of("row", matrix.area + "/" + row.name),
                                   .area = matrix.area,
                                   .outcome = has_lies_outside(row) ? "fail" : "pass"}),
                       link_to(details_place(matrix, row), row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i) out += cell_text(matrix, row, i);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

// Every number of a row.
std::string endings_of(const SoundnessMatrix& matrix, const SoundnessRow& row) {
  std::string out = "<table><thead><tr><th>" + html_escaped(matrix.words.column) + "</th>";
  for (const auto name : truth_names) out += fmt::format("<th class=\"number\">{}</th>", name);
  out += "<th>classes</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const auto& ended = row.cells[i];
    if (ended.total() == 0) continue;
    out += "<tr>" + table_cell("", "strong", html_escaped(matrix.words.columns[i]));
    for (std::size_t kind = 0; kind < conformance::truths; ++kind)
      out += table_cell(truth_names[kind], "number", grouped(ended.kinds[kind]));
    out += table_cell("classes", "", letters_of(ended, matrix)) + "</tr>\n";
  }
  return fmt::format("<details id=\"{}\"><summary>{}</summary>\n{}</tbody></table></details>\n",
                     details_place(matrix, row), html_escaped(row.name), out);
}

std::string class_line(const SoundnessMatrix& matrix, std::size_t which, const ReportPages& pages,
                       const conformance::Candidate& subject) {
  auto out = fmt::format(
      "<li><span class=\"mark doubt\">{}</span><span><b>{}</b>, a class of lies: "
      "{}",
      matrix.words.letters[which], matrix.words.classes[which],
      grouped(matrix.total.classes[which]));
  for (std::size_t i = 0; i < matrix.examples[which].size(); ++i) {
    const auto& example = matrix.examples[which][i];
    const auto says = fmt::format("the shortest {}, {}", name_of(example.kind),
                                  counted(example.path.size(), "choice"));
    const auto page = pages.lies.find({matrix.area, {which, i}});
    out += page == pages.lies.end()
               ? fmt::format("; {}: <code>{}</code>", says,
                             html_escaped(replay_command(example, subject)))
               : fmt::format("; <a href=\"{}\">{}</a>", html_escaped(page->second), says);
  }
  return out + "</span></li>\n";
}

std::string legend_of(const SoundnessMatrix& matrix, const ReportPages& pages,
                      const conformance::Candidate& subject) {
  std::string out = "<ul class=\"legend\">\n";
  const auto add = [&](std::string_view look, std::string_view sign, std::string_view says) {
    out += fmt::format("<li><span class=\"mark {}\">{}</span><span>{}</span></li>\n", look, sign,
                       says);
  };
  add("good", honest_sign, "every call was told the truth: how many");
  add("cost", unseen_sign,
      "told the truth, but so many of them an error for a success that nothing could show");
  for (std::size_t i = 0; i < conformance::lie_classes; ++i)
    out += class_line(matrix, i, pages, subject);
  add("bad", outside_sign,
      fmt::format("a lie of no class, which breaks {} or {}: {} false OK, {} false timeout",
                  rule_links(matrix.words.false_ok_rule),
                  rule_links(matrix.words.false_timeout_rule), grouped(matrix.total.false_ok),
                  grouped(matrix.total.false_timeout)));
  return out + "</ul>\n";
}

std::string matrix_part(const SoundnessMatrix& matrix, const ReportPages& pages,
                        const conformance::Candidate& subject) {
  auto out = fmt::format(
      "<p>How calls ended, {}. A cell has a sign, and below it how many of its calls the sign is "
      "about. Letters are classes of lies that are inherent in what the row can see: \"65/626\" "
      "is no failure. Each ending counts once for every choice, in every state, that leads to it. "
      "A "
      "cell leads to all its numbers.</p>\n",
      matrix.words.says);
  out += legend_of(matrix, pages, subject) + grid_of(matrix);
  std::string all;
  for (const auto& row : matrix.rows) all += endings_of(matrix, row);
  out += fmt::format(
      "<details class=\"numbers\"><summary>All numbers, by row</summary>\n{}</details>\n", all);
  const auto changes = changes_text(matrix);
  if (!changes.empty()) out += fmt::format("<pre>{}</pre>\n", html_escaped(changes));
  return out;
}

}  // namespace

std::string soundness_section(const ReportData& data, const ReportPages& pages) {
  std::string out;
  for (const auto& matrix : data.matrices)
    out += matrix_part(matrix, pages, data.options.candidate());
  return out.empty() ? out
                     : "<section id=\"soundness\"><h2>Soundness</h2>\n" + out + "</section>\n";
}

}  // namespace tools
