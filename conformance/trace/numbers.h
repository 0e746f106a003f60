// What a trace calls things, be it a number or a text, as the small numbers of a port; and back,
// for what is said of it.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace conformance {

class Numbers {
 public:
  // From 1 to `most`.
  explicit Numbers(std::uint32_t most) : most_(most) {}

  std::optional<std::uint32_t> find(const nlohmann::json& name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  // The number that it has, or the first that nothing has. Nothing: all are taken.
  std::optional<std::uint32_t> of(const nlohmann::json& name) {
    if (const auto known = find(name)) return known;
    if (numbers_.size() >= most_) return std::nullopt;
    while (is_taken(next_)) next_ = next_ % most_ + 1;
    numbers_[name] = next_;
    remember(next_, name);
    return next_;
  }
  // The number that it has; zero, which this line calls so, if it has none any more.
  std::uint32_t of_this_line(const nlohmann::json& name) {
    if (const auto known = find(name)) return *known;
    remember(0, name);
    return 0;
  }
  // Lines that are read from here on have this number, or a later one.
  void at_line(std::uint64_t line) { line_ = line; }
  // What the trace called it in that line: null if it had no name yet, or that is long past.
  nlohmann::json name_at(std::uint32_t number, std::uint64_t line) const {
    const auto found = given_.find(number);
    if (found == given_.end()) return nullptr;
    nlohmann::json out;
    for (const auto& given : found->second)
      if (given.line <= line) out = given.name;
    return out;
  }
  void forget(const nlohmann::json& name) { numbers_.erase(name); }
  void forget_all() { numbers_.clear(); }
  template <class Is>
  void forget_if(const Is& is) {
    std::erase_if(numbers_, [&](const auto& each) { return is(each.second); });
  }

 private:
  // Lines are judged a little behind those that were read: a number may have been given again.
  static constexpr std::size_t kept = 8;
  struct Given {
    std::uint64_t line = 0;
    nlohmann::json name;
  };
  void remember(std::uint32_t number, const nlohmann::json& name) {
    auto& given = given_[number];
    if (given.size() == kept) given.erase(given.begin());
    given.push_back({line_, name});
  }
  bool is_taken(std::uint32_t number) const {
    for (const auto& each : numbers_)
      if (each.second == number) return true;
    return false;
  }

  std::uint32_t most_;
  std::uint32_t next_ = 1;
  std::map<nlohmann::json, std::uint32_t> numbers_;
  std::map<std::uint32_t, std::vector<Given>> given_;
  std::uint64_t line_ = 0;
};

// The text of a message, in which each `member=7` says the name that the trace gave to that
// number: `call="req-77"`.
inline std::string with_names(std::string_view text, std::string_view member, const Numbers& names,
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
