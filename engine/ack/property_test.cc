// The acknowledgement engine against a model that is written out here: any number of calls in any
// order, with answers, replies and pushes when they like.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "ack/testing.h"

namespace engine::ack {
namespace {

enum class Deed : std::uint8_t { Call, Capture, Look, Time, Reply, Push, Focus, Store };

// What happens next; each deed reads of it what it needs.
struct Step {
  Deed deed{};
  std::uint8_t pick = 0;   // Which of those that there are.
  std::uint8_t value = 0;  // A reading, a pane, a time.
  bool flag = false;       // There is a tracker; ok; one; autoConfirm.
};

void showValue(const Step& step, std::ostream& out) {
  out << static_cast<int>(step.deed) << ":" << int{step.pick} << ":" << int{step.value}
      << (step.flag ? "+" : "-");
}

rc::Gen<std::vector<Step>> steps() {
  const auto byte = rc::gen::inRange<std::uint8_t>(0, 200);
  const auto deed = rc::gen::element(Deed::Call, Deed::Call, Deed::Capture, Deed::Capture,
                                     Deed::Look, Deed::Look, Deed::Look, Deed::Time, Deed::Time,
                                     Deed::Reply, Deed::Push, Deed::Focus, Deed::Store);
  return rc::gen::container<std::vector<Step>>(
      rc::gen::construct<Step>(deed, byte, byte, rc::gen::arbitrary<bool>()));
}

// One call as the model has it. Times are from the beginning of the run.
struct Waiting {
  const Row* row = nullptr;
  enum class For { Capture, Look, Time, Reply } what = For::Capture;
  std::int32_t dispatched = 0;
  std::int32_t due = 0;  // Of its timer; of a look, when it was asked for.
  std::uint32_t bound = 0;
  std::uint32_t request = 0;
};

// Says what the engine must command. Slow and plain: maps, and no state that is thrown away.
class Model {
 public:
  explicit Model(const Table& table) : table_(table) {}

  Commands call(CallId id, const Request& request, std::int32_t now) {
    const Row* row = find_row(table_, request);
    if (row == nullptr)
      return commands(Respond{
          id,
          {.status = knows(table_, request.tool) ? Status::InvalidParams : Status::UnknownTool}});
    if (calls.size() == 8) return commands(Respond{id, {.status = Status::Busy}});
    if (row->signal == SignalKind::None) return commands(Dispatch{id, {}}, Respond{id, {}});
    auto& waiting = calls[id] = {.row = row};
    const bool disappears = row->signal == SignalKind::SoftDialogDisappeared ||
                            row->signal == SignalKind::WindowDisappeared;
    if (!disappears && row->signal != SignalKind::RoundTrip)
      return commands(Capture{id, probe(*row)});
    return dispatched(id, waiting, now, {});
  }

  Commands captured(CallId id, const Reading& reading, std::int32_t now) {
    auto& waiting = calls.at(id);
    const auto kind = waiting.row->signal;
    if (kind == SignalKind::WindowCountBelow && (!reading.exists || reading.value == 0)) {
      calls.erase(id);
      return commands(
          Respond{id, {.status = reading.exists ? Status::InvalidParams : Status::NotReady}});
    }
    if (kind == SignalKind::GenerationAdvanced) waiting.bound = reading.value;
    if (kind == SignalKind::WindowCountBelow)
      waiting.bound = waiting.row->below_captured ? reading.value : 1;
    const bool appears =
        kind == SignalKind::SoftDialogAppeared || kind == SignalKind::WindowAppeared;
    if (appears && reading.exists && reading.value > 0)
      return dispatched(id, waiting, now, NoteHeld{id, signal(waiting)});
    return dispatched(id, waiting, now, {});
  }

  Commands looked(CallId id, const Reading& reading, std::int32_t now) {
    auto& waiting = calls.at(id);
    const auto deadline = waiting.dispatched + waiting.row->budget.count();
    if (holds(waiting, reading)) return respond(id, {});
    if (now < deadline) {
      const auto wait = std::min(waiting.row->poll.count(), deadline - now);
      waiting.what = Waiting::For::Time;
      waiting.due = now + wait;
      return commands(SetTimer{id, Duration{wait}});
    }
    if (waiting.due < deadline) {  // Asked before the deadline, and answered at it.
      waiting.due = deadline;
      return commands(Look{id, probe(*waiting.row)});
    }
    return respond(id, missing(waiting, now));
  }

