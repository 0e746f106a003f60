// What a random run of the client's engine is made of, and what it met.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/appserver/engine.h"

namespace engine::appserver {

using Bytes = std::vector<std::uint8_t>;

// What the runs of a test met, so that a green one is not an empty one.
struct Coverage {
  std::set<Report> reports;
  std::set<Banner> banners;
  std::set<std::pair<Method, Outcome>> outcomes;
  std::set<TimerKind> timers;
  std::set<std::size_t> commands, messages;
  std::set<Withdrawal> withdrawals;
};

inline void require(bool holds, const char* what) { holds ? void() : throw std::string(what); }

}  // namespace engine::appserver
