#include "results/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/story/print.h"

namespace tools {

using nlohmann::ordered_json;

std::string replay_command(const conformance::LieExample& example,
                           const conformance::Candidate& subject) {
  return conformance::replay_command(example.world, subject, {}) +
         fmt::format(" --schedule {}", fmt::join(example.path, ","));
}

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace tools
