// What a turnstile hears and says.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "port/flat_list.h"
#include "port/words.h"

namespace port::turnstile {

enum class Event : std::uint8_t { Coin, Push, Woken };
WORDS(Event, "coin", "push", "woken");

// Wake asks for Woken when the wait is over; it takes the place of an earlier one.
enum class Command : std::uint8_t { Unlock, Lock, GiveBack, Wake };
WORDS(Command, "unlock", "lock", "give_back", "wake");

// In order, once each.
using Commands = FlatList<Command, 3>;

// For observers; an engine does not hear it.
struct TimePassed {
  std::int32_t ms;
};

}  // namespace port::turnstile
