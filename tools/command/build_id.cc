#include "command/build_id.h"

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "source_digest.h"

namespace tools {

std::string_view build_id() { return ORRERY_SOURCE_DIGEST; }

std::string rules_id() { return fmt::format("{:016x}", conformance::rules_version()); }

}  // namespace tools
