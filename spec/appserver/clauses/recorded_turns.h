// Clauses that only lines can break, on items, turns and what is asked in them: what a recording
// shows of them without its client.
#pragma once
#include "appserver/clauses/recorded.h"

namespace spec::appserver::clauses::recorded {

// An answer to a request of the server's, and whether it grants what that asks for.
struct Grant {
  AskId ask;
  bool grants = false;
};
// A turn was asked for while one ran: which one was named, and whether that is another one.
struct Steered {
  ThreadId thread;
  TurnId turn;
  bool another = false;
};
// A turn that was asked for before its thread had started.
struct Hasty {};
template <class S>
inline constexpr Told<S, Hasty> hasty_turns[] = {
    {{"SES-01"_rule, never, IF(true)},
     "a turn is asked for before both the answer and thread/started were seen"},
};

// A turn is asked for in a thread of a process before: for the first time, or behind a refusal.
struct SinceProcess {
  bool again = false;
};
template <class S>
inline constexpr Told<S, SinceProcess> turns_since[] = {
    {{"PROC-03"_rule, only_if, IF(true), IF(!act.again)},
     "a turn is asked for again in a thread of the process before, was refused, and the thread is "
     "not resumed"},
};

// A notification of an interrupt.
struct Unanswerable {};

template <class S>
inline constexpr Told<S, Unanswerable> unanswerable[] = {
    {{"SES-05"_rule, never, IF(true)}, "an interrupt without an id is answered by nobody"},
};

bool in_stopped_turn(const auto& s, const Grant& act) {
  return approvals::is_asked(s, act) && approvals::asked(s, act)->has(AskFlag::Late);
}
template <class S>
inline constexpr Told<S, Grant> grants[] = {
    {{"SES-17"_rule, only_if, IF(in_stopped_turn(s, act)), IF(!act.grants)},
     "what is asked for in a turn is granted behind the interrupt of that turn"},
    // Of approvals any answer is, and is told as such.
    {{"APR-08"_rule, never,
      IF(approvals::of_unknown_kind(s, act) && act.grants && resolved(s, act))},
     "what a request asks for is granted, and the server had resolved it"},
    {{"APR-04"_rule, never,
      IF(approvals::of_unknown_kind(s, act) && act.grants && approvals::over(s, act))},
     "what a request asks for is granted, and its turn was stopped or its process is gone"},
};

// The turn that a request of the server's belongs to is over.
bool went_with_its_turn(const auto& s, const auto& ask) {
  const auto* chat = chat_of(s, ChatId{ask.chat});
  return ask.turn != 0 && (chat == nullptr || chat->turn != ask.turn || listed(s.ended, ask.turn));
}
bool still_open(const auto& s, const auto& ask) {
  return awaits_answer(ask) && !went_with_its_turn(s, ask);
}
// Where the client asked for the end of its turn, which the server agreed to: what is open in it
// goes with it (APR-04), however long the server takes for that.
const Place* stopped_with_its_turn(const auto& s, const auto& ask) {
  const auto* chat = chat_of(s, ChatId{ask.chat});
  const bool stopped = ask.turn != 0 && chat != nullptr && chat->turn == ask.turn;
  return stopped && chat->interrupted ? &chat->interrupt_asked : nullptr;
}
// Until its turn ended or was stopped, or else the recording ends.
bool waited_too_long(const auto& s, const auto& ask) {
  if (const auto* stopped = stopped_with_its_turn(s, ask)) return waits_long(s, stopped, ask.asked);
  if (still_open(s, ask)) return waits_long(s, &s.last_seen, ask.asked);
  const auto* past = s.ended.find(ask.turn);
  const auto* end = ask.withdrawn.line != 0 || past == nullptr ? &ask.withdrawn : &past->ended;
  return waits_long(s, end, ask.asked);
}
bool unanswered_by_anybody(const auto& s, const auto& ask) {
  return !ask.optional && ask.answered.line == 0 && !answered_in_cut(s, ask) &&
         !(ask.has(AskFlag::Withdrawn) && ask.why == Withdrawal::Resolved);
}
template <class S>
inline constexpr Told<S, typename S::PendingAsk> open_asks[] = {
    {{"RPC-05"_rule, only_if, IF(unanswered_by_anybody(s, act)), IF(!waited_too_long(s, act))},
     "the request of the server is not answered within 120 s"},
};
// At the end of the turn.
template <class S>
inline constexpr Told<S, typename S::PendingAsk> unresolved_asks[] = {
    {{"SRV-07"_rule, never,
      IF(act.owed_resolution && !act.settled && s.says_resolved &&
         surely_later(s, &s.last_server, act.withdrawn, resolved_us))},
     "the approval of an interrupted turn is never resolved"},
};

// Of a review, or of one that may have begun before the recording: the item was of another kind.
bool of_another_type(const auto& s, const auto& act) {
  const auto* item = of_server::the_item(s, act);
  const bool may_be_one = in_review(s, act) || s.process.handshake == Handshake::Joined;
  return may_be_one && item != nullptr && item->type != s.type;
}
// What is resolved may have been answered by another client, which need not be told.
bool resolves_untold(const auto& s) {
  return (s.process.opts_out & opt_out_of::request_resolved) != 0;
}
// Of a request of the server's that is about an item, whether it is an approval that waits.
bool unanswered(const auto& s, const auto* ask) {
  return !resolves_untold(s) && ask != nullptr && ask->kind != AskKind::Unknown &&
         ask->answered.line == 0 && !answered_in_cut(s, *ask) && !ask->reported &&
         !(ask->settled && ask->why == Withdrawal::Resolved);
}
// The last one about this item; null as well if one of them was accepted.
const auto* ask_about(const auto& s, ItemId item) {
  const auto* about = s.asked_about.find(item.value);
  return about == nullptr || about->accepted ? nullptr : s.asks.find(about->with);
}
template <class S>
inline constexpr Told<S, ItemCompleted> completed_items[] = {
    {{"ITM-06"_rule, never, IF(of_another_type(s, act) && of_server::done_item(s, act))},
     "an item of a review completes for the second time"},
    {{"ITM-06"_rule, never, IF(of_server::refused(s, act) && of_server::done_item(s, act))},
     "an item that was not approved completes for the second time"},
    {{"SRV-05"_rule, never,
      IF(of_server::refused(s, act) && of_server::its_turn(s, act) &&
         of_server::the_item(s, act) == nullptr && !overlooks_items(s, act.thread))},
     "an item that was not approved completes and has not started"},
    {{"APR-01"_rule, never,
      IF(act.end == ItemEnd::Done && unanswered(s, ask_about(s, act.item)) &&
         !of_server::done_item(s, act))},
     "it went ahead, and the approval was never answered"},
};
template <class S>
inline constexpr Told<S, ItemOutput> outputs[] = {
    {{"ITM-07"_rule, only_if, IF(of_server::outliving(s, act) != nullptr),
      IF(!of_server::done_item(s, act))},
     "output of a command that has outlived its turn and is complete"},
    {{"APR-10"_rule, never, IF(unanswered(s, ask_about(s, act.item)))},
     "output of what nobody has approved"},
};
template <class S>
inline constexpr Told<S, OldEffect> old_effects[] = {
    {{"APR-10"_rule, only_if, IF(act.ends), IF(!listed(s.refused_items, act.item.value))},
     "what was not approved is carried out"},
    {{"APR-10"_rule, only_if, IF(!act.ends), IF(!listed(s.refused_items, act.item.value))},
     "output of what was not approved"},
    {{"APR-10"_rule, never, IF(unanswered(s, ask_about(s, act.item)))},
     "output of what nobody has approved"},
};

// It may go on when its turn is over: it is a command that is marked so, or of a server that does
// not mark all of them, or it is of a kind that no rule knows.
bool may_outlive(const auto& s, const auto& item) {
  return item.unknown || (item.command && (item.background || has_background_commands(s.version)));
}
// That it went ahead all the same was not told of one of them, nor that it is over.
bool has_unreported(const auto& s, const TurnCompleted& act) {
  bool any = false;
  if (resolves_untold(s)) return any;
  s.turn_asks.each_of(act.turn.value, [&](std::uint32_t number) {
    const auto* ask = s.asks.find(number);
    if (ask == nullptr || ask->kind == AskKind::Unknown) return;
    if (!awaits_answer(*ask) || ask->reported) return;
    // That it is over, or its answer, may be in a line that was cut.
    if (answered_in_cut(s, *ask) || s.cut.order > ask->asked.order) return;
    const auto* item = s.items.find(ask->item);
    // A server that says what is resolved would have said that another client has answered it.
    any = any || s.says_resolved || item == nullptr || !item->has(ItemFlag::Done);
  });
  return any;
}
bool has_pending(const auto& s, const TurnCompleted& act) {
  return of_server::its_turn(s, act) && of_server::its_thread(s, act)->pending > 0;
}
// An item is open that nothing excuses.
bool leaves_open(const auto& s, const TurnCompleted& act) {
  if (taken_as_it_is(s, act.thread) || is_partly_seen(s, *of_server::its_thread(s, act)) ||
      (s.process.opts_out & opt_out_of::item_completed) != 0)
    return false;
  bool open = false;
  s.turn_items.each_of(act.turn.value, [&](std::uint32_t number) {
    const auto* item = s.items.find(number);
    open = open || (item != nullptr && item->turn == act.turn.value && !item->has(ItemFlag::Done) &&
                    !item->astray && !may_outlive(s, *item) &&
                    later(item->started, of_server::its_thread(s, act)->excused, swap_us));
  });
  return open;
}
// Commands of it go on, and that is right.
bool leaves_commands(const auto& s, const TurnCompleted& act) {
  bool any = false;
  s.turn_items.each_of(act.turn.value, [&](std::uint32_t number) {
    const auto* item = s.items.find(number);
    any = any || (item != nullptr && !item->has(ItemFlag::Done) && may_outlive(s, *item));
  });
  return any;
}
// A review may say that it was entered before its turn starts; it does not complete unstarted.
bool never_started(const auto& s, const TurnCompleted& act) {
  return act.end == TurnEnd::Completed && of_server::is_early_in_review(s, act) &&
         !of_server::its_thread(s, act)->review_guessed && !not_told_turns(s) &&
         !taken_as_it_is(s, act.thread) && !is_partly_seen(s, *of_server::its_thread(s, act));
}
template <class S>
inline constexpr Told<S, TurnCompleted> completed_turns[] = {
    {{"SRV-05"_rule, never, IF(never_started(s, act))},
     "a review completes whose turn has not started"},
    {{"SRV-07"_rule, only_if, IF(has_pending(s, act) && of_server::its_thread(s, act)->interrupted),
      IF(act.end != TurnEnd::Completed && act.end != TurnEnd::Failed)},
     "a turn that was interrupted while an approval was pending ends otherwise"},
    {{"APR-01"_rule, never,
      IF(has_pending(s, act) && has_unreported(s, act) && act.end == TurnEnd::Completed &&
         !of_server::its_thread(s, act)->interrupted && !overlooks_asks(s))},
     "it went ahead, and the approval was never answered"},
    {{"ITM-02"_rule, never,
      IF(in_review(s, act) && act.end == TurnEnd::Completed && leaves_open(s, act))},
     "a review completes and leaves an item open"},
    {{"ITM-02"_rule, only_if,
      IF(of_server::its_turn(s, act) && !in_review(s, act) && act.end == TurnEnd::Completed &&
         s.dialect->items_end && of_server::its_thread(s, act)->had_items),
      IF(!leaves_open(s, act))},
     "the turn completes and leaves an item open"},
};
// Of a turn that has ended and left commands behind.
template <class S>
inline constexpr Told<S, TurnCompleted> left_commands[] = {
    {{"ITM-07"_rule, only_if, IF(leaves_commands(s, act)), IF(true)},
     "a command has outlived its turn"},
};
// At the line that resolves it.
template <class S>
inline constexpr Told<S, TurnCompleted> early_resolutions[] = {
    {{"SRV-07"_rule, never,
      IF(of_server::its_turn(s, act) && of_server::its_thread(s, act)->resolved_idle.line != 0)},
     "the approval is resolved before the interrupted turn is complete"},
};
// Likewise. Another client may have answered it, if the one that was answered here is resolved,
// too.
template <class S>
inline constexpr Told<S, TurnCompleted> other_resolutions[] = {
    {{"APR-05"_rule, never,
      IF(of_server::its_turn(s, act) && of_server::its_thread(s, act)->resolved_beside.line != 0)},
     "resolved without an answer, while another approval was answered and is not resolved"},
};
// At the answer, when it is known whether the turn that ran was over.
template <class S>
inline constexpr Told<S, Steered> steered[] = {
    {{"SRV-08"_rule, only_if, IF(true), IF(!act.another)},
     "turn/start during a turn is answered with another turn than the running one"},
};
template <class S>
inline constexpr Told<S, IdleEnd> idle_ends[] = {
    {{"SES-14"_rule, only_if, IF(true), IF(!act.lost)},
     "the server has no turn there any more, and the end of the one that ran is not said in time"},
};
template <class S>
inline constexpr Told<S, ItemStarted> started_items[] = {
    {{"SRV-05"_rule, never,
      IF(of_server::is_early_in_review(s, act) && !of_server::its_thread(s, act)->review_guessed)},
     "an item of a review before its turn has started"},
    {{"SRV-05"_rule, never, IF(s.compaction && !of_server::in_turn(s, act))},
     "a compaction in a turn that has not started"},
    {{"SRV-05"_rule, never, IF(of_another_type(s, act))}, "an item of a review starts again"},
};
template <class S>
inline constexpr Told<S, Misplaced> misplaced[] = {
    {{"SES-08"_rule, never, IF(act.turn != no_turn)}, "its turn is one of another thread"},
};
template <class S>
inline constexpr Told<S, TurnNews> turn_news[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!of_server::unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"SRV-05"_rule, never, IF(of_server::of_ended_turn(s, act))},
     "something about a turn that is complete"},
    {{"SRV-05"_rule, only_if, IF(true), IF(of_server::in_turn(s, act))},
     "something about a turn that has not started"},
};

}  // namespace spec::appserver::clauses::recorded
