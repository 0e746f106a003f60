#include "results/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tools {

using nlohmann::ordered_json;

std::string replay_command(const conformance::LieExample& example, std::string_view subject) {
  auto out = "orrery replay " + example.world;
  if (subject != "engine") out += fmt::format(" --subject {}", subject);
  return out + fmt::format(" --schedule {}", fmt::join(example.path, ","));
}

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace tools
