// A program that is a client of the app-server.
#pragma once
#include <cstdint>
#include <memory>

#include "engine/appserver/engine.h"
#include "sim/appserver/subject.h"
#include "sim/program/program.h"

namespace conformance::appserver {

// It is told its seed, and what it opts out of.
std::shared_ptr<const sim::appserver::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const engine::appserver::Limits& limits,
    std::uint32_t seed);

}  // namespace conformance::appserver
