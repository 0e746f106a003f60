// What a client's acts do to a situation.
#pragma once
#include <utility>

#include "appserver/follow.h"
#include "port/visit.h"

namespace spec::appserver::clauses {

// The process.

template <class S>
void Follower<S>::on(const Spawn& act) {
  auto& process = s_.process;
  Process next;
  next.id = small(act.process.value);
  next.phase = ProcessPhase::Spawned;
  next.crashes_min = process.crashes_min;
  next.crashes_max = process.crashes_max;
  next.ungreeted = process.ungreeted;
  for (const auto flag : {ProcessFlag::Opened, ProcessFlag::Closed, ProcessFlag::Unfollowed})
    if (s_.has(flag)) next.flags.set(flag);
  process = next;
}

template <class S>
void Follower<S>::on(const CloseInput& act) {
  if (act.process.value != s_.process.id) return;
  s_.process.flags.set(ProcessFlag::InputClosed);
  s_.process.rest = 0;
}
template <class S>
void Follower<S>::on(const Terminate& act) {
  if (act.process.value != s_.process.id) return;
  s_.process.flags.set(ProcessFlag::Terminated);
  s_.process.rest = 0;
}
template <class S>
void Follower<S>::on(const Kill& act) {
  if (act.process.value == s_.process.id) s_.process.flags.set(ProcessFlag::Killed);
}

// Messages.

template <class S>
void Follower<S>::on(const Send& act) {
  port::visit([&](const auto& message) { send(message); }, act.message);
}

template <class S>
void Follower<S>::send(const Request& request) {
  keep(s_.requests, small(request.id.value));
  auto* call = const_cast<Call*>(wanted_by(s_, request, bounds_));
  if (call == nullptr) {
    if (s_.calls.full()) return lose_sight();
    Call own;
    own.method = request.method;
    own.flags.set(CallFlag::Own);
    const auto* of = find(request.thread);
    if (of != nullptr) own.chat = of->id;
    if (request.method == Method::TurnInterrupt) own.what = small(request.turn.value);
    if (request.method == Method::ThreadResume) own.what = small(request.thread.value);
    s_.calls.push_back(own);
    call = &s_.calls.back();
  }
  // With one that was told Overloaded and may go again, the outcomes tell which it was.
  for (Call& other : s_.calls) {
    const bool either = paused_enough(*call, bounds_) ? other.is(Stage::Wanted) : false;
    const bool may_be = paused_enough(other, bounds_) || either;
    if (&other != call && may_be && is_about(s_, other, request)) {
      // Of the verification nobody is told an outcome.
      if (other.has(CallFlag::Own) != call->has(CallFlag::Own)) return lose_sight();
      other.flags.set(CallFlag::Unsure);
      call->flags.set(CallFlag::Unsure);
    }
  }
  // Whose the thread then is, is not said.
  if (resumes_anothers(s_, *call)) return lose_sight();
  call->id = small(request.id.value);
  call->stage = Stage::Sent;
  call->pause = 0;
  if (!call->has(CallFlag::First)) call->age = 0;
  call->flags.set(CallFlag::First);
  auto* chat = find(ChatId{call->chat});
  if (request.method == Method::Initialize) {
    s_.process.handshake = Handshake::Asked;
    s_.process.opts_out = request.opts_out;
  }
  if (request.method == Method::ModelList && call->has(CallFlag::Own))
    s_.process.verified = Verified::Asked;
  if (chat == nullptr) return;
  if (request.method == Method::TurnStart) {
    if (chat->active()) call->flags.set(CallFlag::During);
    if (!chat->active()) chat->phase = TurnPhase::Asked;
  }
  if (request.method == Method::TurnInterrupt) {
    if (chat->orphan == request.turn.value) {
      if (chat->has(ChatFlag::OrphanRefused)) chat->flags.set(ChatFlag::OrphanTwice);
      return chat->flags.clear(ChatFlag::OrphanToStop);
    }
    chat->flags.set(chat->has(ChatFlag::Refused) ? ChatFlag::Twice : ChatFlag::Interrupted);
  }
}

template <class S>
void Follower<S>::send(const Initialized&) {
  auto& process = s_.process;
  process.handshake = Handshake::Open;
  process.greeted = 1;
  process.flags.clear(ProcessFlag::AgainShown);
  if (process.verified != Verified::No) process.flags.set(ProcessFlag::GreetedAgain);
  if (process.verified == Verified::Yes) process.verified = Verified::Twice;
  for (Call& call : s_.calls) {
    if (!call.is(Stage::Uninitialized)) continue;
    call.stage = Stage::Wanted;
    call.flags.set(CallFlag::Again);
  }
}

template <class S>
void Follower<S>::send(const Answer& answer) {
  auto* ask = find(answer.ask);
  if (ask == nullptr || ask->has(AskFlag::Answered)) return;
  auto* chat = find(ThreadId{ask->thread});
  const bool no = answer.decision == Decision::Decline || answer.decision == Decision::Cancel;
  if (no) refuse_item(*ask);
  if (chat != nullptr && answer.decision == Decision::Cancel) chat->flags.set(ChatFlag::Canceled);
  if (chat != nullptr && answer.decision == Decision::Decline) chat->flags.set(ChatFlag::Declined);
  if (answer.decision == Decision::AcceptForSession && ask->subject != 0)
    remember(ask->subject, ask->thread);
  // That it was accepted without asking is told; of a refusal nobody is told.
  const bool to_tell = (ask->has(AskFlag::Shown) && !ask->has(AskFlag::Decided)) ||
                       (ask->has(AskFlag::Remembered) && !no);
  if (to_tell && !ask->has(AskFlag::Told)) {
    ask->flags.set(AskFlag::Answered);
    if (ask->has(AskFlag::Shown)) ask->flags.set(AskFlag::Withdrawn);
    ask->why = ask->has(AskFlag::Shown) ? Withdrawal::TimedOut : Withdrawal{};
    ask->age = 0;
    return;
  }
  keep(s_.past_asks, past(*ask, AskFate::Answered));
  erase(s_.asks, ask);
}

template <class S>
void Follower<S>::send(const AnswerError& answer) {
  auto* ask = find(answer.ask);
  if (ask == nullptr) return;
  refuse_item(*ask);
  keep(s_.past_asks, past(*ask, AskFate::Answered));
  erase(s_.asks, ask);
}

// What the user sees.

template <class S>
void Follower<S>::on(const ComposerReady& act) {
  if (auto* chat = find(act.chat)) chat->composer = Composer::Ready;
}
template <class S>
void Follower<S>::on(const ComposerBusy& act) {
  if (auto* chat = find(act.chat)) chat->composer = Composer::Busy;
}

template <class S>
void Follower<S>::on(const TurnShown& act) {
  auto* chat = find(act.chat);
  if (chat == nullptr) return;
  // A turn that nobody asked for may be shown; it is not followed.
  if (chat->orphan == act.turn.value) return lose_sight();
  chat->flags.set(ChatFlag::Shown);
  const bool untold = chat->has(ChatFlag::Ran) && chat->total == 0;
  chat->total_before = untold ? total_unknown : chat->total;
  chat->flags.set(ChatFlag::Ran);
}

template <class S>
void Follower<S>::on(const TurnEnded& act) {
  auto* chat = find(act.chat);
  if (chat == nullptr) return;
  if (chat->phase == TurnPhase::Lost) chat->flags.set(ChatFlag::TurnLost);
  forget_turn(*chat);
}

template <class S>
void Follower<S>::on(const ItemOpened& act) {
  if (auto* item = find(act.item)) item->flags.set(ItemFlag::Opened);
}

template <class S>
void Follower<S>::kept(ItemId id) {
  auto* item = find(id);
  if (item == nullptr) return;
  item->flags.clear(ItemFlag::Due);
  item->flags.clear(ItemFlag::Replaces);
  item->text = 0;
}

template <class S>
void Follower<S>::on(const ItemShown& act) {
  auto* item = find(act.item);
  if (item == nullptr) return;
  item->shown = act.mark;
  item->flags.clear(ItemFlag::FrameDue);
  item->flags.set(ItemFlag::Drawn);
}

template <class S>
void Follower<S>::on(const ItemClosed& act) {
  const auto* item = find(act.item);
  if (item == nullptr) return;
  const auto* chat = find(ChatId{item->chat});
  if (item->has(ItemFlag::Done) && chat != nullptr && chat->phase == TurnPhase::Named)
    keep(s_.done_items, Pair{item->id, item->chat});
  erase(s_.items, item);
}

template <class S>
void Follower<S>::on(const AskShown& act) {
  if (auto* ask = find(act.ask)) ask->flags.set(AskFlag::Shown);
}

template <class S>
void Follower<S>::on(const AskWithdrawn& act) {
  auto* ask = find(act.ask);
  if (ask == nullptr) return;
  if (act.why == Withdrawal::TimedOut && !ask->has(AskFlag::Answered))
    return ask->flags.set(AskFlag::Told);
  constexpr AskFate fates[] = {AskFate::Resolved, AskFate::TurnEnded, AskFate::ProcessGone,
                               AskFate::Answered};
  keep(s_.past_asks, past(*ask, fates[static_cast<std::size_t>(ask->why)]));
  erase(s_.asks, ask);
}

template <class S>
void Follower<S>::on(const AskAccepted& act) {
  auto* ask = find(act.ask);
  if (ask == nullptr) return;
  if (!ask->has(AskFlag::Answered)) return ask->flags.set(AskFlag::Told);
  keep(s_.past_asks, past(*ask, AskFate::Answered));
  erase(s_.asks, ask);
}

template <class S>
void Follower<S>::on(const UsageShown& act) {
  if (auto* chat = find(act.chat)) chat->flags.clear(ChatFlag::UsageDue);
}

template <class S>
void Follower<S>::on(const ProblemShown& act) {
  if constexpr (S::sees_client)
    if (const auto* told = problem_of(s_, act)) erase(s_.problems, told);
}

template <class S>
void Follower<S>::on(const CallEnded& act) {
  auto* found = const_cast<Call*>(ended_by(s_, act, bounds_));
  if (found == nullptr) return;
  take_place(*found, act);
  const Call call = *found;
  erase(s_.calls, found);
  auto* chat = find(ChatId{call.chat});
  const bool begins = call.method == Method::TurnStart && !call.has(CallFlag::Begun);
  if (call.id != 0) keep(s_.late, Pair{call.id, begins ? call.chat : Number{0}});
  if (chat == nullptr || act.outcome == Outcome::Result) return;
  if (begins && !call.has(CallFlag::Unready) &&
      (chat->phase == TurnPhase::Asked || chat->phase == TurnPhase::None)) {
    if (chat->phase == TurnPhase::Asked && call.id != 0) chat->flags.set(ChatFlag::OrphanDue);
    forget_turn(*chat);
  }
  const bool opens = call.method == Method::ThreadStart ||
                     (call.method == Method::ThreadResume && !call.has(CallFlag::Own));
  // Whether a resumption that was lost goes on by itself is not said.
  if (opens && act.outcome == Outcome::Lost && chat->thread != 0) lose_sight();
  if (opens) return erase(s_.chats, chat);
  if (call.method != Method::ThreadResume || act.outcome == Outcome::Lost) return;
  chat->flags.clear(ChatFlag::Known);
  if (is_refusal(call)) begin_anew(*chat);
}

// The server does not have its thread.
template <class S>
void Follower<S>::begin_anew(Chat& chat) {
  if (chat.has(ChatFlag::Ran)) return erase(s_.chats, &chat);
  chat.thread = 0;
  chat.flags.clear(ChatFlag::Started);
  chat.flags.clear(ChatFlag::Resumed);
  Call call;
  call.method = Method::ThreadStart;
  call.chat = chat.id;
  call.what = chat.text;
  call.settings = chat.settings;
  call.flags.set(CallFlag::Anew);
  add_call(call);
}

// A request was for the call that ended, and not for the one that it was taken for.
template <class S>
void Follower<S>::take_place(Call& call, const CallEnded& act) {
  if (call.call == act.call.value && call.chat == act.chat.value) return;
  for (Call& other : s_.calls) {
    if (!interchangeable(call, other) || other.call != act.call.value ||
        other.chat != act.chat.value)
      continue;
    auto* its = find(ChatId{call.chat});
    auto* others = find(ChatId{other.chat});
    if (its != nullptr && others != nullptr) std::swap(its->id, others->id);
    std::swap(call.call, other.call);
    return std::swap(call.chat, other.chat);
  }
}

template <class S>
void Follower<S>::on(const BannerShown& act) {
  auto& process = s_.process;
  switch (act.banner) {
    case Banner::HandshakeAgain: return process.flags.set(ProcessFlag::AgainShown);
    case Banner::Restarting: return;
    case Banner::GivenUp:
      process.flags.set(ProcessFlag::GivenUp);
      return process.flags.clear(ProcessFlag::CrashDue);
    case Banner::TurnStuck: lose_process(); return process.flags.set(ProcessFlag::Discarded);
    case Banner::TurnLost:
      for (Chat& chat : s_.chats) {
        if (!is_lost(chat, bounds_)) continue;
        keep(s_.ended, chat.turn);
        keep(s_.unended, chat.turn);
        chat.phase = TurnPhase::Lost;
        end_turn(chat, Withdrawal::TurnEnded);
      }
      return;
    case Banner::ServerLacks: break;
  }
  // A server that lacks something is asked no further.
  process.flags.set(ProcessFlag::LacksShown);
  process.flags.clear(ProcessFlag::LacksDue);
  for (std::size_t i = s_.calls.size(); i > 0; --i)
    if (opens_process(s_.calls[i - 1])) give_up(i - 1);
}

// Its answer comes late, if it comes.
template <class S>
void Follower<S>::give_up(std::size_t index) {
  const Call call = s_.calls[index];
  if (call.id != 0) keep(s_.late, Pair{call.id, 0});
  s_.calls.erase(index);
  if (call.method == Method::Initialize) s_.process.handshake = Handshake::Failed;
  if (call.method == Method::ModelList) s_.process.verified = Verified::Failed;
}

// Of what is odd in kind, one report is as good as another; answers have theirs.
template <class S>
void Follower<S>::on(const Reported& act) {
  const auto family = [](Report report) {
    switch (report) {
      case Report::UnknownThread:
      case Report::UnknownTurn:
      case Report::UnknownItem:
      case Report::SecondTurn:
      case Report::SecondEnd:
      case Report::SecondItemEnd: return Report::UnknownTurn;
      case Report::BadAsk:
      case Report::UnknownAsk: return Report::BadAsk;
      case Report::UnknownResponse:
      case Report::LateResponse:
      case Report::TextDiffers:
      case Report::TotalFell:
      case Report::UnknownNotice:
      case Report::OldProcess:
      case Report::TooMany: break;
    }
    return report;
  };
  for (const Odd& odd : s_.odd) {
    const bool late_is_unknown =
        odd.report == Report::UnknownResponse && act.report == Report::LateResponse;
    if (family(odd.report) != family(act.report) && !late_is_unknown) continue;
    erase(s_.odd, &odd);
    break;
  }
  if (act.report != Report::TooMany) return;
  // What is accepted from now on, and what is not, is not known any more.
  if (act.of == 0 || past_ask_of(s_, AskId{act.of}) != nullptr) return lose_sight();
  if (auto* ask = find(AskId{act.of})) ask->flags.set(AskFlag::Bad);
  const auto* item = find(ItemId{act.of});
  if (item != nullptr && !item->has(ItemFlag::Opened)) erase(s_.items, item);
}

}  // namespace spec::appserver::clauses
