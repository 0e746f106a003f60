// A folder of pages about one gate: index.html; for each failed run its story, capsule and trace
// below failures/; and below runs/ an example run of each scenario, and one of each class of lies.
// All links are relative, so it can be opened from a disk or published as it is.
#pragma once
#include <string>
#include <vector>

#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "results/words.h"

namespace tools {

// Everything that a report tells, wherever it comes from.
struct ReportData {
  std::vector<conformance::CheckResult> results = {};
  std::vector<conformance::RowResult> rows = {};
  std::vector<conformance::SoundnessMatrix> matrices = {};
  std::vector<conformance::SearchTotals> searches = {};
  conformance::GateSummary summary = {};
  conformance::GateOptions options = {};
  GateEnd end = {};
  double seconds = 0;  // Real time that it took; zero if that is not known.
};

// Creates the folder and a page that says that the gate has not come to its end. To be called
// before the gate; throws a UsageError if the folder cannot be made, and a std::runtime_error if
// the page cannot be written.
void prepare_report(const std::string& folder);

// Writes the whole report over what is there. False as write_whole_file() says; then the index
// is that of prepare_report().
[[nodiscard]] bool write_report(const std::string& folder, const ReportData& data);

}  // namespace tools
