// What GateReport says on the page of a CI run.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "gate/area_lines.h"
#include "gate/report.h"
#include "results/junit.h"
#include "results/markdown.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::CheckResult;

constexpr int no_terminal = -1;
// GitHub takes 1 MiB of a step.
constexpr std::size_t failures_max = 50;
constexpr std::size_t page_bytes_max = 10'000;

std::string section_of(const CheckResult& failure, const Places& places) {
  std::string out = "#### ";
  if (const auto* rule = conformance::find_rule(failure.rule))
    out += fmt::format("{}: {}\n\n", markdown_escaped(rule->id), markdown_escaped(rule->text));
  else
    out += markdown_escaped(failure.check) + "\n\n";
  out += markdown_escaped(failure.area + " " + failure.check);
  if (const auto place = places.of(failure))
    out += markdown_escaped(fmt::format(", {}:{}", place->file, place->line));
  out += "\n\n";
  if (!failure.replay.empty()) out += markdown_fenced(failure.replay) + "\n";
  const auto print = failure_text(failure);
  const auto cut = std::string_view(print).substr(0, page_bytes_max);
  return out + "<details><summary>What it printed</summary>\n\n" + markdown_fenced(cut) +
         "\n</details>\n\n";
}

}  // namespace

std::string GateReport::step_summary(const Places& places) const {
  const Paint plain(no_terminal);
  const auto said = verdict(plain);
  const auto line = std::min(said.find('\n'), said.size());
  auto out = "### orrery " + markdown_escaped(end().line()) + "\n\n" +
             markdown_escaped(said.substr(std::min(line + 1, said.size()))) + "\n\n" +
             markdown_escaped(how_to_name_revisions()) + "\n" +
             area_columns(rows_, results_, worlds_, plain).markdown("result");
  std::size_t red = 0;
  for (const auto& result : results_) {
    if (!fails_gate(result) && result.outcome != conformance::Outcome::Error) continue;
    if (++red <= failures_max) out += section_of(result, places);
  }
  if (red > failures_max) out += fmt::format("And {} more.\n", red - failures_max);
  return out;
}

}  // namespace tools
