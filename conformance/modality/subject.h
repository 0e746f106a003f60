// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "conformance/run/sample.h"
#include "port/modality/events.h"
#include "sim/modality/plan.h"
#include "sim/modality/subject.h"
#include "sim/program/program.h"
#include "sim/search/parallel.h"

namespace conformance::modality {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist.
std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits,
                                                         port::modality::Revision revision = {});

// A program that runs script calls. It is told the limits, and whose table holds if not the usual
// one.
std::shared_ptr<const sim::modality::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                              const port::modality::Limits& limits,
                                                              port::modality::Revision revision);

// Random runs of a line of the table: real constants, several entries, events and steps. The row of
// the request is a line of the table.
Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel, const GoOn& go_on);

// The plan outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::modality::Plan& plan, const Candidate& subject);

}  // namespace conformance::modality
