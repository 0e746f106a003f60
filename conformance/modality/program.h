// A program that runs script calls.
#pragma once
#include <memory>

#include "port/modality/words.h"
#include "sim/modality/subject.h"
#include "sim/program/program.h"

namespace conformance::modality {

// It is told the limits.
std::shared_ptr<const sim::modality::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                              const port::modality::Limits& limits);

}  // namespace conformance::modality
