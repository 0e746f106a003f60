#include "trace/numbers.h"

#include <algorithm>
#include <charconv>

namespace conformance {

bool Numbers::Before::operator()(const nlohmann::json& a, const nlohmann::json& b) const {
  return a < b;
}

std::optional<std::uint32_t> Numbers::find(const nlohmann::json& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}
std::optional<std::uint32_t> Numbers::of(const nlohmann::json& name, const nlohmann::json& told) {
  if (const auto known = find(name)) return known;
  if (numbers_.size() >= most_) return std::nullopt;
  while (is_taken(next_)) next_ = next_ % most_ + 1;
  const auto number = next_;
  next_ = next_ % most_ + 1;  // What ended last is given again last.
  numbers_[name] = number;
  remember(number, told);
  return number;
}
std::uint32_t Numbers::of_this_line(const nlohmann::json& name) {
  if (const auto known = find(name)) return *known;
  remember(0, name);
  return 0;
}
nlohmann::json Numbers::name_at(std::uint32_t number, std::uint64_t line) const {
  const auto found = given_.find(number);
  if (found == given_.end()) return nullptr;
  nlohmann::json out;
  for (const auto& given : found->second)
    if (given.line <= line) out = given.name;
  return out;
}
void Numbers::forget(const nlohmann::json& name) { numbers_.erase(name); }

void Numbers::remember(std::uint32_t number, const nlohmann::json& name) {
  auto& given = given_[number];
  if (given.size() == kept) given.erase(given.begin());
  given.push_back({line_, name});
}
bool Numbers::is_taken(std::uint32_t number) const {
  for (const auto& each : numbers_)
    if (each.second == number) return true;
  return false;
}

std::string with_names(std::string_view text, std::string_view member, const Numbers& names,
                       std::uint64_t line) {
  const auto wanted = std::string(" ") + std::string(member) + "=";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::min(text.find(wanted, at), text.size());
    out += text.substr(at, found - at);
    at = found;
    if (at == text.size()) break;
    at += wanted.size();
    out += wanted;
    std::uint32_t number = 0;
    const auto end = std::from_chars(text.data() + at, text.data() + text.size(), number).ptr;
    const auto name = names.name_at(number, line);
    const auto length = static_cast<std::size_t>(end - text.data()) - at;
    out += length == 0 || name.is_null() ? std::string(text.substr(at, length)) : name.dump();
    at += length;
  }
  return out;
}

}  // namespace conformance
