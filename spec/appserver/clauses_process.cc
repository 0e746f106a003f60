// Clauses on the server's process and on what the user is told of it: PROC, RPC-01, SES-07, SES-12.
#include <algorithm>

#include "appserver/clause.h"

namespace spec::appserver::clauses {

bool crashed_often(const Situation& s, const Bounds& bounds, Duration ago) {
  return s.crashes.size() >= bounds.crashes &&
         s.crashes[s.crashes.size() - bounds.crashes] <= static_cast<std::uint32_t>(ago.count());
}

Duration backoff_after(std::uint8_t crashes, const Bounds& bounds) {
  const int doublings = std::clamp(crashes - 1, 0, 12);
  return std::min(bounds.backoff_max, bounds.backoff * (1 << doublings));
}

namespace {

constexpr Duration tick{1};

bool gone(const Situation& s) { return s.process.phase == ProcessPhase::Gone; }
bool running(const Situation& s) { return s.process.phase == ProcessPhase::Running; }
bool rested(const Situation& s, Duration bound) {
  return s.process.rest >= static_cast<std::uint32_t>(bound.count());
}
template <class Act>
bool of_this_process(const At<Act>& at) {
  return at.it.process.value == at.s.process.id;
}
bool to_be_ended(const Situation& s) {
  return s.has(ProcessFlag::Closed) || s.has(ProcessFlag::Discarded);
}
constexpr Clause<Send> sends[] = {
    {"PROC-04"_rule, never,
     [](const auto& at) {
       return of_this_process(at) && at.s.has(ProcessFlag::InputClosed) &&
              !at.s.has(ProcessFlag::Discarded);
     }},
    {"PROC-03"_rule, only_if, always,
     [](const auto& at) { return of_this_process(at) && running(at.s) && !down(at.s); }},
    {"PROC-03"_rule, calls_for, always},
};
constexpr Clause<Spawn> spawns[] = {
    {"PROC-04"_rule, never, [](const auto& at) { return at.s.has(ProcessFlag::Closed); }},
    {"PROC-02"_rule, never, [](const auto& at) { return at.s.has(ProcessFlag::GivenUp); }},
    {"PROC-02"_rule, never,
     [](const auto& at) {
       return at.s.has(ProcessFlag::CrashDue) &&
              crashed_often(at.s, at.bounds, at.bounds.crash_window - tick);
     }},
    {"SES-07"_rule, only_if, [](const auto& at) { return at.s.has(ProcessFlag::Discarded); },
     [](const auto& at) { return gone(at.s); }},
    {"PROC-02"_rule, only_if, [](const auto& at) { return at.s.has(ProcessFlag::CrashDue); },
     [](const auto& at) {
       return at.s.process.age >= static_cast<std::uint32_t>(
                                      backoff_after(at.s.process.crashes_min, at.bounds).count());
     }},
    {"PROC-03"_rule, says, always,
     [](const auto& at) { return at.it.process.value > at.s.process.id; }},
    {"PROC-02"_rule, calls_for,
     [](const auto& at) {
       return at.s.has(ProcessFlag::Opened) &&
              (gone(at.s) || at.s.process.phase == ProcessPhase::None);
     }},
};
constexpr Clause<CloseInput> closings[] = {
    {"PROC-04"_rule, never,
     [](const auto& at) { return running(at.s) && at.s.has(ProcessFlag::InputClosed); }},
    {"PROC-04"_rule, says, always, of_this_process},
    {"PROC-04"_rule, calls_for, [](const auto& at) { return to_be_ended(at.s) || gone(at.s); }},
};
constexpr Clause<Terminate> terminations[] = {
    {"PROC-04"_rule, says, always, of_this_process},
    {"PROC-04"_rule, only_if, [](const auto& at) { return !gone(at.s); },
     [](const auto& at) {
       return at.s.has(ProcessFlag::InputClosed) && rested(at.s, at.bounds.close);
     }},
    {"PROC-04"_rule, calls_for, always},
};
constexpr Clause<Kill> kills[] = {
    {"PROC-04"_rule, never,
     [](const auto& at) { return running(at.s) && at.s.has(ProcessFlag::Killed); }},
    {"PROC-04"_rule, says, always, of_this_process},
    {"PROC-04"_rule, only_if, [](const auto& at) { return !gone(at.s); },
     [](const auto& at) {
       return at.s.has(ProcessFlag::Terminated) && rested(at.s, at.bounds.terminate);
     }},
    {"PROC-04"_rule, calls_for, always},
};
constexpr Clause<BannerShown> handshakes_again[] = {
    {"RPC-02"_rule, calls_for,
     [](const auto& at) {
       return std::any_of(at.s.calls.begin(), at.s.calls.end(),
                          [](const Call& call) { return call.is(Stage::Uninitialized); });
     }},
};
constexpr Clause<BannerShown> server_lacks[] = {
    {"SES-12"_rule, never, [](const auto& at) { return at.s.has(ProcessFlag::LacksShown); }},
    {"SES-12"_rule, calls_for,
     [](const auto& at) {
       return at.s.has(ProcessFlag::LacksDue) ||
              (check_out_of_time(at.s, Method::Initialize, at.bounds) ||
               check_out_of_time(at.s, Method::ModelList, at.bounds));
     }},
};
constexpr Clause<BannerShown> restarts[] = {
    {"PROC-02"_rule, calls_for,
     [](const auto& at) {
       return at.s.has(ProcessFlag::CrashDue) || at.s.has(ProcessFlag::Discarded) ||
              at.s.process.id > 1;
     }},
};
constexpr Clause<BannerShown> surrenders[] = {
    {"PROC-02"_rule, never, [](const auto& at) { return at.s.has(ProcessFlag::GivenUp); }},
    {"PROC-02"_rule, calls_for,
     [](const auto& at) {
       return at.s.has(ProcessFlag::CrashDue) &&
              crashed_often(at.s, at.bounds, at.bounds.crash_window);
     }},
};
constexpr Clause<BannerShown> stuck_turns[] = {
    {"SES-07"_rule, calls_for,
     [](const auto& at) {
       return std::any_of(at.s.chats.begin(), at.s.chats.end(), [&](const Chat& chat) {
         return chat.phase == TurnPhase::Named && chat.has(ChatFlag::Interrupted) &&
                chat.stopping >= static_cast<std::uint32_t>(at.bounds.turn_end.count());
       });
     }},
};

Seen spawns_next(const At<Situation>& at) {
  return Command(Spawn{ProcessId{at.s.process.id + 1u}});
}
template <class Act>
Seen to_process(const At<Situation>& at) {
  return Command(Act{ProcessId{at.s.process.id}});
}
template <Method method>
Seen sends_own(const At<Situation>& at) {
  Request request;
  request.method = method;
  return Command(Send{ProcessId{at.s.process.id}, request});
}
template <Banner banner>
Seen tells(const At<Situation>&) {
  return Command(BannerShown{banner});
}
std::int64_t left_of(Duration bound, std::uint32_t age) {
  return std::max<std::int64_t>(0, bound.count() - std::int64_t{age});
}
// With a quarter for the jitter.
std::int64_t till_restart(const At<Situation>& at) {
  const auto backoff = backoff_after(at.s.process.crashes_max, at.bounds);
  return left_of(backoff + backoff / 4, at.s.process.age);
}
bool restarts_later(const Situation& s, const Bounds& b) {
  return s.has(ProcessFlag::CrashDue) && !s.has(ProcessFlag::Closed) &&
         !crashed_often(s, b, b.crash_window);
}

constexpr Within<Situation> processes[] = {
    {"PROC-02"_rule,
     [](const auto& at) {
       return at.s.has(ProcessFlag::Opened) && at.s.process.phase == ProcessPhase::None &&
              !at.s.has(ProcessFlag::Closed);
     },
     now, spawns_next},
    {"PROC-02"_rule,
     [](const auto& at) {
       return at.s.has(ProcessFlag::CrashDue) && !at.s.has(ProcessFlag::Closed) &&
              crashed_often(at.s, at.bounds, at.bounds.crash_window - tick);
     },
     now, tells<Banner::GivenUp>},
    {"SES-07"_rule,
     [](const auto& at) {
       return at.s.has(ProcessFlag::Discarded) && gone(at.s) && !at.s.has(ProcessFlag::Closed);
     },
     now, spawns_next},
    {"PROC-04"_rule,
     [](const auto& at) {
       return to_be_ended(at.s) && running(at.s) && !at.s.has(ProcessFlag::InputClosed);
     },
     now, to_process<CloseInput>},
    {"RPC-01"_rule,
     [](const auto& at) {
       return live(at.s) && !at.s.has(ProcessFlag::Closed) &&
              at.s.process.handshake == Handshake::None;
     },
     now, sends_own<Method::Initialize>},
    {"RPC-01"_rule,
     [](const auto& at) { return live(at.s) && at.s.process.handshake == Handshake::Answered; },
     now,
     [](const auto& at) {
       return Seen(Command(Send{ProcessId{at.s.process.id}, Initialized{}}));
     }},
    {"SES-12"_rule,
     [](const auto& at) { return greeted(at.s) && at.s.process.verified == Verified::No; }, now,
     sends_own<Method::ModelList>},
    {"SES-12"_rule,
     [](const auto& at) {
       return live(at.s) && at.s.has(ProcessFlag::LacksDue) && !at.s.has(ProcessFlag::LacksShown);
     },
     now, tells<Banner::ServerLacks>},
    {"ITM-05"_rule, [](const auto& at) { return live(at.s) && at.s.has(ProcessFlag::RatesDue); },
     now, [](const auto& at) { return Seen(Command(RateLimitsShown{at.s.process.rates})); }},
    {"PROC-04"_rule,
     [](const auto& at) {
       return running(at.s) && at.s.has(ProcessFlag::InputClosed) &&
              !at.s.has(ProcessFlag::Terminated);
     },
     [](const auto& at) { return left_of(at.bounds.close, at.s.process.rest); },
     to_process<Terminate>},
    {"PROC-04"_rule,
     [](const auto& at) {
       return running(at.s) && at.s.has(ProcessFlag::Terminated) && !at.s.has(ProcessFlag::Killed);
     },
     [](const auto& at) { return left_of(at.bounds.terminate, at.s.process.rest); },
     to_process<Kill>},
    {"PROC-05"_rule,
     [](const auto& at) {
       return restarts_later(at.s, at.bounds) && !at.s.has(ProcessFlag::Exited);
     },
     till_restart, spawns_next},
    {"PROC-02"_rule, [](const auto& at) { return restarts_later(at.s, at.bounds); }, till_restart,
     spawns_next},
};

}  // namespace

Clauses<BannerShown> clauses_of(Banner banner) {
  switch (banner) {
    case Banner::HandshakeAgain: return handshakes_again;
    case Banner::ServerLacks: return server_lacks;
    case Banner::Restarting: return restarts;
    case Banner::GivenUp: return surrenders;
    case Banner::TurnStuck: return stuck_turns;
  }
  return restarts;
}
template <>
Clauses<Send> clauses_of() {
  return sends;
}
template <>
Clauses<Spawn> clauses_of() {
  return spawns;
}
template <>
Clauses<CloseInput> clauses_of() {
  return closings;
}
template <>
Clauses<Terminate> clauses_of() {
  return terminations;
}
template <>
Clauses<Kill> clauses_of() {
  return kills;
}
template <>
std::span<const Within<Situation>> withins_of() {
  return processes;
}

}  // namespace spec::appserver::clauses
