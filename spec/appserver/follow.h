// What the parts that follow observations share; not for others to include.
#pragma once
#include <algorithm>
#include <variant>

#include "appserver/facts.h"
#include "port/visit.h"

namespace spec::appserver::clauses {

// The changing of a situation by one observation.
template <class S>
class Follower {
  using Number = typename S::Number;
  using Call = typename S::Call;
  using Chat = typename S::Chat;
  using Item = typename S::Item;
  using PendingAsk = typename S::PendingAsk;
  using PastAsk = typename S::PastAsk;
  using Pair = typename S::Pair;
  using Odd = typename S::Odd;

 public:
  Follower(S& s, const Bounds& bounds) : s_(s), bounds_(bounds) {}

  // follow_events.cc: the user and the process.
  void on(const Opened&);
  void on(const ChatStarted& event);
  void on(const ChatResumed& event);
  void on(const ChatArchived& event);
  void on(const Said& event);
  void on(const Stopped& event);
  void on(const Called& event);
  void on(const Decided& event);
  void on(const RuleMade& event);
  void on(const FrameDue&);
  void on(const Closed&);
  void on(const ProcessStarted& event);
  void on(const ProcessGone& event);
  void on(const Received& event);
  void on(const TimerFired&) {}
  void on(const TimePassed& fact);
  void on(const CarriedOut&) {}
  void on(const ProcessExited& fact);

  // What may be told at once, or not at all, was not told.
  void forget_optional() {
    if constexpr (S::sees_client)
      drop_if(s_.problems, [](const Problem& due) { return due.optional != 0; });
  }

  // follow_messages.cc: what the server says.
  void hear(const Response& message);
  void hear(const ThreadStarted& message);
  void hear(const TurnStarted& message);
  void hear(const TurnCompleted& message);
  void hear(const ItemStarted& message);
  void hear(const ItemDelta& message);
  void hear(const ItemOutput& message) { open_item(message); }
  void hear(const ItemCompleted& message);
  void hear(const Usage& message);
  void hear(const RateLimits& message);
  void hear(const Ask& message);
  void hear(const AskResolved& message);
  void hear(const Trouble& message);
  void hear(const ThreadIdle& message);
  void hear(const UnknownNotice&) { odd(Report::UnknownNotice, 0); }

  // follow_acts.cc: what the client does.
  void on(const Spawn& act);
  void on(const CloseInput& act);
  void on(const Terminate& act);
  void on(const Kill& act);
  void on(const Send& act);
  void on(const SetTimer&) {}
  void on(const CancelTimer&) {}
  void on(const ComposerReady& act);
  void on(const ComposerBusy& act);
  void on(const TurnShown& act);
  void on(const TurnEnded& act);
  void on(const ItemOpened& act);
  void on(const TextAppended& act) { kept(act.item); }
  void on(const TextReplaced& act) { kept(act.item); }
  void on(const ItemShown& act);
  void on(const ItemClosed& act);
  void on(const AskShown& act);
  void on(const AskWithdrawn& act);
  void on(const AskAccepted& act);
  void on(const UsageShown& act);
  void on(const RateLimitsShown&) { s_.process.flags.clear(ProcessFlag::RatesDue); }
  void on(const ProblemShown& act);
  void on(const CallEnded& act);
  void on(const BannerShown& act);
  void on(const Reported& act);
  void on(const ItemInBackground& act) {
    if (auto* item = find(act.item)) item->beyond = Beyond::Told;
  }

 private:
  void send(const Request& request);
  void send(const Initialized&);
  void send(const Answer& answer);
  void send(const AnswerError& answer);

  void settle(Call& call, const Response& message);
  void take_place(Call& call, const CallEnded& act);
  void name_turn(Chat& chat, TurnId turn);
  void refuse_stop(Chat& chat, const Call& call, std::uint32_t age);
  void take_orphan(Chat& chat, std::uint32_t turn);
  Number home_of(ThreadId thread);
  void take_home(Chat& chat, Number home);
  Chat* adopt(ThreadId thread, Number home);
  Chat* of_descendant(ThreadId thread, TurnId turn);
  void begin_elsewhere(Chat& chat, std::uint32_t turn);
  void rest(Chat& chat);
  bool half_told(ThreadId thread);
  void works_on(ThreadId thread, TurnId turn);
  void begin_anew(Chat& chat);
  void end_turn(Chat& chat, Withdrawal why);
  static void forget_turn(Chat& chat);
  void withdraw_asks(Number thread, Withdrawal why);
  void withdraw_ask(std::size_t index, Withdrawal why);
  PastAsk past(const PendingAsk& ask, AskFate fate);
  void lose_process();
  void lose_call(std::size_t index);
  void give_up(std::size_t index);
  // The chat whose active turn this is; null, and it is odd, if there is none.
  Chat* running(ThreadId thread, TurnId turn);
  bool goes_on(ThreadId thread, TurnId turn, ItemId id);
  Item* open_item(const auto& message);
  void kept(ItemId id);
  void refuse_item(const PendingAsk& ask);
  void remember(Number subject, Number thread) {
    const Pair pair{subject, thread};
    if (std::find(s_.remembered.begin(), s_.remembered.end(), pair) == s_.remembered.end())
      add(s_.remembered, pair);
  }
  void problem(std::uint32_t chat, Severity severity, TextId text, bool optional = false);

  void odd(Report report, std::uint32_t of);
  Number small(std::uint32_t value);
  void lose_sight() { s_.process.flags.set(ProcessFlag::Unfollowed); }
  void add_call(const Call& call) { add(s_.calls, call); }
  // To a list that must not forget.
  void add(auto& list, const auto& entry) {
    if (list.full()) return lose_sight();
    list.push_back(entry);
  }
  // To a list of the latest.
  void keep(auto& list, const auto& entry) {
    if (list.full()) list.erase(0);
    list.push_back(entry);
  }
  void drop(auto& list, std::uint32_t of) {
    drop_if(list, [&](const auto& entry) { return entry == of; });
  }
  void drop_if(auto& list, auto gone) {
    for (std::size_t i = list.size(); i > 0; --i)
      if (gone(list[i - 1])) list.erase(i - 1);
  }

  Call* find(RequestId id) { return const_cast<Call*>(call_of(s_, id)); }
  Chat* find(ChatId id) { return const_cast<Chat*>(chat_of(s_, id)); }
  Chat* find(ThreadId id) { return const_cast<Chat*>(chat_of(s_, id)); }
  Item* find(ItemId id) { return const_cast<Item*>(item_of(s_, id)); }
  PendingAsk* find(AskId id) { return const_cast<PendingAsk*>(ask_of(s_, id)); }
  static void erase(auto& list, const auto* entry) {
    list.erase(static_cast<std::size_t>(entry - list.begin()));
  }

  S& s_;
  const Bounds& bounds_;
};

// What follows from one more observation. `s` is not Unfollowed.
template <class S>
void follow(S& s, const Happening& what, const Bounds& bounds) {
  Follower<S> follower(s, bounds);
  if (!std::holds_alternative<TimerFired>(what)) s.process.flags.clear(ProcessFlag::Frame);
  follower.forget_optional();
  port::visit([&](const auto& event) { follower.on(event); }, what);
}
template <class S, class What>
void follow(S& s, const What& what, const Bounds& bounds) {
  Follower<S> follower(s, bounds);
  port::visit([&](const auto& one) { follower.on(one); }, what);
}

}  // namespace spec::appserver::clauses
