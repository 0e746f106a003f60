// Random runs of a right subject, written for this test alone: however often it looks, the judge
// finds no breach, agrees on what was processed, and explains every lie. One that looks less often
// than at each poll is found out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "ack/testing.h"

namespace spec::ack {
namespace {

struct Random {
  std::uint64_t state;
  std::uint32_t below(std::uint32_t most) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 33) % most;
  }
};

// When a subject looks: at the polls, twice as often, at every push and not before the deadline
// without one, or less often than it must.
enum class Looks : std::uint8_t { AtPolls, Often, AtPushes, Seldom };

struct Waiter {
  const ToolRow* row = nullptr;  // Null: the number is free.
  std::uint8_t threshold = 0;
  std::int32_t age = 0;
  std::int32_t next_look = 0;
  bool sent = false;
  bool processed = false;
  bool notified = false;  // By all that its signal asks for, whether or not it was received.
  PathId path{};          // Of closing one viewer.
};

class Walk {
 public:
  Walk(std::uint64_t seed, Revision revision, Looks looks)
      : random_{seed}, revision_(revision), looks_(looks), judge_(revision) {}

  void step() {
    switch (random_.below(13)) {
      case 0: return happen(foreign());
      case 1:
      case 2: return start(pick());
      case 3:
      case 4:
      case 5: return react(pick());
      case 6: return happen(heard(Replied{{99}, random_.below(2) == 0, {3}}));
      case 7: return random_.below(4) == 0 ? leave(pick()) : tell(client_reads(read(panes)));
      default: return pass_time();
    }
  }

  const Findings& findings() const { return findings_; }
  std::string story() const {
    std::string text;
    for (const Seen& seen : seen_) text += show(seen) + "\n";
    return text;
  }
  std::size_t ended(Kind kind) const { return ended_.at(static_cast<std::size_t>(kind)); }

 private:
  CallId pick() { return {static_cast<std::uint16_t>(1 + random_.below(calls_max))}; }
  Waiter& at(CallId id) { return waiters_.at(id.value - 1u); }

  void happen(const Seen& seen) {
    if (const auto* heard = std::get_if<Heard>(&seen)) {
      if (std::holds_alternative<StoreReady>(heard->what)) store_ = true;
      if (const auto* what = std::get_if<Pushed>(&heard->what))
        if (store_ && what->pane != Pane::Unknown) {
          ++generation_;
          stored_ = static_cast<std::uint8_t>(what->version);
        }
    } else {
      remember(std::get<Fact>(seen));
    }
    tell(seen);
    const auto* heard = std::get_if<Heard>(&seen);
    if (looks_ == Looks::AtPushes && heard && std::holds_alternative<Pushed>(heard->what))
      look_at_panes();
  }
  void look_at_panes() {
    for (std::uint16_t value = 1; value <= calls_max; ++value) {
      const Waiter& waiter = at({value});
      if (waiter.sent && waiter.row->signal == pane_signal) look_for({value});
    }
  }
  void remember(const Fact& fact) {
    if (std::holds_alternative<TrackerReady>(fact)) tracker_ = true;
    if (std::holds_alternative<WindowsReady>(fact)) windows_ = true;
    if (const auto* what = std::get_if<TrackerTold>(&fact))
      if (tracker_) dialogs_.at(what->dialog.value) = what->open;
    if (const auto* what = std::get_if<WindowOpened>(&fact)) {
      ++count(what->window);
      ++showing_.at(what->path.value);
    }
    if (const auto* what = std::get_if<WindowClosed>(&fact)) {
      --count(what->window);
      --showing_.at(what->path.value);
    }
  }
  Seen opens(SubjectId window, CallId by = no_call) {
    const auto path = static_cast<std::uint8_t>(1 + random_.below(2));
    return opened(window, by, window == Subject::Viewer ? PathId{path} : no_path);
  }
  // One that is open.
  Seen closes(SubjectId window, CallId by = no_call) {
    if (window != Subject::Viewer) return closed(window, by);
    const bool first = showing_[2] == 0 || (showing_[1] > 0 && random_.below(2) == 0);
    return closed(window, by, first ? PathId{1} : PathId{2});
  }
  void leave(CallId id) {
    if (at(id).row == nullptr) return;
    tell(client_leaves(id));
    at(id) = Waiter{};
  }
  void tell(const Seen& seen) {
    seen_.push_back(seen);
    std::visit([&](const auto& what) { judge_.see(state_, what, findings_); }, seen);
  }

