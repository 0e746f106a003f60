// Words of conversations about the turns of chat 1.
#pragma once
#include "appserver/checks/talk.h"

namespace conformance::appserver {

using port::appserver::Outcome;

inline constexpr ThreadId its_thread = thread_of(1);
inline constexpr TurnId turn = turn_of(1), other = turn_of(2);
inline constexpr Response refused{.id = {}, .error = Error::NoActiveTurn};

constexpr Response names(TurnId id) { return {.id = {}, .turn = id}; }
constexpr TurnCompleted completed(TurnId id, TurnEnd end = TurnEnd::Completed) {
  return {its_thread, id, end};
}
constexpr TurnEnded turn_ended(TurnId id, TurnEnd end = TurnEnd::Completed) {
  return {{1}, id, end};
}
inline constexpr ComposerReady ready{{1}};
inline constexpr Said says_more{{1}, {1}};
inline constexpr Stopped stops{{1}};
inline constexpr Reported is_unknown{Report::UnknownTurn, turn.value};

// What was said in chat 1 was not answered in time.
inline Talk& times_out(Talk& talk) {
  return talk.tell(says_more)
      .fires(TimerKind::Deadline, 60'000ms)
      .wants({turn_call(Outcome::TimedOut), ready});
}

}  // namespace conformance::appserver
