// From the engine's words and the world's to the specification's: the one place where the
// twin vocabularies meet.
#pragma once
#include <optional>

#include "engine/policy.h"
#include "sim/ide.h"
#include "spec/observation.h"

namespace conformance {

// Null for what an observer does not see: timers.
std::optional<spec::policy::Fact> observe(const engine::policy::Happening& happening);
std::optional<spec::policy::Act> observe(const engine::policy::Command& command);
spec::policy::Fact observe(const sim::Fact& fact);
spec::policy::Limits observe(const engine::policy::Limits& limits);

}  // namespace conformance
