// The run of a lie, step by step, for a person.
#pragma once
#include <string>
#include <string_view>

#include "conformance/gate/soundness.h"

namespace conformance::ack {

// Empty if there is no plan of the example's name.
std::string show_example(const LieExample& example, std::string_view subject);

}  // namespace conformance::ack
