// Clauses on approvals: APR, RPC-05.
#include <algorithm>

#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

template <class Act>
const PendingAsk* asked(const At<Act>& at) {
  return ask_of(at.s, at.it.ask);
}
template <class Act>
bool is_asked(const At<Act>& at) {
  return asked(at) != nullptr;
}
// Nobody waits for an answer any more, for one of these reasons.
template <class Act>
bool withdrawn_for(const At<Act>& at, Withdrawal why) {
  return is_asked(at) && asked(at)->has(AskFlag::Withdrawn) && !asked(at)->has(AskFlag::Answered) &&
         asked(at)->why == why;
}
template <class Act>
bool past(const At<Act>& at, AskFate fate) {
  const auto* ask = past_ask_of(at.s, at.it.ask);
  return !is_asked(at) && ask != nullptr && ask->fate == fate;
}
template <class Act>
bool resolved(const At<Act>& at) {
  return withdrawn_for(at, Withdrawal::Resolved) || past(at, AskFate::Resolved);
}
template <class Act>
bool over(const At<Act>& at) {
  return withdrawn_for(at, Withdrawal::TurnEnded) || past(at, AskFate::TurnEnded) ||
         withdrawn_for(at, Withdrawal::ProcessGone) || past(at, AskFate::ProcessGone);
}
template <class Act>
bool answered(const At<Act>& at) {
  return past(at, AskFate::Answered) || (is_asked(at) && asked(at)->has(AskFlag::Answered));
}
template <class Act>
bool unknown(const At<Act>& at) {
  return past_ask_of(at.s, at.it.ask) == nullptr && !is_asked(at);
}
template <class Act>
bool bad(const At<Act>& at) {
  return is_asked(at) && asked(at)->has(AskFlag::Bad);
}
template <class Act>
bool of_unknown_kind(const At<Act>& at) {
  return is_asked(at) && asked(at)->kind == AskKind::Unknown;
}
template <class Act>
bool decided(const At<Act>& at) {
  return is_asked(at) && asked(at)->has(AskFlag::Decided);
}
template <class Act>
bool remembered_for_it(const At<Act>& at) {
  return is_asked(at) && asked(at)->has(AskFlag::Remembered);
}
// And its turn is not to stop: then it is all one.
template <class Act>
bool to_be_accepted(const At<Act>& at) {
  return remembered_for_it(at) && !asked(at)->has(AskFlag::Late);
}
bool out_of_time(const PendingAsk& ask, const Bounds& bounds) {
  return ask.has(AskFlag::Shown) && ask.age >= static_cast<std::uint32_t>(bounds.decision.count());
}
template <class Act>
bool out_of_time(const At<Act>& at) {
  return is_asked(at) && out_of_time(*asked(at), at.bounds);
}
bool approves(const At<Answer>& at) { return accepts(at.it.decision); }
bool by_nobody(const At<Answer>& at) {
  return approves(at) && is_asked(at) && !decided(at) && !remembered_for_it(at);
}
// What the user decided of another one.
bool decided_elsewhere(const At<Answer>& at) {
  return is_asked(at) && !decided(at) &&
         std::any_of(at.s.asks.begin(), at.s.asks.end(), [&](const PendingAsk& ask) {
           return ask.has(AskFlag::Decided) && ask.decision == at.it.decision;
         });
}
bool remembered_elsewhere(const At<Answer>& at) {
  return is_asked(at) &&
         std::any_of(at.s.remembered.begin(), at.s.remembered.end(), [&](const Pair& pair) {
           return pair.of == asked(at)->subject || pair.with == asked(at)->chat;
         });
}
bool says_no(Decision decision) {
  return decision == Decision::Decline || decision == Decision::Cancel;
}

