// What clauses and those who follow ask a situation; not for others to include.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "spec/appserver/situation.h"
#include "spec/appserver/wire_situation.h"

namespace spec::appserver::clauses {

// What there is of a number; null if nothing.

auto* with_id(const auto& list, std::uint32_t id) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.id == id; });
  return id == 0 || found == list.end() ? nullptr : found;
}

const auto* call_of(const auto& s, RequestId id) { return with_id(s.calls, id.value); }
const auto* chat_of(const auto& s, ChatId id) { return with_id(s.chats, id.value); }
const auto* item_of(const auto& s, ItemId id) { return with_id(s.items, id.value); }
const auto* ask_of(const auto& s, AskId id) { return with_id(s.asks, id.value); }
const auto* past_ask_of(const auto& s, AskId id) { return with_id(s.past_asks, id.value); }
template <class S>
const typename S::Chat* chat_of(const S& s, ThreadId thread) {
  if constexpr (S::sees_client) {
    const auto found = std::find_if(s.chats.begin(), s.chats.end(),
                                    [&](const auto& chat) { return chat.thread == thread.value; });
    return thread == no_thread || found == s.chats.end() ? nullptr : found;
  } else {
    return with_id(s.chats, thread.value);  // A chat has the number of its thread.
  }
}

// Whether `list` has a pair, or a number, that begins with `of`.
bool listed(const auto& list, std::uint32_t of) {
  for (const auto& entry : list) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(entry)>>) {
      if (entry == of) return true;
    } else {
      if (entry.of == of) return true;
    }
  }
  return false;
}

// The process.

// It lives and can be told something. Of the wire alone: so much is known, from the beginning.
template <class S>
bool live(const S& s) {
  if constexpr (!S::sees_client)
    return s.process.handshake != Handshake::None && s.process.handshake != Handshake::Joined;
  return s.process.phase == ProcessPhase::Running && !s.has(ProcessFlag::InputClosed) &&
         !s.has(ProcessFlag::Discarded) && !s.has(ProcessFlag::Closed);
}
// And its handshake is through.
bool greeted(const auto& s) { return live(s) && s.process.handshake == Handshake::Open; }
// It counts as gone, or there never was one.
bool down(const auto& s) {
  return s.process.phase == ProcessPhase::None || s.process.phase == ProcessPhase::Gone ||
         s.has(ProcessFlag::Discarded) || s.has(ProcessFlag::Closed);
}
// No process will come any more.
bool finished(const auto& s) {
  return s.has(ProcessFlag::GivenUp) ||
         (s.has(ProcessFlag::Closed) && s.process.phase != ProcessPhase::Spawned &&
          s.process.phase != ProcessPhase::Running);
}
inline Duration backoff_after(std::uint8_t crashes, const Bounds& bounds) {
  const int doublings = std::clamp(crashes - 1, 0, 12);
  return std::min(bounds.backoff_max, bounds.backoff * (1 << doublings));
}
// As many crashes as may be, the oldest of the latest not longer ago than this.
bool crashed_often(const auto& s, const Bounds& bounds, Duration ago) {
  return s.crashes.size() >= bounds.crashes &&
         s.crashes[s.crashes.size() - bounds.crashes] <= static_cast<std::uint32_t>(ago.count());
}

// Settings.

inline std::uint8_t packed(const Settings& settings) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(settings.policy) |
                                   static_cast<unsigned>(settings.sandbox) << 2 |
                                   (settings.network ? 1u : 0u) << 4);
}
// Whether they have words in the dialect.
inline bool of_dialect(std::uint8_t settings, const Bounds& bounds) {
  return bounds.speech == Speech::Draft || settings % 4 != static_cast<unsigned>(Policy::OnFailure);
}

// Chats.

bool chat_is(const auto& s, auto id, ChatFlag flag) {
  const auto* chat = chat_of(s, id);
  return chat != nullptr && chat->has(flag);
}
// The client said that it does not want to be told of threads that start.
bool not_told_started(const auto& s) { return (s.process.opts_out & opt_out::thread_started) != 0; }
bool not_told_turns(const auto& s) { return (s.process.opts_out & opt_out::turn_started) != 0; }
// The thread of this chat is there, for the user to say something: what is known of it, not
// whether a turn is under way.
template <class S>
bool ready(const S& s, const typename S::Chat& chat) {
  if constexpr (!S::sees_client)
    return chat.begun_here == 0 || s.cut.order > chat.begun_here || chat.has(ChatFlag::Started) ||
           (s.process.opts_out & opt_out::thread_started) != 0;
  if (!live(s) || !chat.has(ChatFlag::Open) || chat.has(ChatFlag::Archived)) return false;
  return chat.has(ChatFlag::Resumed) || chat.has(ChatFlag::Started) ||
         (s.process.opts_out & opt_out::thread_started) != 0;
}
// A TurnStart of this chat is wanted or under way.
bool turn_under_way(const auto& s, const auto& chat) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == Method::TurnStart && call.chat == chat.id &&
           !call.has(CallFlag::Unready) && !call.has(CallFlag::Begun) &&
           !call.is(Stage::Answered) && !call.is(Stage::Lost);
  });
}

