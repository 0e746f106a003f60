// The judge of the specification where a log leaves things open: what a call captured if that is
// not told, and which look was its last if times are those of a real clock.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "spec/ack/judge.h"

namespace conformance::ack {

using namespace spec::ack;

// What a call may have captured: what there was at some time between its call and its dispatch.
struct MayHaveRead {
  std::uint8_t least = 0, most = 0;
  std::uint8_t row = 0;
  bool open = false;    // It is not dispatched.
  bool untold = false;  // What it captured is not told.
};
struct TracedSituation : spec::ack::Situation {
  std::array<MayHaveRead, calls_max> reads{};
};

class TraceJudge {
 public:
  TraceJudge(ToolTable table, const spec::ClauseSet& on, bool tells_replies,
             std::int64_t slack_ms = 0)
      : judge_(table, on), table_(table), slack_ms_(slack_ms), tells_replies_(tells_replies) {}

  void see(TracedSituation& s, const auto& what, Findings& findings) const {
    before(s, what);
    judge_.see(s, what, findings);
    if (!findings.breach) after(s, what);
  }
  void end(TracedSituation& s, Findings& findings) const { judge_.end(s, findings); }
  // A dispatch may have been written down late: its call is as old as its budget a little earlier.
  std::int32_t age_at_timeout(const CallSituation& call) const {
    const auto budget = call.stage == Stage::Sent ? table_[call.row].budget_ms : 0;
    return call.age < budget && call.age + slack_ms_ >= budget ? budget : call.age;
  }

 private:
  static bool captures(const ToolRow& row) {
    return row.signal.kind == SignalKind::GenerationAdvanced ||
           (row.signal.kind == SignalKind::WindowCountBelow && row.when == When::One);
  }
  bool counts(const CallSituation& call) const {
    return table_[call.row].signal.kind == SignalKind::WindowCountBelow;
  }
  static bool is_untold(const CallSituation& call, const MayHaveRead& may) {
    return call.stage == Stage::Sent && may.row == call.row && may.untold;
  }
  static std::uint8_t now(const Situation& s, const ToolRow& row) {
    if (row.signal.kind == SignalKind::WindowCountBelow) return s.viewers;
    const auto panes = 1u << static_cast<unsigned>(ProbeKind::Generation);
    return (s.exists & panes) != 0 ? s.generation : std::uint8_t{0};
  }
  static std::size_t place(CallId call) { return call.value - std::size_t{1}; }
  static bool is_followed(CallId call) { return call != no_call && call.value <= calls_max; }

  static void before(TracedSituation&, const auto&) {}
  void before(TracedSituation& s, const Command& act) const {
    if (const auto* dispatch = std::get_if<Dispatch>(&act)) reply_untold(s, dispatch->call);
    const auto* answer = std::get_if<Respond>(&act);
    if (answer == nullptr || !is_followed(answer->call)) return;
    auto& call = s.calls[place(answer->call)];
    const auto& may = s.reads[place(answer->call)];
    if (answer->response.status == Status::Missing)
      call.age = static_cast<std::uint16_t>(age_at_timeout(call));
    if (!is_untold(call, may)) return;
    // What it says bears out one of them.
    const auto& response = answer->response;
    if (response.status == Status::Ok) call.value = counts(call) ? may.most : may.least;
    if (response.status != Status::Missing) return;
    const auto bound = static_cast<std::uint8_t>(response.signal.bound);
    if (static_cast<std::uint8_t>(bound - may.least) <=
        static_cast<std::uint8_t>(may.most - may.least))
      call.value = bound;
  }

  // Of a row of two parts the second is dispatched when the first was replied to.
  void reply_untold(TracedSituation& s, CallId id) const {
    if (tells_replies_ || !is_followed(id)) return;
    const auto& call = s.calls[place(id)];
    if (call.stage != Stage::Sent || table_[call.row].signal.kind != SignalKind::RoundTrip ||
        next_part(table_, call.row) == nullptr)
      return;
    Findings none;
    judge_.see(s, Heard{id, Replied{.request = {1}, .ok = true}}, none);
  }

  void after(TracedSituation& s, const auto& what) const {
    for (std::size_t i = 0; i < calls_max; ++i) follow(s, s.calls[i], s.reads[i]);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, Command>) {
      if (const auto* look = std::get_if<Look>(&what)) looked(s, *look);
    }
  }
  void follow(const Situation& s, CallSituation& call, MayHaveRead& may) const {
    const bool open = call.stage == Stage::Called && captures(table_[call.row]);
    if (open) {
      const auto value = now(s, table_[call.row]);
      if (!may.open) may = {.least = value, .most = value, .row = call.row, .open = true};
      may.untold = !call.has(CallFlag::Known);
      // Generations only grow, modulo 256.
      may.least = counts(call) ? std::min(may.least, value) : may.least;
      may.most = counts(call) ? std::max(may.most, value) : value;
    } else if (std::exchange(may.open, false) && is_untold(call, may)) {
      // As little is owed as can be.
      call.value = counts(call) ? may.least : may.most;
    }
  }
  // A little before the deadline by a real clock, it may have been behind it.
  void looked(TracedSituation& s, const Look& look) const {
    if (!is_followed(look.call)) return;
    auto& call = s.calls[place(look.call)];
    if (call.stage == Stage::Sent && call.pending == Pending::Signal &&
        call.age + slack_ms_ >= table_[call.row].budget_ms)
      call.set(CallFlag::LookedLast);
  }

  spec::ack::Judge judge_;
  ToolTable table_;
  std::int64_t slack_ms_;
  bool tells_replies_;
};

}  // namespace conformance::ack
