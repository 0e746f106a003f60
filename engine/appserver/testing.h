// What the tests of the client share: an engine to drive by hand, and short names.
#pragma once
#include <string>
#include <vector>

#include "engine/appserver/engine.h"
#include "port/appserver/show.h"

namespace engine::appserver {

constexpr Duration ms(std::int32_t count) { return Duration{count}; }

inline constexpr Limits real = real_limits();
inline constexpr ChatId chat{1}, other_chat{2};
inline constexpr ThreadId thread{1}, other_thread{2};
inline constexpr TurnId turn{1}, next_turn{2};
inline constexpr ItemId item{1};
inline constexpr AskId ask{1}, other_ask{2};
inline constexpr SubjectId subject{1}, other_subject{2};

// "Send process=1 Answer ask=1 decline", one for each, without those of timers.
inline std::vector<std::string> without_timers(const Commands& commands) {
  std::vector<std::string> out;
  for (const Command& command : commands) {
    if (std::holds_alternative<SetTimer>(command) || std::holds_alternative<CancelTimer>(command))
      continue;
    out.push_back(show(command));
  }
  return out;
}
inline std::vector<std::string> all(const Commands& commands) {
  std::vector<std::string> out;
  for (const Command& command : commands) out.push_back(show(command));
  return out;
}
using Lines = std::vector<std::string>;

// One engine and its clock. Each function makes one thing happen, `after` the last, and gives what
// follows without the timers.
class Play {
 public:
  explicit Play(const Limits& limits = real, std::uint32_t seed = 1) : engine_(limits, seed) {}

  Commands step(const Happening& what, Duration after = Duration::zero()) {
    now_ += after;
    return engine_.step({now_, what});
  }
  Lines on(const Happening& what, Duration after = Duration::zero()) {
    return without_timers(step(what, after));
  }
  Lines from_server(const ToClient& message, Duration after = Duration::zero()) {
    return on(Received{engine_.state().server.process, message}, after);
  }
  // Answers the last request that was given an id, or the one of this number.
  Lines answers(Response answer) {
    if (answer.id == no_request) answer.id = last();
    return from_server(answer);
  }
  Lines fires(TimerKind kind, std::uint32_t of, Duration after = Duration::zero()) {
    return on(TimerFired{{kind, of}}, after);
  }
  RequestId last() const { return {engine_.state().requests}; }

  // Up to a server that was verified: requests 1 and 2.
  Play& open() {
    on(Opened{});
    return begin_process();
  }
  Play& begin_process() {
    on(ProcessStarted{engine_.state().server.process});
    const RequestId initialize = last();
    answers({.id = initialize});
    answers({.id = {initialize.value + 1}});  // ModelList.
    return *this;
  }
  // One chat that is ready: request 3.
  Play& up_to_ready() {
    open();
    on(ChatStarted{chat, default_settings});
    answers({.id = {}, .thread = thread});
    from_server(ThreadStarted{thread});
    return *this;
  }
  // Its turn, begun and named: request 4.
  Play& up_to_turn() {
    up_to_ready();
    on(Said{chat, {1}});
    answers({.id = {}, .turn = turn});
    from_server(TurnStarted{thread, turn});
    return *this;
  }
  Lines item_starts(ItemId id = item) {
    return from_server(ItemStarted{thread, turn, id, ItemKind::Answer});
  }
  Lines delta(std::string_view text, std::uint32_t number, ItemId id = item) {
    return from_server(ItemDelta{thread, turn, id, {number}, mark_of(text)});
  }
  Lines completes(std::string_view text, std::uint32_t number, ItemId id = item) {
    return from_server(
        ItemCompleted{thread, turn, id, ItemEnd::Done, true, {number}, mark_of(text)});
  }
  Ask command_ask(AskId id = ask, SubjectId about = subject) const {
    return {.ask = id, .kind = AskKind::Command, .thread = thread, .turn = turn, .subject = about};
  }
  void rebase() {
    engine_.rebase(now_);
    now_ = {};
  }

  const Engine& engine() const { return engine_; }
  const State& state() const { return engine_.state(); }

 private:
  Engine engine_;
  Instant now_{};
};

}  // namespace engine::appserver
