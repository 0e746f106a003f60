// Processes: one at a time, started again after a crash, shut down in three steps.
#pragma once
#include "appserver/run.h"
#include "port/visit.h"

namespace engine::appserver {

// What is spread evenly over 32 bits by each of its bits.
inline std::uint32_t mixed(std::uint32_t seed, std::uint32_t number) {
  std::uint32_t out = seed * 0x9e3779b1u + number;
  out = (out ^ out >> 16) * 0x85ebca6bu;
  out = (out ^ out >> 13) * 0xc2b2ae35u;
  return out ^ out >> 16;
}

// Whether there is a process to talk to.
template <class Capacity>
bool Run<Capacity>::lives() const {
  return server_.phase == Phase::Initializing || server_.phase == Phase::Open ||
         server_.phase == Phase::Lacking;
}

template <class Capacity>
void Run<Capacity>::on(const Opened&) {
  CHECK(server_.phase == Phase::New);
  spawn();
}

template <class Capacity>
void Run<Capacity>::spawn() {
  ++server_.process.value;
  server_.phase = Phase::Spawning;
  server_.check = Check::Pending;
  server_.lacks = Error::None;
  server_.greeted = false;
  out_.emplace_back(Spawn{server_.process});
}

template <class Capacity>
void Run<Capacity>::on(const ProcessStarted& started) {
  CHECK(started.process == server_.process);
  CHECK(server_.phase == Phase::Spawning);
  if (server_.closed) return close_input();
  server_.phase = Phase::Initializing;
  server_.watched = true;
  set(TimerKind::Healthy, server_.process.value, limits_.healthy);
  submit({.method = Method::Initialize, .own = true});
}

template <class Capacity>
void Run<Capacity>::on(const ProcessGone& gone) {
  CHECK(gone.process <= server_.process);
  const bool between = server_.phase == Phase::Restarting || server_.phase == Phase::Over;
  if (gone.process != server_.process || between)
    return report(Report::OldProcess, gone.process.value);
  if (server_.phase == Phase::Ending || server_.phase == Phase::Terminating)
    cancel(TimerKind::Shutdown, server_.process.value);
  const bool shut_down = server_.phase >= Phase::Ending;
  if (!shut_down) lose();
  server_.phase = Phase::Over;
  if (server_.closed) return;
  if (shut_down) return spawn();
  crash();
}

template <class Capacity>
void Run<Capacity>::on(const Received& received) {
  CHECK(received.process <= server_.process);
  if (received.process != server_.process || !lives()) {
    CHECK(received.process != server_.process || server_.phase != Phase::Spawning);
    return report(Report::OldProcess, received.process.value);
  }
  port::visit([this](const auto& message) { this->on(message); }, received.message);
}

template <class Capacity>
void Run<Capacity>::on(const Closed&) {
  CHECK(server_.phase != Phase::New);
  server_.closed = true;
  const bool restarting = server_.phase == Phase::Restarting;
  if (restarting) cancel(TimerKind::Restart, server_.process.value + 1);
  lose();
  // What counts as gone since its output was closed may live on.
  if (lives() || restarting || server_.phase == Phase::Over) close_input();
}

template <class Capacity>
void Run<Capacity>::close_input() {
  server_.phase = Phase::Ending;
  out_.emplace_back(CloseInput{server_.process});
  set(TimerKind::Shutdown, server_.process.value, limits_.shutdown);
}

template <class Capacity>
void Run<Capacity>::shut_down_further() {
  CHECK(server_.phase == Phase::Ending || server_.phase == Phase::Terminating);
  if (server_.phase == Phase::Terminating) {
    server_.phase = Phase::Killed;
    out_.emplace_back(Kill{server_.process});
    return;
  }
  server_.phase = Phase::Terminating;
  out_.emplace_back(Terminate{server_.process});
  set(TimerKind::Shutdown, server_.process.value, limits_.shutdown);
}

template <class Capacity>
Duration Run<Capacity>::backoff() const {
  Duration out = limits_.backoff_first;
  for (unsigned i = 0; i < server_.backoffs && out < limits_.backoff_max; ++i) out *= 2;
  out = std::min(out, limits_.backoff_max);
  const auto most = static_cast<std::uint32_t>(out.count() / 4);
  const auto jitter = mixed(seed_, server_.process.value + 1) % (most + 1);
  return out + Duration{static_cast<Duration::rep>(jitter)};
}

template <class Capacity>
void Run<Capacity>::crash() {
  auto& crashes = server_.crashes;
  while (!crashes.empty() && state_.now - crashes[0] > limits_.healthy) crashes.erase(0);
  crashes.push_back(state_.now);
  server_.ungreeted = server_.greeted ? std::uint8_t{0} : std::uint8_t(server_.ungreeted + 1);
  server_.greeted = false;
  if (crashes.size() >= limits_.crashes_max || server_.ungreeted >= limits_.crashes_max) {
    crashes.clear();
    server_.ungreeted = 0;
    return show(Banner::GivenUp);
  }
  server_.phase = Phase::Restarting;
  show(Banner::Restarting);
  set(TimerKind::Restart, server_.process.value + 1, backoff());
  if (server_.backoffs < 31) ++server_.backoffs;
}

// Ends all that was under way with a process that counts as gone.
template <class Capacity>
void Run<Capacity>::lose() {
  if (server_.watched) cancel(TimerKind::Healthy, server_.process.value);
  server_.watched = false;
  server_.again = {};
  state_.late.clear();
  state_.unclaimed.clear();
  take_from(
      state_.calls, [](const Call&) { return true; },
      [this](const Call& call) {
        cancel_timer(call);
        if (!call.own) tell(call, Outcome::Lost);
        if (call.method == Method::ThreadStart) remove(call.chat);
      });
  for (Chat& chat : state_.chats) {
    chat.unwanted = {};
    close_items(chat.id);
    if (chat.turn.begun) {
      end_turn(chat, TurnEnd::Lost, Withdrawal::ProcessGone);
    } else if (chat.phase == ChatPhase::Ready) {
      out_.emplace_back(ComposerBusy{chat.id});
    }
    chat.phase = ChatPhase::Away;
  }
  // What is left was asked by descendants.
  while (!state_.asks.empty()) withdraw_asks(state_.asks[0].thread, Withdrawal::ProcessGone);
  state_.descendants.clear();
}

template <class Capacity>
void Run<Capacity>::on(const TimerFired& fired) {
  const auto [kind, of] = fired.timer;
  switch (kind) {
    case TimerKind::Deadline: return pass_deadline({of});
    case TimerKind::Decision: return pass_decision({of});
    case TimerKind::Interrupt: return give_up_on({of});
    case TimerKind::Retry: return retry({of});
    case TimerKind::Restart:
      CHECK(server_.phase == Phase::Restarting);
      CHECK(of == server_.process.value + 1);
      return spawn();
    case TimerKind::Healthy:
      CHECK(server_.watched);
      CHECK(of == server_.process.value);
      // However long it lives, that is no health.
      if (!server_.greeted) return set(TimerKind::Healthy, of, limits_.healthy);
      server_.watched = false;
      server_.backoffs = 0;
      return server_.crashes.clear();
    case TimerKind::Shutdown: CHECK(of == server_.process.value); return shut_down_further();
    case TimerKind::Idle: return lose_turn({of});
  }
}

}  // namespace engine::appserver
