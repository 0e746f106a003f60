// What a plan and a call of a tool hold beside that they are there (ITM-09): the steps of the plan
// with their states, of which the last that was told counts; the arguments of a call, and its
// result. A part beside the engine, as accounts are: nothing of chats and turns depends on it.
//
// Pure: no clock, I/O, thread or global. The driver gives it each message, in order, and shows what
// it says.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/codec/rpc.h"

namespace engine::appserver {

struct PlanStep {
  std::string text, status;
  bool operator==(const PlanStep&) const = default;
};
// A plan as it now is. Empty `turn` or `item`: it is of the other.
struct PlanTold {
  std::string turn, item;
  std::vector<PlanStep> steps;
};
// A call of a tool; `result` is empty while it is under way. Both are JSON, secrets masked.
struct ToolTold {
  std::string item, tool, arguments, result;
};
using Detail = std::variant<PlanTold, ToolTold>;

inline constexpr std::size_t plan_steps_max = 200;
inline constexpr std::size_t detail_bytes_max = 4'096;  // Of one text; what is longer is cut.

struct Details {
  PlanTold plan;       // The last one,
  ToolTold tool = {};  // and the last call: in draft its result comes without the rest.
};

// Nothing: the message is about neither.
std::optional<Detail> detail_news(Details& details, const rpc::Message& message);

}  // namespace engine::appserver
