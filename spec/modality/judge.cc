#include "spec/modality/judge.h"

#include <concepts>

#include "modality/oracle.h"
#include "spec/modality/rules.h"

namespace spec::modality {
namespace {

constexpr std::array timers{Timer::Phase, Timer::Tick, Timer::Body};

void break_rule(JudgeState& s, Findings& findings, const Breach& breach) {
  findings.breach = breach;
  s = JudgeState{.step = Step::Broken};
}

// The act with which a timer announces itself.
std::optional<Command> wanted_of_timer(const JudgeState& s, const Limits& limits, Timer timer) {
  if (timer == Timer::Tick) return ListDialogs{OperationId::Monitor};
  JudgeState later = s;
  Exercised ignored;
  Oracle(later, limits, ignored).expire(timer);
  return wanted(later, limits);
}

bool announces(const JudgeState& s, const Limits& limits, Timer timer, const Command& act) {
  if (time_left(s, limits, timer) > 0) return false;
  const auto want = wanted_of_timer(s, limits, timer);
  return want && same(s, *want, act);
}

// A timer that is due may act now. True if this was such an act.
bool see_timer(JudgeState& s, const Limits& limits, const Command& act, Exercised& met) {
  Oracle oracle(s, limits, met);
  for (Timer timer : timers) {
    if (!announces(s, limits, timer, act)) continue;
    if (timer == Timer::Tick) {
      oracle.tick();
      return true;
    }
    const bool body_too = timer == Timer::Phase && announces(s, limits, Timer::Body, act);
    oracle.expire(timer);
    oracle.perform();
    if (body_too) s.set(also_body);
    return true;
  }
  return false;
}

// The result says the same, but which of several timers acts is known here first.
void see_decision(JudgeState& s, const Limits& limits, const Decide& decision, Exercised& met) {
  if (owes(s)) return;
  for (Timer timer : {Timer::Phase, Timer::Body}) {
    if (time_left(s, limits, timer) > 0) continue;
    JudgeState later = s;
    Exercised met_later;
    Oracle(later, limits, met_later).expire(timer);
    if (later.reason != decision.reason) continue;
    s = later;
    met |= met_later;
    return;
  }
}

// The timer that would act first within the time that passes.
std::optional<Timer> missed_timer(const JudgeState& s, const Limits& limits, std::int32_t ms) {
  std::optional<Timer> first;
  std::int32_t least = ms;
  for (Timer timer : timers) {
    const std::int32_t left = time_left(s, limits, timer);
    if (left >= least) continue;
    least = left;
    first = timer;
  }
  return first;
}

void miss_timer(JudgeState& s, const Limits& limits, Timer timer, Findings& findings) {
  break_rule(s, findings,
             {rule_of_timer(s, limits, timer), wanted_of_timer(s, limits, timer), std::nullopt});
}

// An act was owed and the world goes on without it. True if so.
bool miss_owed(JudgeState& s, const Limits& limits, Findings& findings) {
  if (!owes(s)) return false;
  const auto want = wanted(s, limits);
  break_rule(s, findings, {rule_of_missing(s, limits), want, std::nullopt});
  return true;
}

}  // namespace

Judge::Judge(const Limits& limits) : limits_(limits) {}

void Judge::see(JudgeState& state, const Happening& what, Findings& findings) const {
  if (is_observed(what)) hear(state, what, findings);
}

void Judge::see(JudgeState& state, const Fact& fact, Findings& findings) const {
  hear(state, fact, findings);
}

// Of the world, by the engine as well or not.
template <class News>
void Judge::hear(JudgeState& state, const News& news, Findings& findings) const {
  if (state.step == Step::Broken || findings.breach) return;
  if (miss_owed(state, limits_, findings)) return;
  if constexpr (std::same_as<News, Fact>) {
    if (const auto* passed = std::get_if<TimePassed>(&news)) {
      const auto missed = missed_timer(state, limits_, passed->span.count());
      if (missed) return miss_timer(state, limits_, *missed, findings);
    }
    if (state.step == Step::Ended) {
      if (std::holds_alternative<WriteBegan>(news))
        break_rule(state, findings, {rule_index("MOD-42"), std::nullopt, std::nullopt});
      return;
    }
  } else if (state.step == Step::Ended && !std::holds_alternative<MethodCalled>(news)) {
    return;
  }
  Oracle oracle(state, limits_, findings.exercised);
  std::visit([&](const auto& what) { oracle.on(what); }, news);
  if (!owes(state)) oracle.settle();
}

void Judge::see(JudgeState& state, const Command& act, Findings& findings) const {
  if (state.step == Step::Broken || findings.breach || !is_observed(act)) return;
  if (const auto* decision = std::get_if<Decide>(&act))
    return see_decision(state, limits_, *decision, findings.exercised);
  std::optional<Command> want;
  if (owes(state)) want = wanted(state, limits_);
  if (const auto rule = forbidden(state, act))
    return break_rule(state, findings, {*rule, want, act});
  Oracle oracle(state, limits_, findings.exercised);
  if (want && !same(state, *want, act) && state.has(also_body)) {
    JudgeState otherwise = state;
    Exercised met;
    Oracle(otherwise, limits_, met).reinterpret();
    const auto other = wanted(otherwise, limits_);
    if (other && same(otherwise, *other, act)) {
      state = otherwise;
      findings.exercised |= met;
      want = other;
    }
  }
  const bool owed = want && same(state, *want, act);
  if (owed) oracle.perform();
  if (!owed && (want || !see_timer(state, limits_, act, findings.exercised)))
    return break_rule(state, findings, {rule_of_intruder(state, limits_, act), want, act});
  if (!owes(state)) oracle.settle();
}

void Judge::end(JudgeState& state, Findings& findings) const {
  const bool over = state.step == Step::Broken || findings.breach;
  if (over || miss_owed(state, limits_, findings)) return;
  if (state.step == Step::NotCalled || state.step == Step::Ended) return;
  if (const auto missed = missed_timer(state, limits_, 1))
    return miss_timer(state, limits_, *missed, findings);
  break_rule(state, findings, {rule_index("MOD-91"), std::nullopt, std::nullopt});
}

}  // namespace spec::modality
