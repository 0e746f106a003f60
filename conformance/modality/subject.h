// The subject that a name stands for.
#pragma once
#include <memory>
#include <string_view>

#include "conformance/modality/judged.h"
#include "conformance/run/plan.h"
#include "port/modality/words.h"
#include "sim/modality/plan.h"
#include "sim/modality/subject.h"

namespace conformance::modality {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist.
std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits);

// Judged worlds of the subject.
JudgedWorlds judged_worlds(const sim::modality::Plan& plan, const Candidate& subject);

}  // namespace conformance::modality