  Commands timer(CallId id, std::int32_t now) {
    auto& waiting = calls.at(id);
    if (waiting.what == Waiting::For::Reply) return respond(id, missing(waiting, now));
    waiting.what = Waiting::For::Look;
    waiting.due = now;
    return commands(Look{id, probe(*waiting.row)});
  }

  Commands replied(std::uint32_t request, bool ok, TextId text) {
    for (const auto& [id, waiting] : calls) {
      if (waiting.what != Waiting::For::Reply || waiting.request != request) continue;
      const CallId call = id;
      calls.erase(call);
      if (ok) return commands(CancelTimer{call}, Respond{call, {}});
      return commands(CancelTimer{call}, Respond{call, {.status = Status::Failed, .text = text}});
    }
    return {};
  }

  std::map<CallId, Waiting> calls;
  std::uint32_t requests = 0;

 private:
  static Probe probe(const Row& row) {
    if (row.signal == SignalKind::GenerationAdvanced) return generation;
    const bool window = row.signal >= SignalKind::WindowAppeared;
    return {window ? ProbeKind::Windows : ProbeKind::SoftDialog, row.subject};
  }
  static Signal signal(const Waiting& waiting) {
    return {waiting.row->signal, waiting.row->subject, waiting.bound};
  }
  static Response missing(const Waiting& waiting, std::int32_t now) {
    return {.status = Status::Missing,
            .signal = signal(waiting),
            .elapsed = Duration{now - waiting.dispatched},
            .doing = Doing::MayHappen};
  }
  static bool holds(const Waiting& waiting, const Reading& reading) {
    const auto kind = waiting.row->signal;
    if (kind == SignalKind::SoftDialogDisappeared || kind == SignalKind::WindowDisappeared)
      return !reading.exists || reading.value == 0;
    if (!reading.exists) return false;
    if (kind == SignalKind::GenerationAdvanced) return reading.value > waiting.bound;
    if (kind == SignalKind::WindowCountBelow) return reading.value < waiting.bound;
    return reading.value > 0;
  }

  Commands dispatched(CallId id, Waiting& waiting, std::int32_t now, std::optional<NoteHeld> note) {
    Commands out;
    if (note) out.push_back(*note);
    waiting.dispatched = waiting.due = now;
    if (waiting.row->signal != SignalKind::RoundTrip) {
      waiting.what = Waiting::For::Look;
      out.push_back(Dispatch{id, {}});
      out.push_back(Look{id, probe(*waiting.row)});
      return out;
    }
    waiting.what = Waiting::For::Reply;
    waiting.request = ++requests;
    waiting.due = now + waiting.row->budget.count();
    out.push_back(Dispatch{id, {waiting.request}});
    out.push_back(SetTimer{id, waiting.row->budget});
    return out;
  }

  Commands respond(CallId id, const Response& response) {
    calls.erase(id);
    return commands(Respond{id, response});
  }

  const Table& table_;
};

// Drives the engine, one that is rebased after every event, and the model, by the book.
class Trial {
 public:
  explicit Trial(const Table& table)
      : table_(table), engine_(table), rebased_(table), model_(table) {}

  void take(const Step& step) {
    switch (step.deed) {
      case Deed::Call: return call(step);
      case Deed::Capture:
        return answer(step, Waiting::For::Capture, [&](CallId id, const Reading& reading) {
          check(Captured{id, reading}, model_.captured(id, reading, now_));
        });
      case Deed::Look:
        return answer(step, Waiting::For::Look, [&](CallId id, const Reading& reading) {
          check(Looked{id, reading}, model_.looked(id, reading, now_));
        });
      case Deed::Time: return pass_time(step);
      case Deed::Reply: return reply(step);
      case Deed::Push: return push(step);
      case Deed::Focus: return check(FocusMoved{Pane::Right}, {});
      case Deed::Store: check(StoreReady{}, {}); store_ = true;
    }
  }

  std::size_t in_flight_most() const { return most_; }

