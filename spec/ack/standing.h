// How one call stands in the situation: the facts that clauses are written in. Not for others to
// include.
#pragma once
#include <algorithm>
#include <cstdint>

#include "spec/ack/judge.h"
#include "spec/ack/situation.h"
#include "spec/ack/tools.h"

namespace spec::ack {

// A call that awaits nothing ends in the time of every tool that ACK-19 does not name.
inline constexpr std::int32_t loose_budget_ms = 1500;
constexpr std::int32_t budget_ms(const ToolRow& row) {
  return row.signal.kind == SignalKind::None ? loose_budget_ms : row.budget_ms;
}

constexpr bool appears(const ToolRow& row) {
  return row.signal.kind == SignalKind::SoftDialogAppeared ||
         row.signal.kind == SignalKind::WindowAppeared;
}
constexpr bool disappears(const ToolRow& row) {
  return row.signal.kind == SignalKind::SoftDialogDisappeared ||
         row.signal.kind == SignalKind::WindowDisappeared;
}
constexpr bool counts_windows(const ToolRow& row) {
  return row.signal.kind == SignalKind::WindowCountBelow;
}
constexpr bool is_trip(const ToolRow& row) { return row.signal.kind == SignalKind::RoundTrip; }
constexpr bool is_loose(const ToolRow& row) { return row.signal.kind == SignalKind::None; }
// Its signal can be looked for.
constexpr bool looks(const ToolRow& row) { return !is_trip(row) && !is_loose(row); }

// Only pushes advance the generation: it holds by no cause of its own.
constexpr bool has_cause(const ToolRow& row) {
  return row.signal.kind > SignalKind::GenerationAdvanced;
}

constexpr std::uint8_t bit(ProbeKind kind) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
}
// What there is, whether or not it can be read already.
constexpr std::uint8_t value_of(const Situation& s, Probe probe) {
  const bool is_open = s.open.has(probe.subject);
  switch (probe.kind) {
    case ProbeKind::Generation: return s.generation;
    case ProbeKind::SoftDialog: return probe.subject == no_subject ? s.dialogs : is_open ? 1 : 0;
    case ProbeKind::Windows: return probe.subject == Subject::Viewer ? s.viewers : is_open ? 1 : 0;
    case ProbeKind::Items: return s.no_items ? 0 : 1;
    case ProbeKind::Path: return s.no_path ? 0 : 1;
  }
  return 0;
}
// What is there to be read from the first on; of things to act on the pane store knows.
constexpr bool exists(const Situation& s, ProbeKind kind) {
  if (kind == ProbeKind::Path) return true;
  const auto store = kind == ProbeKind::Items ? ProbeKind::Generation : kind;
  return (s.exists & bit(store)) != 0;
}
constexpr Reading reading_of(const Situation& s, Probe probe) {
  if (!exists(s, probe.kind)) return {};
  const std::uint8_t detail = probe.kind == ProbeKind::Generation ? s.version : std::uint8_t{0};
  return {true, value_of(s, probe), detail};
}
constexpr bool holds(const ToolRow& row, Reading reading, std::uint8_t threshold) {
  switch (row.signal.kind) {
    case SignalKind::None:
    case SignalKind::RoundTrip: return false;
    case SignalKind::GenerationAdvanced: {
      const auto advanced = static_cast<std::uint8_t>(reading.value - threshold);
      return reading.exists && advanced > 0 && advanced < 128;
    }
    case SignalKind::SoftDialogAppeared:
    case SignalKind::WindowAppeared: return reading.exists && reading.value > 0;
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowDisappeared: return !reading.exists || reading.value == 0;
    case SignalKind::WindowCountBelow: return reading.exists && reading.value < threshold;
  }
  return false;
}

inline constexpr ToolRow no_row{};
inline const ToolRow& row_of(const CallSituation& call, ToolTable table) {
  const bool has_row = call.stage == Stage::Called || call.stage == Stage::Sent;
  return has_row ? table[call.row] : no_row;
}

class Standing {
 public:
  Standing(const Situation& s, const CallSituation& call, ToolTable table)
      : s_(s), call_(call), row_(row_of(call, table)), table_(table) {}

  const ToolRow& row() const { return row_; }
  CallId id() const { return {static_cast<std::uint16_t>(&call_ - s_.calls.data() + 1)}; }

