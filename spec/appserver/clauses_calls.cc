// Clauses on requests and their outcomes: RPC, and SES where a request is about a session.
#include <algorithm>

#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

const Call* wanted(const At<Request>& at) { return wanted_by(at.s, at.it); }
bool is_wanted(const At<Request>& at) {
  const auto* call = wanted(at);
  return call != nullptr && !call->has(CallFlag::Unready);
}
const Chat* its_chat(const At<Request>& at) { return chat_of(at.s, at.it.thread); }
bool thread_is(const At<Request>& at, ChatFlag flag) {
  return its_chat(at) != nullptr && its_chat(at)->has(flag);
}
bool turn_active(const At<Request>& at) {
  return its_chat(at) != nullptr && its_chat(at)->active();
}
bool told_or_opted_out(const At<Request>& at) {
  return thread_is(at, ChatFlag::Running) || (at.s.process.opts_out & opt_out::turn_started) != 0;
}
bool any_uninitialized(const Situation& s) {
  return std::any_of(s.calls.begin(), s.calls.end(),
                     [](const Call& call) { return call.is(Stage::Uninitialized); });
}
bool paused_enough(const Call& call, const Bounds& bounds) {
  return std::int64_t{call.pause} >= pause_of(call, bounds).count();
}
bool verified(const Situation& s) {
  return s.process.verified == Verified::Yes || s.process.verified == Verified::Twice;
}
bool being_resumed(const At<Request>& at) {
  return std::any_of(at.s.calls.begin(), at.s.calls.end(), [&](const Call& call) {
    return call.method == Method::ThreadResume && call.what == at.it.thread.value;
  });
}

