// Sets of rules and of clauses in files: hex digits, the highest bits first.
#pragma once
#include "sim/files/format.h"

namespace tools {

extern const sim::format::Type rules_set;    // A spec::Exercised.
extern const sim::format::Type clauses_set;  // A spec::ClauseSet.

}  // namespace tools
