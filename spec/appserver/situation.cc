// What can be asked of a situation.
#include "spec/appserver/situation.h"

#include <algorithm>
#include <variant>

#include "appserver/follow.h"

namespace spec::appserver::clauses {
namespace {

template <class List>
auto* with_id(const List& list, std::uint32_t id) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.id == id; });
  return id == 0 || found == list.end() ? nullptr : found;
}

bool is_about(const Situation& s, const Call& call, const Request& request) {
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

// Why a call may be turned away unsent.
bool may_be_refused(const Situation& s, const Call& call, const Bounds& bounds) {
  if (!call.is(Stage::Wanted) || call.has(CallFlag::First)) return false;
  if (finished(s) || s.has(ProcessFlag::Closed)) return true;
  const auto* chat = chat_of(s, ChatId{call.chat});
  if (call.method == Method::TurnStart)
    return call.has(CallFlag::Unready) || chat == nullptr || chat->has(ChatFlag::Archived) ||
           std::any_of(s.calls.begin(), s.calls.end(), [&](const Call& other) {
             return other.chat == call.chat && other.method == Method::ThreadArchive;
           });
  if (call.method == Method::ThreadArchive)
    return chat == nullptr || chat->has(ChatFlag::Archived) || chat->phase != TurnPhase::None ||
           !chat->has(ChatFlag::Open) || chat->composer != Composer::Ready;
  return call.method == Method::ThreadStart && !of_dialect(call.settings, bounds);
}

}  // namespace

const Call* call_of(const Situation& s, RequestId id) { return with_id(s.calls, id.value); }
const Chat* chat_of(const Situation& s, ChatId id) { return with_id(s.chats, id.value); }
const Item* item_of(const Situation& s, ItemId id) { return with_id(s.items, id.value); }
const PendingAsk* ask_of(const Situation& s, AskId id) { return with_id(s.asks, id.value); }
const PastAsk* past_ask_of(const Situation& s, AskId id) { return with_id(s.past_asks, id.value); }
const Chat* chat_of(const Situation& s, ThreadId thread) {
  const auto found = std::find_if(s.chats.begin(), s.chats.end(),
                                  [&](const Chat& chat) { return chat.thread == thread.value; });
  return thread == no_thread || found == s.chats.end() ? nullptr : found;
}

bool ready(const Situation& s, const Chat& chat) {
  if (!live(s) || !chat.has(ChatFlag::Open) || chat.has(ChatFlag::Archived)) return false;
  return chat.has(ChatFlag::Resumed) || chat.has(ChatFlag::Started) ||
         (s.process.opts_out & opt_out::thread_started) != 0;
}

bool check_out_of_time(const Situation& s, Method method, const Bounds& bounds) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const Call& call) {
    return call.method == method && call.has(CallFlag::Own) && call.has(CallFlag::First) &&
           call.age >= static_cast<std::uint32_t>(bounds.call.count());
  });
}

bool waits_in_vain(const Situation& s, const Call& call, const Bounds& bounds) {
  if (s.process.handshake == Handshake::Failed) return true;
  if (check_out_of_time(s, Method::Initialize, bounds)) return true;
  return call.method == Method::TurnStart && (s.process.verified == Verified::Failed ||
                                              check_out_of_time(s, Method::ModelList, bounds));
}

bool of_dialect(std::uint8_t settings, const Bounds& bounds) {
  return bounds.speech == Speech::Draft || settings % 4 != static_cast<unsigned>(Policy::OnFailure);
}

bool turn_under_way(const Situation& s, const Chat& chat) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const Call& call) {
    return call.method == Method::TurnStart && call.chat == chat.id &&
           !call.has(CallFlag::Unready) && !call.has(CallFlag::Begun) &&
           !call.is(Stage::Answered) && !call.is(Stage::Lost);
  });
}

Duration deadline_of(Method method, const Bounds& bounds) {
  return method == Method::TurnInterrupt ? bounds.interrupt : bounds.call;
}

