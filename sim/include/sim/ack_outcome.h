// What the tool calls of one run came to.
#pragma once
#include <cstdint>
#include <string>
#include <vector>
#include "engine/ack_messages.h"
#include "sim/ack_frontend.h"
namespace sim::acks {
struct Outcome {
  std::uint8_t responses = 0;
  bool operator==(const Outcome&) const = default;
  void commanded(const ack::Command&) {}
  void noticed(ack::CallId, const Fact&) {}
};
struct ExpectedResult {
  bool operator==(const ExpectedResult&) const = default;
};
struct Expectation {
  std::vector<ExpectedResult> results;
};
inline std::uint32_t matching(const Expectation&, const Outcome&) { return 1; }
inline std::string show(const Outcome&) { return "?"; }
inline std::string show(const ExpectedResult&) { return "?"; }
}  // namespace sim::acks