  std::uint8_t& count(SubjectId window) { return counts_.at(window.value); }
  Reading read(Probe probe) {
    if (probe.kind == ProbeKind::Generation) return store_ ? is(generation_, stored_) : absent;
    if (probe.kind == ProbeKind::Windows) return windows_ ? is(count(probe.subject)) : absent;
    const bool open = dialogs_.at(probe.subject.value);
    return tracker_ ? is(open ? 1 : 0) : absent;
  }

  Seen foreign() {
    const auto window = random_.below(2) == 0 ? Subject::Settings : Subject::Viewer;
    const auto dialog =
        SubjectId{static_cast<std::uint8_t>(Subject::About.value + random_.below(5))};
    const int most = window == Subject::Settings ? 1 : 4;
    switch (random_.below(8)) {
      case 0: return heard(store_ ? Happening(FocusMoved{Pane::Left}) : Happening(StoreReady{}));
      case 1: return tracker_ready;
      case 2: return windows_ready;
      case 3:
        return pushed(no_call, PushKind::Tabs, static_cast<Pane>(random_.below(3)), ++version_);
      case 4: return told(dialog, random_.below(2) == 0);
      case 5: return count(window) < most ? opens(window) : tracker_ready;
      case 6: return count(window) > 0 ? closes(window) : tracker_ready;
      default: return fact(FrontendRestarted{});
    }
  }

  // Up to the next look or deadline, or less far; then what is due.
  void pass_time() {
    std::int32_t most = 400;
    for (const Waiter& waiter : waiters_)
      if (waiter.row != nullptr) most = std::min(most, next(waiter) - waiter.age);
    const bool whole = random_.below(2) == 0;
    const auto ms = whole ? most : static_cast<std::int32_t>(random_.below(100)) * most / 100;
    if (ms > 0) tell(pass(ms));
    for (std::uint16_t value = 1; value <= calls_max; ++value) {
      Waiter& waiter = at({value});
      if (waiter.row == nullptr) continue;
      waiter.age += ms;
      // Others may come first in the same instant.
      const bool later = ms > 0 && random_.below(2) == 0;
      if (waiter.age == next(waiter) && !later) due({value});
    }
  }
  static std::int32_t next(const Waiter& waiter) {
    return waiter.row->signal.kind == SignalKind::RoundTrip ? waiter.row->budget_ms
                                                            : waiter.next_look;
  }
  void due(CallId id) {
    Waiter& waiter = at(id);
    Signal signal = waiter.row->signal;
    if (signal.kind != SignalKind::RoundTrip) {
      const std::int32_t last = waiter.row->budget_ms;
      waiter.next_look = std::min(waiter.age + interval(signal.kind), last);
      if (look_for(id) || waiter.age < last) return;
    }
    signal.bound = waiter.threshold;
    end(id, missing(signal, waiter.row->budget_ms, id));
  }
  // Whether the signal is found, and the call over.
  bool look_for(CallId id) {
    const Signal signal = at(id).row->signal;
    const Reading reading = read(probe_of(signal));
    tell(look(probe_of(signal), id));
    tell(heard(Looked{id, reading}));
    if (!found(at(id), reading)) return false;
    if (windows_ && at(id).path != no_path && showing_.at(at(id).path.value) > 0)
      tell(note_open(id, at(id).path));
    end(id, ok(id));
    return true;
  }
  std::int32_t interval(SignalKind kind) const {
    switch (looks_) {
      case Looks::AtPolls: break;
      case Looks::Often: return poll_ms(kind) / 2;
      case Looks::Seldom: return poll_ms(kind) * 3;
      case Looks::AtPushes:
        if (kind == SignalKind::GenerationAdvanced) return 60'000;
    }
    return poll_ms(kind);
  }
  static bool found(const Waiter& waiter, Reading reading) {
    switch (waiter.row->signal.kind) {
      case SignalKind::None:
      case SignalKind::RoundTrip: return false;
      case SignalKind::GenerationAdvanced: return reading.value > waiter.threshold;
      case SignalKind::SoftDialogAppeared:
      case SignalKind::WindowAppeared: return reading.value > 0;
      case SignalKind::SoftDialogDisappeared:
      case SignalKind::WindowDisappeared: return reading.value == 0;
      case SignalKind::WindowCountBelow: return reading.value < waiter.threshold;
    }
    return false;
  }

