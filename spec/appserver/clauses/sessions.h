// Clauses on what the user sees of chats and turns: SES, ITM-05.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::sessions {

const auto* its_chat(const auto& s, const auto& act) { return chat_of(s, act.chat); }
bool has_chat(const auto& s, const auto& act) { return its_chat(s, act) != nullptr; }
bool its_chat_is(const auto& s, const auto& act, ChatFlag flag) {
  return has_chat(s, act) && its_chat(s, act)->has(flag);
}
bool phase_is(const auto& s, const auto& act, TurnPhase phase) {
  return has_chat(s, act) && its_chat(s, act)->phase == phase;
}
bool has_call(const auto& s, const auto& chat, Method method) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.chat == chat.id && call.method == method;
  });
}
bool may_talk(const auto& s, const auto& chat) {
  return ready(s, chat) && chat.phase == TurnPhase::None && !turn_under_way(s, chat);
}

template <class S>
inline constexpr Row<S, ComposerReady> ready_composers[] = {
    {"SES-04"_rule, never,
     IF(has_chat(s, act) && its_chat(s, act)->active() && its_chat_is(s, act, ChatFlag::Stopped))},
    {"SES-03"_rule, never,
     IF(has_chat(s, act) && (its_chat(s, act)->active() || turn_under_way(s, *its_chat(s, act))))},
    {"SES-09"_rule, never, IF(its_chat_is(s, act, ChatFlag::Archived))},
    {"PROC-03"_rule, never,
     IF(its_chat_is(s, act, ChatFlag::Known) && !its_chat_is(s, act, ChatFlag::Open))},
    {"SES-11"_rule, only_if, IF(has_chat(s, act) && not_told_started(s)),
     IF(ready(s, *its_chat(s, act)))},
    {"SES-01"_rule, only_if, IF(has_chat(s, act)), IF(ready(s, *its_chat(s, act)))},
    {"SES-01"_rule, calls_for, IF(has_chat(s, act))},
};
template <class S>
inline constexpr Row<S, ComposerBusy> busy_composers[] = {
    {"SES-04"_rule, never,
     IF(has_chat(s, act) && its_chat(s, act)->composer == Composer::Ready &&
        may_talk(s, *its_chat(s, act)) && !s.has(ProcessFlag::Closed) &&
        !has_call(s, *its_chat(s, act), Method::ThreadArchive))},
    {"SES-03"_rule, calls_for, IF(has_chat(s, act) || down(s))},
};
template <class S>
inline constexpr Row<S, TurnShown> shown_turns[] = {
    {"SES-08"_rule, never,
     IF(listed(s.ended, act.turn.value) && !phase_is(s, act, TurnPhase::Over))},
    {"SES-03"_rule, never,
     IF(phase_is(s, act, TurnPhase::Named) && its_chat(s, act)->turn != act.turn.value)},
    {"SES-02"_rule, never, IF(its_chat_is(s, act, ChatFlag::Shown))},
    {"SES-02"_rule, calls_for,
     IF(has_chat(s, act) && its_chat(s, act)->turn != 0 &&
        its_chat(s, act)->turn == act.turn.value)},
    {"SES-02"_rule, calls_for,
     IF(has_chat(s, act) && its_chat(s, act)->orphan != 0 &&
        its_chat(s, act)->orphan == act.turn.value &&
        !its_chat_is(s, act, ChatFlag::OrphanToStop))},
};
// A turn that the chat's opened has just ended.
bool ended_elsewhere(const auto& s, const TurnEnded& act) {
  const auto* chat = its_chat(s, act);
  return act.turn.value != chat->turn && listed(s.ended, act.turn.value) &&
         std::any_of(s.chats.begin(), s.chats.end(), [&](const auto& other) {
           return other.has(ChatFlag::Descends) && other.home == chat->id;
         });
}

