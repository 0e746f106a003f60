#include "command/build_id.h"

#include <fmt/format.h>

#include "source_digest.h"
#include "spec/rules.h"

namespace tools {

std::string_view build_id() { return ORRERY_SOURCE_DIGEST; }

std::string rules_id() { return fmt::format("{:016x}", spec::rules_version()); }

}  // namespace tools