  void start(CallId id) {
    if (at(id).row != nullptr || generation_ > 200) return;
    const ToolTable table = tools_of(revision_);
    const ToolRow& row = table[random_.below(static_cast<std::uint32_t>(table.size()))];
    const bool confirms = row.when == When::AutoConfirm;
    const bool one_viewer = row.when == When::One;
    const auto path = static_cast<std::uint8_t>(one_viewer ? 1 + random_.below(2) : 0);
    tell(calls({row.tool, row.target, confirms, one_viewer, {path}}, id));
    at(id) = Waiter{.row = &row, .path = {path}};
    if (row.signal.kind > SignalKind::RoundTrip && !prepare(id)) return;
    tell(dispatch_of(id, row));
    at(id).sent = true;
    if (row.signal.kind == SignalKind::None) end(id, ok(id));
  }
  Seen dispatch_of(CallId id, const ToolRow& row) {
    return row.signal.kind == SignalKind::RoundTrip ? trip(id, ++requests_) : dispatch(id);
  }
  // False if there is nothing to close.
  bool prepare(CallId id) {
    Waiter& waiter = at(id);
    const Probe probe = probe_of(waiter.row->signal);
    Reading reading = read(probe);
    tell(capture(probe, id));
    const bool stale = random_.below(4) == 0;
    if (stale) happen(foreign());
    if (!stale || random_.below(2) == 0) reading = read(probe);
    tell(heard(Captured{id, reading}));
    const bool counts = waiter.row->signal.kind == SignalKind::WindowCountBelow ||
                        waiter.row->signal.kind == SignalKind::GenerationAdvanced;
    waiter.threshold = static_cast<std::uint8_t>(counts ? reading.value : 0);
    if (waiter.row->signal.kind == SignalKind::WindowCountBelow) {
      const Status status = reading.exists ? Status::InvalidParams : Status::NotReady;
      if (reading.value == 0) end(id, says(status, id));
      if (waiter.row == nullptr) return false;
      if (waiter.row->when == When::All) waiter.threshold = 1;
    }
    const SignalKind kind = waiter.row->signal.kind;
    const bool appears_now =
        kind == SignalKind::SoftDialogAppeared || kind == SignalKind::WindowAppeared;
    if (appears_now && reading.value > 0) tell(note(id));
    return true;
  }

  // The frontend carries out a call: with or without effects, in this instant or again later.
  void react(CallId id) {
    Waiter& waiter = at(id);
    if (waiter.row == nullptr) return;
    const bool of_panes = waiter.row->signal == pane_signal;
    if (!waiter.processed) happen(processed(id, of_panes ? ++version_ : std::uint8_t{0}));
    waiter.processed = true;
    const SubjectId subject = waiter.row->signal.subject;
    if (random_.below(3) == 0) return;
    const bool goes_away = waiter.row->signal.kind == SignalKind::WindowDisappeared;
    if (subject != Subject::Settings || (count(subject) > 0) == goes_away) waiter.notified = true;
    switch (waiter.row->signal.kind) {
      case SignalKind::None: return;
      case SignalKind::RoundTrip: return reply(id);
      case SignalKind::GenerationAdvanced:
        return happen(pushed(id, PushKind::State, Pane::Left, version_));
      case SignalKind::SoftDialogAppeared: return happen(told(subject, true, id));
      case SignalKind::SoftDialogDisappeared: return happen(told(subject, false, id));
      case SignalKind::WindowAppeared:
        if (subject == Subject::Viewer || count(subject) == 0) happen(opens(subject, id));
        return;
      case SignalKind::WindowDisappeared:
      case SignalKind::WindowCountBelow: break;
    }
    if (count(subject) > 0) happen(closes(subject, id));
  }
  void reply(CallId id) {
    const bool good = random_.below(3) != 0;
    const auto kind = static_cast<Refusal>(random_.below(4));
    tell(good ? replied(id) : refused(9, id, kind));
    end(id, good ? ok(id) : failed(9, id, kind));
  }