// Its end was lost: the thread is idle, and nothing came in time (SES-14).
bool is_lost(const auto& chat, const Bounds& bounds) {
  return chat.phase == TurnPhase::Named && chat.has(ChatFlag::Idle) &&
         chat.idle_for >= static_cast<std::uint32_t>(bounds.idle.count());
}

// Calls.

bool any_call(const auto& s, Method method, Stage stage) {
  return std::any_of(s.calls.begin(), s.calls.end(),
                     [&](const auto& call) { return call.method == method && call.is(stage); });
}
bool any_uninitialized(const auto& s) {
  return std::any_of(s.calls.begin(), s.calls.end(),
                     [](const auto& call) { return call.is(Stage::Uninitialized); });
}
inline Duration deadline_of(Method method, const Bounds& bounds) {
  return method == Method::TurnInterrupt ? bounds.interrupt : bounds.call;
}
bool orphan_is_to_stop_again(const auto& chat) {
  return chat.has(ChatFlag::OrphanRefused) && chat.has(ChatFlag::OrphanRunning) &&
         !chat.has(ChatFlag::OrphanTwice);
}
// Until a call that was told Overloaded is sent again.
Duration pause_of(const auto& call, const Bounds& bounds) {
  const int doublings = std::clamp(call.overloads - 1, 0, 12);
  return bounds.pause * (1 << doublings);
}
// A call of the client's own that a process is opened with: nobody is told its outcome.
bool opens_process(const auto& call) {
  return call.has(CallFlag::Own) &&
         (call.method == Method::Initialize || call.method == Method::ModelList);
}
// The client's own call of this method, Initialize or ModelList, is at its deadline.
bool check_out_of_time(const auto& s, Method method, const Bounds& bounds) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == method && call.has(CallFlag::Own) && call.has(CallFlag::First) &&
           call.age >= static_cast<std::uint32_t>(bounds.call.count());
  });
}
// It waits for a handshake or a verification that failed.
bool waits_in_vain(const auto& s, const auto& call, const Bounds& bounds) {
  if (s.process.handshake == Handshake::Failed) return true;
  if (check_out_of_time(s, Method::Initialize, bounds)) return true;
  return call.method == Method::TurnStart && (s.process.verified == Verified::Failed ||
                                              check_out_of_time(s, Method::ModelList, bounds));
}
bool is_about(const auto& s, const auto& call, const Request& request) {
  if (call.method != request.method) return false;
  const auto* chat = chat_of(s, ChatId{call.chat});
  switch (call.method) {
    case Method::Initialize: return true;
    case Method::ThreadStart: return call.settings == packed(request.settings);
    case Method::ThreadResume: return call.what == request.thread.value;
    case Method::ThreadArchive:
    case Method::TurnStart: return chat != nullptr && chat->thread == request.thread.value;
    case Method::TurnInterrupt: return call.what == request.turn.value;
    case Method::ThreadList:
    case Method::ModelList:
    case Method::Other: return call.what == request.text.value;
  }
  return false;
}
bool paused_enough(const auto& call, const Bounds& bounds) {
  const auto pause = call.has(CallFlag::Unsure) ? bounds.pause : pause_of(call, bounds);
  return call.is(Stage::Overloaded) && std::int64_t{call.pause} >= pause.count();
}
// Its deadline comes before its next try.
bool gives_up(const auto& call, const Bounds& bounds) {
  return call.is(Stage::Overloaded) &&
         std::int64_t{call.age} - call.pause + pause_of(call, bounds).count() >=
             bounds.call.count();
}
// The call that a request is sent for; null if nobody called for it. Calls of one method are told
// apart by their ids, and a request has a new one (RPC-10): it is for a call that may be sent now.
// Of several the one of its text, and of those that say the same the first, since calls go out in
// their order (RPC-08).
template <class S>
const typename S::Call* wanted_by(const S& s, const Request& request, const Bounds& bounds) {
  const auto rank = [&](const typename S::Call& call) {
    return (call.has(CallFlag::Unready) ? 0 : 8) + (call.what == request.text.value ? 4 : 0) +
           (call.is(Stage::Wanted) ? 2 : 0) + (paused_enough(call, bounds) ? 1 : 0);
  };
  const typename S::Call* best = nullptr;
  for (const auto& call : s.calls) {
    const bool waits = call.is(Stage::Wanted) || call.is(Stage::Overloaded);
    if (!waits || !is_about(s, call, request)) continue;
    if (best == nullptr || rank(call) > rank(*best)) best = &call;
  }
  // The first list of models in a handshake verifies the server.
  const bool verifies = request.method == Method::ModelList && request.text == TextId{} &&
                        s.process.verified == Verified::No;
  return verifies && best != nullptr && !best->has(CallFlag::Own) ? nullptr : best;
}
// Another chat has the thread that this one resumes.
bool resumes_anothers(const auto& s, const auto& call) {
  return call.method == Method::ThreadResume &&
         std::any_of(s.chats.begin(), s.chats.end(), [&](const auto& chat) {
           return chat.id != call.chat && chat.thread != 0 && chat.thread == call.what;
         });
}
// The server does not have, or cannot do, what was asked of it.
bool is_refusal(const auto& call) {
  return call.is(Stage::Answered) && call.error != Error::None && call.error != Error::Overloaded &&
         call.error != Error::NotInitialized;
}
// Why a call may be turned away unsent.
bool may_be_refused(const auto& s, const auto& call, const Bounds& bounds) {
  if (!call.is(Stage::Wanted) || call.has(CallFlag::First)) return false;
  if (finished(s) || s.has(ProcessFlag::Closed) || resumes_anothers(s, call)) return true;
  const auto* chat = chat_of(s, ChatId{call.chat});
  if (call.method == Method::TurnStart)
    return call.has(CallFlag::Unready) || chat == nullptr || chat->has(ChatFlag::Archived) ||
           std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& other) {
             return other.chat == call.chat && other.method == Method::ThreadArchive;
           });
  if (call.method == Method::ThreadArchive)
    return chat == nullptr || chat->has(ChatFlag::Archived) || chat->phase != TurnPhase::None ||
           !chat->has(ChatFlag::Open) || chat->composer != Composer::Ready;
  return call.method == Method::ThreadStart && !of_dialect(call.settings, bounds);
}
// Whether the call may end so now.
bool fits(const auto& s, const auto& call, const CallEnded& ended, const Bounds& bounds) {
  const auto age = static_cast<Duration::rep>(call.age);
  const bool waits = call.is(Stage::Wanted) || call.is(Stage::Overloaded) ||
                     call.is(Stage::Uninitialized) || call.is(Stage::Sent);
  const bool is_overdue = age >= bounds.call.count();
  switch (ended.outcome) {
    case Outcome::Result: return call.is(Stage::Answered) && call.error == Error::None;
    case Outcome::Error:
      if (call.is(Stage::Answered)) return call.error != Error::None && call.error == ended.error;
      return waits && (waits_in_vain(s, call, bounds) ||
                       (ended.error == Error::Overloaded && gives_up(call, bounds)) ||
                       (call.is(Stage::Uninitialized) && ended.error == Error::NotInitialized &&
                        is_overdue));
    case Outcome::TimedOut:
      return waits && ((call.has(CallFlag::First) && is_overdue) || waits_in_vain(s, call, bounds));
    case Outcome::Lost:
      return call.is(Stage::Lost) ||
             (call.is(Stage::Wanted) && (down(s) || s.has(ProcessFlag::Closed)));
    case Outcome::Refused: return may_be_refused(s, call, bounds);
    case Outcome::Busy:
      return call.is(Stage::Wanted) && !call.has(CallFlag::First) && s.calls.size() > 1;
  }
  return false;
}

