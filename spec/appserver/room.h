// What the parts of the judge share: how a full map makes room, and when something is overdue.
#pragma once
#include <cstdint>

#include "spec/appserver/judge.h"

namespace spec::appserver {

// At the end of a recording a request that was not answered is overdue if one of the same method
// that was sent so much later was answered,
inline constexpr std::int64_t overtaken_us = 5'000'000;
// or if the recording goes on for so long.
inline constexpr std::int64_t deadline_us = 60'000'000;

// Whether it was so much later, and the recording has the times to say so.
inline bool surely_later(const Place* place, const Place& than, std::int64_t by_us) {
  return place != nullptr && place->timed && than.timed && place->time_us - than.time_us >= by_us;
}

// Before an entry is added: of the oldest ones one that is settled goes first. If there is none
// among a few, the oldest goes all the same, and the judge says so once.
template <class Value, class Settled>
void Judge::make_room(BoundedMap<Value>& map, Kind kind, const Place& place, Settled&& settled) {
  constexpr int tries = 8;
  for (int i = 0; !forgot(kind); ++i) {
    const auto* oldest = map.next_forgotten();
    if (oldest == nullptr || settled(*oldest)) return;
    if (i == tries) return forgets(kind, place);
    map.renew_oldest();
  }
}

}  // namespace spec::appserver
