// What the sections of the index are made of: entries that can be linked to and filtered.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "command/words.h"
#include "report/index.h"
#include "results/words.h"
#include "story/page.h"

namespace tools {

using conformance::Outcome;

std::string check_place(std::size_t result) { return fmt::format("check-{}", result); }

std::string place_of(std::string_view kind, std::string_view name) {
  auto out = fmt::format("{}-", kind);
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '/' || c == '.' || c == ':';
    out += plain ? c : '_';
  }
  return out;
}

std::string link_to(std::string_view place, std::string_view text) {
  return fmt::format("<a href=\"#{}\">{}</a>", html_escaped(place), html_escaped(text));
}

std::string attributes(const Entry& entry) {
  const auto place =
      entry.place.empty() ? "" : fmt::format(" id=\"{}\"", html_escaped(entry.place));
  return fmt::format("{} data-area=\"{}\" data-rules=\"{}\" data-outcome=\"{}\"", place,
                     html_escaped(entry.area), html_escaped(entry.rules), entry.outcome);
}

std::string table_cell(std::string_view label, std::string_view classes, std::string_view inside) {
  const auto said = label.empty() ? std::string() : fmt::format(" data-label=\"{}\"", label);
  return fmt::format("<td{} class=\"{}\">{}</td>", said, classes, inside);
}

std::string group(const Group& about, std::string_view inside) {
  const auto broken = about.broken == 0 ? std::string()
                                        : fmt::format(" <span class=\"pill bad\">{} failed</span>",
                                                      grouped(about.broken));
  return fmt::format("<details class=\"group\"{}><summary><b>{}</b> {}{}</summary>\n{}</details>\n",
                     about.open ? " open" : "", html_escaped(about.title),
                     counted(about.count, about.noun), broken, inside);
}

std::string rule_links(std::string_view rules) {
  std::string out;
  for (const auto& rule : words_of(rules)) out += (out.empty() ? "" : " ") + link_to(rule, rule);
  return out;
}

std::string outcome_pill(Outcome outcome, std::string_view place) {
  const auto look = outcome == Outcome::Pass ? "good" : is_broken(outcome) ? "bad" : "doubt";
  std::string says(word(outcome));
  std::ranges::replace(says, '_', ' ');
  if (place.empty()) return fmt::format("<span class=\"pill {}\">{}</span>", look, says);
  return fmt::format("<a class=\"pill {}\" href=\"#{}\">{}</a>", look, place, says);
}

std::string filter_form(const ReportData& data) {
  std::set<std::string> areas;
  std::set<std::string_view> outcomes;
  for (const auto& result : data.results) {
    areas.insert(result.area);
    outcomes.insert(word(result.outcome));
  }
  const auto options = [](const auto& values) {
    std::string out = "<option value=\"\">all</option>";
    for (const auto& value : values)
      if (!value.empty()) out += fmt::format("<option>{}</option>", html_escaped(value));
    return out;
  };
  return fmt::format(
      "<form id=\"filter\" class=\"filter\" aria-label=\"Show only\" hidden>\n"
      "<label>area<select name=\"area\">{}</select></label>\n"
      "<label>outcome<select name=\"outcome\">{}</select></label>\n"
      "<label>rule<input name=\"rule\" size=\"8\" placeholder=\"MOD-05\"></label>\n"
      "<label>word<input name=\"word\" type=\"search\" size=\"14\"></label>\n"
      "<button type=\"reset\">Show all</button><output name=\"count\"></output></form>\n",
      options(areas), options(outcomes));
}

}  // namespace tools
