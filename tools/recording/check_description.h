// orrery check --area AREA --description FILE: what a description of the tool says of its contract.
#pragma once
#include <string>

#include "conformance/area/area.h"

namespace tools {

// The exit code.
int check_description(const conformance::Area& area, const std::string& path, bool json);

}  // namespace tools
