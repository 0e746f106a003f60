#include "gate/outputs.h"

#include <unistd.h>

#include "command/commands.h"
#include "command/output.h"
#include "command/terminal.h"
#include "command/whole_file.h"
#include "report/report.h"
#include "results/annotations.h"
#include "results/junit.h"

namespace tools {

void GateOutputs::add_options(CommandLine& line) {
  line.output("results", "JSON Lines: the campaign, its checks and units, a summary; - is stdout.");
  line.output("junit", "JUnit XML.");
  line.option("report", "DIR", "A folder of pages for a browser: index.html first.");
  line.flag("details", "Print every row, every failure and every clause that nothing met.");
  line.flag("json", "Print JSON instead of the table.");
}

GateOutputs::GateOutputs(const CommandLine& line)
    : json_(line.has("json")),
      details_(line.has("details")),
      results_on_stdout_(line.text("results") == "-"),
      junit_(line.output_file("junit").value_or("")),
      folder_(line.text("report").value_or("")) {
  if (!folder_.empty()) prepare_report(folder_);
}

int GateOutputs::write(const GateReport& report) const {
  bool written = junit_.empty() || write_whole_file(junit_, junit_xml(report.results()));
  print(report);
  if (!folder_.empty()) written = write_report(folder_, report.data()) && written;
  return written ? report.exit_code() : exit_code::harness;
}

// Results on stdout leave no room for anything else there.
void GateOutputs::print(const GateReport& report) const {
  const int descriptor = results_on_stdout_ ? STDERR_FILENO : STDOUT_FILENO;
  const auto& output = results_on_stdout_ ? standard_error() : standard_output();
  output->write(json_ ? report.json() : report.text(Paint(descriptor), details_));
  if (!on_github()) return;
  const auto& other = json_ || results_on_stdout_ ? standard_error() : standard_output();
  other->write(github_annotations(report.results()));
}

}  // namespace tools