  // What was asked for, and how far it came.
  bool unknown() const { return call_.stage == Stage::Unknown; }
  bool invalid() const { return call_.stage == Stage::Invalid; }
  bool dispatched() const { return call_.stage == Stage::Sent; }
  bool captured() const { return call_.has(CallFlag::Known); }
  // Of the conditions of its row one of this rule holds, and did all the time.
  bool stands(std::uint8_t rule) const {
    return any_condition([&](const Obstacle& each, bool held, bool unheld) {
      return rule_of(row_, each) == rule && held && !unheld;
    });
  }
  bool stands() const {
    return any_condition([](const Obstacle&, bool held, bool unheld) { return held && !unheld; });
  }
  // It held at some time, and this is how the row says that the call ends then.
  bool may_refuse(const Response& response) const {
    if (stage_is_called() && out_of_check() && response.status == Status::Refused &&
        response.refusal == Refusal::Unchecked)
      return true;
    return any_condition([&](const Obstacle& each, bool held, bool) {
      return held && response.status == each.then && response.refusal == each.kind;
    });
  }
  // Which rule says when a call is refused so; none: no rule of refusals does.
  std::uint8_t refusal_rule(Status status) const {
    const bool any_row =
        status == Status::Refused || (stage_is_called() && status == Status::NotReady);
    std::uint8_t out = any_row ? rule_index("ACK-35") : no_rule;
    any_condition([&](const Obstacle& each, bool, bool) {
      if (each.then == status) out = rule_of(row_, each);
      return each.then == status;
    });
    return out;
  }
  // How the first of the conditions that stand says it.
  Response refusal_owed() const {
    Response out{.status = Status::Refused, .refusal = Refusal::Unchecked};
    bool found = false;
    any_condition([&](const Obstacle& each, bool held, bool unheld) {
      if (!found && held && !unheld) out = {.status = each.then, .refusal = each.kind};
      found = found || (held && !unheld);
      return false;
    });
    return out;
  }
  // There is nothing against it: it is dispatched, or should be.
  bool goes_ahead() const { return dispatched() || (stage_is_called() && !stands()); }
  // A check of what it names is under way.
  bool checks() const { return stage_is_called() && call_.pending == Pending::Check; }
  std::int32_t check_bound() const {
    std::int32_t bound = 0;
    for (const Obstacle& each : row_.unless)
      bound = std::max(bound, static_cast<std::int32_t>(each.within.count()));
    return bound;
  }
  bool out_of_check() const { return checks() && age() >= check_bound(); }
  std::int32_t age() const { return call_.age; }
  bool is_age(std::int64_t ms) const {
    return ms == age() || (age() == uncounted_ms && ms > uncounted_ms);
  }
  bool out_of_time() const { return dispatched() && age() >= budget_ms(row_); }
  // What it is told of may never come: the frontend that it was sent to is gone.
  bool may_give_up() const { return out_of_time() || call_.has(CallFlag::Deserted); }
  // Its capture is under way, or took time.
  bool captures() const {
    return call_.stage == Stage::Called && call_.pending != Pending::Nothing;
  }
  bool captured_slowly() const { return call_.has(CallFlag::Slow); }
  // A round trip had this id before.
  bool was_used(RequestId request) const {
    return request != RequestId{} && std::ranges::count(s_.requests, request) > 0;
  }
  bool looks_elsewhere() const { return call_.has(CallFlag::Elsewhere); }

  // The signal.
  bool awaits() const { return dispatched() && !is_loose(row_); }
  bool awaits_reply() const { return dispatched() && is_trip(row_); }
  bool awaits_look() const { return dispatched() && looks(row_); }
  bool replied() const { return call_.has(CallFlag::RepliedOk); }
  bool refused() const { return call_.has(CallFlag::RepliedError); }
  bool heard_astray() const { return call_.has(CallFlag::Astray); }
  bool heard_late() const { return call_.has(CallFlag::AstrayLate); }
  std::uint8_t text() const { return call_.value; }
  Refusal refusal() const { return call_.refusal; }
  bool was_replied() const { return call_.has(CallFlag::SaidDone); }
  // What an error behind the dispatch says of the action.
  Doing doing() const { return was_replied() ? Doing::Done : Doing::MayHappen; }
  // What the signal is about is there to be read.
  bool exists() const { return ack::exists(s_, probe_of(row_.signal).kind); }
  Reading reading() const { return reading_of(s_, probe_of(row_.signal)); }
  bool holds() const {
    return is_trip(row_) ? replied() : ack::holds(row_, reading(), call_.value);
  }
  // It waits for something else, and takes that for its signal.
  bool is_misled() const { return looks_elsewhere() && !holds(); }
  // With what it is compared with, modulo 256.
  Signal signal() const {
    return {row_.signal.kind, row_.signal.subject, is_trip(row_) ? 0u : call_.value};
  }
  bool names_signal(const Response& response) const {
    const Signal its = signal();
    return response.signal.kind == its.kind && response.signal.subject == its.subject &&
           static_cast<std::uint8_t>(response.signal.bound) == its.bound;
  }
  // The words of a timeout, if they are told.
  bool is_named_in(const Message& words) const {
    const auto kind = 1u << static_cast<unsigned>(row_.signal.kind);
    const bool subject =
        row_.signal.subject == Subject::None || words.subjects.has(row_.signal.subject);
    return (words.kinds & kind) != 0 && subject;
  }
  bool tells_age(const Message& words) const {
    return std::ranges::any_of(words.numbers, [this](std::uint32_t ms) { return is_age(ms); });
  }
  // It holds, and a tool that looks at each poll says so before this next one has passed.
  bool owes_ok() const { return awaits_look() && holds() && !looks_now(); }
  // A look is under way.
  bool looks_now() const { return awaits_look() && call_.pending == Pending::Signal; }
  bool looks_slowly() const { return awaits_look() && call_.has(CallFlag::SlowLook); }
  bool looked_last() const { return call_.has(CallFlag::LookedLast) && !looks_now(); }
  // And it waits for something else, whatever this rule says.
  bool misses_ok(std::uint8_t rule) const {
    return row_.rule == rule && owes_ok() && looks_elsewhere();
  }
  std::int32_t next_poll() const {
    // Polls drift where looks take time: what they miss the last one sees.
    if (looks_slowly() && age() < budget_ms(row_)) return budget_ms(row_);
    if (call_.has(CallFlag::Polled)) return age();
    const std::int32_t poll = poll_ms(row_);
    return std::min((age() / poll + 1) * poll, budget_ms(row_));
  }
  bool last_poll() const { return next_poll() >= budget_ms(row_); }
  // Some viewers are left.
  bool others_stay() const { return row_.when == When::One && s_.viewers > 0; }

