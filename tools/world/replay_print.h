// What `orrery replay` says of a run, to a person and to a program.
#pragma once
#include <string>

#include "command/terminal.h"
#include "conformance/run/rerun.h"
#include "conformance/story/story.h"
#include "world/capsule.h"
#include "world/plan_source.h"
#include "world/recorded.h"

namespace tools {

struct Replayed {
  const std::string& typed;  // The capsule or scenario, as it was named.
  const PlanSource& source;
  conformance::Candidate subject;
  const conformance::Rerun& run;
  const Capsule* capsule = nullptr;    // Null: of a scenario.
  const Recorded* recorded = nullptr;  // Of a capsule.
};

// A rule is broken, or the call ended as the scenario does not expect.
bool is_broken(const Replayed& replayed);

// 1: the failure is there; 0: it is not; 6: nobody knows; 3: the same build disagrees.
int exit_code_of(const Replayed& replayed);

// As a page or a trace tells it.
conformance::Story replay_story(const Replayed& replayed);
std::string replay_text(const Replayed& replayed, std::size_t columns, const Paint& paint);
std::string replay_json(const Replayed& replayed);

}  // namespace tools
