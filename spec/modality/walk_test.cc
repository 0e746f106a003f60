// Random worlds under a subject that does what the oracle wants: the judge finds it right,
// every call ends, every rule that a run can meet is met, and a wrong act is always wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "modality/oracle.h"
#include "modality/testing.h"

namespace spec::modality {
namespace {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed * 2 + 1) {}
  unsigned below(unsigned bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state_ >> 33) % bound;
  }
  bool one_in(unsigned bound) { return below(bound) == 0; }

 private:
  std::uint64_t state_;
};

// Knows what shows and answers what is asked, late where it may.
class World {
 public:
  World(std::uint64_t seed, const Limits& limits) : chance_(seed), limits_(limits) {}

  Judged run() {
    const Judge judge(limits_);
    prologue(judge);
    for (int step = 0; step < 4'000 && !over(); ++step) {
      while (const auto act = wanted(seen_.state, limits_)) judge.see(seen_.state, *act, found());
      if (!over()) move(judge);
    }
    if (seen_.state.step == Step::Ended) judge.see(seen_.state, method(Method::IsModal), found());
    while (const auto act = wanted(seen_.state, limits_)) judge.see(seen_.state, *act, found());
    judge.end(seen_.state, found());
    return seen_;
  }

  // A run up to some instant in which nothing is owed.
  JudgeState stop_somewhere() {
    const Judge judge(limits_);
    prologue(judge);
    for (unsigned left = chance_.below(60); left > 0 && !over(); --left) {
      while (const auto act = wanted(seen_.state, limits_)) judge.see(seen_.state, *act, found());
      if (!over()) move(judge);
    }
    return seen_.state;
  }

 private:
  bool over() const { return seen_.findings.breach || seen_.state.step == Step::Ended; }
  Findings& found() { return seen_.findings; }

