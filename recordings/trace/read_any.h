// The messages of a port that a line of a trace may hold, whichever part of the port they are of.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/program/read.h"

namespace conformance {

template <class>
struct MessageNames;
template <class... Messages>
struct MessageNames<std::variant<Messages...>> {
  static constexpr std::array all{Messages::record.name...};
};

template <class Message>
bool is_one_of(std::string_view name) {
  const auto& all = MessageNames<Message>::all;
  return std::find(all.begin(), all.end(), name) != all.end();
}

// The names of them all, without those.
template <class... Variants>
std::vector<std::string_view> names_of(std::span<const std::string_view> without) {
  std::vector<std::string_view> out;
  const auto add = [&](const auto& names) {
    for (const auto name : names)
      if (std::find(without.begin(), without.end(), name) == without.end()) out.push_back(name);
  };
  (add(MessageNames<Variants>::all), ...);
  return out;
}

// Somebody may give a script an hour, and no world has to be searched for that.
struct TraceTimes : port::NoNames {
  static constexpr std::int64_t ms_max = 86'400'000;
};

template <class Message, class Names = TraceTimes>
Message read_as(const nlohmann::json& message, const Names& names = {}) {
  Message out;
  sim::read_message(message, "what happened", out, names);
  return out;
}

}  // namespace conformance
