// How many worlds a plan of ack stands for.
#include "conformance/ack/plans.h"
#include "engine/ack/engine.h"
#include "sim/ack/frontend.h"

namespace conformance::ack {
namespace {

using port::ack::SignalKind;
using sim::ack::Plan;

// The ways in which the call at `index` may be treated: behaviours, and where a file may go.
std::uint64_t treatments(const Plan& plan, std::size_t index, std::size_t alternative) {
  using sim::ack::Due;
  sim::ack::Chosen chosen{};
  chosen[index] = static_cast<std::uint8_t>(alternative);
  sim::ack::Frontend frontend;
  const auto& call = sim::ack::call_of(plan, chosen, index);
  const auto* row = engine::ack::find_row(*plan.table, call.request);
  if (row == nullptr) return 1;  // Never dispatched.
  const bool trip = row->signal == SignalKind::RoundTrip;
  frontend.actions[index].request = trip ? 1 : 0;
  const auto ways = [&](Due what) {
    const auto slot = due(index, what);
    std::uint64_t out = 0;
    for (std::size_t way = 0; way < alternatives_of(plan, slot); ++way)
      out += may_happen(plan, frontend, chosen, true, slot, way);
    return out;
  };
  return ways(Due::Dispatch) * ways(Due::Process);
}

std::uint64_t treatments(const Plan& plan, std::size_t index) {
  const auto& calls = index == 0 ? plan.calls : plan.second;
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) out += treatments(plan, index, i);
  return calls.empty() ? 1 : out;
}

}  // namespace

std::uint64_t worlds_covered(const Plan& plan) {
  std::uint64_t background = 0, of_length = 1;
  for (int length = 0; length <= plan.background_max; ++length) {
    background += of_length;
    of_length *= plan.background.size();
  }
  return plan.starts.size() * background * treatments(plan, 0) * treatments(plan, 1);
}

}  // namespace conformance::ack
