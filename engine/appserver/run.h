// One step of the engine: the state, what happened, and where commands go. What it does about
// processes, calls, chats and items stands in the headers of these names; engine.cc joins them.
#pragma once
#include <algorithm>
#include <cstddef>

#include "engine/appserver/engine.h"
#include "port/check.h"

namespace engine::appserver {

auto* find_in(auto& list, auto is) {
  const auto found = std::find_if(list.begin(), list.end(), is);
  return found == list.end() ? nullptr : found;
}

// Takes out all that `is` holds of, the first one first, and calls see(item) for each, which may
// take out others.
void take_from(auto& list, auto is, auto see) {
  while (auto* found = find_in(list, is)) {
    const auto item = *found;
    list.erase(static_cast<std::size_t>(found - list.begin()));
    see(item);
  }
}

// Makes room by forgetting the oldest.
void remember(auto& list, const auto& item) {
  if (list.full()) list.erase(0);
  list.push_back(item);
}

template <class Capacity>
class Run {
 public:
  Run(const Limits& limits, std::uint32_t seed, BasicState<Capacity>& state, Commands& out)
      : limits_(limits), seed_(seed), state_(state), server_(state.server), out_(out) {}

  // The user.
  void on(const Opened&);
  void on(const ChatStarted& started);
  void on(const ChatResumed& resumed);
  void on(const ChatArchived& archived);
  void on(const Said& said);
  void on(const Stopped& stopped);
  void on(const Called& called);
  void on(const Decided& decided);
  void on(const RuleMade& made);
  void on(const FrameDue&);
  void on(const Closed&);

  // The process and its timers.
  void on(const ProcessStarted& started);
  void on(const ProcessGone& gone);
  void on(const Received& received);
  void on(const TimerFired& fired);

  // The server.
  void on(const Response& answer);
  void on(const ThreadStarted& started);
  void on(const TurnStarted& started);
  void on(const TurnCompleted& completed);
  void on(const ItemStarted& started);
  void on(const ItemDelta& delta);
  void on(const ItemOutput& output);
  void on(const ItemCompleted& completed);
  void on(const Usage& usage);
  void on(const RateLimits& told) {
    out_.emplace_back(
        RateLimitsShown{told.used, told.window_minutes, told.resets_at_s, told.second});
  }
  void on(const Ask& ask);
  void on(const AskResolved& resolved);
  void on(const Trouble& trouble);
  void on(const ThreadIdle& idle);
  void on(const UnknownNotice&) { report(Report::UnknownNotice, 0); }

 private:
  // process.h
  bool lives() const;
  void spawn();
  void close_input();
  void crash();
  void lose();
  void shut_down_further();
  Duration backoff() const;

  // calls.h
  bool room_for_user() const { return state_.calls.size() + Capacity::chats + 2 < Capacity::calls; }
  bool can_send(const Call& call) const;
  bool is_overdue(const Call& call) const { return call.give_up <= state_.now; }
  bool can_never_send(const Call& call) const;
  void submit(const Call& call);
  void send(Call& call);
  void flush();
  void fail_waiting();
  void fail(const Call& call);
  void tell(const Call& call, Outcome outcome, Error error = Error::None);
  bool is_awaited(const Call& call);
  bool retries(Call& call);
  bool begins_again(Call& call);
  void late_answer(const Response& answer);
  void cancel_timer(const Call& call);
  void pass_deadline(RequestId id);
  void retry(RequestId id);
  void conclude(const Call& call, Outcome outcome, const Response& answer);
  void conclude_initialize(Outcome outcome, const Response& answer);
  void lack(Error error);

  // chats.h
  Chat* chat_of(ChatId id) {
    return find_in(state_.chats, [&](const Chat& chat) { return chat.id == id; });
  }
  Chat* chat_with(ThreadId thread);
  Chat* place(ThreadId thread, TurnId turn);
  void conclude_start(const Call& call, Outcome outcome, const Response& answer);
  void conclude_resume(const Call& call, Outcome outcome, const Response& answer);
  void conclude_archive(const Call& call, Outcome outcome, const Response& answer);
  void conclude_turn(const Call& call, Outcome outcome, const Response& answer);
  void conclude_interrupt(const Call& call, const Response& answer);
  void settle_unclaimed();
  void give_up_thread(Chat& chat);
  void make_ready(Chat& chat);
  void remove(ChatId id);
  bool awaits_name(const Chat& chat, RequestId request) const {
    return chat.turn.id == no_turn && chat.turn.request == request;
  }
  bool may_be_named(const Chat& chat) const;
  void name(Chat& chat, TurnId turn);
  void give_back(Chat& chat);
  void interrupt(Chat& chat, Turn& turn);
  void refuse_stop(Chat& chat, Turn& turn);
  void drop(Chat& chat, TurnId turn, bool started);
  void forget_interrupts(ChatId chat, TurnId turn);
  void end_turn(Chat& chat, TurnEnd end, Withdrawal why = Withdrawal::TurnEnded);
  void give_up_on(ChatId id);
  void rest(Chat& chat);
  void rests_no_more(Chat& chat);
  void works_on(ThreadId thread, TurnId turn);
  void lose_turn(ChatId id);

  // descendants.h
  Descendant* descendant_with(ThreadId thread) {
    return find_in(state_.descendants,
                   [&](const Descendant& each) { return each.thread == thread; });
  }
  ChatId home_of(ThreadId thread);
  ChatId home_of_descendant(const Ask& ask);
  Descendant* adopt(ThreadId thread, ChatId chat);
  Descendant* adopt_stranger(ThreadId thread, TurnId turn);
  void announce(const ThreadStarted& started);
  void begin_elsewhere(const TurnStarted& started);
  void end_elsewhere(const TurnCompleted& completed);

  // items.h
  Item* item_of(ThreadId thread, TurnId turn, ItemId id);
  void close_turn(ChatId chat);
  void close_items(ChatId chat, auto is);
  void close_items(ChatId chat) {
    close_items(chat, [](const Item&) { return true; });
  }
  void withdraw_asks(ThreadId thread, Withdrawal why);
  void settle(const Pending& ask);
  void answer(AskId ask, Decision decision) { say(Answer{ask, decision}); }
  void decline(AskId ask, Report why);
  void pass_decision(AskId id);

  void say(const ToServer& message) { out_.emplace_back(Send{server_.process, message}); }
  void report(Report what, std::uint32_t of) { out_.emplace_back(Reported{what, of}); }
  void show_problem(ChatId chat, Severity severity, TextId text) {
    out_.emplace_back(ProblemShown{chat, severity, text});
  }
  void show(Banner banner) { out_.emplace_back(BannerShown{banner}); }
  void set(TimerKind kind, std::uint32_t of, Duration after) {
    out_.emplace_back(SetTimer{{kind, of}, after});
  }
  void cancel(TimerKind kind, std::uint32_t of) { out_.emplace_back(CancelTimer{{kind, of}}); }
  void accept_from_now_on(const Accepted& what, std::uint32_t of) {
    if (find_in(state_.accepted, [&](const Accepted& each) { return each == what; })) return;
    if (state_.accepted.full()) return report(Report::TooMany, of);
    state_.accepted.push_back(what);
  }
  bool opts_out(std::uint8_t what) const { return (limits_.opts_out & what) != 0; }

  const Limits& limits_;
  std::uint32_t seed_;
  BasicState<Capacity>& state_;
  Server& server_;
  Commands& out_;
};

}  // namespace engine::appserver
