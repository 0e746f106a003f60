#include "monitor/project_list.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "sim/files/document.h"

namespace conformance::monitor {
namespace {

using Json = nlohmann::json;

// A project by its name alone, or by some of its members.
bool tells_of_project(const Json& told, const Json& sent) {
  if (told.is_string() && sent.is_object()) return sent.contains("name") && sent["name"] == told;
  if (!told.is_object() || !sent.is_object()) return told == sent;
  return std::ranges::all_of(told.get_ref<const Json::object_t&>(), [&](const auto& member) {
    const auto its = sent.find(member.first);
    return its != sent.end() && *its == member.second;
  });
}

}  // namespace

struct ProjectList::Text {
  std::string json;
  mutable std::optional<sim::ReadDocument<Json>> read{};

  // Null: it is none.
  const Json* document() const {
    constexpr auto any_size = std::numeric_limits<std::size_t>::max();
    if (!read) read = sim::read_document<Json>(json, {.bytes_max = any_size, .depth_max = 1'024});
    return std::get_if<Json>(&*read);
  }
};

ProjectList::ProjectList(std::string_view json)
    : text_(std::make_shared<const Text>(Text{std::string(json)})) {}

bool ProjectList::agrees(const ProjectList& other, const auto& each) const {
  if (none() || other.none() || text_->json == other.text_->json) return none() == other.none();
  const auto* one = text_->document();
  const auto* two = other.text_->document();
  return one != nullptr && two != nullptr && std::ranges::equal(*one, *two, each);
}
bool ProjectList::operator==(const ProjectList& other) const {
  return agrees(other, std::equal_to<>());
}
bool ProjectList::tells_of(const ProjectList& sent) const { return agrees(sent, tells_of_project); }

}  // namespace conformance::monitor
