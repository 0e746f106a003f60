// Clauses on the server's process and on what the user is told of it: PROC, RPC-01, SES-07, SES-12.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::process {

inline constexpr Duration tick{1};

bool gone(const auto& s) { return s.process.phase == ProcessPhase::Gone; }
bool running(const auto& s) { return s.process.phase == ProcessPhase::Running; }
bool rested(const auto& s, Duration bound) {
  return s.process.rest >= static_cast<std::uint32_t>(bound.count());
}
bool of_this_process(const auto& s, const auto& act) { return act.process.value == s.process.id; }
bool to_be_ended(const auto& s) {
  return s.has(ProcessFlag::Closed) || s.has(ProcessFlag::Discarded);
}
// The client was told that it is gone, and it may live on: it closed its output, as far as an
// observer knows.
bool lives_on(const auto& s) {
  return gone(s) && s.has(ProcessFlag::Closed) && !s.has(ProcessFlag::Exited);
}
bool check_gives_up(const auto& s, const Bounds& bounds) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == Method::ModelList && call.has(CallFlag::Own) && gives_up(call, bounds);
  });
}
bool any_turn_stuck(const auto& s, const Bounds& bounds) {
  return std::any_of(s.chats.begin(), s.chats.end(), [&](const auto& chat) {
    return chat.phase == TurnPhase::Named && chat.has(ChatFlag::Interrupted) &&
           chat.stopping >= static_cast<std::uint32_t>(bounds.turn_end.count());
  });
}

// None of the last ones came through its handshake.
bool never_greets(const auto& s, const Bounds& bounds) {
  return s.has(ProcessFlag::CrashDue) && s.process.ungreeted >= bounds.crashes;
}

template <class S>
inline constexpr Row<S, Send> sends[] = {
    {"PROC-04"_rule, never,
     IF(of_this_process(s, act) && s.has(ProcessFlag::InputClosed) &&
        !s.has(ProcessFlag::Discarded))},
    {"PROC-03"_rule, only_if, IF(true), IF(of_this_process(s, act) && running(s) && !down(s))},
};
template <class S>
inline constexpr Row<S, Spawn> spawns[] = {
    {"PROC-04"_rule, never, IF(s.has(ProcessFlag::Closed))},
    {"PROC-02"_rule, never, IF(s.has(ProcessFlag::GivenUp))},
    {"PROC-02"_rule, never,
     IF(s.has(ProcessFlag::CrashDue) && crashed_often(s, limits, limits.crash_window - tick))},
    {"PROC-06"_rule, never, IF(never_greets(s, limits))},
    {"SES-07"_rule, only_if, IF(s.has(ProcessFlag::Discarded)), IF(gone(s))},
    {"PROC-02"_rule, only_if, IF(s.has(ProcessFlag::CrashDue)),
     IF(s.process.age >=
        static_cast<std::uint32_t>(backoff_after(s.process.crashes_min, limits).count()))},
    {"PROC-03"_rule, says, IF(true), IF(act.process.value > s.process.id)},
    {"PROC-02"_rule, calls_for,
     IF(s.has(ProcessFlag::Opened) && (gone(s) || s.process.phase == ProcessPhase::None))},
};
template <class S>
inline constexpr Row<S, CloseInput> closings[] = {
    {"PROC-04"_rule, never, IF(running(s) && s.has(ProcessFlag::InputClosed))},
    {"PROC-04"_rule, says, IF(true), IF(of_this_process(s, act))},
    {"PROC-04"_rule, calls_for, IF(to_be_ended(s) || gone(s))},
};
template <class S>
inline constexpr Row<S, Terminate> terminations[] = {
    {"PROC-04"_rule, says, IF(true), IF(of_this_process(s, act))},
    {"PROC-04"_rule, only_if, IF(!gone(s)),
     IF(s.has(ProcessFlag::InputClosed) && rested(s, limits.close))},
    {"PROC-04"_rule, calls_for, IF(true)},
};
template <class S>
inline constexpr Row<S, Kill> kills[] = {
    {"PROC-04"_rule, never, IF(running(s) && s.has(ProcessFlag::Killed))},
    {"PROC-04"_rule, says, IF(true), IF(of_this_process(s, act))},
    {"PROC-04"_rule, only_if, IF(!gone(s)),
     IF(s.has(ProcessFlag::Terminated) && rested(s, limits.terminate))},
    {"PROC-04"_rule, calls_for, IF(true)},
};
template <class S>
inline constexpr Row<S, BannerShown> handshakes_again[] = {
    {"RPC-02"_rule, calls_for, IF(any_uninitialized(s))},
};
template <class S>
inline constexpr Row<S, BannerShown> server_lacks[] = {
    {"SES-12"_rule, never, IF(s.has(ProcessFlag::LacksShown))},
    {"SES-12"_rule, calls_for,
     IF(s.has(ProcessFlag::LacksDue) ||
        (check_out_of_time(s, Method::Initialize, limits) ||
         check_out_of_time(s, Method::ModelList, limits)) ||
        check_gives_up(s, limits))},
};
template <class S>
inline constexpr Row<S, BannerShown> restarts[] = {
    {"PROC-02"_rule, calls_for,
     IF(s.has(ProcessFlag::CrashDue) || s.has(ProcessFlag::Discarded) || s.process.id > 1)},
};
template <class S>
inline constexpr Row<S, BannerShown> surrenders[] = {
    {"PROC-02"_rule, never, IF(s.has(ProcessFlag::GivenUp))},
    {"PROC-06"_rule, calls_for, IF(never_greets(s, limits))},
    {"PROC-02"_rule, calls_for,
     IF(s.has(ProcessFlag::CrashDue) && crashed_often(s, limits, limits.crash_window))},
};
template <class S>
inline constexpr Row<S, BannerShown> stuck_turns[] = {
    {"SES-07"_rule, calls_for, IF(any_turn_stuck(s, limits))},
};
// Or one that was told so already, beside it.
bool any_turn_lost(const auto& s, const Bounds& bounds) {
  return std::any_of(s.chats.begin(), s.chats.end(), [&](const auto& chat) {
    return is_lost(chat, bounds) || (chat.phase == TurnPhase::Lost && !down(s));
  });
}
template <class S>
inline constexpr Row<S, BannerShown> lost_turns[] = {
    {"SES-14"_rule, calls_for, IF(any_turn_lost(s, limits))},
};

