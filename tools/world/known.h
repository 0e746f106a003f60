// Words of a file that this program must know, for the tables of its formats.
#pragma once
#include "sim/files/format.h"

namespace tools {

extern const sim::format::Type known_rule;  // Or empty.
extern const sim::format::Type known_subject;
// Only areas that have a gate.
const sim::format::Type& known_area();
extern const sim::format::Type failure_kind;
extern const sim::format::Type level_format;
extern const sim::format::Type schedule_format;
extern const sim::format::Type shard_format;  // "2/4"

}  // namespace tools
