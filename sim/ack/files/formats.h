// The tables of the parts of a scenario of tool calls.
#pragma once
#include <vector>

#include "sim/ack/scenario.h"
#include "sim/ack/tables.h"
#include "sim/files/scenario_format.h"

namespace sim::ack {

// What a file does not say; its call is still to be named.
Plan plan_base();

// Members of a plan: the table that the rest is about, which comes first wherever the revision
// stands,
extern const format::Type revision_format;
// the first call, and what its action meets,
extern const format::Type call_format;
extern const format::Type second_format;
// how the frontend stands at the first call, and how long it takes.
extern const format::Type frontend_format;
extern const format::Type background_format;
extern const format::Type session_format;
// Finds what the words of a session's calls come to.
void check_session(Reader& reader, const JsonValue& root, Plan& plan);
// Fails where a plan's first call is about no soft dialog, but an event of the list is.
void check_background(Reader& reader, const JsonValue& root, const Plan& plan);

// All that are in play: budgets, polls, latencies that the calls can meet, events.
std::vector<Delay> delays_of(const Plan& plan);

// What is expected of one call.
extern const format::Type expected_call_format;
// Bits in the order of class_names.
extern const format::Type classes_format;
extern const format::Type expectation_format;

}  // namespace sim::ack