// Either may have been sent in the place of the other.
template <class Call>
bool interchangeable(const Call& a, const Call& b) {
  return a.has(CallFlag::Unsure) && b.has(CallFlag::Unsure) && a.method == b.method &&
         a.settings == b.settings && (a.chat != b.chat || a.what == b.what);
}
// The call that an outcome is about; null if there is none. Of several the one that it fits.
template <class S>
const typename S::Call* ended_by(const S& s, const CallEnded& ended, const Bounds& bounds) {
  const typename S::Call* first = nullptr;
  for (const auto& call : s.calls) {
    const bool own_resumption = call.has(CallFlag::Own) && call.method == Method::ThreadResume;
    if (call.has(CallFlag::Own) && !own_resumption) continue;
    const bool same = ended.call != no_call ? call.call == ended.call.value
                                            : call.call == 0 && call.chat == ended.chat.value &&
                                                  call.method == ended.method;
    if (!same) continue;
    if (fits(s, call, ended, bounds)) return &call;
    if (first == nullptr) first = &call;
  }
  if (first != nullptr)
    for (const auto& call : s.calls)
      if (interchangeable(call, *first) && fits(s, call, ended, bounds)) return &call;
  return first;
}

// Problems.

const Problem* problem_of(const auto& s, const ProblemShown& act) {
  const auto same = [&](const Problem& due) {
    return due.chat == act.chat.value && due.text == act.text.value && due.severity == act.severity;
  };
  const auto found = std::find_if(s.problems.begin(), s.problems.end(), same);
  return found == s.problems.end() ? nullptr : found;
}

// Approvals.

bool awaits_answer(const auto& ask) {
  return !ask.has(AskFlag::Withdrawn) && !ask.has(AskFlag::Answered);
}
inline bool accepts(Decision decision) {
  return decision == Decision::Accept || decision == Decision::AcceptForSession;
}
inline bool says_no(Decision decision) {
  return decision == Decision::Decline || decision == Decision::Cancel;
}

// The rate limits as a server told them last.
inline void take_limits(Process& process, const RateLimits& told) {
  process.rates = told.used;
  process.rates_window = told.window_minutes;
  process.rates_reset = told.resets_at_s;
  process.rates_second = told.second;
}
RateLimitsShown shown_limits(const auto& s) {
  const auto& process = s.process;
  return {process.rates, process.rates_window, process.rates_reset, process.rates_second};
}

}  // namespace spec::appserver::clauses
