// A failing run made small, for whichever command has found one.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "conformance/run/shrink.h"
#include "world/plan_source.h"

namespace tools {

struct ShrinkTask {
  const PlanSource& source;
  conformance::Candidate subject;
  const conformance::PlanFailure& failure;
  std::uint64_t budget = 5'000;
  std::function<bool()> keep_going = {};
  std::function<void(const sim::ShrinkProgress&)> progress = {};
};

struct ShrunkRun {
  // The world of the shrunk run: its text is a scenario file, its name that of the file.
  PlanSource source;
  conformance::PlanFailure failure;
  conformance::Shrunk shrunk;
  std::string text;  // "7 instructions to 2, 21 choices to 9 (412 candidates tried)"
};

// `file` names the scenario that the caller is going to write, for the story that is
// printed. Throws a UsageError for a run that no scenario file can hold, and a
// std::logic_error if the shrunk run does not fail as the first one did: a mistake of ours.
ShrunkRun shrink_run(const ShrinkTask& task, const std::string& file);

// How many candidates were tried, for a ProgressLine.
std::string show(const sim::ShrinkProgress& progress);

}  // namespace tools