constexpr Clause<Answer> answers[] = {
    {"APR-08"_rule, never, resolved},
    {"APR-04"_rule, never, over},
    {"APR-01"_rule, never, answered},
    {"APR-09"_rule, never, unknown},
    {"APR-02"_rule, never,
     [](const auto& at) { return approves(at) && (bad(at) || of_unknown_kind(at)); }},
    {"APR-02"_rule, never, [](const auto& at) { return by_nobody(at) && out_of_time(at); }},
    {"RPC-05"_rule, never, of_unknown_kind},
    {"APR-05"_rule, never,
     [](const auto& at) { return !remembered_for_it(at) && decided_elsewhere(at); }},
    {"APR-03"_rule, never,
     [](const auto& at) { return by_nobody(at) && remembered_elsewhere(at); }},
    {"APR-11"_rule, never, by_nobody},
    {"APR-06"_rule, says,
     [](const auto& at) {
       return decided(at) && says_no(asked(at)->decision) && says_no(at.it.decision);
     },
     [](const auto& at) { return at.it.decision == asked(at)->decision; }},
    {"APR-05"_rule, says, [](const auto& at) { return decided(at) && at.s.asks.size() > 1; },
     [](const auto& at) { return at.it.decision == asked(at)->decision; }},
    {"APR-09"_rule, says, decided,
     [](const auto& at) { return at.it.decision == asked(at)->decision; }},
    {"APR-03"_rule, says, to_be_accepted, approves},
    {"APR-02"_rule, calls_for, [](const auto& at) { return bad(at) || out_of_time(at); }},
    {"APR-03"_rule, calls_for, remembered_for_it},
    {"APR-04"_rule, calls_for,
     [](const auto& at) { return is_asked(at) && asked(at)->has(AskFlag::Late); }},
    {"APR-01"_rule, calls_for, decided},
};
constexpr Clause<AnswerError> answer_errors[] = {
    {"APR-08"_rule, never, resolved},
    {"APR-04"_rule, never, over},
    {"APR-01"_rule, never, answered},
    {"APR-09"_rule, never, unknown},
    {"RPC-05"_rule, says, of_unknown_kind,
     [](const auto& at) { return at.it.error == Error::MethodNotFound; }},
    {"RPC-05"_rule, says, [](const auto& at) { return bad(at) && !of_unknown_kind(at); },
     [](const auto& at) { return at.it.error == Error::InvalidParams; }},
    {"RPC-05"_rule, calls_for, [](const auto& at) { return bad(at) || of_unknown_kind(at); }},
};
constexpr Clause<AskShown> shown_asks[] = {
    {"APR-02"_rule, never, [](const auto& at) { return bad(at) || of_unknown_kind(at); }},
    {"APR-03"_rule, never, to_be_accepted},
    {"APR-08"_rule, never, resolved},
    {"APR-04"_rule, never, over},
    {"APR-01"_rule, says, is_asked,
     [](const auto& at) {
       return at.it.chat.value == asked(at)->chat && at.it.kind == asked(at)->kind &&
              at.it.subject.value == asked(at)->subject;
     }},
    {"APR-01"_rule, calls_for,
     [](const auto& at) { return is_asked(at) && !asked(at)->has(AskFlag::Shown); }},
};
constexpr Clause<AskWithdrawn> withdrawn_asks[] = {
    {"APR-08"_rule, says, [](const auto& at) { return withdrawn_for(at, Withdrawal::Resolved); },
     [](const auto& at) { return at.it.why == Withdrawal::Resolved; }},
    {"APR-04"_rule, says,
     [](const auto& at) {
       return is_asked(at) && asked(at)->has(AskFlag::Withdrawn) &&
              !asked(at)->has(AskFlag::Answered);
     },
     [](const auto& at) { return at.it.why == asked(at)->why; }},
    {"APR-02"_rule, says,
     [](const auto& at) {
       return is_asked(at) && (asked(at)->has(AskFlag::Answered) || out_of_time(at));
     },
     [](const auto& at) {
       return at.it.why == Withdrawal::TimedOut || asked(at)->has(AskFlag::Withdrawn);
     }},
    {"APR-08"_rule, calls_for,
     [](const auto& at) { return withdrawn_for(at, Withdrawal::Resolved); }},
    {"APR-02"_rule, calls_for,
     [](const auto& at) {
       return is_asked(at) && asked(at)->has(AskFlag::Shown) &&
              (asked(at)->has(AskFlag::Answered) || out_of_time(at));
     }},
    {"APR-04"_rule, calls_for,
     [](const auto& at) { return is_asked(at) && asked(at)->has(AskFlag::Withdrawn); }},
};
constexpr Clause<AskAccepted> accepted_asks[] = {
    {"APR-11"_rule, says, is_asked,
     [](const auto& at) {
       return at.it.chat.value == asked(at)->chat && at.it.subject.value == asked(at)->subject;
     }},
    {"APR-03"_rule, calls_for,
     [](const auto& at) { return remembered_for_it(at) && !asked(at)->has(AskFlag::Told); }},
};

