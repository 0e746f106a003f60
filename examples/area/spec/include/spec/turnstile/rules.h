// The requirements on a turnstile, as data, and its table.
#pragma once
#include <array>
#include <cstddef>
#include <optional>

#include "port/turnstile/words.h"
#include "spec/rule.h"

namespace spec::turnstile {

// clang-format off
inline constexpr std::array turnstile_rules{
  Rule{"TUR-01", "Coin", Level::Must,
       "A coin unlocks a locked turnstile; an unlocked one gives it back."},
  Rule{"TUR-02", "Push", Level::Must,
       "An unlocked turnstile locks behind the visitor who pushes; a locked one stays as it is."},
  Rule{"TUR-03", "Wait", Level::Must,
       "An unlocked turnstile that nobody pushes locks when the wait is over, and no sooner."},
};
// clang-format on

inline constexpr std::size_t coin_rule = 0, push_rule = 1, wait_rule = 2;

// What a turnstile does at once; it has nothing to do at Woken as such.
constexpr std::optional<port::turnstile::Command> wanted(bool unlocked,
                                                         port::turnstile::Event event) {
  using port::turnstile::Command;
  using port::turnstile::Event;
  if (event == Event::Coin) return unlocked ? Command::GiveBack : Command::Unlock;
  if (event == Event::Push && unlocked) return Command::Lock;
  return std::nullopt;
}

}  // namespace spec::turnstile