 private:
  void call(const Step& step) {
    const Request request{.tool = {static_cast<std::uint8_t>(step.pick % table_.tools.size())},
                          .target = step.value % 8 == 7
                                        ? no_target
                                        : TargetId{static_cast<std::uint8_t>(step.value % 8)},
                          .auto_confirm = step.flag,
                          .one = step.flag};
    const CallId id{++calls_};
    check(Called{id, request}, model_.call(id, request, now_));
    most_ = std::max(most_, model_.calls.size());
  }

  // One of the calls that wait for this.
  void answer(const Step& step, Waiting::For what, auto use) {
    std::vector<CallId> ids;
    for (const auto& [id, waiting] : model_.calls)
      if (waiting.what == what) ids.push_back(id);
    if (ids.empty()) return;
    const CallId id = ids[step.pick % ids.size()];
    if (model_.calls.at(id).row->signal == SignalKind::GenerationAdvanced)
      return use(id, Reading{store_, store_ ? generation_ : 0});
    use(id, step.flag ? reads(step.value % 4) : absent);
  }

  // To the next timer, or a little towards it; whoever is asked answers at its own time.
  void pass_time(const Step& step) {
    std::optional<CallId> next;
    for (const auto& [id, waiting] : model_.calls) {
      if (waiting.what != Waiting::For::Time && waiting.what != Waiting::For::Reply) continue;
      if (!next || waiting.due < model_.calls.at(*next).due) next = id;
    }
    if (!next) {
      now_ += step.value;
      return;
    }
    const auto due = model_.calls.at(*next).due;
    if (due - now_ > step.value && step.flag) {
      now_ += step.value;
      return;
    }
    now_ = std::max(now_, due);
    check(TimerFired{*next}, model_.timer(*next, now_));
  }

  // Of any round trip that there was, or will be.
  void reply(const Step& step) {
    const std::uint32_t request = step.pick % (model_.requests + 2);
    const TextId text{step.value};
    check(Replied{{request}, step.flag, text}, model_.replied(request, step.flag, text));
  }

  void push(const Step& step) {
    const auto pane = static_cast<Pane>(step.value % 3);
    generation_ += store_ && pane != Pane::Unknown;
    check(Pushed{pane, step.flag ? PushKind::Tabs : PushKind::State}, {});
    const Reading panes{store_, store_ ? generation_ : 0};
    RC_ASSERT(engine_.panes() == panes);
  }

  void check(const Happening& what, const Commands& wanted) {
    const auto got = engine_.step({Instant{Duration{now_}}, what});
    RC_ASSERT(got == wanted);
    const auto at = Instant{Duration{now_ - origin_}};
    RC_ASSERT(rebased_.step({at, what}) == wanted);
    rebased_.rebase(at);
    origin_ = now_;
    auto twin = engine_;
    twin.rebase(Instant{Duration{now_}});
    RC_ASSERT(twin.state() == rebased_.state());
  }

  const Table& table_;
  Engine engine_, rebased_;
  Model model_;
  std::int32_t now_ = 0, origin_ = 0;
  std::uint16_t calls_ = 0;
  std::uint32_t generation_ = 0;
  bool store_ = false;
  std::size_t most_ = 0;
};

RC_GTEST_PROP(AckProperty, TheEngineDoesWhatTheModelSaysAndWheneverItHappens, ()) {
  const auto run = *steps();
  const bool second = *rc::gen::arbitrary<bool>();
  Trial trial(second ? table_r2() : table_r1());
  for (const auto& step : run) trial.take(step);
  RC_CLASSIFY(trial.in_flight_most() == 8, "all places taken");
}

RC_GTEST_PROP(AckProperty, EightCallsAreInFlightAtMost, ()) {
  Trial trial(table_r1());
  for (std::uint8_t i = 0; i < 12; ++i) trial.take({Deed::Call, i, 7, false});
  RC_ASSERT(trial.in_flight_most() == 8u);
  for (const auto& step : *steps()) trial.take(step);
}

// Equal engines and equal events: equal commands and states, byte by byte.
RC_GTEST_PROP(AckProperty, ACopyGoesOnAsTheOriginalDoes, ()) {
  Trial trial(table_r2());
  for (const auto& step : *steps()) trial.take(step);
  Trial copy = trial;
  for (const auto& step : *steps()) {
    trial.take(step);
    copy.take(step);
  }
}

}  // namespace
}  // namespace engine::ack