template <Decision decision>
Seen answers_it(const At<PendingAsk>& at) {
  return Command(Send{ProcessId{at.s.process.id}, Answer{AskId{at.it.id}, decision}});
}
Seen decision_of_it(const At<PendingAsk>& at) {
  return Command(Send{ProcessId{at.s.process.id}, Answer{AskId{at.it.id}, at.it.decision}});
}
Seen withdraws_it(const At<PendingAsk>& at) {
  return Command(AskWithdrawn{AskId{at.it.id}, at.it.why});
}
constexpr Within<PendingAsk> pending_asks[] = {
    {"RPC-05"_rule, [](const auto& at) { return live(at.s) && at.it.kind == AskKind::Unknown; },
     now,
     [](const auto& at) {
       return Seen(Command(
           Send{ProcessId{at.s.process.id}, AnswerError{AskId{at.it.id}, Error::MethodNotFound}}));
     }},
    {"APR-02"_rule, [](const auto& at) { return live(at.s) && at.it.has(AskFlag::Bad); }, now,
     answers_it<Decision::Decline>},
    {"APR-03"_rule,
     [](const auto& at) {
       return live(at.s) && awaits_answer(at.it) && at.it.has(AskFlag::Remembered) &&
              !at.it.has(AskFlag::Late);
     },
     now, answers_it<Decision::Accept>},
    {"APR-11"_rule,
     [](const auto& at) {
       return at.it.has(AskFlag::Remembered) && at.it.has(AskFlag::Answered) &&
              !at.it.has(AskFlag::Late);
     },
     now,
     [](const auto& at) {
       return Seen(
           Command(AskAccepted{ChatId{at.it.chat}, AskId{at.it.id}, SubjectId{at.it.subject}}));
     },
     Party::Client, "APR-03"_rule},
    {"APR-05"_rule,
     [](const auto& at) {
       return live(at.s) && !at.it.has(AskFlag::Shown) && !at.it.has(AskFlag::Late) &&
              !at.it.has(AskFlag::Remembered) && at.it.chat != 0 && at.s.asks.size() > 1;
     },
     now,
     [](const auto& at) {
       return Seen(Command(
           AskShown{ChatId{at.it.chat}, AskId{at.it.id}, at.it.kind, SubjectId{at.it.subject}}));
     }},
    {"APR-01"_rule,
     [](const auto& at) {
       return live(at.s) && !at.it.has(AskFlag::Shown) && !at.it.has(AskFlag::Late) &&
              !at.it.has(AskFlag::Remembered) && at.it.chat != 0;
     },
     now,
     [](const auto& at) {
       return Seen(Command(
           AskShown{ChatId{at.it.chat}, AskId{at.it.id}, at.it.kind, SubjectId{at.it.subject}}));
     }},
    {"APR-01"_rule,
     [](const auto& at) {
       return live(at.s) && awaits_answer(at.it) && at.it.has(AskFlag::Decided);
     },
     now, decision_of_it},
    {"APR-08"_rule,
     [](const auto& at) {
       return at.it.has(AskFlag::Withdrawn) && at.it.why == Withdrawal::Resolved;
     },
     now, withdraws_it},
    {"APR-02"_rule,
     [](const auto& at) {
       return at.it.has(AskFlag::Withdrawn) && at.it.why == Withdrawal::TimedOut;
     },
     now, withdraws_it},
    {"APR-04"_rule, [](const auto& at) { return at.it.has(AskFlag::Withdrawn); }, now,
     withdraws_it},
    {"APR-02"_rule,
     [](const auto& at) {
       return live(at.s) && at.it.has(AskFlag::Shown) && awaits_answer(at.it) &&
              !at.it.has(AskFlag::Decided);
     },
     [](const auto& at) {
       return std::max<std::int64_t>(0, at.bounds.decision.count() - std::int64_t{at.it.age});
     },
     answers_it<Decision::Decline>},
};

template <Report... reports>
bool is_any(const At<Odd>& at) {
  return ((at.it.report == reports) || ...);
}
Seen reports_it(const At<Odd>& at) { return Command(Reported{at.it.report, at.it.of}); }
constexpr Within<Odd> oddities[] = {
    {"RPC-04"_rule, is_any<Report::UnknownResponse, Report::LateResponse>, now, reports_it},
    {"SES-03"_rule, is_any<Report::SecondTurn, Report::SecondEnd>, now, reports_it},
    {"SES-08"_rule, is_any<Report::UnknownThread, Report::UnknownTurn>, now, reports_it},
    {"ITM-03"_rule, is_any<Report::UnknownItem>, now, reports_it},
    {"ITM-06"_rule, is_any<Report::SecondItemEnd>, now, reports_it},
    {"ITM-01"_rule, is_any<Report::TextDiffers>, now, reports_it},
    {"ITM-05"_rule, is_any<Report::TotalFell>, now, reports_it},
    {"RPC-07"_rule, is_any<Report::UnknownNotice>, now, reports_it},
    {"APR-02"_rule, is_any<Report::BadAsk>, now, reports_it},
};

}  // namespace

template <>
Clauses<Answer> clauses_of() {
  return answers;
}
template <>
Clauses<AnswerError> clauses_of() {
  return answer_errors;
}
template <>
Clauses<AskShown> clauses_of() {
  return shown_asks;
}
template <>
Clauses<AskWithdrawn> clauses_of() {
  return withdrawn_asks;
}
template <>
Clauses<AskAccepted> clauses_of() {
  return accepted_asks;
}
template <>
std::span<const Within<PendingAsk>> withins_of() {
  return pending_asks;
}
template <>
std::span<const Within<Odd>> withins_of() {
  return oddities;
}

}  // namespace spec::appserver::clauses
