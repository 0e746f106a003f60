// Probes of ports, and what is told of them.
#pragma once
#include "monitor/clauses/discovery.h"

namespace spec::monitor {

// clang-format off

inline constexpr Clause<Act<OfPort>> probes[] = {
    {"MON-30"_rule, never,     IF(act.port.probing)},
    {"MON-30"_rule, only_if,   IF(!act.port.left), THEN(s.ports_rest())},
    {"MON-30"_rule, only_if,   IF(!s.stopped()), THEN(s.has_room_for_probe())},
    {"MON-30"_rule, calls_for, IF(!s.stopped())},
};

inline constexpr Clause<Act<OfPort>> cancels[] = {
    {"MON-32"_rule, calls_for, IF(s.stopped() && act.port.probing)},
    {"MON-30"_rule, calls_for, IF(act.port.probing && act.port.age >= probe_ms)},
};

struct PortTold {
  std::uint16_t number;
  const PortSituation& port;
  TextId build;
  bool marked;
};
inline constexpr Clause<Act<PortTold>> ports_shown[] = {
    {"MON-31"_rule, only_if,   IF(true), THEN(act.port.answered != no_text)},
    {"MON-31"_rule, says,      IF(act.port.answered != no_text),
                               THEN(act.build == act.port.answered)},
    {"MON-33"_rule, says,      IF(act.port.answered != no_text),
                               THEN(act.marked == s.is_marked(act.number))},
    {"MON-33"_rule, calls_for, IF(act.port.answered != act.port.shown ||
                                  act.port.marked != s.is_marked(act.number))},
};
inline constexpr Clause<Act<PortTold>> ports_gone[] = {
    {"MON-52"_rule, never,     IF(act.port.own)},
    {"MON-31"_rule, calls_for, IF((act.port.answered == no_text || act.port.own) &&
                                  act.port.shown != no_text)},
};

inline std::int64_t until_bound(const Act<OfPort>& it) { return probe_ms - it.act.port.age; }

inline Seen probe(const Act<OfPort>& it) { return Command(Probe{it.act.number}); }
inline Seen cancel(const Act<OfPort>& it) { return Command(CancelProbe{it.act.number}); }
inline Seen shows(const Act<OfPort>& it) {
  const auto [number, port] = it.act;
  return Command(PortShown{number, port.answered, it.s.is_marked(number)});
}
inline Seen gone(const Act<OfPort>& it) { return Command(PortGone{it.act.number}); }

inline constexpr Owed<OfPort> owed_by_ports[] = {
    {"MON-32"_rule, IF(s.stopped() && act.port.probing), now<Act<OfPort>>, cancel},
    {"MON-30"_rule, IF(act.port.probing), until_bound, cancel},
    {"MON-30"_rule, IF(!s.stopped() && act.port.left && s.has_room_for_probe()), now<Act<OfPort>>,
                    probe},
    {"MON-31"_rule, IF(act.port.answered == no_text && act.port.shown != no_text),
                    now<Act<OfPort>>, gone},
    {"MON-52"_rule, IF(act.port.own && act.port.answered != act.port.shown), now<Act<OfPort>>,
                    shows},
    {"MON-31"_rule, IF(!act.port.own && act.port.answered != act.port.shown), now<Act<OfPort>>,
                    shows},
    {"MON-33"_rule, IF(act.port.answered != no_text && act.port.shown != no_text &&
                       act.port.marked != s.is_marked(act.number)), now<Act<OfPort>>, shows},
};

// clang-format on

}  // namespace spec::monitor
