// Values of the policy engine as texts: `CloseDialog{d2}`, `StartTimer{Bound 60.000s}`.
//
// For failure prints. Virtual time only, no addresses: equal values give equal texts.
#pragma once
#include <span>
#include <string>

#include "engine/modality/engine.h"

namespace conformance::modality {

std::string show(port::Duration duration);  // "1.500s"
std::string show(port::Instant instant);

std::string show(const engine::modality::Happening& happening);
std::string show(const engine::modality::Event& event);  // "1.500s BodyReturned"
std::string show(const engine::modality::Command& command);
// With spaces between them; "nothing" if there are none.
std::string show(std::span<const engine::modality::Command> commands);

}  // namespace conformance::modality
