// The requirements on a turnstile, as data, its table, and the judge: it reads what a run lets an
// observer see, and says which rule that breaks.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "port/turnstile/words.h"
#include "spec/findings.h"

namespace spec::turnstile {

using port::turnstile::Command;
using port::turnstile::Event;

// clang-format off
inline constexpr std::array rules{
  Rule{"TUR-01", "Coin", Level::Must,
       "A coin unlocks a locked turnstile; an unlocked one gives it back."},
  Rule{"TUR-02", "Push", Level::Must,
       "An unlocked turnstile locks behind the visitor who pushes; a locked one stays as it is."},
  Rule{"TUR-03", "Wait", Level::Must,
       "An unlocked turnstile that nobody pushes locks when the wait is over, and no sooner."},
};
// clang-format on

// What a turnstile does at once; it has nothing to do at Woken as such.
constexpr std::optional<Command> wanted(bool unlocked, Event event) {
  if (event == Event::Coin) return unlocked ? Command::GiveBack : Command::Unlock;
  if (event == Event::Push && unlocked) return Command::Lock;
  return std::nullopt;
}

inline constexpr std::uint8_t nothing = 0xff, wait_rule = 2;

class Judge {
 public:
  // Flat, and without instants: how long it has been unlocked ends one beyond the wait.
  struct Situation {
    bool unlocked = false;
    std::uint8_t owed = nothing;    // A command.
    std::uint8_t rule = wait_rule;  // Of the last event; when time has passed it is the wait's.
    std::uint8_t zero = 0;
    std::int32_t unlocked_ms = 0;
    bool operator==(const Situation&) const = default;
  };
  using Findings = FindingsOf<Command>;

  explicit Judge(std::int32_t wait_ms) : wait_ms_(wait_ms) {}

  void see(Situation& s, Event event, Findings& out) const {
    const auto want = wanted(s.unlocked, event);
    s.owed = want ? static_cast<std::uint8_t>(*want) : nothing;
    s.rule = static_cast<std::uint8_t>(event);
    if (s.rule != wait_rule) out.exercised.mark(s.rule);
  }
  void see(Situation& s, Command command, Findings& out) const {
    if (command == Command::Wake) return;  // How it waits is its own affair.
    const bool waited = s.unlocked && s.unlocked_ms == wait_ms_;
    if (s.owed == static_cast<std::uint8_t>(command))
      s.owed = nothing;
    else if (s.owed == nothing && command == Command::Lock && waited)
      out.exercised.mark(wait_rule);
    else
      out.breaks(s.rule, owed(s), command);
    if (command == Command::GiveBack) return;
    s.unlocked = command == Command::Unlock;
    s.unlocked_ms = 0;
  }
  void see(Situation& s, port::turnstile::TimePassed passed, Findings& out) const {
    s.rule = wait_rule;
    if (s.unlocked) s.unlocked_ms = std::min(s.unlocked_ms + passed.ms, wait_ms_ + 1);
    if (s.unlocked_ms > wait_ms_) out.breaks(wait_rule, Command::Lock, std::nullopt);
  }
  // An engine has said all that it says of an event: nothing may be owed any more.
  void settle(const Situation& s, Findings& out) const {
    if (s.owed != nothing) out.breaks(s.rule, owed(s), std::nullopt);
  }
  // Nothing can happen any more.
  void end(const Situation& s, Findings& out) const {
    if (s.unlocked) out.breaks(wait_rule, Command::Lock, std::nullopt);
  }

 private:
  static std::optional<Command> owed(const Situation& s) {
    return s.owed == nothing ? std::nullopt : std::optional(static_cast<Command>(s.owed));
  }

  std::int32_t wait_ms_;
};

}  // namespace spec::turnstile
