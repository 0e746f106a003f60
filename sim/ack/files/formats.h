// The tables of the parts of a scenario of tool calls.
#pragma once
#include <vector>

#include "sim/ack/scenario.h"
#include "sim/files/scenario_format.h"

namespace sim::ack {

// What a file does not say; its call is still to be named.
Plan plan_base();

// The table that the rest of a plan is about: it comes first wherever the revision stands.
format::Object<Plan> revision_format();
// The first call, and what its action meets.
format::Object<Plan> call_format();
format::Object<Plan> second_format();
// How the frontend stands at the first call, and how long it takes.
format::Codec<Plan> frontend_format();
format::Codec<std::vector<BackgroundEvent>> background_format();
// Fails where a plan's first call is about no soft dialog, but an event of the list is.
void check_background(Reader& reader, const JsonValue& root, const Plan& plan);

// All that are in play: budgets, polls, latencies that the calls can meet, events.
std::vector<Delay> delays_of(const Plan& plan);

// What is expected of one call.
format::Codec<ExpectedCall> expected_call_format();
// Bits in the order of class_names.
format::Codec<std::uint8_t> classes_format();
format::Codec<Expectation> expectation_format();

}  // namespace sim::ack
