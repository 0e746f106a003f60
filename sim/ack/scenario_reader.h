// How the parts of a scenario of tool calls are read. As in files/reader.h, what a reading
// function gives where it met an error is some valid value.
#pragma once
#include <string_view>
#include <vector>

#include "files/reader.h"
#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/ack/scenario.h"

namespace sim::ack {

Scenario read_scenario(Reader& reader, const JsonValue& root);

// `plan` has its table: read_table() comes first wherever the revision stands.
void read_table(Reader& reader, const JsonValue& root, Plan& plan);
// The first call and what its action meets. `more` are fields beside those.
void read_call(Reader& reader, const JsonValue& value, Plan& plan,
               std::vector<Reader::Field> more = {});
void read_second(Reader& reader, const JsonValue& value, Plan& plan);
void read_frontend(Reader& reader, const JsonValue& value, Plan& plan);
void read_background(Reader& reader, const JsonValue& value, Plan& plan);
// All that are in play: budgets, polls, latencies that the calls can meet, events.
std::vector<Delay> delays_of(const Plan& plan);

ExpectedCall read_expected_call(Reader& reader, const JsonValue& value);
// Bits in the order of class_names.
std::uint8_t read_classes(Reader& reader, const JsonValue& value);
void read_expectation(Reader& reader, const JsonValue& value, Expectation& expect);

}  // namespace sim::ack
