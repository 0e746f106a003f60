// What the tests of the policy share: a call to drive by hand, and short names.
#pragma once
#include <algorithm>
#include <initializer_list>

#include "engine/modality/engine.h"

namespace engine::modality {

inline constexpr OperationId main_lane = OperationId::Main;
inline constexpr OperationId monitor_lane = OperationId::Monitor;
inline constexpr DialogId outer{1};
inline constexpr DialogId inner{2};
inline constexpr CallId call{7};
inline constexpr auto none = Modality::None;
inline constexpr auto progress = Modality::Progress;
inline constexpr auto dialog = Modality::Dialog;

// Three artifacts say most of what a failure must say.
inline constexpr Capture screen_at_gate{Artifact::Screenshot, Stage::Gate};
inline constexpr Capture dump_at_gate{Artifact::ThreadDump, Stage::Gate};

constexpr Duration ms(std::int32_t count) { return Duration{count}; }
constexpr Duration s(std::int32_t count) { return Duration{count * 1000}; }

// A bound that is started or stopped is left out: what it is for is shown where it expires.
inline bool is_of_bound(const Command& command) {
  const auto* started = std::get_if<StartTimer>(&command);
  const auto* stopped = std::get_if<StopTimer>(&command);
  return (started != nullptr && started->timer == Timer::Bound) ||
         (stopped != nullptr && stopped->timer == Timer::Bound);
}

Commands commands(const auto&... each) {
  Commands all;
  (all.push_back(Command{each}), ...);
  all.erase(std::remove_if(all.begin(), all.end(), is_of_bound), all.end());
  return all;
}

inline Commands operator+(Commands all, const Commands& more) {
  for (const Command& command : more) all.push_back(command);
  return all;
}

inline constexpr StartTimer disposal{Timer::Dispose, s(5)};
inline const Commands body_starts = commands(StartBody{}, StartTimer{Timer::Body, s(600)});

constexpr Finish failed(Stage stage, Reason reason, Modality blocked_by = Modality::None) {
  const bool mends = reason == Reason::ProgressOutlivedBudget || reason == Reason::SmartTimedOut ||
                     reason == Reason::IdeNotResponding;
  return {Verdict::Failed, stage, reason, blocked_by, 0, {}, mends};
}
constexpr Finish succeeded{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
constexpr Decide decided(Stage stage, Reason reason) { return {stage, reason}; }
constexpr Decide decided_well{Stage::Post, Reason::None};

inline Request profile(Mode mode) { return {.mode = mode, .body_timeout = default_body_timeout}; }
inline Request tuple(const Options& options) {
  return {.mode = Mode::Raw, .raw = options, .body_timeout = default_body_timeout};
}

// One engine and its clock. Each function makes one thing happen, `after` the last.
class Play {
 public:
  Play() = default;
  explicit Play(const Request& request, const Limits& limits = real_limits()) : engine_(limits) {
    on(Called{request});
  }

  // Captures come at once unless they hang; what that takes of the timer is left out, and so is the
  // count of the artifacts of a failure.
  Commands on(const Happening& what, Duration after = Duration::zero()) {
    now_ += after;
    const bool waited = waits_out();
    Commands all = engine_.step({now_, what});
    if (hangs_) return all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto* capture = std::get_if<Capture>(&all[i]);
      if (capture == nullptr) continue;
      for (const Command& next : engine_.step({now_, Captured{capture->artifact}}))
        all.push_back(next);
    }
    const bool writes = !waited && !waits_out();
    const auto is_left = [&](const Command& command) {
      return is_left_out(command, writes) || is_of_bound(command);
    };
    all.erase(std::remove_if(all.begin(), all.end(), is_left), all.end());
    for (Command& command : all)
      if (auto* finish = std::get_if<Finish>(&command)) finish->artifacts = 0;
    return all;
  }
  Play& hangs() {
    hangs_ = true;
    return *this;
  }
  Commands read(Modality modality) { return on(ModalityRead{main_lane, modality}); }
  Commands wrote() { return on(WriteEnded{main_lane}); }
  Commands fired(Timer timer, Duration after = Duration::zero()) {
    return on(TimerFired{timer}, after);
  }
  Commands listed(std::initializer_list<DialogId> dialogs, OperationId lane = main_lane) {
    DialogsListed event{lane, {}};
    for (const DialogId dialog : dialogs) event.dialogs.push_back(dialog);
    return on(event);
  }
  Commands answered(DialogId dialog, CloseAnswer answer) {
    return on(CloseAnswered{main_lane, dialog, answer});
  }
  Commands calls(const MethodCall& method) { return on(MethodCalled{call, method}); }
  Commands calls(Method method) { return calls({.method = method}); }
  Commands tick(Duration period = s(1)) { return fired(Timer::Tick, period); }

  // Nothing modal, nothing slow: up to where `step` waits.
  Play& up_to(Step step) {
    while (engine_.state().step != step) go_on();
    return *this;
  }
  Play& up_to_body() {
    while (engine_.state().phase != Phase::Body) go_on();
    return *this;
  }

  const Engine& engine() const { return engine_; }
  const State& state() const { return engine_.state(); }

 private:
  void go_on() {
    const Step step = engine_.state().step;
    if (step == Step::SweepList) {
      listed({});
    } else if (step == Step::SyncCommit || step == Step::SyncSave || step == Step::SyncRefresh ||
               step == Step::SettingsSave || step == Step::ForcedSave ||
               step == Step::ForcedRefresh) {
      wrote();
    } else if (step == Step::SmartWait) {
      on(SmartReached{main_lane});
    } else {
      read(Modality::None);
    }
  }

  // Those of captures, of looks and beside writes have tests of their own.
  static bool is_left_out(const Command& command, bool writes) {
    const auto is_one = [&](Timer timer) {
      return timer == Timer::Capture || timer == Timer::Look || (writes && timer == Timer::Poll);
    };
    const auto* started = std::get_if<StartTimer>(&command);
    const auto* stopped = std::get_if<StopTimer>(&command);
    return (started != nullptr && is_one(started->timer)) ||
           (stopped != nullptr && is_one(stopped->timer));
  }
  bool waits_out() const {
    return engine_.state().step == Step::WaitLook || engine_.state().step == Step::WaitPoll;
  }

  bool hangs_ = false;
  Engine engine_{};
  Instant now_{};
};

// A call of `mode` whose body just started.
inline Play body_of(Mode mode) { return Play(profile(mode)).up_to_body(); }

}  // namespace engine::modality
