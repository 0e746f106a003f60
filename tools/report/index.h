// The index page of a report.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "report/report.h"

namespace tools {

// Where the story of a failed result stands, relative to the index.
struct ReportedStory {
  std::size_t result = 0;  // Index into ReportData::results.
  std::string page = {};
  std::size_t choices = 0;
};

std::string report_index(const ReportData& data, const std::vector<ReportedStory>& stories);

// The parts below the banner: each is a section of its own.
std::string failures_section(const ReportData& data, const std::vector<ReportedStory>& stories);
std::string rows_section(const ReportData& data);
std::string scenarios_section(const ReportData& data);
std::string rules_section(const ReportData& data);

// "passed" as a coloured word.
std::string outcome_pill(conformance::Outcome outcome);

// One command that runs this gate again.
std::string gate_command(const conformance::GateOptions& options);

}  // namespace tools
