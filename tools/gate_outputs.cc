#include "gate_outputs.h"

#include <unistd.h>

#include "annotations.h"
#include "commands.h"
#include "junit.h"
#include "terminal.h"

namespace tools {

void GateOutputs::add_options(CommandLine& line) {
  line.option("results", "FILE",
              "JSON Lines: the campaign, its checks and units, a summary; - is stdout.");
  line.option("junit", "FILE", "JUnit XML.");
  line.flag("json", "Print JSON instead of the table.");
}

GateOutputs::GateOutputs(const CommandLine& line)
    : json_(line.has("json")), results_on_stdout_(line.text("results") == "-") {
  if (const auto junit = line.text("junit")) junit_ = open_output(*junit);
}

int GateOutputs::write(const GateReport& report) const {
  if (junit_) junit_->write(junit_xml(report.results()));
  print(report);
  return junit_ && junit_->failed() ? exit_code::harness : report.exit_code();
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
