// The parts of a scenario document of tool calls.
#pragma once
#include <cstdint>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"

namespace sim::ack {

nlohmann::ordered_json call_json(const engine::ack::Table& table, const Call& call,
                                 const std::vector<Behaviour>& met);
// Empty if all of it is the default.
nlohmann::ordered_json frontend_json(const Start& start, const Latencies& latencies);
nlohmann::ordered_json expected_call_json(const ExpectedCall& call);
// The names of those whose bits are set.
nlohmann::ordered_json classes_json(std::uint8_t classes);

}  // namespace sim::ack
