// The judge of a log of tool calls, where that leaves things open.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "port/visit.h"
#include "spec/ack/judge.h"
#include "trace/judgeable.h"

namespace conformance::ack {

using namespace spec::ack;

// Which signals it tells.
struct ToldSignals {
  bool replies = true, panes = true, dialogs = true, windows = true;
  bool restarts = true;  // Of the frontend: none is a signal, but calls may be given up for it.
  bool captures = true, looks = true;  // When a call begins to read.
  bool stands = true;                  // What there is to act on, and whether a path is there.

  ToldSignals() = default;
  explicit ToldSignals(std::span<const std::string_view> lacks) {
    const auto tells = [&](std::string_view kind) { return std::ranges::count(lacks, kind) == 0; };
    replies = tells("replied");
    panes = tells("pushed");
    dialogs = tells("tracker_told");
    windows = tells("window_opened") && tells("window_closed");
    restarts = tells("frontend_restarted");
    captures = tells("capture");
    looks = tells("look");
    stands = tells("stands");
  }
  bool has(SignalKind kind) const {
    using enum SignalKind;
    switch (kind) {
      case None: return true;
      case RoundTrip: return replies;
      case GenerationAdvanced: return panes;
      case SoftDialogAppeared:
      case SoftDialogDisappeared: return dialogs;
      case WindowAppeared:
      case WindowDisappeared:
      case WindowCountBelow: return windows;
    }
    return false;
  }
};

// What a call may have captured: what there was at some time between its call and its dispatch.
struct MayHaveRead {
  std::uint8_t least = 0, most = 0;
  std::uint8_t row = 0;
  bool open = false;    // It is not dispatched.
  bool untold = false;  // What it captured is not told.
};
struct TracedSituation : spec::ack::Situation {
  std::array<MayHaveRead, calls_max> reads{};
  std::array<std::int64_t, calls_max> captured_ms{};  // At most: from the call to its dispatch.
  // Their answer did not come when it was owed, which was told: what they still do follows from it.
  std::array<bool, calls_max> given_up{};
  bool windows_untold = false;  // Neither whether their list is there nor what stands in it.
  bool dialogs_untold = false;  // Which soft dialogs stand in the way.

  bool knows(ProbeKind kind) const {
    return kind != ProbeKind::Windows || !windows_untold ||
           (exists & 1u << static_cast<unsigned>(kind)) != 0;
  }
};

class TraceJudge {
 public:
  TraceJudge(ToolTable table, const spec::ClauseSet& on, const ToldSignals& tells,
             std::int64_t slack_ms = 0)
      : judge_(table, on), table_(table), on_(on), slack_ms_(slack_ms), tells_(tells) {}

  void see(TracedSituation& s, const auto& what, Findings& findings) const {
    if (follows_from_a_breach(s, what)) return;
    before(s, what);
    judge_of(s, what).see(s, what, findings);
    if (!findings.breach) after(s, what);
  }
  void end(TracedSituation& s, Findings& findings) const {
    // Captures that no line tells are over by then: who has not gone on never will.
    for (auto& call : s.calls)
      if (call.stage == Stage::Called && !tells_.captures) call.pending = Pending::Nothing;
    judge_of_time(s).end(s, findings);
  }
  // A dispatch may have been written down late: its call is as old as its budget a little earlier.
  std::int32_t age_at_timeout(const CallSituation& call) const {
    const auto budget = call.stage == Stage::Sent ? table_[call.row].budget_ms : 0;
    return call.age < budget && call.age + slack_ms_ >= budget ? budget : call.age;
  }

  // Whether such a call sends a request that is replied to, at once or in a later part of its row.
  bool sends_request(const Request& of) const {
    const auto* row = find_row(table_, of);
    while (row != nullptr && row->signal.kind != SignalKind::RoundTrip)
      row = next_part(table_, static_cast<std::size_t>(row - table_.data()));
    return row != nullptr;
  }

  // Why its row may refuse it, if it may.
  std::optional<Refusal> may_refuse(const CallSituation& call) const {
    if (call.stage != Stage::Called) return {};
    const auto& unless = table_[call.row].unless;
    for (unsigned i = 0; i < unless.count; ++i)
      if (unless.all[i].then == Status::Refused && (call.conditions >> i & 1u) != 0)
        return unless.all[i].kind;
    return {};
  }
  // What it waits for; of a call that is over, anything.
  Signal signal_of(const CallSituation& call) const {
    const auto& row = table_[call.row];
    return {row.signal.kind, row.signal.subject, call.value};
  }

