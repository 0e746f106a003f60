// The subject that a name stands for, and what is judged of it.
#pragma once
#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "conformance/monitor/judged.h"
#include "conformance/monitor/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "sim/monitor/plan.h"
#include "sim/monitor/subject.h"
#include "sim/program/stepper.h"

namespace conformance::monitor {

// The mutant that "mutant:NAME" stands for, which must exist; null for "engine".
const MutantInfo* mutant_named(std::string_view subject);

// The limits of the rules, with so many ports of a plan, two at a time.
engine::monitor::Limits limits_of(const sim::monitor::Plan& plan);

// The monitor: of a broken IDE, the engine.
std::unique_ptr<const sim::monitor::Subject> subject_of(std::string_view subject,
                                                        const engine::monitor::Limits& limits,
                                                        std::uint32_t seed);

// Of what a program is told when a run begins.
engine::monitor::Limits limits_of_setup(const nlohmann::json& setup);
// One run of a monitor.
std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::monitor::Subject> monitor);

// The IDEs are judged, too, unless the plan has them say what they must not.
JudgedWorlds judged_worlds(const sim::monitor::Plan& plan, const Candidate& subject);

}  // namespace conformance::monitor
