// The stream of an IDE, its list, and the address of its own server.
#pragma once
#include "monitor/clauses/discovery.h"

namespace spec::monitor {

// clang-format off

inline constexpr Clause<Act<Connect>> connects[] = {
    {"MON-28"_rule, never,     IF(s.locked())},
    {"MON-24"_rule, never,     IF(s.pausing() && s.age() < s.pause_least())},
    {"MON-11"_rule, never,     IF(s.connected() && !s.moved())},
    {"MON-20"_rule, says,      IF(s.followed()),
                               THEN(act.target.token == s.file().told.target.token)},
    {"MON-11"_rule, says,      IF(s.followed()), THEN(act.target == s.file().told.target)},
    {"MON-10"_rule, calls_for, IF(s.followed())},
};

// Of one that the monitor holds.
inline constexpr Clause<Act<OfStream>> disconnects[] = {
    {"MON-10"_rule, never,     IF(s.owes_change())},
    {"MON-25"_rule, never,     IF(s.is_current(act.stream) && s.bad_line() && !s.moved() &&
                                  !s.silent() && !s.owes_removal() && !s.stopped())},
    {"MON-29"_rule, never,     IF(s.is_current(act.stream) && s.just_woke() && !s.moved() &&
                                  !s.owes_removal() && !s.stopped())},
    {"MON-34"_rule, only_if,   IF(s.shares_its_address(act.stream)),
                               THEN(s.stopped() || s.owes_removal() || s.moved() ||
                                    !s.is_current(act.stream) || s.silent())},
    {"MON-11"_rule, calls_for, IF(s.moved() || !s.is_current(act.stream))},
    {"MON-27"_rule, calls_for, IF(s.stopped())},
    {"MON-10"_rule, calls_for, IF(!s.followed() || s.owes_removal())},
    {"MON-28"_rule, calls_for, IF(s.locked())},
    {"MON-24"_rule, calls_for, IF(s.pausing())},
    {"MON-23"_rule, calls_for, IF(s.silent())},
};

inline constexpr Clause<Act<ProjectsShown>> lists[] = {
    {"MON-22"_rule, never,     IF(!act.stale && s.dropped(act.projects))},
    {"MON-21"_rule, says,      IF(!act.stale && s.owes_list()),
                               THEN(act.projects == s.file().list)},
    {"MON-26"_rule, says,      IF(act.stale), THEN(act.projects == s.file().list)},
    {"MON-26"_rule, only_if,   IF(act.stale), THEN(s.owes_stale() || s.moved() || s.stopped() ||
                                                   s.silent())},
    {"MON-26"_rule, only_if,   IF(act.stale), THEN(s.file().shown == Shown::Fresh)},
    {"MON-26"_rule, calls_for, IF(act.stale)},
    {"MON-21"_rule, calls_for, IF(s.owes_list())},
};

inline constexpr Clause<Act<LineSkipped>> skips[] = {
    {"MON-25"_rule, says,      IF(s.owes_skip()), THEN(act.kind == s.skipped())},
    {"MON-25"_rule, calls_for, IF(s.owes_skip())},
};

inline constexpr Clause<Act<TryStream>> tries[] = {
    {"MON-50"_rule, never,     IF(s.remembers_sse())},
    {"MON-50"_rule, never,     IF(s.file().own == Own::Asked)},
    {"MON-50"_rule, says,      IF(s.known()), THEN(act.address == s.file().told.stream)},
    {"MON-50"_rule, calls_for, IF(s.known() && s.wanted())},
};

inline constexpr Clause<Act<AddressGiven>> addresses[] = {
    {"MON-50"_rule, says,      IF(act.address != Address::None && s.knows_address()),
                               THEN(act.address == s.address())},
    {"MON-50"_rule, only_if,   IF(act.address == Address::None),
                               THEN(!s.known() || s.owes_removal() ||
                                    (s.knows_address() && s.address() == Address::None))},
    {"MON-50"_rule, only_if,   IF(act.address != Address::None), THEN(s.knows_address())},
    {"MON-50"_rule, calls_for, IF(s.wanted() || !s.known())},
};

inline constexpr Clause<Act<AskHead>> heads[] = {
    {"MON-51"_rule, says,      IF(s.known()), THEN(act.address == s.file().told.sse)},
    {"MON-51"_rule, calls_for, IF(s.owes_head())},
};
inline constexpr Clause<Act<ServerShown>> servers[] = {
    {"MON-51"_rule, says,      IF(s.owes_server()),
                               THEN(act.alive == (s.file().head == Answer::Alive))},
    {"MON-51"_rule, calls_for, IF(s.owes_server())},
};

// What is owed.

inline std::int64_t until_retry(const Act<OfFile>& it) { return it.s.pause_most() - it.s.age(); }
inline std::int64_t until_silence(const Act<OfFile>& it) { return silence_ms - it.s.age(); }
// A period of pings more than silence; after another sleep within that, two from it on.
inline std::int64_t until_dead(const Act<OfFile>& it) {
  return std::max<std::int64_t>(until_silence(it) + ping_ms, 2 * ping_ms - it.s.wake_age());
}

inline Seen asking(const Act<OfFile>& it) {
  return Command(Connect{{}, it.s.pid(), it.s.file().told.target});
}
inline Seen leaving(const Act<OfFile>& it) { return Command(Disconnect{it.s.file().connection}); }
inline Seen fresh(const Act<OfFile>& it) {
  return Command(ProjectsShown{it.s.pid(), it.s.file().list, false});
}
inline Seen aged(const Act<OfFile>& it) {
  return Command(ProjectsShown{it.s.pid(), it.s.file().list, true});
}
inline Seen skip(const Act<OfFile>& it) {
  return Command(LineSkipped{it.s.pid(), it.s.skipped()});
}
inline Seen trial(const Act<OfFile>& it) {
  return Command(TryStream{it.s.pid(), it.s.file().told.stream});
}
inline Seen address(const Act<OfFile>& it) {
  return Command(AddressGiven{it.s.pid(), it.s.address()});
}
inline Seen head(const Act<OfFile>& it) {
  return Command(AskHead{it.s.pid(), it.s.file().told.sse});
}
inline Seen server(const Act<OfFile>& it) {
  return Command(ServerShown{it.s.pid(), it.s.file().head == Answer::Alive});
}

inline constexpr Owed<OfFile> owed_by_streams[] = {
    {"MON-25"_rule, IF(s.owes_skip()), now<Act<OfFile>>, skip},
    {"MON-22"_rule, IF(s.owes_list() && s.anew()), now<Act<OfFile>>, fresh},
    {"MON-21"_rule, IF(s.owes_list()), now<Act<OfFile>>, fresh},
    {"MON-26"_rule, IF(s.owes_stale()), now<Act<OfFile>>, aged},
    {"MON-11"_rule, IF(s.known() && s.connected() && s.moved()), now<Act<OfFile>>, leaving},
    {"MON-11"_rule, IF(s.known() && s.idle() && s.moved()), now<Act<OfFile>>, asking},
    {"MON-09"_rule, IF(s.asks() && s.idle()), now<Act<OfFile>>, asking},
    {"MON-10"_rule, IF(s.known() && s.idle()), now<Act<OfFile>>, asking},
    {"MON-24"_rule, IF(s.followed() && s.pausing()), until_retry, asking},
    {"MON-29"_rule, IF(s.followed() && s.connected() && s.slept()), until_dead, leaving},
    {"MON-23"_rule, IF(s.followed() && s.connected() && !s.slept()), until_silence, leaving},
    {"MON-50"_rule, IF(s.owes_try()), now<Act<OfFile>>, trial},
    {"MON-50"_rule, IF(s.wanted() && s.knows_address()), now<Act<OfFile>>, address},
    {"MON-51"_rule, IF(s.owes_head()), now<Act<OfFile>>, head},
    {"MON-51"_rule, IF(s.owes_server()), now<Act<OfFile>>, server},
};

// clang-format on

}  // namespace spec::monitor
