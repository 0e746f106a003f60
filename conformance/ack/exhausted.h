// What the gate exhausts and samples of tool calls.
#pragma once
#include "conformance/area/table.h"
#include "spec/ack/tools.h"

namespace conformance::ack {

AreaTable exhausted(spec::ack::Revision revision, Budget budget);

}  // namespace conformance::ack
