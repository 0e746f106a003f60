#include "command/build_id.h"

#include <fmt/format.h>

#include "command/numbers.h"
#include "conformance/area/areas.h"
#include "source_digest.h"

namespace tools {

std::string build_id() {
  std::string out = ORRERY_SOURCE_DIGEST;
  for (const auto* area : conformance::areas())
    if (const auto& build = area->facts().build; !build.empty())
      out += fmt::format("+{}:{}", area->name(), build);
  return out;
}

std::string rules_id() { return show_digest(conformance::rules_version()); }

}  // namespace tools