 private:
  // Whether the answer fits the signal, only a log that tells that signal shows.
  spec::ack::Judge judge_of(const TracedSituation& s, const auto& what) const {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, Command>) {
      const auto* answer = std::get_if<Respond>(&what);
      if (answer != nullptr && is_followed(answer->call) &&
          !is_known(s, s.calls[place(answer->call)]))
        return spec::ack::Judge(table_, spec::without(clause_texts(), on_, of_the_signal));
    }
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, Fact>)
      if (std::holds_alternative<TimePassed>(what)) return judge_of_time(s);
    return judge_;
  }
  // Nobody is accused of what he has not seen yet of a store of which nothing is known.
  spec::ack::Judge judge_of_time(const TracedSituation& s) const {
    const bool all_known = std::ranges::all_of(s.calls, [&](const CallSituation& call) {
      return call.stage != Stage::Sent || s.knows(probe_of(table_[call.row].signal).kind);
    });
    if (all_known) return judge_;
    return spec::ack::Judge(table_, spec::without(clause_texts(), on_, of_looks));
  }
  bool is_known(const TracedSituation& s, const CallSituation& call) const {
    const auto& signal = table_[call.row].signal;
    return tells_.has(signal.kind) && s.knows(probe_of(signal).kind);
  }
  static constexpr auto of_the_signal = rules_about(
      {rule_index("ACK-03"), rule_index("ACK-05"), rule_index("ACK-22"), rule_index("ACK-31")});
  static constexpr auto of_looks =
      rules_about({rule_index("ACK-04"), rule_index("ACK-05"), rule_index("ACK-13"),
                   rule_index("ACK-18"), rule_index("ACK-22")});
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

  // What a call does whose answer has not come in time, up to that answer.
  static bool follows_from_a_breach(TracedSituation& s, const Command& act) {
    const auto id = port::visit([](const auto& what) { return what.call; }, act);
    if (!is_followed(id) || !s.given_up[place(id)]) return false;
    s.given_up[place(id)] = !std::holds_alternative<Respond>(act);
    return true;
  }
  static bool follows_from_a_breach(const TracedSituation&, const auto&) { return false; }

  static void before(TracedSituation& s, const Heard& heard) {
    const auto* called = std::get_if<Called>(&heard.what);
    if (called == nullptr || !is_followed(called->call)) return;
    s.captured_ms[place(called->call)] = 0;
    s.given_up[place(called->call)] = false;
  }
  static void before(TracedSituation& s, const Fact& fact) {
    const auto* passed = std::get_if<TimePassed>(&fact);
    for (std::size_t i = 0; passed != nullptr && i < calls_max; ++i)
      if (s.calls[i].stage == Stage::Called) s.captured_ms[i] += passed->time.count();
  }
  void before(TracedSituation& s, const Command& act) const {
    if (const auto* dispatch = std::get_if<Dispatch>(&act)) reply_untold(s, dispatch->call);
    const auto* answer = std::get_if<Respond>(&act);
    if (answer == nullptr || !is_followed(answer->call)) return;
    auto& call = s.calls[place(answer->call)];
    const auto& may = s.reads[place(answer->call)];
    if (answer->response.status == Status::Missing) {
      call.age = static_cast<std::uint16_t>(age_at_timeout(call));
      // Who gives up even earlier does not do so for a budget that ran while it captured.
      const auto from_the_call = call.age + s.captured_ms[place(answer->call)] + slack_ms_;
      // A time that is not even the one from there is wrong whatever was captured.
      const auto told = answer->response.elapsed.count();
      const bool is_of_a_capture = from_the_call >= table_[call.row].budget_ms &&
                                   told >= call.age - slack_ms_ && told <= from_the_call;
      if (call.stage == Stage::Sent && !is_of_a_capture) call.set(CallFlag::Slow, false);
      // Its frontend may have gone at any time.
      if (!tells_.restarts && call.stage == Stage::Sent) call.set(CallFlag::Deserted);
    }
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
    if (tells_.replies || !is_followed(id)) return;
    const auto& call = s.calls[place(id)];
    if (call.stage != Stage::Sent || table_[call.row].signal.kind != SignalKind::RoundTrip ||
        next_part(table_, call.row) == nullptr)
      return;
    Findings none;
    judge_.see(s, Heard{id, Replied{.request = {1}, .ok = true}}, none);
  }

  void after(TracedSituation& s, const auto& what) const {
    for (std::size_t i = 0; i < calls_max; ++i) follow(s, s.calls[i], s.reads[i]);
    for (auto& call : s.calls) leave_open(s, call);
    for (auto& call : s.calls) read_untold(call);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, Command>) {
      if (const auto* look = std::get_if<Look>(&what)) looked(s, *look);
    }
  }
  // A condition of which nothing is known may hold or not.
  void leave_open(const TracedSituation& s, CallSituation& call) const {
    if (call.stage != Stage::Called) return;
    const auto& unless = table_[call.row].unless;
    for (unsigned i = 0; i < unless.count; ++i)
      if (!is_told(s, unless.all[i].of))
        call.conditions |= static_cast<std::uint8_t>(1u << i | 1u << (i + obstacles_max));
  }
  bool is_told(const TracedSituation& s, ProbeKind kind) const {
    switch (kind) {
      case ProbeKind::Items:
      case ProbeKind::Path: return tells_.stands;
      case ProbeKind::SoftDialog: return tells_.dialogs && !s.dialogs_untold;
      case ProbeKind::Windows: return tells_.windows && s.knows(kind);
      case ProbeKind::Generation: break;
    }
    return true;
  }
  // Where the log does not tell them, a capture or a look may be under way at any time.
  void read_untold(CallSituation& call) const {
    if (call.stage == Stage::Called && !tells_.captures) {
      const bool checks = std::ranges::any_of(
          table_[call.row].unless, [](const Obstacle& each) { return each.of == ProbeKind::Path; });
      call.pending = checks ? Pending::Check : Pending::Another;
    }
    const bool polls = call.stage == Stage::Sent && poll_ms(table_[call.row]) > 0;
    if (polls && !tells_.looks) call.pending = Pending::Signal;
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
  spec::ClauseSet on_;
  std::int64_t slack_ms_;
  ToldSignals tells_;
};

}  // namespace conformance::ack
