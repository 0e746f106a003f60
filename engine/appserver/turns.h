// Turns: begun by the user, named by the server, ended by it or lost; and how they are stopped.
#pragma once
#include "appserver/run.h"

namespace engine::appserver {

template <class Capacity>
void Run<Capacity>::conclude_turn(const Call& call, Outcome outcome, const Response& answer) {
  const bool nameless = outcome == Outcome::Result && answer.turn == no_turn;
  tell(call, nameless ? Outcome::Error : outcome, nameless ? Error::Other : answer.error);
  Chat* chat = chat_of(call.chat);
  const bool current = chat != nullptr && chat->turn.request == call.id;
  if (!current) return;
  const TurnId known = chat->turn.id;
  chat->turn.request = {};
  if (outcome == Outcome::Result && !nameless) {
    if (answer.turn == known) return;
    if (known != no_turn) return report(Report::SecondTurn, answer.turn.value);
    if (answer.turn == chat->ended) return give_back(*chat);
    return name(*chat, answer.turn);
  }
  if (known != no_turn) return;
  give_back(*chat);
  if (!nameless && outcome != Outcome::TimedOut) return;
  if (call.phase != CallPhase::Sent) return;  // The server does not have it.
  // It may begin all the same.
  take_from(
      state_.late, [&](const Late& late) { return late.id == call.id; }, [](const Late&) {});
  remember(state_.late, Late{.id = call.id, .chat = call.chat});
}

// A turn that nobody named will not be.
template <class Capacity>
void Run<Capacity>::give_back(Chat& chat) {
  chat.turn = {};
  out_.emplace_back(ComposerReady{chat.id});
}

// Whether the server has a TurnStart that it may tell the turn of.
template <class Capacity>
bool Run<Capacity>::may_be_named(const Chat& chat) const {
  return find_in(state_.calls, [&](const Call& call) {
           return call.phase == CallPhase::Sent && awaits_name(chat, call.id);
         }) != nullptr;
}

template <class Capacity>
void Run<Capacity>::name(Chat& chat, TurnId turn) {
  if (chat.unwanted.id == turn) chat.unwanted = {};
  chat.turn.id = turn;
  chat.tokens_before = chat.ran && chat.tokens == 0 ? tokens_unknown : chat.tokens;
  chat.ran = true;
  out_.emplace_back(TurnShown{chat.id, turn});
  if (chat.turn.stop == Stop::Wanted) interrupt(chat, chat.turn);
}

template <class Capacity>
void Run<Capacity>::on(const TurnStarted& started) {
  Chat* chat = chat_with(started.thread);
  if (chat == nullptr) return begin_elsewhere(started);
  const TurnId turn = started.turn;
  const auto unknown = [&] { report(Report::UnknownTurn, turn.value); };
  if (turn == no_turn || turn == chat->ended) return unknown();
  for (Turn* known : {&chat->turn, &chat->unwanted}) {
    if (known->id != turn) continue;
    if (known == &chat->unwanted) unknown();
    // It was not to be idle before.
    if (known->resting && !known->started) cancel(TimerKind::Idle, chat->id.value);
    known->resting = known->resting && known->started;
    known->started = true;
    if (known->stop == Stop::Refused) interrupt(*chat, *known);
    return;
  }
  const bool active = chat->turn.id != no_turn;
  Late* late = find_in(state_.late, [&](const Late& other) { return other.chat == chat->id; });
  if (late == nullptr && may_be_named(*chat)) {
    chat->turn.started = true;
    return name(*chat, turn);
  }
  report(active ? Report::SecondTurn : Report::UnknownTurn, turn.value);
  if (late == nullptr) return;
  late->chat = {};
  drop(*chat, turn, true);
}

template <class Capacity>
void Run<Capacity>::on(const TurnCompleted& completed) {
  Chat* chat = chat_with(completed.thread);
  if (chat == nullptr) return end_elsewhere(completed);
  const TurnId turn = completed.turn;
  if (turn != no_turn && turn == chat->turn.id) {
    if (completed.text != TextId{}) show_problem(chat->id, Severity::Error, completed.text);
    end_turn(*chat, completed.end);
    out_.emplace_back(ComposerReady{chat->id});
    return;
  }
  const bool second = turn != no_turn && turn == chat->ended;
  report(second ? Report::SecondEnd : Report::UnknownTurn, turn.value);
  if (second || turn == no_turn) return;
  // Whatever ran has ended: a turn that an answer named either starts now or never (SES-16).
  if (!chat->turn.started && !opts_out(opt_out::turn_started)) rest(*chat);
  const bool unnamed = may_be_named(*chat);
  const bool dropped = turn == chat->unwanted.id;
  Late* late = find_in(state_.late, [&](const Late& other) { return other.chat == chat->id; });
  if (dropped) {
    forget_interrupts(chat->id, turn);
    chat->unwanted = {};
  } else if (late != nullptr) {
    late->chat = {};
  }
  // Whoever names it now comes behind its end.
  if (dropped || unnamed || late != nullptr) chat->ended = turn;
}

// Interrupts a turn that nobody wants.
template <class Capacity>
void Run<Capacity>::drop(Chat& chat, TurnId turn, bool started) {
  if (turn == chat.ended) return;
  if (chat.unwanted.id != no_turn) forget_interrupts(chat.id, chat.unwanted.id);
  chat.unwanted = {.id = turn, .stop = Stop::Wanted, .started = started};
  interrupt(chat, chat.unwanted);
}

template <class Capacity>
void Run<Capacity>::interrupt(Chat& chat, Turn& turn) {
  turn.stop = turn.stop == Stop::Refused ? Stop::SentAgain : Stop::Sent;
  if (!state_.calls.full()) {
    return submit({.chat = chat.id, .turn = turn.id, .method = Method::TurnInterrupt, .own = true});
  }
  report(Report::TooMany, turn.id.value);
  if (!turn.begun || turn.bounded) return;
  turn.bounded = true;
  set(TimerKind::Interrupt, chat.id.value, limits_.interrupted);
}

template <class Capacity>
void Run<Capacity>::conclude_interrupt(const Call& call, const Response& answer) {
  Chat* chat = chat_of(call.chat);
  if (answer.error != Error::NoActiveTurn || chat == nullptr) return;
  for (Turn* turn : {&chat->turn, &chat->unwanted})
    if (turn->id == call.turn && turn->stop == Stop::Sent) return refuse_stop(*chat, *turn);
}

template <class Capacity>
void Run<Capacity>::refuse_stop(Chat& chat, Turn& turn) {
  turn.stop = Stop::Refused;
  if (turn.started || opts_out(opt_out::turn_started)) interrupt(chat, turn);
}

// Those of the turn, or of all turns of the chat, that the server has not to answer.
template <class Capacity>
void Run<Capacity>::forget_interrupts(ChatId chat, TurnId turn) {
  take_from(
      state_.calls,
      [&](const Call& call) {
        return call.chat == chat && call.method == Method::TurnInterrupt &&
               call.phase != CallPhase::Sent && (turn == no_turn || call.turn == turn);
      },
      [this](const Call& call) { cancel_timer(call); });
}

template <class Capacity>
void Run<Capacity>::end_turn(Chat& chat, TurnEnd end, Withdrawal why) {
  close_turn(chat.id);
  withdraw_asks(chat.thread, why);
  if (chat.turn.bounded) cancel(TimerKind::Interrupt, chat.id.value);
  rests_no_more(chat);
  forget_interrupts(chat.id, chat.turn.id);
  out_.emplace_back(TurnEnded{chat.id, chat.turn.id, end});
  if (chat.turn.id != no_turn) chat.ended = chat.turn.id;
  chat.turn = {};
}

template <class Capacity>
void Run<Capacity>::on(const ThreadIdle& idle) {
  if (Chat* chat = chat_with(idle.thread)) rest(*chat);
}

// No turn of its thread runs: the end of the one that has a name comes soon, or was lost.
template <class Capacity>
void Run<Capacity>::rest(Chat& chat) {
  if (chat.turn.id == no_turn || chat.turn.resting) return;
  chat.turn.resting = true;
  set(TimerKind::Idle, chat.id.value, limits_.idle);
}

// It ends, or was called idle and works.
template <class Capacity>
void Run<Capacity>::rests_no_more(Chat& chat) {
  if (std::exchange(chat.turn.resting, false)) cancel(TimerKind::Idle, chat.id.value);
}

// Something new of it shows that a turn goes on, whatever its thread was called.
template <class Capacity>
void Run<Capacity>::works_on(ThreadId thread, TurnId turn) {
  Chat* chat = chat_with(thread);
  if (chat != nullptr && turn != no_turn && chat->turn.id == turn) rests_no_more(*chat);
}

template <class Capacity>
void Run<Capacity>::lose_turn(ChatId id) {
  Chat* chat = chat_of(id);
  CHECK(chat != nullptr);
  CHECK(chat->turn.resting);
  chat->turn.resting = false;
  show(Banner::TurnLost);
  end_turn(*chat, TurnEnd::Lost);
  out_.emplace_back(ComposerReady{id});
}

// The bound on the end of an interrupted turn has passed.
template <class Capacity>
void Run<Capacity>::give_up_on(ChatId id) {
  Chat* chat = chat_of(id);
  CHECK(chat != nullptr);
  CHECK(chat->turn.bounded);
  chat->turn.bounded = false;
  show(Banner::TurnStuck);
  lose();
  close_input();
}

}  // namespace engine::appserver
