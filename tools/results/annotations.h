// Workflow commands: a failure becomes an annotation on the page of a GitHub run.
#pragma once
#include <span>
#include <string>

#include "conformance/gate/report.h"
#include "results/places.h"

namespace tools {

// Whether a GitHub runner reads what this program prints.
bool on_github();

// One "::error" line per result that turns the gate red, as many as GitHub shows; beside what
// the repository has to look at.
std::string github_annotations(std::span<const conformance::CheckResult> results,
                               const Places& places);

}  // namespace tools