  void prologue(const Judge& judge) {
    if (chance_.one_in(3)) open(judge);
    if (chance_.one_in(4)) judge.see(seen_.state, DialogOpened{{200}, false}, found());
    if (chance_.one_in(3)) begin_progress(judge);
    Request request{.mode = static_cast<Mode>(chance_.below(4)), .body_timeout = Duration{3'000}};
    Options& raw = request.raw;
    for (bool* letter : {&raw.close_on_start, &raw.allow_at_gate, &raw.close_while_running,
                         &raw.sync_documents, &raw.wait_smart, &raw.await_dispose})
      *letter = chance_.one_in(2);
    raw.progress = static_cast<ProgressAtGate>(chance_.below(2));
    if (chance_.one_in(30)) request.defect = Defect::UnknownMode;
    if (chance_.one_in(30)) request.from_edt = true;
    judge.see(seen_.state, Called{request}, found());
  }

  void open(const Judge& judge) {
    if (count_ == 3) return;
    dialogs_.at(count_++) = ++last_;
    judge.see(seen_.state, opened(last_), found());
  }

  void dispose(const Judge& judge, unsigned index) {
    if (index >= count_) return;
    const std::uint8_t id = dialogs_.at(index);
    std::copy(dialogs_.begin() + index + 1, dialogs_.end(), dialogs_.begin() + index);
    --count_;
    judge.see(seen_.state, disposed(id), found());
  }

  void begin_progress(const Judge& judge) {
    if (progress_) return;
    progress_ = true;
    judge.see(seen_.state, ProgressStarted{}, found());
  }

  Modality modality() const {
    if (count_ > 0) return dialog;
    return progress_ ? Modality::Progress : none;
  }

  DialogList listing() const {
    DialogList listing;
    for (unsigned i = count_; i > 0; --i) listing.push_back({dialogs_.at(i - 1)});
    return listing;
  }

  void move(const Judge& judge) {
    if (seen_.state.has(tick_asked) && !chance_.one_in(3))
      return judge.see(seen_.state, DialogsListed{OperationId::Monitor, listing()}, found());
    switch (chance_.below(8)) {
      case 0: return happen(judge);
      case 1:
      case 2: return body(judge);
      case 3:
      case 4: return pass_time(judge);
      default: return answer(judge);
    }
  }

  void happen(const Judge& judge) {
    switch (chance_.below(8)) {
      case 0: return open(judge);
      case 1: return dispose(judge, chance_.below(3));
      case 2: return begin_progress(judge);
      case 3:
        if (progress_) judge.see(seen_.state, ProgressEnded{}, found());
        progress_ = false;
        return;
      case 4: return judge.see(seen_.state, IndexingStarted{}, found());
      case 5: return judge.see(seen_.state, EditMade{}, found());
      default: return judge.see(seen_.state, EditsReachedDisk{}, found());
    }
  }

  void body(const Judge& judge) {
    if (seen_.state.owner == Owner::Trip) return judge.see(seen_.state, returned, found());
    if (seen_.state.step != Step::Body) return;
    if (chance_.one_in(12)) return judge.see(seen_.state, threw, found());
    if (chance_.one_in(8)) {
      judge.see(seen_.state, EditsReachedDisk{}, found());  // As a right sync would see to.
      return judge.see(seen_.state, returned, found());
    }
    const auto which = static_cast<Method>(chance_.below(12));
    judge.see(seen_.state,
              MethodCalled{{3}, {which, chance_.one_in(2), chance_.one_in(3), chance_.one_in(3)}},
              found());
  }

  void pass_time(const Judge& judge) {
    const JudgeState& s = seen_.state;
    constexpr Step timeless[] = {Step::SweepListed, Step::WaitRead,  Step::GateRead,
                                 Step::SyncRead,    Step::SmartRead, Step::SmartReadAgain,
                                 Step::ProbeRead,   Step::PostRead,  Step::ProbeSmartRead};
    if (std::ranges::count(timeless, s.step) != 0 || s.has(tick_asked)) return;
    std::int32_t left = 500;
    for (Timer timer : {Timer::Phase, Timer::Tick, Timer::Body})
      left = std::min(left, time_left(s, limits_, timer));
    if (left > 0) return judge.see(seen_.state, pass(left), found());
    act_on_timer(judge);
  }

  // A timer is due: the subject acts.
  void act_on_timer(const Judge& judge) {
    if (time_left(seen_.state, limits_, Timer::Tick) <= 0)
      return judge.see(seen_.state, tick, found());
    const bool phase = time_left(seen_.state, limits_, Timer::Phase) <= 0;
    JudgeState later = seen_.state;
    Exercised ignored;
    Oracle(later, limits_, ignored).expire(phase ? Timer::Phase : Timer::Body);
    judge.see(seen_.state, *wanted(later, limits_), found());
  }

  void answer(const Judge& judge) {
    JudgeState& s = seen_.state;
    switch (code(s.step)) {
      case code(Step::SweepListed):
        return judge.see(s, DialogsListed{OperationId::Main, listing()}, found());
      case code(Step::SweepAnswer): {
        const auto answer = static_cast<CloseAnswer>(chance_.below(3));
        return judge.see(s, CloseAnswered{OperationId::Main, s.dialogs.at(s.cursor), answer},
                         found());
      }
      case code(Step::SweepDisposal):
        for (unsigned i = 0; i < count_; ++i)
          if (dialogs_.at(i) == s.dialogs.at(s.cursor).value) return dispose(judge, i);
        return;
      case code(Step::SyncRun): return judge.see(s, ended, found());
      case code(Step::SmartRun): return judge.see(s, reached, found());
      case code(Step::ProbeSmartRead):
        return judge.see(s, SmartRead{OperationId::Main, true}, found());
      default: return judge.see(s, read(modality()), found());
    }
  }

  Chance chance_;
  const Limits& limits_;
  Judged seen_;
  std::array<std::uint8_t, 4> dialogs_{};
  unsigned count_ = 0;
  std::uint8_t last_ = 0;
  bool progress_ = false;
};

TEST(PolicyWalk, WhatTheOracleWantsIsRightAndEveryRuleIsMet) {
  Exercised met;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const Judged judged = World(seed, short_limits).run();
    ASSERT_FALSE(judged.findings.breach) << "seed " << seed << ": " << explain(judged);
    met |= judged.findings.exercised;
  }
  for (std::size_t index = 0; index < policy_rules.size(); ++index) {
    const std::string_view id = policy_rules[index].id;
    const bool directed = std::ranges::count(rules_without_runs, id) != 0;
    EXPECT_NE(met.has(index), directed) << id;
  }
}

TEST(PolicyWalk, AnActThatNobodyWantsBreaksARule) {
  const std::array<Command, 20> acts{look,
                                     list,
                                     tick,
                                     ReadSmart{OperationId::Main},
                                     close(9),
                                     commit,
                                     save,
                                     refresh,
                                     await_smart,
                                     cancel,
                                     cancel_tick,
                                     shot(Stage::Sync),
                                     schedule,
                                     start,
                                     cancel_body,
                                     Return{{9}, 9},
                                     Refuse{{9}},
                                     report(9, Outcome::Closed),
                                     warn(Warning::PostSyncFailed),
                                     ok};
  const Judge judge(short_limits);
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const JudgeState stopped = World(seed, short_limits).stop_somewhere();
    ASSERT_EQ(owes(stopped), wanted(stopped, short_limits).has_value()) << "seed " << seed;
    if (stopped.step == Step::Ended) continue;
    for (const Command& act : acts) {
      JudgeState state = stopped;
      const auto want = wanted(state, short_limits);
      bool right = want && same(state, *want, act);
      for (Timer timer : {Timer::Phase, Timer::Tick, Timer::Body})
        right = right || (!want && time_left(state, short_limits, timer) <= 0);
      if (right) continue;
      Findings findings;
      judge.see(state, act, findings);
      ASSERT_TRUE(findings.breach) << "seed " << seed << ": " << show(act);
      EXPECT_EQ(state, JudgeState{.step = Step::Broken});
    }
  }
}

}  // namespace
}  // namespace spec::modality
