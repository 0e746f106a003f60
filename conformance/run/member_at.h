// A member that stands somewhere inside of a message's: "message.request.id".
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace conformance {

// Null: there is none.
inline nlohmann::json* member_at(nlohmann::json& members, std::string_view path) {
  auto* at = &members;
  while (!path.empty()) {
    const auto end = std::min(path.find('.'), path.size());
    const auto found = at->find(std::string(path.substr(0, end)));
    if (found == at->end()) return nullptr;
    at = &*found;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return at;
}

}  // namespace conformance