template <class S>
inline constexpr Row<S, TurnEnded> ended_turns[] = {
    {"SES-04"_rule, never,
     IF(phase_is(s, act, TurnPhase::Named) && its_chat_is(s, act, ChatFlag::Stopped))},
    {"SES-13"_rule, never,
     IF(has_chat(s, act) && its_chat(s, act)->active() && ended_elsewhere(s, act))},
    {"SES-03"_rule, never, IF(has_chat(s, act) && its_chat(s, act)->active())},
    {"SES-02"_rule, only_if, IF(phase_is(s, act, TurnPhase::Over)),
     IF(its_chat_is(s, act, ChatFlag::Shown))},
    {"SES-04"_rule, says,
     IF(phase_is(s, act, TurnPhase::Over) && its_chat_is(s, act, ChatFlag::Stopped)),
     IF(act.turn.value == its_chat(s, act)->turn && act.end == its_chat(s, act)->end)},
    {"SES-03"_rule, says, IF(phase_is(s, act, TurnPhase::Over)),
     IF(act.turn.value == its_chat(s, act)->turn && act.end == its_chat(s, act)->end)},
    {"SES-14"_rule, says, IF(phase_is(s, act, TurnPhase::Lost) && !down(s)),
     IF(act.turn.value == its_chat(s, act)->turn && act.end == TurnEnd::Lost)},
    {"SES-07"_rule, says, IF(phase_is(s, act, TurnPhase::Lost) && s.has(ProcessFlag::Discarded)),
     IF(act.turn.value == its_chat(s, act)->turn && act.end == TurnEnd::Lost)},
    {"PROC-03"_rule, says, IF(phase_is(s, act, TurnPhase::Lost)),
     IF(act.turn.value == its_chat(s, act)->turn && act.end == TurnEnd::Lost)},
    {"PROC-03"_rule, calls_for, IF(phase_is(s, act, TurnPhase::Lost))},
    {"SES-03"_rule, calls_for, IF(phase_is(s, act, TurnPhase::Over))},
};
// What the turn that was shown last has taken, as far as that is known.
std::uint32_t tokens_of_turn(const auto& chat) {
  return chat.total_before == total_unknown ? 0 : chat.total - chat.total_before;
}
template <class S>
inline constexpr Row<S, UsageShown> shown_usage[] = {
    {"ITM-05"_rule, never, IF(its_chat_is(s, act, ChatFlag::UsageFell))},
    {"ITM-05"_rule, says, IF(has_chat(s, act)),
     IF(act.total == its_chat(s, act)->total && act.in_turn == tokens_of_turn(*its_chat(s, act)))},
    {"ITM-05"_rule, calls_for, IF(its_chat_is(s, act, ChatFlag::UsageDue))},
};
template <class S>
inline constexpr Row<S, RateLimitsShown> shown_rates[] = {
    {"ITM-05"_rule, says, IF(true), IF(act == shown_limits(s))},
    {"ITM-05"_rule, calls_for, IF(s.has(ProcessFlag::RatesDue))},
};

Seen shows_turn(const auto& chat) { return Command(TurnShown{ChatId{chat.id}, TurnId{chat.turn}}); }
Seen ends_turn(const auto& chat) {
  const auto end = chat.phase == TurnPhase::Lost ? TurnEnd::Lost : chat.end;
  return Command(TurnEnded{ChatId{chat.id}, TurnId{chat.turn}, end});
}
Seen sends_for(const auto& s, const auto& chat, Method method, std::uint32_t turn) {
  Request request;
  request.method = method;
  request.thread = ThreadId{chat.thread};
  request.turn = TurnId{turn};
  return Command(Send{ProcessId{s.process.id}, request});
}
Seen interrupts(const auto& s, const auto& chat) {
  return sends_for(
      s, chat, Method::TurnInterrupt,
      chat.has(ChatFlag::OrphanToStop) || orphan_is_to_stop_again(chat) ? chat.orphan : chat.turn);
}
Seen readies(const auto& chat) { return Command(ComposerReady{ChatId{chat.id}}); }
Seen busies(const auto& chat) { return Command(ComposerBusy{ChatId{chat.id}}); }
bool waits_to_talk(const auto& s, const auto& chat) {
  return chat.composer != Composer::Ready && may_talk(s, chat) &&
         !has_call(s, chat, Method::ThreadArchive);
}

bool idle(const auto& chat) { return chat.phase == TurnPhase::Named && chat.has(ChatFlag::Idle); }
std::int64_t idle_left(const auto& chat, const Bounds& bounds) {
  return std::max<std::int64_t>(0, bounds.idle.count() - std::int64_t{chat.idle_for});
}

