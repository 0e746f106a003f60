// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "conformance/area/mutants.h"
#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "engine/monitor/engine.h"
#include "sim/monitor/plan.h"
#include "sim/monitor/subject.h"
#include "sim/program/program.h"

namespace conformance::monitor {

// The monitor: of a broken IDE, the engine.
std::shared_ptr<const sim::monitor::Subject> subject_of(std::string_view subject,
                                                        const engine::monitor::Limits& limits,
                                                        std::uint32_t seed);

// A program that is a monitor: it is told where it is to look. The other limits are the rules'.
std::shared_ptr<const sim::monitor::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                             const engine::monitor::Limits& limits,
                                                             std::uint32_t seed);

// Of what it is told.
engine::monitor::Limits limits_of_setup(const nlohmann::json& setup);

// The IDEs are judged, too, unless the plan has them say what they must not.
std::unique_ptr<const AnyModel> model_of(const sim::monitor::Plan& plan, const Candidate& subject);

}  // namespace conformance::monitor
