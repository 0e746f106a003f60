#include "spec/turnstile/judge.h"

#include <algorithm>

namespace spec::turnstile {
namespace {

using port::turnstile::Command;
using port::turnstile::Event;
using port::turnstile::TimePassed;

void breaks(std::size_t rule, std::optional<Command> want, std::optional<Command> got,
            Findings& out) {
  out.exercised.mark(rule);
  if (!out.broken) out.broken = {rule, want, got};
}

std::optional<Command> command_of(std::uint8_t owed) {
  if (owed == nothing) return std::nullopt;
  return static_cast<Command>(owed);
}

// What is done after an event is done because of it; at any other time it is the wait.
std::size_t rule_after(std::uint8_t cause) {
  if (cause == static_cast<std::uint8_t>(Event::Coin)) return coin_rule;
  return cause == static_cast<std::uint8_t>(Event::Push) ? push_rule : wait_rule;
}

}  // namespace

void Judge::settle(const JudgeState& state, Findings& out) const {
  if (state.owed != nothing)
    breaks(rule_after(state.cause), command_of(state.owed), std::nullopt, out);
}

void Judge::see(JudgeState& state, Event event, Findings& out) const {
  const auto want = wanted(state.unlocked, event);
  state.owed = want ? static_cast<std::uint8_t>(*want) : nothing;
  state.cause = static_cast<std::uint8_t>(event);
  if (event != Event::Woken) out.exercised.mark(rule_after(state.cause));
}

void Judge::see(JudgeState& state, Command command, Findings& out) const {
  if (command == Command::Wake) return;  // How it waits is its own affair.
  const auto owed = command_of(state.owed);
  const bool waited = state.unlocked && state.unlocked_ms == wait_ms_;
  if (command == owed) {
    state.owed = nothing;
  } else if (!owed && command == Command::Lock && waited) {
    out.exercised.mark(wait_rule);
  } else {
    breaks(rule_after(state.cause), owed, command, out);
  }
  if (command == Command::GiveBack) return;
  state.unlocked = command == Command::Unlock;
  state.unlocked_ms = 0;
}

void Judge::see(JudgeState& state, TimePassed passed, Findings& out) const {
  state.cause = nothing;
  if (!state.unlocked) return;
  state.unlocked_ms = std::min(state.unlocked_ms + passed.ms, wait_ms_ + 1);
  if (state.unlocked_ms > wait_ms_) breaks(wait_rule, Command::Lock, std::nullopt, out);
}

void Judge::end(const JudgeState& state, Findings& out) const {
  if (state.unlocked) breaks(wait_rule, Command::Lock, std::nullopt, out);
}

}  // namespace spec::turnstile