Duration pause_of(const Call& call, const Bounds& bounds) {
  const int doublings = std::clamp(call.overloads - 1, 0, 12);
  return bounds.pause * (1 << doublings);
}

std::uint8_t packed(const Settings& settings) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(settings.policy) |
                                   static_cast<unsigned>(settings.sandbox) << 2 |
                                   (settings.network ? 1u : 0u) << 4);
}

const Call* wanted_by(const Situation& s, const Request& request) {
  const Call* best = nullptr;
  for (const Call& call : s.calls) {
    const bool waits = call.is(Stage::Wanted) || call.is(Stage::Overloaded);
    if (!waits || !is_about(s, call, request)) continue;
    // The one that says the same; of those the client's own, and one that may be sent at all.
    const auto rank = [&](const Call& of) {
      return (of.what == request.text.value ? 4 : 0) + (of.has(CallFlag::Unready) ? 0 : 2) +
             (of.has(CallFlag::Own) ? 1 : 0);
    };
    if (best == nullptr || rank(call) > rank(*best)) best = &call;
  }
  // The first list of models in a handshake verifies the server.
  const bool verifies = request.method == Method::ModelList && request.text == TextId{} &&
                        s.process.verified == Verified::No;
  return verifies && best != nullptr && !best->has(CallFlag::Own) ? nullptr : best;
}

bool fits(const Situation& s, const Call& call, const CallEnded& ended, const Bounds& bounds) {
  const auto age = static_cast<Duration::rep>(call.age);
  const bool waits = call.is(Stage::Wanted) || call.is(Stage::Overloaded) ||
                     call.is(Stage::Uninitialized) || call.is(Stage::Sent);
  switch (ended.outcome) {
    case Outcome::Result: return call.is(Stage::Answered) && call.error == Error::None;
    case Outcome::Error:
      if (call.is(Stage::Answered)) return call.error != Error::None && call.error == ended.error;
      return waits && (waits_in_vain(s, call, bounds) ||
                       (call.is(Stage::Overloaded) && ended.error == Error::Overloaded &&
                        age - call.pause + pause_of(call, bounds).count() >= bounds.call.count()));
    case Outcome::TimedOut:
      return waits && ((call.has(CallFlag::First) && age >= bounds.call.count()) ||
                       waits_in_vain(s, call, bounds));
    case Outcome::Lost:
      return call.is(Stage::Lost) ||
             (call.is(Stage::Wanted) && (down(s) || s.has(ProcessFlag::Closed)));
    case Outcome::Refused: return may_be_refused(s, call, bounds);
    case Outcome::Busy:
      return call.is(Stage::Wanted) && !call.has(CallFlag::First) && s.calls.size() > 1;
  }
  return false;
}

const Call* ended_by(const Situation& s, const CallEnded& ended, const Bounds& bounds) {
  const Call* first = nullptr;
  for (const Call& call : s.calls) {
    const bool own_resumption = call.has(CallFlag::Own) && call.method == Method::ThreadResume;
    if (call.has(CallFlag::Own) && !own_resumption) continue;
    const bool same = ended.call != no_call ? call.call == ended.call.value
                                            : call.call == 0 && call.chat == ended.chat.value &&
                                                  call.method == ended.method;
    if (!same) continue;
    if (fits(s, call, ended, bounds)) return &call;
    if (first == nullptr) first = &call;
  }
  return first;
}

void follow(Situation& s, const Happening& what, const Bounds& bounds) {
  Follower follower(s, bounds);
  if (!std::holds_alternative<TimerFired>(what)) s.process.flags.clear(ProcessFlag::Frame);
  std::visit([&](const auto& event) { follower.on(event); }, what);
}
void follow(Situation& s, const Fact& fact, const Bounds& bounds) {
  Follower follower(s, bounds);
  std::visit([&](const auto& what) { follower.on(what); }, fact);
}
void follow(Situation& s, const Command& act, const Bounds& bounds) {
  Follower follower(s, bounds);
  std::visit([&](const auto& what) { follower.on(what); }, act);
}

}  // namespace spec::appserver::clauses
