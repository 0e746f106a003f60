#include "gate/outputs.h"

#include <unistd.h>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/terminal.h"
#include "gate/annotations.h"
#include "gate/junit.h"
#include "report/report.h"

namespace tools {

void GateOutputs::add_options(CommandLine& line) {
  line.output("results",
              "JSON Lines: the campaign, its checks and units, a summary; - is stdout.");
  line.output("junit", "JUnit XML.");
  line.option("report", "DIR", "A folder of pages for a browser: index.html first.");
  line.flag("json", "Print JSON instead of the table.");
}

GateOutputs::GateOutputs(const CommandLine& line)
    : json_(line.has("json")), results_on_stdout_(line.text("results") == "-") {
  if (const auto junit = line.text("junit")) junit_ = open_output(*junit);
  folder_ = line.text("report").value_or("");
  if (!folder_.empty()) prepare_report(folder_);
}

int GateOutputs::write(const GateReport& report) const {
  if (junit_) junit_->write(junit_xml(report.results()));
  print(report);
  const bool told = folder_.empty() || write_pages(report.data());
  return !told || (junit_ && junit_->failed()) ? exit_code::harness : report.exit_code();
}

// The gate has been judged by now: pages that cannot be written are the harness's failure.
bool GateOutputs::write_pages(const ReportData& data) const {
  try {
    write_report(folder_, data);
    return true;
  } catch (const UsageError& error) {
    print_error(fmt::format("orrery: {}\n", error.what()));
    return false;
  }
}

// Results on stdout leave no room for anything else there.
void GateOutputs::print(const GateReport& report) const {
  const int descriptor = results_on_stdout_ ? STDERR_FILENO : STDOUT_FILENO;
  const auto& output = results_on_stdout_ ? standard_error() : standard_output();
  output->write(json_ ? report.json() : report.text(Paint(descriptor)));
  if (!on_github()) return;
  const auto& other = json_ || results_on_stdout_ ? standard_error() : standard_output();
  other->write(github_annotations(report.results()));
}

}  // namespace tools
