// What the gate exhausts and samples of tool calls.
#pragma once
#include <string_view>

#include "conformance/area/table.h"
#include "spec/ack/tools.h"

namespace conformance::ack {

// In worlds that can happen to the subject of this name.
AreaTable exhausted(spec::ack::Revision revision, Budget budget, std::string_view subject);

}  // namespace conformance::ack
