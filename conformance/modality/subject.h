// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <memory>
#include <string_view>

#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "port/modality/words.h"
#include "sim/modality/plan.h"
#include "sim/modality/subject.h"

namespace conformance::modality {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist.
std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits);

// The plan outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::modality::Plan& plan, const Candidate& subject);

}  // namespace conformance::modality