  // Behind a breach nothing is judged any more.
  void end(CallId id, const Seen& answer) {
    if (findings_.breach) return;
    const std::size_t before = findings_.verdicts.size();
    const Status status = std::get<Respond>(std::get<Command>(answer)).response.status;
    tell(answer);
    ASSERT_EQ(findings_.verdicts.size(), before + 1) << story();
    const Verdict verdict = findings_.verdicts.back();
    const bool said_ok = status == Status::Ok;
    EXPECT_EQ(verdict.call, id);
    EXPECT_EQ(verdict.kind == Kind::TrueOk, said_ok && at(id).processed) << story();
    EXPECT_EQ(verdict.kind == Kind::FalseOk, said_ok && !at(id).processed) << story();
    EXPECT_TRUE(verdict.kind < Kind::FalseTimeout || at(id).processed) << story();
    EXPECT_TRUE(verdict.kind != Kind::TrueError || status != Status::Missing || !at(id).processed)
        << story();
    if (said_ok) tell(client_reads(read(panes)));
    const bool late = status == Status::Missing && at(id).notified;
    if (at(id).row->signal.kind != SignalKind::WindowCountBelow) {
      EXPECT_EQ(verdict.kind == Kind::FalseTimeout, late) << story();
    }
    const bool lie = verdict.kind == Kind::FalseOk || verdict.kind == Kind::FalseTimeout;
    EXPECT_EQ(lie, verdict.classes != 0) << story();
    ++ended_.at(static_cast<std::size_t>(verdict.kind));
    at(id) = Waiter{};
  }

  Random random_;
  Revision revision_;
  Looks looks_;
  Judge judge_;
  Situation state_{};
  Findings findings_;
  Story seen_;
  bool store_ = false, tracker_ = false, windows_ = false;
  std::uint8_t generation_ = 0;
  std::uint8_t version_ = 0, stored_ = 0;  // Of the panes, and of the newest push.
  std::array<std::uint8_t, 3> showing_{};  // Viewers by path; of 0 all that show none.
  std::array<bool, 8> dialogs_{};
  std::array<std::uint8_t, 8> counts_{};
  std::array<Waiter, calls_max> waiters_{};
  std::uint32_t requests_ = 0;
  std::array<std::size_t, 5> ended_{};
};

Exercised walk(Revision revision, Looks looks) {
  std::array<std::size_t, 5> ends{};
  Exercised exercised;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Walk walk(seed, revision, looks);
    for (int i = 0; i < 150 && !walk.findings().breach; ++i) walk.step();
    const Judged judged{{}, walk.findings(), 0};
    EXPECT_FALSE(judged.findings.breach) << explain(judged) << "\n" << walk.story();
    if (judged.findings.breach) break;
    for (std::size_t kind = 0; kind < ends.size(); ++kind)
      ends.at(kind) += walk.ended(static_cast<Kind>(kind));
    exercised |= rules_of(clause_texts(), judged.findings.met);
  }
  // Of what looks often, few calls are in flight for long.
  for (std::size_t count : ends) EXPECT_GT(count, 5u);
  return exercised;
}

TEST(AckWalk, ARightSubjectIsNeverBlamedAndMeetsEveryRule) {
  Exercised met = walk(Revision::R1, Looks::AtPolls);
  met |= walk(Revision::R2, Looks::AtPolls);
  for (std::size_t i = 0; i < ack_rules.size(); ++i) {
    // Captures take no time here, and rows have no second part.
    const auto id = ack_rules[i].id;
    const bool without_runs =
        std::ranges::count(rules_without_runs, id) > 0 || id == "ACK-29" || id == "ACK-34";
    EXPECT_NE(met.has(i), without_runs) << id;
  }
}

TEST(AckWalk, ASubjectThatLooksMoreOftenIsRight) { walk(Revision::R1, Looks::Often); }

TEST(AckWalk, ASubjectThatLooksAtEveryPushAndNotByTimersIsRight) {
  walk(Revision::R1, Looks::AtPushes);
}

TEST(AckWalk, ASubjectThatLooksLessOftenThanAtEachPollBreaksThat) {
  bool slow = false;
  for (std::uint64_t seed = 1; seed <= 100 && !slow; ++seed) {
    Walk walk(seed, Revision::R1, Looks::Seldom);
    for (int i = 0; i < 150 && !walk.findings().breach; ++i) walk.step();
    if (!walk.findings().breach) continue;
    const auto rules = rules_of(*walk.findings().breach);
    slow = slow || rules == "ACK-04";
    EXPECT_NE(rules.find("ACK-04"), std::string::npos) << rules << "\n" << walk.story();
  }
  EXPECT_TRUE(slow);
}

}  // namespace
}  // namespace spec::ack
