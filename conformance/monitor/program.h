// A program that is a monitor.
#pragma once
#include <cstdint>
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "engine/monitor/engine.h"
#include "sim/monitor/subject.h"
#include "sim/program/program.h"

namespace conformance::monitor {

// It is told where it is to look. The other limits are the rules'.
std::shared_ptr<const sim::monitor::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                             const engine::monitor::Limits& limits,
                                                             std::uint32_t seed);

// Of what it is told.
engine::monitor::Limits limits_of_setup(const nlohmann::json& setup);

}  // namespace conformance::monitor
