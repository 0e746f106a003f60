// The subject that a name stands for, and what is judged of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "conformance/appserver/judged.h"
#include "conformance/appserver/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "sim/appserver/plan.h"
#include "sim/appserver/subject.h"
#include "sim/program/stepper.h"

namespace conformance::appserver {

// The mutant that "mutant:NAME" stands for; null for "engine", and for a broken server.
const MutantInfo* mutant_named(std::string_view subject);

// The client: of a broken server, the engine; else a mutant or a program.
std::unique_ptr<const sim::appserver::Subject> client_of(std::string_view subject,
                                                         const engine::appserver::Limits& limits,
                                                         std::uint32_t seed);

// One run of a client.
std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::appserver::Subject> client);

// For "engine" the client; for "mutant:NAME", which must exist, a broken client, or the client with
// a server that has one fault more. The server is judged, too, where it has no fault that the plan
// asks for.
JudgedWorlds judged_worlds(const sim::appserver::Plan& plan, const Candidate& subject);

}  // namespace conformance::appserver
