// Clauses on what the user sees of chats and turns: SES, ITM-05.
#include <algorithm>

#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

template <class Act>
const Chat* its_chat(const At<Act>& at) {
  return chat_of(at.s, at.it.chat);
}
template <class Act>
bool has_chat(const At<Act>& at) {
  return its_chat(at) != nullptr;
}
template <class Act>
bool chat_is(const At<Act>& at, ChatFlag flag) {
  return has_chat(at) && its_chat(at)->has(flag);
}
template <class Act>
bool phase_is(const At<Act>& at, TurnPhase phase) {
  return has_chat(at) && its_chat(at)->phase == phase;
}
bool not_told_started(const Situation& s) {
  return (s.process.opts_out & opt_out::thread_started) != 0;
}
bool has_call(const Situation& s, const Chat& chat, Method method) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const Call& call) {
    return call.chat == chat.id && call.method == method;
  });
}
bool may_talk(const Situation& s, const Chat& chat) {
  return ready(s, chat) && chat.phase == TurnPhase::None && !turn_under_way(s, chat);
}

constexpr Clause<ComposerReady> ready_composers[] = {
    {"SES-04"_rule, never,
     [](const auto& at) {
       return has_chat(at) && its_chat(at)->active() && chat_is(at, ChatFlag::Stopped);
     }},
    {"SES-03"_rule, never,
     [](const auto& at) {
       return has_chat(at) && (its_chat(at)->active() || turn_under_way(at.s, *its_chat(at)));
     }},
    {"SES-09"_rule, never, [](const auto& at) { return chat_is(at, ChatFlag::Archived); }},
    {"PROC-03"_rule, never,
     [](const auto& at) { return chat_is(at, ChatFlag::Known) && !chat_is(at, ChatFlag::Open); }},
    {"SES-11"_rule, only_if, [](const auto& at) { return has_chat(at) && not_told_started(at.s); },
     [](const auto& at) { return ready(at.s, *its_chat(at)); }},
    {"SES-01"_rule, only_if, has_chat, [](const auto& at) { return ready(at.s, *its_chat(at)); }},
    {"SES-01"_rule, calls_for, has_chat},
};
constexpr Clause<ComposerBusy> busy_composers[] = {
    {"SES-04"_rule, never,
     [](const auto& at) {
       return has_chat(at) && its_chat(at)->composer == Composer::Ready &&
              may_talk(at.s, *its_chat(at)) && !at.s.has(ProcessFlag::Closed) &&
              !has_call(at.s, *its_chat(at), Method::ThreadArchive);
     }},
    {"SES-03"_rule, calls_for, [](const auto& at) { return has_chat(at) || down(at.s); }},
};
constexpr Clause<TurnShown> shown_turns[] = {
    {"SES-08"_rule, never,
     [](const auto& at) {
       return listed(at.s.ended, at.it.turn.value) && !phase_is(at, TurnPhase::Over);
     }},
    {"SES-03"_rule, never,
     [](const auto& at) {
       return phase_is(at, TurnPhase::Named) && its_chat(at)->turn != at.it.turn.value;
     }},
    {"SES-02"_rule, never, [](const auto& at) { return chat_is(at, ChatFlag::Shown); }},
    {"SES-02"_rule, calls_for,
     [](const auto& at) {
       return has_chat(at) && its_chat(at)->turn != 0 && its_chat(at)->turn == at.it.turn.value;
     }},
    {"SES-02"_rule, calls_for,
     [](const auto& at) {
       return has_chat(at) && its_chat(at)->orphan != 0 &&
              its_chat(at)->orphan == at.it.turn.value && !chat_is(at, ChatFlag::OrphanToStop);
     }},
};
constexpr Clause<TurnEnded> ended_turns[] = {
    {"SES-04"_rule, never,
     [](const auto& at) {
       return phase_is(at, TurnPhase::Named) && chat_is(at, ChatFlag::Stopped);
     }},
    {"SES-03"_rule, never, [](const auto& at) { return has_chat(at) && its_chat(at)->active(); }},
    {"SES-02"_rule, only_if, [](const auto& at) { return phase_is(at, TurnPhase::Over); },
     [](const auto& at) { return chat_is(at, ChatFlag::Shown); }},
    {"SES-04"_rule, says,
     [](const auto& at) { return phase_is(at, TurnPhase::Over) && chat_is(at, ChatFlag::Stopped); },
     [](const auto& at) {
       return at.it.turn.value == its_chat(at)->turn && at.it.end == its_chat(at)->end;
     }},
    {"SES-03"_rule, says, [](const auto& at) { return phase_is(at, TurnPhase::Over); },
     [](const auto& at) {
       return at.it.turn.value == its_chat(at)->turn && at.it.end == its_chat(at)->end;
     }},
    {"SES-07"_rule, says,
     [](const auto& at) {
       return phase_is(at, TurnPhase::Lost) && at.s.has(ProcessFlag::Discarded);
     },
     [](const auto& at) {
       return at.it.turn.value == its_chat(at)->turn && at.it.end == TurnEnd::Lost;
     }},
    {"PROC-03"_rule, says, [](const auto& at) { return phase_is(at, TurnPhase::Lost); },
     [](const auto& at) {
       return at.it.turn.value == its_chat(at)->turn && at.it.end == TurnEnd::Lost;
     }},
    {"PROC-03"_rule, calls_for, [](const auto& at) { return phase_is(at, TurnPhase::Lost); }},
    {"SES-03"_rule, calls_for, [](const auto& at) { return phase_is(at, TurnPhase::Over); }},
};
constexpr Clause<UsageShown> shown_usage[] = {
    {"ITM-05"_rule, never, [](const auto& at) { return chat_is(at, ChatFlag::UsageFell); }},
    {"ITM-05"_rule, says, has_chat,
     [](const auto& at) { return at.it.total == its_chat(at)->total; }},
    {"ITM-05"_rule, calls_for, [](const auto& at) { return chat_is(at, ChatFlag::UsageDue); }},
};
constexpr Clause<RateLimitsShown> shown_rates[] = {
    {"ITM-05"_rule, says, always, [](const auto& at) { return at.it.used == at.s.process.rates; }},
    {"ITM-05"_rule, calls_for, [](const auto& at) { return at.s.has(ProcessFlag::RatesDue); }},
};

