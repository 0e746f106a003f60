// The tool table of the acknowledgement, as the specification has it.
#pragma once
#include <string>

#include "spec/ack_observation.h"

namespace tools {

std::string ack_table_text(spec::ack::Revision revision);
std::string ack_table_json(spec::ack::Revision revision);

}  // namespace tools
