#include "gate/report.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/output.h"
#include "command/terminal.h"
#include "conformance/area/areas.h"
#include "gate/area_lines.h"
#include "report/report.h"
#include "results/formats.h"
#include "results/words.h"

namespace tools {
namespace {

// A file that a CI system reads.
struct Format {
  const char *option, *says;
  std::string (*text)(const GateReport&, const Places&);
};
constexpr std::array formats{
    Format{"junit", "JUnit XML.",
           [](const GateReport& report, const Places& places) {
             return junit_xml(report.results(), places, report.end());
           }},
    Format{"sarif", "SARIF 2.1.0: what failed, for code scanning.",
           [](const GateReport& report, const Places& places) {
             return sarif_json(report.results(), places, report.end());
           }},
    Format{"tap", "TAP version 14.", [](const GateReport& report, const Places&) {
             return tap_text(report.results(), report.end());
           }}};

// Where a step of a GitHub run may add to the run's page; a page that cannot be had fails nobody.
void add_to_step_summary(const GateReport& report, const Places& places) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!(file << report.step_summary(places)).flush())
    print_error("orrery: GITHUB_STEP_SUMMARY: " + cannot_write(path) + "\n");
}

}  // namespace

void GateOutputs::add_options(CommandLine& line) {
  line.output("results", "JSON Lines: the campaign, its checks and units, a summary; - is stdout.");
  for (const auto& format : formats) line.output(format.option, format.says);
  line.option("place", "FILE[:LINE]",
              "What SARIF and annotations stand beside, of what has no file of its own.");
  line.option("report", "DIR", "A folder of pages for a browser: index.html first.");
  line.flag("details", "Print every row, every failure and every clause that nothing met.");
  line.flag("json", "Print JSON instead of the table.");
}

GateOutputs::GateOutputs(const CommandLine& line)
    : json_(line.has("json")),
      details_(line.has("details")),
      results_on_stdout_(line.text("results") == "-"),
      folder_(line.text("report").value_or("")) {
  if (const auto place = line.text("place")) {
    place_ = parse_place(*place);
    if (!place_) line.refuse("place", fmt::format("\"{}\" is no FILE or FILE:LINE", *place));
  }
  for (const auto& format : formats) files_.push_back(line.output_file(format.option));
  if (!folder_.empty()) prepare_report(folder_);
}

int GateOutputs::write(const GateReport& report) const {
  const Places places(report.subject(), place_);
  bool written = true;
  for (std::size_t i = 0; i < formats.size(); ++i)
    if (files_[i])
      written = write_whole_file(*files_[i], formats[i].text(report, places)) && written;
  print(report, places);
  add_to_step_summary(report, places);
  if (!folder_.empty()) written = write_report(folder_, report.data()) && written;
  return written ? report.exit_code() : exit_code::harness;
}

// Results on stdout leave no room for anything else there.
void GateOutputs::print(const GateReport& report, const Places& places) const {
  const int descriptor = results_on_stdout_ ? STDERR_FILENO : STDOUT_FILENO;
  const auto& output = results_on_stdout_ ? standard_error() : standard_output();
  output->write(json_ ? report.json() : report.text(Paint(descriptor), details_));
  if (!on_github()) return;
  const auto& other = json_ || results_on_stdout_ ? standard_error() : standard_output();
  other->write(github_annotations(report.results(), places));
}

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
