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

// Rules are in the order of the events that they are about; the wait's is that of Woken.
constexpr auto rule_of(Event event) { return static_cast<std::size_t>(event); }

struct Judge {
  // Flat, and without instants: how long it has been unlocked ends one beyond the wait.
  struct Situation {
    bool unlocked = false, owes = false;  // It owes what is wanted at the last event.
    Event last = Event::Woken;            // Also when time has passed.
    std::uint8_t zero = 0;
    std::int32_t unlocked_ms = 0;
    bool operator==(const Situation&) const = default;
  };
  using Findings = FindingsOf<Command>;

  std::int32_t wait_ms;

  void see(Situation& s, Event event, Findings& out) const {
    s.last = event;
    s.owes = wanted(s.unlocked, event).has_value();
    if (event != Event::Woken) out.exercised.mark(rule_of(event));
  }
  void see(Situation& s, Command command, Findings& out) const {
    if (command == Command::Wake) return;  // How it waits is its own affair.
    const auto want = s.owes ? wanted(s.unlocked, s.last) : std::nullopt;
    if (!want && command == Command::Lock && s.unlocked && s.unlocked_ms == wait_ms)
      out.exercised.mark(rule_of(Event::Woken));
    else if (want != command)
      out.breaks(rule_of(s.last), want, command);
    s.owes = false;
    if (command == Command::GiveBack) return;
    s.unlocked = command == Command::Unlock;
    s.unlocked_ms = 0;
  }
  void see(Situation& s, port::turnstile::TimePassed passed, Findings& out) const {
    s.last = Event::Woken;
    if (s.unlocked) s.unlocked_ms = std::min(s.unlocked_ms + passed.ms, wait_ms + 1);
    if (s.unlocked_ms > wait_ms) out.breaks(rule_of(s.last), Command::Lock, {});
  }
  // An engine has said all that it says of an event: nothing may be owed any more.
  void settle(const Situation& s, Findings& out) const {
    if (s.owes) out.breaks(rule_of(s.last), wanted(s.unlocked, s.last), {});
  }
  // Nothing can happen any more.
  void end(const Situation& s, Findings& out) const {
    if (s.unlocked) out.breaks(rule_of(Event::Woken), Command::Lock, {});
  }
};

}  // namespace spec::turnstile