template <class S>
inline constexpr Owed<S, typename S::Chat> owed_in_chats[] = {
    {"SES-02"_rule,
     IF((act.phase == TurnPhase::Named || act.phase == TurnPhase::Over) &&
        !act.has(ChatFlag::Shown)),
     LEFT(at_once), WANT(shows_turn(act))},
    {"SES-04"_rule, IF(act.phase == TurnPhase::Over && act.has(ChatFlag::Stopped)), LEFT(at_once),
     WANT(ends_turn(act))},
    {"SES-03"_rule, IF(act.phase == TurnPhase::Over), LEFT(at_once), WANT(ends_turn(act))},
    {"SES-14"_rule, IF(act.phase == TurnPhase::Lost && act.turn != 0 && !down(s)), LEFT(at_once),
     WANT(ends_turn(act))},
    {"SES-07"_rule,
     IF(act.phase == TurnPhase::Lost && act.turn != 0 && s.has(ProcessFlag::Discarded)),
     LEFT(at_once), WANT(ends_turn(act))},
    {"PROC-03"_rule, IF(act.phase == TurnPhase::Lost && act.turn != 0), LEFT(at_once),
     WANT(ends_turn(act))},
    {"SES-06"_rule,
     IF(greeted(s) && act.has(ChatFlag::Stopped) && act.phase == TurnPhase::Named &&
        !act.has(ChatFlag::Interrupted)),
     LEFT(at_once), WANT(interrupts(s, act))},
    {"SES-06"_rule, IF(greeted(s) && act.has(ChatFlag::OrphanToStop)), LEFT(at_once),
     WANT(interrupts(s, act))},
    {"SES-05"_rule, IF(greeted(s) && orphan_is_to_stop_again(act)), LEFT(at_once),
     WANT(interrupts(s, act))},
    {"SES-05"_rule,
     IF(greeted(s) && act.phase == TurnPhase::Named && act.has(ChatFlag::Refused) &&
        act.has(ChatFlag::Running) && !act.has(ChatFlag::Twice)),
     LEFT(at_once), WANT(interrupts(s, act))},
    {"SES-03"_rule, IF(act.composer == Composer::Ready && (act.active() || turn_under_way(s, act))),
     LEFT(at_once), WANT(busies(act))},
    {"PROC-03"_rule, IF(act.composer == Composer::Ready && down(s) && !s.has(ProcessFlag::Closed)),
     LEFT(at_once), WANT(busies(act))},
    {"SES-11"_rule, IF(waits_to_talk(s, act) && not_told_started(s)), LEFT(at_once),
     WANT(readies(act))},
    {"SES-01"_rule, IF(waits_to_talk(s, act) && act.composer == Composer::Untold), LEFT(at_once),
     WANT(readies(act))},
    {"SES-04"_rule, IF(waits_to_talk(s, act)), LEFT(at_once), WANT(readies(act))},
    {"PROC-03"_rule,
     IF(greeted(s) && act.has(ChatFlag::Known) && !act.has(ChatFlag::Open) &&
        !has_call(s, act, Method::ThreadResume)),
     LEFT(at_once), WANT(sends_for(s, act, Method::ThreadResume, 0))},
    {"ITM-05"_rule, IF(act.has(ChatFlag::UsageDue) && !act.has(ChatFlag::UsageFell)), LEFT(at_once),
     WANT(Command(UsageShown{ChatId{act.id}, act.total, tokens_of_turn(act)}))},
    {"SES-16"_rule, IF(live(s) && idle(act) && !act.has(ChatFlag::Running) && !not_told_turns(s)),
     LEFT(idle_left(act, limits)), WANT(Command(BannerShown{Banner::TurnLost}))},
    {"SES-14"_rule, IF(live(s) && idle(act)), LEFT(idle_left(act, limits)),
     WANT(Command(BannerShown{Banner::TurnLost}))},
    {"SES-07"_rule, IF(live(s) && act.phase == TurnPhase::Named && act.has(ChatFlag::Interrupted)),
     LEFT(std::max<std::int64_t>(0, limits.turn_end.count() - std::int64_t{act.stopping})),
     WANT(Command(BannerShown{Banner::TurnStuck})), "SES-06"_rule},
};
Seen completes_turn(const auto& s, const auto& chat) {
  const TurnCompleted end{ThreadId{chat.thread}, TurnId{chat.turn}, TurnEnd::Completed};
  return Happening(Received{ProcessId{s.process.id}, end});
}
template <class S>
inline constexpr Owed<S, typename S::Chat> uncompleted[] = {
    {"SRV-05"_rule, IF(live(s) && act.phase == TurnPhase::Named), LEFT(at_the_end),
     WANT(completes_turn(s, act))},
};

}  // namespace spec::appserver::clauses::sessions