  // The read under way is of the panes. What there was when it was asked for, of a Capture.
  bool reads_panes() const {
    const bool own = row_.signal.kind == SignalKind::GenerationAdvanced;
    return call_.pending == Pending::Panes || (own && call_.pending == Pending::Signal);
  }
  Reading read_when_asked() const {
    const bool kept = call_.stage == Stage::Called && call_.pending == Pending::Signal;
    return kept ? Reading{!call_.has(CallFlag::Absent), call_.value}
                : reading_of(s_, {ProbeKind::Generation, Subject::None});
  }

  // ACK-21.
  bool noted() const { return call_.has(CallFlag::Noted); }
  bool owes_note() const { return call_.has(CallFlag::HeldBefore); }
  bool held_before() const {
    if (!appears(row_) && !disappears(row_)) return false;
    if (!dispatched()) return call_.has(CallFlag::Held);
    const bool still = call_.cause == Cause::Before || call_.cause == Cause::StartUp;
    return owes_note() || (age() == 0 && still);
  }

  // ACK-26. A viewer of the path that was asked for is there to be seen.
  std::uint8_t path() const { return call_.path; }
  bool noted_open() const { return call_.has(CallFlag::NotedOpen); }
  bool path_is_open() const {
    return dispatched() && path() != 0 && exists() && s_.showing[path() - 1u] > 0;
  }

  // The truth.
  bool repeats() const { return call_.has(CallFlag::Repeats); }
  std::uint16_t lies_before() const {
    return static_cast<std::uint16_t>(call_.flags >> first_lies);
  }
  bool processed() const { return call_.has(CallFlag::CarriedOut); }
  bool false_ok() const { return !processed(); }
  std::uint16_t classes_of_ok() const;
  // A call that awaits nothing needs no notification.
  bool false_timeout() const {
    const bool told = call_.has(CallFlag::Notified) || call_.has(CallFlag::Lost);
    return processed() && (told || is_loose(row_));
  }
  std::uint16_t classes_of_timeout() const;
  // No class explains the lie.
  bool lies_with_ok() const { return false_ok() && classes_of_ok() == 0; }
  bool lies_with_timeout() const { return false_timeout() && classes_of_timeout() == 0; }

  // Other calls in flight.
  bool is_alone() const {
    return std::ranges::all_of(s_.calls, [&](const CallSituation& other) {
      return &other == &call_ || other.stage == Stage::Free;
    });
  }
  // What would be right for this call, and for another one.
  bool fits(const Response& response) const;
  bool fits_another(const Response& response) const {
    return std::ranges::any_of(s_.calls, [&](const CallSituation& call) {
      if (&call == &call_ || call.stage == Stage::Free) return false;
      const Standing other(s_, call, table_);
      return !is_loose(other.row()) && other.fits(response);
    });
  }
  // With what another call captured, this one's signal would not hold.
  bool holds_not_for_another() const {
    return std::ranges::any_of(s_.calls, [&](const CallSituation& call) {
      if (&call == &call_ || call.stage != Stage::Sent) return false;
      const Standing other(s_, call, table_);
      return other.row().signal == row_.signal && !other.holds();
    });
  }

 private:
  bool stage_is_called() const { return call_.stage == Stage::Called; }
  bool any_condition(auto is) const {
    if (!stage_is_called()) return false;
    for (unsigned i = 0; i < row_.unless.count; ++i) {
      const bool held = (call_.conditions >> i & 1u) != 0;
      const bool unheld = (call_.conditions >> (i + obstacles_max) & 1u) != 0;
      if (is(row_.unless.all[i], held, unheld)) return true;
    }
    return false;
  }

  const Situation& s_;
  const CallSituation& call_;
  const ToolRow& row_;
  ToolTable table_;
};

}  // namespace spec::ack
