// What is judged: the engine, and mutants of it that each have one defect; and directed checks of
// these, events and the commands that must come of them.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "conformance/area/area.h"
#include "sim/turnstile/world.h"

namespace conformance::turnstile {

// "engine" or "mutant:NAME"; it must exist.
std::shared_ptr<const sim::turnstile::Subject> subject_named(std::string_view name);
std::vector<MutantLine> mutant_lines();
std::vector<DirectedCheck> directed_checks();

}  // namespace conformance::turnstile
