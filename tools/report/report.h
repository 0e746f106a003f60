// A folder of pages about one gate: index.html; for each failed run its story, capsule and trace
// below failures/; and below runs/ an example run of each scenario, and one of each class of lies.
// All links are relative, so it can be opened from a disk or published as it is.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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

// The index page of a report.

// Where the story of a failed result stands, relative to the index.
struct ReportedStory {
  std::size_t result = 0;  // Index into ReportData::results.
  std::string page = {};
  std::size_t choices = 0;
};

// The pages beside the index, relative to it.
struct ReportPages {
  std::vector<ReportedStory> stories = {};
  std::map<std::string, std::string> examples = {};  // A run of a scenario, by its name.
  // The shortest run of a class of lies: by the area, the class and the number of the example.
  std::map<std::pair<std::string, std::pair<std::size_t, std::size_t>>, std::string> lies = {};
};

std::string report_index(const ReportData& data, const ReportPages& pages);

// The parts below the banner: each is a section of its own, or nothing.
std::string failures_section(const ReportData& data, const ReportPages& pages);
std::string rows_section(const ReportData& data);
std::string soundness_section(const ReportData& data, const ReportPages& pages);
std::string scenarios_section(const ReportData& data, const ReportPages& pages);
std::string rules_section(const ReportData& data);
std::string mutants_section(const ReportData& data);
std::string checks_section(const ReportData& data, const ReportPages& pages);

// What is shown of these sections. Only with JavaScript.
std::string filter_form(const ReportData& data);

inline bool is_broken(conformance::Outcome outcome) {
  return outcome == conformance::Outcome::Fail || outcome == conformance::Outcome::Error;
}
// The scenario of which a result is; empty: of none.
std::string scenario_of(const conformance::CheckResult& result);
// Likewise the row of a table.
std::string_view row_of(const conformance::CheckResult& result);

// Places in the index, to link to: of a result by its index; and of what has a name, such as
// "scenario" "modality/blink_dialog".
std::string check_place(std::size_t result);
std::string place_of(std::string_view kind, std::string_view name);
std::string link_to(std::string_view place, std::string_view text);
// " id=... data-area=..." of an entry that can be filtered; `rules` with spaces between them.
struct Entry {
  std::string place = {};
  std::string_view area = {}, rules = {}, outcome = {};
};
std::string attributes(const Entry& entry);
// A cell of a table, with the name of its column for narrow screens.
std::string table_cell(std::string_view label, std::string_view classes, std::string_view inside);
// Entries that can be folded away, of which so many are broken.
struct Group {
  std::string_view title = {};
  std::size_t count = 0;
  std::string noun = {};
  std::size_t broken = 0;
  bool open = false;
};
std::string group(const Group& about, std::string_view inside);
// "MOD-05 MOD-67" as links.
std::string rule_links(std::string_view rules);

// "passed" as a coloured word; a link, if `place` is not empty.
std::string outcome_pill(conformance::Outcome outcome, std::string_view place = {});

// One command that runs this gate again.
std::string gate_command(const ReportData& data);

}  // namespace tools