constexpr Clause<Request> requests[] = {
    // What has no id has no outcome.
    {"RPC-03"_rule, never, [](const auto& at) { return at.it.id == no_request; }},
    {"RPC-04"_rule, never,
     [](const auto& at) {
       return call_of(at.s, at.it.id) != nullptr || listed(at.s.late, at.it.id.value) ||
              listed(at.s.requests, at.it.id.value);
     }},
    {"RPC-01"_rule, only_if,
     [](const auto& at) { return live(at.s) && at.it.method != Method::Initialize; },
     [](const auto& at) { return at.s.process.handshake == Handshake::Open; }},
    {"RPC-06"_rule, only_if,
     [](const auto& at) { return is_wanted(at) && wanted(at)->is(Stage::Overloaded); },
     [](const auto& at) { return paused_enough(*wanted(at), at.bounds); }},
    {"RPC-02"_rule, calls_for,
     [](const auto& at) { return is_wanted(at) && wanted(at)->has(CallFlag::Again); }},
    {"RPC-06"_rule, calls_for,
     [](const auto& at) { return is_wanted(at) && wanted(at)->is(Stage::Overloaded); }},
};
constexpr Clause<Request> handshakes[] = {
    {"RPC-02"_rule, calls_for,
     [](const auto& at) {
       return at.s.process.handshake == Handshake::Open && any_uninitialized(at.s);
     }},
    {"RPC-01"_rule, calls_for,
     [](const auto& at) { return at.s.process.handshake == Handshake::None; }},
};
constexpr Clause<Request> model_lists[] = {
    {"SES-12"_rule, calls_for,
     [](const auto& at) {
       return at.s.process.verified == Verified::No || at.s.process.verified == Verified::Twice;
     }},
    {"RPC-03"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> other_calls[] = {
    {"RPC-03"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> thread_starts[] = {
    {"SES-10"_rule, only_if, always,
     [](const auto& at) { return of_dialect(packed(at.it.settings), at.bounds); }},
    {"SES-10"_rule, only_if,
     [](const auto& at) {
       return std::any_of(at.s.calls.begin(), at.s.calls.end(), [](const Call& call) {
         return call.method == Method::ThreadStart && call.is(Stage::Wanted);
       });
     },
     is_wanted},
    {"RPC-03"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> thread_resumptions[] = {
    {"PROC-03"_rule, calls_for,
     [](const auto& at) {
       return thread_is(at, ChatFlag::Known) && !thread_is(at, ChatFlag::Open) &&
              !being_resumed(at);
     }},
    {"SES-09"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> archivings[] = {
    {"SES-09"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> turn_starts[] = {
    {"PROC-03"_rule, never,
     [](const auto& at) { return wanted(at) == nullptr && thread_is(at, ChatFlag::TurnLost); }},
    {"SES-09"_rule, never, [](const auto& at) { return thread_is(at, ChatFlag::Archived); }},
    {"SES-04"_rule, never,
     [](const auto& at) { return turn_active(at) && thread_is(at, ChatFlag::Stopped); }},
    {"SES-03"_rule, never, turn_active},
    {"SES-01"_rule, only_if, [](const auto& at) { return its_chat(at) != nullptr; },
     [](const auto& at) { return ready(at.s, *its_chat(at)); }},
    {"SES-12"_rule, only_if, always, [](const auto& at) { return verified(at.s); }},
    {"RPC-03"_rule, says, is_wanted,
     [](const auto& at) { return wanted(at)->what == at.it.text.value; }},
    {"SES-03"_rule, calls_for, is_wanted},
};
constexpr Clause<Request> interrupts_sent[] = {
    {"SES-05"_rule, never,
     [](const auto& at) {
       return thread_is(at, ChatFlag::Twice) && its_chat(at)->turn == at.it.turn.value &&
              !is_wanted(at);
     }},
    {"SES-06"_rule, calls_for,
     [](const auto& at) {
       return thread_is(at, ChatFlag::Stopped) && its_chat(at)->phase == TurnPhase::Named &&
              its_chat(at)->turn == at.it.turn.value && !thread_is(at, ChatFlag::Interrupted);
     }},
    {"SES-06"_rule, calls_for,
     [](const auto& at) {
       return thread_is(at, ChatFlag::OrphanToStop) && its_chat(at)->orphan == at.it.turn.value;
     }},
    {"SES-05"_rule, calls_for,
     [](const auto& at) {
       return thread_is(at, ChatFlag::Refused) && told_or_opted_out(at) &&
              its_chat(at)->turn == at.it.turn.value && !thread_is(at, ChatFlag::Twice);
     }},
};
constexpr Clause<Initialized> initialized_said[] = {
    {"RPC-01"_rule, calls_for,
     [](const auto& at) { return at.s.process.handshake == Handshake::Answered; }},
};

const Call* call_ended(const At<CallEnded>& at) { return ended_by(at.s, at.it, at.bounds); }
bool ends_call(const At<CallEnded>& at) { return call_ended(at) != nullptr; }
bool stage_is(const At<CallEnded>& at, Stage stage) {
  return ends_call(at) && call_ended(at)->is(stage);
}
bool answered_with(const At<CallEnded>& at, Error error) {
  return stage_is(at, Stage::Answered) && call_ended(at)->error == error;
}
bool fits_it(const At<CallEnded>& at) { return fits(at.s, *call_ended(at), at.it, at.bounds); }
bool of_archived(const At<CallEnded>& at) {
  const auto* chat = ends_call(at) ? chat_of(at.s, ChatId{call_ended(at)->chat}) : nullptr;
  return chat != nullptr && chat->has(ChatFlag::Archived) &&
         call_ended(at)->method == Method::TurnStart;
}

constexpr Clause<CallEnded> outcomes[] = {
    {"PROC-03"_rule, says, [](const auto& at) { return stage_is(at, Stage::Lost); }, fits_it},
    {"SES-09"_rule, says,
     [](const auto& at) { return of_archived(at) && stage_is(at, Stage::Wanted); }, fits_it},
    {"SES-10"_rule, says,
     [](const auto& at) {
       return stage_is(at, Stage::Wanted) && call_ended(at)->method == Method::ThreadStart &&
              !of_dialect(call_ended(at)->settings, at.bounds);
     },
     fits_it},
    {"SES-12"_rule, says,
     [](const auto& at) {
       return ends_call(at) && waits_in_vain(at.s, *call_ended(at), at.bounds);
     },
     fits_it},
    {"RPC-02"_rule, says,
     [](const auto& at) {
       return stage_is(at, Stage::Uninitialized) || answered_with(at, Error::NotInitialized);
     },
     fits_it},
    {"RPC-06"_rule, says,
     [](const auto& at) {
       return answered_with(at, Error::Internal) || stage_is(at, Stage::Overloaded);
     },
     fits_it},
    {"RPC-03"_rule, says, ends_call,
     [](const auto& at) { return fits_it(at) && at.it.method == call_ended(at)->method; }},
    {"PROC-03"_rule, calls_for,
     [](const auto& at) {
       const auto* chat = chat_of(at.s, at.it.chat);
       return chat != nullptr && at.it.method == Method::ThreadResume &&
              at.it.outcome == Outcome::Lost && down(at.s) && chat->has(ChatFlag::Known);
     }},
    {"RPC-03"_rule, calls_for, ends_call},
};

std::int64_t till_deadline(const At<Call>& at) {
  return std::max<std::int64_t>(
      0, deadline_of(at.it.method, at.bounds).count() - std::int64_t{at.it.age});
}
template <Outcome outcome>
Seen ends_it(const At<Call>& at) {
  return Command(CallEnded{CallId{at.it.call}, ChatId{at.it.chat}, at.it.method, outcome,
                           outcome == Outcome::Error ? at.it.error : Error::None});
}
Seen tells_answer(const At<Call>& at) {
  return at.it.error == Error::None ? ends_it<Outcome::Result>(at) : ends_it<Outcome::Error>(at);
}
Seen sends_it(const At<Call>& at) {
  Request request;
  request.method = at.it.method;
  const auto* chat = chat_of(at.s, ChatId{at.it.chat});
  if (chat != nullptr) request.thread = ThreadId{chat->thread};
  const bool says = at.it.method == Method::TurnStart || at.it.call != 0;
  if (says) request.text = TextId{at.it.what};
  return Command(Send{ProcessId{at.s.process.id}, request});
}
Seen greets(const At<Call>& at) {
  Request request;
  request.method = Method::Initialize;
  return Command(Send{ProcessId{at.s.process.id}, request});
}
Seen shows_lack(const At<Call>&) { return Command(BannerShown{Banner::ServerLacks}); }
// An interrupt is meant as long as its turn runs.
bool still_meant(const Situation& s, const Call& call) {
  const auto* chat = chat_of(s, ChatId{call.chat});
  return call.method != Method::TurnInterrupt ||
         (chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == call.what);
}
// Nothing keeps it from being sent.
bool can_be_sent(const Situation& s, const Call& call, const Bounds& bounds) {
  if (!greeted(s) || !call.is(Stage::Wanted) || call.has(CallFlag::Unready)) return false;
  const auto* chat = chat_of(s, ChatId{call.chat});
  if (call.method == Method::TurnStart) return chat != nullptr && ready(s, *chat) && verified(s);
  if (call.method == Method::ThreadArchive) return chat != nullptr && chat->has(ChatFlag::Open);
  if (call.method == Method::ThreadStart) return of_dialect(call.settings, bounds);
  if (call.method == Method::TurnInterrupt) return still_meant(s, call);
  return true;
}
bool is_check(const Call& call) {
  return call.has(CallFlag::Own) &&
         (call.method == Method::Initialize || call.method == Method::ModelList);
}
bool under_way(const Call& call) {
  return call.has(CallFlag::First) && !call.is(Stage::Answered) && !call.is(Stage::Lost);
}

constexpr Within<Call> calls[] = {
    {"RPC-02"_rule,
     [](const auto& at) {
       return live(at.s) && at.it.is(Stage::Uninitialized) && !at.s.has(ProcessFlag::AgainShown);
     },
     now, [](const auto&) { return Seen(Command(BannerShown{Banner::HandshakeAgain})); }},
    {"RPC-02"_rule, [](const auto& at) { return greeted(at.s) && at.it.is(Stage::Uninitialized); },
     now, greets},
    {"RPC-06"_rule,
     [](const auto& at) { return at.it.is(Stage::Answered) && at.it.error == Error::Internal; },
     now, tells_answer},
    {"RPC-03"_rule, [](const auto& at) { return at.it.is(Stage::Answered); }, now, tells_answer},
    {"PROC-03"_rule, [](const auto& at) { return at.it.is(Stage::Lost); }, now,
     ends_it<Outcome::Lost>},
    {"RPC-03"_rule, [](const auto& at) { return at.it.is(Stage::Wanted) && finished(at.s); }, now,
     ends_it<Outcome::Lost>},
    {"SES-09"_rule,
     [](const auto& at) {
       const auto* chat = chat_of(at.s, ChatId{at.it.chat});
       return at.it.is(Stage::Wanted) && at.it.has(CallFlag::Unready) && chat != nullptr &&
              chat->has(ChatFlag::Archived);
     },
     now, ends_it<Outcome::Refused>},
    {"RPC-03"_rule,
     [](const auto& at) { return at.it.is(Stage::Wanted) && at.it.has(CallFlag::Unready); }, now,
     ends_it<Outcome::Refused>},
    {"SES-10"_rule,
     [](const auto& at) {
       return greeted(at.s) && at.it.is(Stage::Wanted) && at.it.method == Method::ThreadStart &&
              !of_dialect(at.it.settings, at.bounds);
     },
     now, ends_it<Outcome::Refused>},
    {"SES-12"_rule,
     [](const auto& at) {
       return live(at.s) && at.it.is(Stage::Wanted) && waits_in_vain(at.s, at.it, at.bounds) &&
              !at.it.has(CallFlag::Own);
     },
     now, ends_it<Outcome::Error>},
    {"RPC-02"_rule,
     [](const auto& at) {
       return at.it.has(CallFlag::Again) && can_be_sent(at.s, at.it, at.bounds);
     },
     now, sends_it},
    {"RPC-01"_rule, [](const auto& at) { return can_be_sent(at.s, at.it, at.bounds); }, now,
     sends_it},
    {"SES-12"_rule,
     [](const auto& at) { return live(at.s) && under_way(at.it) && is_check(at.it); },
     till_deadline, shows_lack},
    {"RPC-06"_rule,
     [](const auto& at) {
       return greeted(at.s) && at.it.is(Stage::Overloaded) && still_meant(at.s, at.it);
     },
     [](const auto& at) {
       return std::max<std::int64_t>(
           0, 2 * std::int64_t{pause_of(at.it, at.bounds).count()} - std::int64_t{at.it.pause});
     },
     sends_it},
    {"RPC-03"_rule,
     [](const auto& at) {
       return under_way(at.it) && !is_check(at.it) && at.it.method != Method::TurnInterrupt;
     },
     till_deadline, ends_it<Outcome::TimedOut>},
    {"SRV-03"_rule, [](const auto& at) { return live(at.s) && at.it.is(Stage::Sent); },
     with_the_world,
     [](const auto& at) {
       return Seen(Happening(
           Received{ProcessId{at.s.process.id}, Response{RequestId{at.it.id}, {}, {}, {}}}));
     },
     Party::Server},
};
constexpr Within<Pair> late_calls[] = {
    {"SRV-03"_rule, [](const auto& at) { return live(at.s); }, with_the_world,
     [](const auto& at) {
       return Seen(Happening(
           Received{ProcessId{at.s.process.id}, Response{RequestId{at.it.of}, {}, {}, {}}}));
     },
     Party::Server},
};

}  // namespace

Clauses<Request> clauses_of(Method method) {
  switch (method) {
    case Method::Initialize: return handshakes;
    case Method::ThreadStart: return thread_starts;
    case Method::ThreadResume: return thread_resumptions;
    case Method::ThreadArchive: return archivings;
    case Method::TurnStart: return turn_starts;
    case Method::TurnInterrupt: return interrupts_sent;
    case Method::ModelList: return model_lists;
    case Method::ThreadList:
    case Method::Other: return other_calls;
  }
  return other_calls;
}
template <>
Clauses<Request> clauses_of() {
  return requests;
}
template <>
Clauses<Initialized> clauses_of() {
  return initialized_said;
}
template <>
Clauses<CallEnded> clauses_of() {
  return outcomes;
}
template <>
std::span<const Within<Call>> withins_of() {
  return calls;
}
template <>
std::span<const Within<Pair>> withins_of() {
  return late_calls;
}

}  // namespace spec::appserver::clauses
