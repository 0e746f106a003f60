// How the parts of a scenario of one call are read, as files/reader.h says.
#pragma once
#include <vector>

#include "files/reader.h"
#include "sim/modality/scenario.h"

namespace sim::modality {

Scenario read_scenario(Reader& reader, const JsonValue& root);

void read_call(Reader& reader, const JsonValue& value, Plan& plan);
void read_limits(Reader& reader, const JsonValue& value, Limits& limits);
void read_ide(Reader& reader, const JsonValue& value, Plan& plan);
void read_body(Reader& reader, const JsonValue& value, Plan& plan);
void read_background(Reader& reader, const JsonValue& value, Plan& plan);
// What `value` does not say is as in `defaults`.
ExpectedResult read_result(Reader& reader, const JsonValue& value,
                           const ExpectedResult& defaults = {});
void read_expectation(Reader& reader, const JsonValue& value, Expectation& expect);

// Limits, latencies and the timeout that the file says nothing else about; they decide over
// all defaults, so they come first wherever they stand.
void read_base(Reader& reader, const JsonValue& root, Plan& plan);
// The members that make a plan, for one that has its base.
void add_plan_fields(Reader& reader, Plan& plan, std::vector<Reader::Field>& out);

// All that are in play in a plan; windows that never come are none.
std::vector<Delay> delays_of(const Plan& plan);

}  // namespace sim::modality
