// What orrery probe prints: a table for people, or a document for programs.
#pragma once
#include <string>

#include "probe/trial.h"

namespace tools::probe {

struct Counts {
  int passed = 0, failed = 0, known = 0, not_judged = 0;
};
Counts counts_of(const Findings& findings);

std::string report_text(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted);
std::string report_json(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted);

}  // namespace tools::probe
