// What a trace calls things, be it a number or a text, as the small numbers of a port.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

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
    return next_;
  }
  void forget(const nlohmann::json& name) { numbers_.erase(name); }
  void forget_all() { numbers_.clear(); }
  template <class Is>
  void forget_if(const Is& is) {
    std::erase_if(numbers_, [&](const auto& each) { return is(each.second); });
  }

 private:
  bool is_taken(std::uint32_t number) const {
    for (const auto& each : numbers_)
      if (each.second == number) return true;
    return false;
  }

  std::uint32_t most_;
  std::uint32_t next_ = 1;
  std::map<nlohmann::json, std::uint32_t> numbers_;
};

}  // namespace conformance
