// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "conformance/area/mutants.h"
#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "conformance/run/sample.h"
#include "engine/appserver/engine.h"
#include "sim/appserver/plan.h"
#include "sim/appserver/subject.h"
#include "sim/program/program.h"

namespace conformance::appserver {

// The broken client that "mutant:NAME" stands for; null for "engine", and for a broken server.
const MutantLine* client_named(std::string_view subject);

// The broken server likewise; null for all others.
struct ServerMutant;
const ServerMutant* server_named(std::string_view subject);

// The client: of a broken server, the engine; else a mutant or a program.
std::shared_ptr<const sim::appserver::Subject> client_of(std::string_view subject,
                                                         const engine::appserver::Limits& limits,
                                                         std::uint32_t seed);

// A program that is a client: it is told its seed, and what it opts out of.
std::shared_ptr<const sim::appserver::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const engine::appserver::Limits& limits,
    std::uint32_t seed);

// For "engine" the client; for "mutant:NAME", which must exist, a broken client, or the client with
// a server that has one fault more. The server is judged, too, where it has no fault that the plan
// asks for.
std::unique_ptr<const AnyModel> model_of(const sim::appserver::Plan& plan,
                                         const Candidate& subject);

// Random runs of a row: each is of a plan that is drawn for it (plans.h).
Sampled sample_row(const SampleRequest& request, const sim::Parallel& parallel, const GoOn& go_on);

}  // namespace conformance::appserver
