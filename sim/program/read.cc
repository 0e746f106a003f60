#include "sim/program/read.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sim {
namespace {

constexpr std::size_t shown_line_max = 80;

}  // namespace

nlohmann::json as_document(const std::string& written) { return nlohmann::json::parse(written); }

void refuse_answer(std::string_view place, const nlohmann::json& got, std::string_view wanted) {
  auto text = got.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  if (text.size() > shown_line_max) text = text.substr(0, shown_line_max) + "...";
  throw BadAnswer(fmt::format("{} is {}; it must be {}", place, text, wanted));
}

std::int64_t integer_of(const nlohmann::json& json, std::string_view place, std::int64_t least,
                        std::int64_t most) {
  const bool whole = json.is_number_unsigned()
                         ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                         : json.is_number_integer();
  if (!whole || json.get<std::int64_t>() < least || json.get<std::int64_t>() > most)
    refuse_answer(place, json, fmt::format("a whole number, {} to {}", least, most));
  return json.get<std::int64_t>();
}

bool boolean_of(const nlohmann::json& json, std::string_view place) {
  if (!json.is_boolean()) refuse_answer(place, json, "true or false");
  return json.get<bool>();
}

std::size_t word_of(const nlohmann::json& json, std::string_view place,
                    std::span<const std::string_view> words) {
  const auto found =
      json.is_string() ? std::ranges::find(words, json.get_ref<const std::string&>()) : words.end();
  if (found == words.end())
    refuse_answer(place, json, fmt::format("one of {}", fmt::join(words, ", ")));
  return static_cast<std::size_t>(found - words.begin());
}

const nlohmann::json::object_t& object_of(const nlohmann::json& json, std::string_view place) {
  if (!json.is_object()) refuse_answer(place, json, "an object");
  return json.get_ref<const nlohmann::json::object_t&>();
}

const nlohmann::json* member_of(const nlohmann::json::object_t& object, std::string_view name) {
  const auto found = object.find(std::string(name));
  return found == object.end() ? nullptr : &found->second;
}

std::string place_of_member(std::string_view place, std::string_view name) {
  return fmt::format("{}.{}", place, name);
}

void want_list(const nlohmann::json& json, std::string_view place, std::size_t most) {
  if (!json.is_array() || json.size() > most)
    refuse_answer(place, json, fmt::format("a list of at most {}", most));
}

void refuse_others(const nlohmann::json::object_t& object, std::string_view place,
                   std::span<const std::string_view> members) {
  for (const auto& [name, value] : object)
    if (std::ranges::find(members, name) == members.end())
      throw BadAnswer(fmt::format("{} has no member \"{}\"; it may have {}", place, name,
                                  fmt::join(members, ", ")));
}

void want_all(const nlohmann::json& json, std::string_view place,
              std::span<const std::string_view> members) {
  for (const auto member : members)
    if (!json.contains(member))
      throw BadAnswer(fmt::format("{} has no \"{}\"; it must have {}", place, member,
                                  fmt::join(members, ", ")));
}

const nlohmann::json::object_t::value_type& message_of(const nlohmann::json& json,
                                                       std::string_view place) {
  const auto& object = object_of(json, place);
  if (object.size() != 1) refuse_answer(place, json, "an object with one member, its name");
  return *object.begin();
}

}  // namespace sim