Seen shows_turn(const At<Chat>& at) {
  return Command(TurnShown{ChatId{at.it.id}, TurnId{at.it.turn}});
}
Seen ends_turn(const At<Chat>& at) {
  return Command(TurnEnded{ChatId{at.it.id}, TurnId{at.it.turn},
                           at.it.phase == TurnPhase::Lost ? TurnEnd::Lost : at.it.end});
}
Seen sends_for(const Situation& s, const Chat& chat, Method method, std::uint32_t turn) {
  Request request;
  request.method = method;
  request.thread = ThreadId{chat.thread};
  request.turn = TurnId{turn};
  return Command(Send{ProcessId{s.process.id}, request});
}
Seen interrupts(const At<Chat>& at) {
  return sends_for(at.s, at.it, Method::TurnInterrupt,
                   at.it.has(ChatFlag::OrphanToStop) ? at.it.orphan : at.it.turn);
}
Seen readies(const At<Chat>& at) { return Command(ComposerReady{ChatId{at.it.id}}); }
Seen busies(const At<Chat>& at) { return Command(ComposerBusy{ChatId{at.it.id}}); }
bool waits_to_talk(const Situation& s, const Chat& chat) {
  return chat.composer != Composer::Ready && may_talk(s, chat) &&
         !has_call(s, chat, Method::ThreadArchive);
}

