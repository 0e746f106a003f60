// The checks whose rows are tables of texts; a part of checks().
#pragma once
#include <span>

#include "conformance/monitor/checks/check.h"

namespace conformance::monitor {

std::span<const Check> text_checks();

}  // namespace conformance::monitor
