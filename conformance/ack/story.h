// How runs of tool calls are told: as stories, as traces, and by the rows that they are about.
#pragma once
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/rerun.h"
#include "conformance/run/seen.h"
#include "conformance/story/run_story.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

const StoryWords& words_of_story();

nlohmann::ordered_json trace_head(const sim::ack::Plan& plan);
nlohmann::ordered_json trace_line(const sim::ack::Plan& plan, const Seen& seen);

// The row of the call that a run failed by; empty: of none, or the world is `of_row` and it is the
// first call.
std::string row_concerned(const sim::ack::Plan& plan, const Rerun& run, bool of_row);

// The plan over this table, if each call of it waits for the same there and is carried out alike.
std::optional<sim::ack::Plan> plan_over(const sim::ack::Plan& plan, const port::ack::Table& table);

}  // namespace conformance::ack
