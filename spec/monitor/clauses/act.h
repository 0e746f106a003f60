// What the tables of clauses are made of. In a condition `s` is how the file, port or stream that
// the act is about stands before it, and `limits` are the bounds of the plan.
#pragma once
#include "monitor/standing.h"
#include "spec/clause.h"
#include "spec/monitor/rules.h"

namespace spec::monitor {

consteval std::uint8_t operator""_rule(const char* id, std::size_t size) {
  return rule_index({id, size});
}

template <class It>
using Act = Case<Standing, It, Bounds>;

// Any act that is not allowed once the monitor was stopped.
struct AnyAct {};
// What is owed by the monitor as a whole, by one file, by one port; by one stream's IDE.
struct All {};
struct OfFile {};
struct OfPort {
  std::uint16_t number;
  const PortSituation& port;
};
struct OfStream {
  const StreamSituation& stream;
};

template <class It>
using Owed = Due<Act<It>, Seen>;

}  // namespace spec::monitor