constexpr Within<Chat> chats[] = {
    {"SES-02"_rule,
     [](const auto& at) {
       return (at.it.phase == TurnPhase::Named || at.it.phase == TurnPhase::Over) &&
              !at.it.has(ChatFlag::Shown);
     },
     now, shows_turn},
    {"SES-04"_rule,
     [](const auto& at) { return at.it.phase == TurnPhase::Over && at.it.has(ChatFlag::Stopped); },
     now, ends_turn},
    {"SES-03"_rule, [](const auto& at) { return at.it.phase == TurnPhase::Over; }, now, ends_turn},
    {"SES-07"_rule,
     [](const auto& at) {
       return at.it.phase == TurnPhase::Lost && at.it.turn != 0 && at.s.has(ProcessFlag::Discarded);
     },
     now, ends_turn},
    {"PROC-03"_rule,
     [](const auto& at) { return at.it.phase == TurnPhase::Lost && at.it.turn != 0; }, now,
     ends_turn},
    {"SES-06"_rule,
     [](const auto& at) {
       return greeted(at.s) && at.it.has(ChatFlag::Stopped) && at.it.phase == TurnPhase::Named &&
              !at.it.has(ChatFlag::Interrupted);
     },
     now, interrupts},
    {"SES-06"_rule,
     [](const auto& at) { return greeted(at.s) && at.it.has(ChatFlag::OrphanToStop); }, now,
     interrupts},
    {"SES-05"_rule,
     [](const auto& at) {
       return greeted(at.s) && at.it.phase == TurnPhase::Named && at.it.has(ChatFlag::Refused) &&
              at.it.has(ChatFlag::Running) && !at.it.has(ChatFlag::Twice);
     },
     now, interrupts},
    {"SES-03"_rule,
     [](const auto& at) {
       return at.it.composer == Composer::Ready && (at.it.active() || turn_under_way(at.s, at.it));
     },
     now, busies},
    {"PROC-03"_rule,
     [](const auto& at) {
       return at.it.composer == Composer::Ready && down(at.s) && !at.s.has(ProcessFlag::Closed);
     },
     now, busies},
    {"SES-11"_rule,
     [](const auto& at) { return waits_to_talk(at.s, at.it) && not_told_started(at.s); }, now,
     readies},
    {"SES-01"_rule,
     [](const auto& at) {
       return waits_to_talk(at.s, at.it) && at.it.composer == Composer::Untold;
     },
     now, readies},
    {"SES-04"_rule, [](const auto& at) { return waits_to_talk(at.s, at.it); }, now, readies},
    {"PROC-03"_rule,
     [](const auto& at) {
       return greeted(at.s) && at.it.has(ChatFlag::Known) && !at.it.has(ChatFlag::Open) &&
              !has_call(at.s, at.it, Method::ThreadResume);
     },
     now, [](const auto& at) { return sends_for(at.s, at.it, Method::ThreadResume, 0); }},
    {"ITM-05"_rule,
     [](const auto& at) {
       return at.it.has(ChatFlag::UsageDue) && !at.it.has(ChatFlag::UsageFell);
     },
     now,
     [](const auto& at) {
       return Seen(Command(UsageShown{ChatId{at.it.id}, at.it.total}));
     }},
    {"SES-07"_rule,
     [](const auto& at) {
       return live(at.s) && at.it.phase == TurnPhase::Named && at.it.has(ChatFlag::Interrupted);
     },
     [](const auto& at) {
       return std::max<std::int64_t>(0, at.bounds.turn_end.count() - std::int64_t{at.it.stopping});
     },
     [](const auto&) { return Seen(Command(BannerShown{Banner::TurnStuck})); }, Party::Client,
     "SES-06"_rule},
    {"SRV-05"_rule, [](const auto& at) { return live(at.s) && at.it.phase == TurnPhase::Named; },
     with_the_world,
     [](const auto& at) {
       return Seen(Happening(Received{
           ProcessId{at.s.process.id},
           TurnCompleted{ThreadId{at.it.thread}, TurnId{at.it.turn}, TurnEnd::Completed}}));
     },
     Party::Server},
};

}  // namespace

template <>
Clauses<ComposerReady> clauses_of() {
  return ready_composers;
}
template <>
Clauses<ComposerBusy> clauses_of() {
  return busy_composers;
}
template <>
Clauses<TurnShown> clauses_of() {
  return shown_turns;
}
template <>
Clauses<TurnEnded> clauses_of() {
  return ended_turns;
}
template <>
Clauses<UsageShown> clauses_of() {
  return shown_usage;
}
template <>
Clauses<RateLimitsShown> clauses_of() {
  return shown_rates;
}
template <>
std::span<const Within<Chat>> withins_of() {
  return chats;
}

}  // namespace spec::appserver::clauses
