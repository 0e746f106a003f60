// The IDEs' end of the streams (MON-40 to MON-44).
#pragma once
#include "monitor/clauses/discovery.h"

namespace spec::monitor {

struct Said {
  const StreamSituation& stream;
  const Line& line;
};
struct Replied {
  const StreamSituation& stream;
  std::uint16_t status;
};

// clang-format off

inline constexpr Clause<Act<Replied>> replies[] = {
    {"MON-42"_rule, says,      IF(!act.stream.authorized && act.status < 500),
                               THEN(act.status == 401)},
    {"MON-42"_rule, says,      IF(act.stream.authorized), THEN(act.status != 401)},
    {"MON-45"_rule, says,      IF(act.stream.authorized && !act.stream.announced &&
                                  act.status < 500), THEN(act.status == 400)},
    {"MON-45"_rule, says,      IF(act.stream.authorized && act.stream.announced),
                               THEN(act.status != 400)},
};

inline constexpr Clause<Act<Said>> said[] = {
    {"MON-42"_rule, never,     IF(!act.stream.authorized)},
    {"MON-40"_rule, only_if,   IF(!act.stream.began), THEN(act.line.kind == LineKind::Snapshot)},
    {"MON-40"_rule, never,     IF(act.line.kind == LineKind::Malformed)},
    {"MON-40"_rule, says,      IF(act.line.kind == LineKind::Snapshot && act.stream.began),
                               THEN(act.line.seq > act.stream.seq)},
    {"MON-40"_rule, says,      IF(act.line.kind == LineKind::Snapshot && act.stream.instance != 0),
                               THEN(act.line.instance.value == act.stream.instance)},
    {"MON-45"_rule, says,      IF(act.line.kind == LineKind::Ping && act.line.instance != no_text &&
                                  act.stream.instance != 0),
                               THEN(act.line.instance.value == act.stream.instance)},
    {"MON-45"_rule, never,     IF(act.stream.instance == 0 && act.line.instance != no_text &&
                                  s.has_instance(act.stream, act.line.instance.value))},
    {"MON-40"_rule, says,      IF(act.line.kind == LineKind::Snapshot &&
                                  act.stream.list != no_list),
                               THEN(act.line.projects == act.stream.list)},
};

inline std::int64_t until_ping(const Act<OfStream>& it) { return ping_ms - it.act.stream.age; }

inline Seen snapshot(const Act<OfStream>& it) {
  return Fact(LineSent{it.act.stream.id, {.kind = LineKind::Snapshot}});
}
inline Seen ping(const Act<OfStream>& it) {
  return Fact(LineSent{it.act.stream.id, {.kind = LineKind::Ping}});
}
inline Seen answer(const Act<OfStream>& it) {
  const auto& stream = it.act.stream;
  const std::uint16_t status = !stream.authorized ? 401 : stream.announced ? 200 : 400;
  return Fact(StreamAnswered{stream.id, status});
}
inline Seen freeing(const Act<OfStream>& it) { return Fact(StreamFreed{it.act.stream.id}); }

inline constexpr Owed<OfStream> owed_by_ides[] = {
    {"MON-43"_rule, IF(act.stream.server == ServerEnd::Streaming && act.stream.owes &&
                       !act.stream.stalled && s.beside_a_stalled(act.stream)),
                    now<Act<OfStream>>, snapshot},
    {"MON-40"_rule, IF(act.stream.server == ServerEnd::Streaming && act.stream.owes &&
                       !act.stream.stalled), now<Act<OfStream>>, snapshot},
    {"MON-43"_rule, IF(act.stream.server == ServerEnd::Streaming && !act.stream.stalled &&
                       s.beside_a_stalled(act.stream)), until_ping, ping},
    {"MON-41"_rule, IF(act.stream.server == ServerEnd::Streaming && !act.stream.stalled),
                    until_ping, ping},
    {"MON-43"_rule, IF(act.stream.server == ServerEnd::Asked && s.beside_a_stalled(act.stream)),
                    until_ping, answer},
    {"MON-44"_rule, IF(act.stream.server == ServerEnd::Gone), until_ping, freeing},
};

// What the monitor owes of each connection: one that no IDE is followed by is closed.
inline Seen closing(const Act<OfStream>& it) { return Command(Disconnect{it.act.stream.id}); }

inline constexpr Owed<OfStream> owed_by_connections[] = {
    {"MON-27"_rule, IF(act.stream.client && s.stopped()), now<Act<OfStream>>, closing},
    {"MON-11"_rule, IF(act.stream.client && s.followed() && s.connected() &&
                       !s.is_current(act.stream)),
                    now<Act<OfStream>>, closing},
    {"MON-10"_rule, IF(act.stream.client && !s.followed()), now<Act<OfStream>>, closing},
};

// clang-format on

}  // namespace spec::monitor