Seen spawns_next(const auto& s) { return Command(Spawn{ProcessId{s.process.id + 1u}}); }
template <class Act, class S>
Seen to_process(const S& s) {
  return Command(Act{ProcessId{s.process.id}});
}
template <Method method, class S>
Seen sends_own(const S& s) {
  Request request;
  request.method = method;
  return Command(Send{ProcessId{s.process.id}, request});
}
inline Seen tells(Banner banner) { return Command(BannerShown{banner}); }
inline std::int64_t left_of(Duration bound, std::uint32_t age) {
  return std::max<std::int64_t>(0, bound.count() - std::int64_t{age});
}
// With a quarter for the jitter.
std::int64_t till_restart(const auto& s, const Bounds& bounds) {
  const auto backoff = backoff_after(s.process.crashes_max, bounds);
  return left_of(backoff + backoff / 4, s.process.age);
}
bool restarts_later(const auto& s, const Bounds& b) {
  return s.has(ProcessFlag::CrashDue) && !s.has(ProcessFlag::Closed) &&
         !crashed_often(s, b, b.crash_window) && !never_greets(s, b);
}

template <class S>
inline constexpr Owed<S, S> processes[] = {
    {"PROC-02"_rule,
     IF(s.has(ProcessFlag::Opened) && s.process.phase == ProcessPhase::None &&
        !s.has(ProcessFlag::Closed)),
     LEFT(at_once), WANT(spawns_next(s))},
    {"PROC-02"_rule,
     IF(s.has(ProcessFlag::CrashDue) && !s.has(ProcessFlag::Closed) &&
        crashed_often(s, limits, limits.crash_window - tick)),
     LEFT(at_once), WANT(tells(Banner::GivenUp))},
    {"PROC-06"_rule, IF(never_greets(s, limits) && !s.has(ProcessFlag::Closed)), LEFT(at_once),
     WANT(tells(Banner::GivenUp))},
    {"SES-07"_rule, IF(s.has(ProcessFlag::Discarded) && gone(s) && !s.has(ProcessFlag::Closed)),
     LEFT(at_once), WANT(spawns_next(s))},
    {"PROC-04"_rule,
     IF(((to_be_ended(s) && running(s)) || lives_on(s)) && !s.has(ProcessFlag::InputClosed)),
     LEFT(at_once), WANT(to_process<CloseInput>(s))},
    {"RPC-01"_rule,
     IF(live(s) && !s.has(ProcessFlag::Closed) && s.process.handshake == Handshake::None),
     LEFT(at_once), WANT(sends_own<Method::Initialize>(s))},
    {"RPC-01"_rule, IF(live(s) && s.process.handshake == Handshake::Answered), LEFT(at_once),
     WANT(Command(Send{ProcessId{s.process.id}, Initialized{}}))},
    {"SES-12"_rule, IF(greeted(s) && s.process.verified == Verified::No), LEFT(at_once),
     WANT(sends_own<Method::ModelList>(s))},
    {"SES-12"_rule, IF(live(s) && s.has(ProcessFlag::LacksDue) && !s.has(ProcessFlag::LacksShown)),
     LEFT(at_once), WANT(tells(Banner::ServerLacks))},
    {"ITM-05"_rule, IF(live(s) && s.has(ProcessFlag::RatesDue)), LEFT(at_once),
     WANT(Command(shown_limits(s)))},
    {"PROC-04"_rule,
     IF(running(s) && s.has(ProcessFlag::InputClosed) && !s.has(ProcessFlag::Terminated)),
     LEFT(left_of(limits.close, s.process.rest)), WANT(to_process<Terminate>(s))},
    {"PROC-04"_rule,
     IF(running(s) && s.has(ProcessFlag::Terminated) && !s.has(ProcessFlag::Killed)),
     LEFT(left_of(limits.terminate, s.process.rest)), WANT(to_process<Kill>(s))},
    {"PROC-05"_rule, IF(restarts_later(s, limits) && !s.has(ProcessFlag::Exited)),
     LEFT(till_restart(s, limits)), WANT(spawns_next(s))},
    {"PROC-02"_rule, IF(restarts_later(s, limits)), LEFT(till_restart(s, limits)),
     WANT(spawns_next(s))},
};

}  // namespace spec::appserver::clauses::process
