// Clauses on approvals: APR, RPC-05.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::approvals {

const auto* asked(const auto& s, const auto& act) { return ask_of(s, act.ask); }
bool is_asked(const auto& s, const auto& act) { return asked(s, act) != nullptr; }
// Nobody waits for an answer any more, for one of these reasons.
bool withdrawn_for(const auto& s, const auto& act, Withdrawal why) {
  return is_asked(s, act) && asked(s, act)->has(AskFlag::Withdrawn) &&
         !asked(s, act)->has(AskFlag::Answered) && asked(s, act)->why == why &&
         !may_be_swapped(s, *asked(s, act));
}
bool past(const auto& s, const auto& act, AskFate fate) {
  const auto* ask = past_ask_of(s, act.ask);
  return !is_asked(s, act) && ask != nullptr && ask->fate == fate;
}
bool resolved(const auto& s, const auto& act) {
  return withdrawn_for(s, act, Withdrawal::Resolved) || past(s, act, AskFate::Resolved);
}
bool over(const auto& s, const auto& act) {
  return withdrawn_for(s, act, Withdrawal::TurnEnded) || past(s, act, AskFate::TurnEnded) ||
         withdrawn_for(s, act, Withdrawal::ProcessGone) || past(s, act, AskFate::ProcessGone);
}
bool answered(const auto& s, const auto& act) {
  return past(s, act, AskFate::Answered) ||
         (is_asked(s, act) && asked(s, act)->has(AskFlag::Answered));
}
bool known(const auto& s, const auto& act) {
  return past_ask_of(s, act.ask) != nullptr || is_asked(s, act);
}
template <class S>
bool awaits_any(const S& s) {
  if constexpr (S::sees_client)
    return std::any_of(s.asks.begin(), s.asks.end(),
                       [](const auto& ask) { return awaits_answer(ask); });
  else
    return s.pending > 0;
}
bool bad(const auto& s, const auto& act) {
  return is_asked(s, act) && asked(s, act)->has(AskFlag::Bad);
}
bool of_unknown_kind(const auto& s, const auto& act) {
  return is_asked(s, act) && asked(s, act)->kind == AskKind::Unknown;
}
bool decided(const auto& s, const auto& act) {
  return is_asked(s, act) && asked(s, act)->has(AskFlag::Decided);
}
bool remembered_for_it(const auto& s, const auto& act) {
  return is_asked(s, act) && asked(s, act)->has(AskFlag::Remembered);
}
// And its turn is not to stop: then it is all one.
bool to_be_accepted(const auto& s, const auto& act) {
  return remembered_for_it(s, act) && !asked(s, act)->has(AskFlag::Late);
}
bool out_of_time(const auto& ask, const Bounds& bounds) {
  return ask.has(AskFlag::Shown) && ask.age >= static_cast<std::uint32_t>(bounds.decision.count());
}
bool out_of_time(const auto& s, const auto& act, const Bounds& bounds) {
  return is_asked(s, act) && out_of_time(*asked(s, act), bounds);
}
bool by_nobody(const auto& s, const Answer& act) {
  return accepts(act.decision) && is_asked(s, act) && !decided(s, act) &&
         !remembered_for_it(s, act);
}
// Its turn was to go on. What the user of a recording decided nobody knows.
template <class S>
bool cancels_by_itself(const S& s, const Answer& act) {
  return S::sees_client && act.decision == Decision::Cancel && is_asked(s, act) &&
         !decided(s, act) && !asked(s, act)->has(AskFlag::Late);
}
// What the user decided of another one.
bool decided_elsewhere(const auto& s, const Answer& act) {
  return is_asked(s, act) && !decided(s, act) &&
         std::any_of(s.asks.begin(), s.asks.end(), [&](const auto& ask) {
           return ask.has(AskFlag::Decided) && ask.decision == act.decision;
         });
}
// The user made a rule of it, whatever was accepted for the session.
bool has_rule(const auto& s, const auto& act) {
  return is_asked(s, act) &&
         std::any_of(s.remembered.begin(), s.remembered.end(), [&](const auto& pair) {
           return pair.of == asked(s, act)->subject && pair.with == 0;
         });
}
bool remembered_elsewhere(const auto& s, const Answer& act) {
  return is_asked(s, act) &&
         std::any_of(s.remembered.begin(), s.remembered.end(), [&](const auto& pair) {
           return pair.of == asked(s, act)->subject || pair.with == asked(s, act)->thread;
         });
}

// It takes no decision: the refusal of its shape is to decline it.
bool of_other_shape(const auto& s, const auto& act) {
  return is_asked(s, act) && asked(s, act)->kind == AskKind::Other;
}
// A turn of another turn's asks.
template <class S>
bool descends(const S& s, const typename S::PendingAsk& ask) {
  if constexpr (S::sees_client) return chat_is(s, ThreadId{ask.thread}, ChatFlag::Descends);
  return false;
}
bool of_descendant(const auto& s, const auto& act) {
  return is_asked(s, act) && descends(s, *asked(s, act));
}
// Nothing but its user can say what becomes of it.
bool is_the_users(const auto& s, const Answer& act, const Bounds& bounds) {
  return of_descendant(s, act) && !bad(s, act) && !of_unknown_kind(s, act) &&
         !of_other_shape(s, act) && !remembered_for_it(s, act) && !out_of_time(s, act, bounds);
}

template <class S>
inline constexpr Told<S, Answer> answers[] = {
    {{"APR-08"_rule, only_if, IF(known(s, act)), IF(!resolved(s, act))},
     "an answer to an approval that the server had resolved"},
    {{"APR-04"_rule, only_if, IF(known(s, act)), IF(!over(s, act))},
     "an answer to an approval whose turn has ended"},
    {{"APR-01"_rule, only_if, IF(known(s, act)), IF(!answered(s, act))},
     "a second answer to an approval"},
    {{"APR-09"_rule, only_if, IF(awaits_any(s)), IF(known(s, act) || overlooks_asks(s))},
     "an answer under an id that no approval has"},
    {{"RPC-04"_rule, only_if, IF(true), IF(known(s, act) || overlooks_asks(s))},
     "an answer to nothing that the server asked"},
    {{"APR-02"_rule, only_if, IF(bad(s, act) || of_unknown_kind(s, act)),
      IF(!accepts(act.decision))},
     "an approval with malformed params is granted"},
    {{"RPC-09"_rule, says, IF(of_other_shape(s, act)), IF(act.decision == Decision::Decline)}},
    {{"SES-17"_rule, never,
      IF(accepts(act.decision) && is_asked(s, act) && asked(s, act)->has(AskFlag::Late))}},
    {{"SES-13"_rule, only_if, IF(is_the_users(s, act, limits)), IF(decided(s, act))}},
    {{"APR-02"_rule, never, IF(by_nobody(s, act) && out_of_time(s, act, limits))}},
    {{"APR-02"_rule, never,
      IF(cancels_by_itself(s, act) && (bad(s, act) || out_of_time(s, act, limits)))}},
    {{"RPC-05"_rule, never, IF(of_unknown_kind(s, act))}},
    {{"APR-05"_rule, never, IF(!remembered_for_it(s, act) && decided_elsewhere(s, act))}},
    {{"APR-03"_rule, never, IF(by_nobody(s, act) && remembered_elsewhere(s, act))}},
    {{"APR-11"_rule, never, IF(by_nobody(s, act))}},
    {{"APR-11"_rule, says, IF(to_be_accepted(s, act) && has_rule(s, act)),
      IF(accepts(act.decision))}},
    {{"APR-06"_rule, says,
      IF(decided(s, act) && says_no(asked(s, act)->decision) && says_no(act.decision)),
      IF(act.decision == asked(s, act)->decision)}},
    {{"APR-05"_rule, says, IF(decided(s, act) && s.asks.size() > 1),
      IF(act.decision == asked(s, act)->decision)}},
    {{"APR-09"_rule, says, IF(decided(s, act)), IF(act.decision == asked(s, act)->decision)}},
    {{"APR-03"_rule, says, IF(to_be_accepted(s, act)), IF(accepts(act.decision))}},
    {{"APR-02"_rule, calls_for, IF(bad(s, act) || out_of_time(s, act, limits))}},
    {{"APR-03"_rule, calls_for, IF(remembered_for_it(s, act))}},
    {{"RPC-09"_rule, calls_for, IF(of_other_shape(s, act))}},
    {{"SES-17"_rule, calls_for, IF(is_asked(s, act) && asked(s, act)->has(AskFlag::Late))}},
    {{"APR-01"_rule, calls_for, IF(decided(s, act))}},
};
template <class S>
inline constexpr Row<S, AnswerError> answer_errors[] = {
    {"RPC-09"_rule, never, IF(of_other_shape(s, act))},
    {"APR-08"_rule, never, IF(resolved(s, act))},
    {"APR-04"_rule, never, IF(over(s, act))},
    {"APR-01"_rule, never, IF(answered(s, act))},
    {"APR-09"_rule, never, IF(!known(s, act) && awaits_any(s))},
    {"RPC-04"_rule, never, IF(!known(s, act))},
    {"RPC-05"_rule, says, IF(of_unknown_kind(s, act)), IF(act.error == Error::MethodNotFound)},
    {"RPC-05"_rule, says, IF(bad(s, act) && !of_unknown_kind(s, act)),
     IF(act.error == Error::InvalidParams)},
    {"RPC-05"_rule, calls_for, IF(bad(s, act) || of_unknown_kind(s, act))},
};
template <class S>
inline constexpr Row<S, AskShown> shown_asks[] = {
    {"RPC-09"_rule, never, IF(of_other_shape(s, act))},
    {"APR-02"_rule, never, IF(bad(s, act) || of_unknown_kind(s, act))},
    {"APR-11"_rule, never, IF(to_be_accepted(s, act) && has_rule(s, act))},
    {"APR-03"_rule, never, IF(to_be_accepted(s, act))},
    {"APR-08"_rule, never, IF(resolved(s, act))},
    {"APR-04"_rule, never, IF(over(s, act))},
    {"SES-13"_rule, says, IF(of_descendant(s, act)), IF(act.chat.value == asked(s, act)->chat)},
    {"APR-01"_rule, says, IF(is_asked(s, act)),
     IF(act.chat.value == asked(s, act)->chat && act.kind == asked(s, act)->kind &&
        act.subject.value == asked(s, act)->subject)},
    {"APR-01"_rule, calls_for, IF(is_asked(s, act) && !asked(s, act)->has(AskFlag::Shown))},
};
template <class S>
inline constexpr Row<S, AskWithdrawn> withdrawn_asks[] = {
    // In its own thread.
    {"APR-12"_rule, only_if, IF(act.why == Withdrawal::Resolved && is_asked(s, act)),
     IF(asked(s, act)->has(AskFlag::Withdrawn))},
    {"APR-08"_rule, says, IF(withdrawn_for(s, act, Withdrawal::Resolved)),
     IF(act.why == Withdrawal::Resolved)},
    {"APR-04"_rule, says,
     IF(is_asked(s, act) && asked(s, act)->has(AskFlag::Withdrawn) &&
        !asked(s, act)->has(AskFlag::Answered)),
     IF(act.why == asked(s, act)->why)},
    {"APR-02"_rule, says,
     IF(is_asked(s, act) && (asked(s, act)->has(AskFlag::Answered) || out_of_time(s, act, limits))),
     IF(act.why == Withdrawal::TimedOut || asked(s, act)->has(AskFlag::Withdrawn))},
    {"APR-08"_rule, calls_for, IF(withdrawn_for(s, act, Withdrawal::Resolved))},
    {"APR-02"_rule, calls_for,
     IF(is_asked(s, act) && asked(s, act)->has(AskFlag::Shown) &&
        (asked(s, act)->has(AskFlag::Answered) || out_of_time(s, act, limits)))},
    {"APR-04"_rule, calls_for, IF(is_asked(s, act) && asked(s, act)->has(AskFlag::Withdrawn))},
};
template <class S>
inline constexpr Row<S, AskAccepted> accepted_asks[] = {
    {"APR-11"_rule, says, IF(is_asked(s, act)),
     IF(act.chat.value == asked(s, act)->chat && act.subject.value == asked(s, act)->subject)},
    {"APR-03"_rule, calls_for, IF(remembered_for_it(s, act) && !asked(s, act)->has(AskFlag::Told))},
};

Seen answers_it(const auto& s, const auto& ask, Decision decision) {
  return Command(Send{ProcessId{s.process.id}, Answer{AskId{ask.id}, decision}});
}
Seen shows_it(const auto& ask) {
  return Command(AskShown{ChatId{ask.chat}, AskId{ask.id}, ask.kind, SubjectId{ask.subject}});
}
Seen withdraws_it(const auto& ask) { return Command(AskWithdrawn{AskId{ask.id}, ask.why}); }
bool to_be_shown(const auto& ask) {
  return !ask.has(AskFlag::Shown) && !ask.has(AskFlag::Late) && !ask.has(AskFlag::Remembered) &&
         ask.chat != 0 && ask.kind != AskKind::Other;
}
template <class S>
inline constexpr Owed<S, typename S::PendingAsk> pending_asks[] = {
    {"RPC-05"_rule, IF(live(s) && act.kind == AskKind::Unknown), LEFT(at_once),
     WANT(Command(
         Send{ProcessId{s.process.id}, AnswerError{AskId{act.id}, Error::MethodNotFound}}))},
    {"RPC-09"_rule, IF(live(s) && act.kind == AskKind::Other), LEFT(at_once),
     WANT(answers_it(s, act, Decision::Decline))},
    {"APR-02"_rule, IF(live(s) && act.has(AskFlag::Bad)), LEFT(at_once),
     WANT(answers_it(s, act, Decision::Decline))},
    {"APR-03"_rule,
     IF(live(s) && awaits_answer(act) && act.has(AskFlag::Remembered) && !act.has(AskFlag::Late)),
     LEFT(at_once), WANT(answers_it(s, act, Decision::Accept))},
    {"APR-11"_rule,
     IF(act.has(AskFlag::Remembered) && act.has(AskFlag::Answered) && !act.has(AskFlag::Late)),
     LEFT(at_once),
     WANT(Command(AskAccepted{ChatId{act.chat}, AskId{act.id}, SubjectId{act.subject}})),
     "APR-03"_rule},
    {"SES-13"_rule, IF(live(s) && to_be_shown(act) && descends(s, act)), LEFT(at_once),
     WANT(shows_it(act))},
    {"APR-05"_rule, IF(live(s) && to_be_shown(act) && s.asks.size() > 1), LEFT(at_once),
     WANT(shows_it(act))},
    {"APR-01"_rule, IF(live(s) && to_be_shown(act)), LEFT(at_once), WANT(shows_it(act))},
    {"APR-01"_rule, IF(live(s) && awaits_answer(act) && act.has(AskFlag::Decided)), LEFT(at_once),
     WANT(answers_it(s, act, act.decision))},
    {"APR-08"_rule, IF(act.has(AskFlag::Withdrawn) && act.why == Withdrawal::Resolved),
     LEFT(at_once), WANT(withdraws_it(act))},
    {"APR-02"_rule, IF(act.has(AskFlag::Withdrawn) && act.why == Withdrawal::TimedOut),
     LEFT(at_once), WANT(withdraws_it(act))},
    {"APR-04"_rule, IF(act.has(AskFlag::Withdrawn)), LEFT(at_once), WANT(withdraws_it(act))},
    {"APR-02"_rule,
     IF(live(s) && act.has(AskFlag::Shown) && awaits_answer(act) && !act.has(AskFlag::Decided)),
     LEFT(std::max<std::int64_t>(0, limits.decision.count() - std::int64_t{act.age})),
     WANT(answers_it(s, act, Decision::Decline))},
};

template <Report... reports, class Odd>
bool is_any(const Odd& odd) {
  return ((odd.report == reports) || ...);
}
Seen reports_it(const auto& odd) { return Command(Reported{odd.report, odd.of}); }
template <class S>
inline constexpr Owed<S, typename S::Odd> oddities[] = {
    {"RPC-04"_rule, IF(is_any<Report::UnknownResponse, Report::LateResponse>(act)), LEFT(at_once),
     WANT(reports_it(act))},
    {"SES-03"_rule, IF(is_any<Report::SecondTurn, Report::SecondEnd>(act)), LEFT(at_once),
     WANT(reports_it(act))},
    {"SES-08"_rule, IF(is_any<Report::UnknownThread, Report::UnknownTurn>(act)), LEFT(at_once),
     WANT(reports_it(act))},
    {"ITM-03"_rule, IF(is_any<Report::UnknownItem>(act)), LEFT(at_once), WANT(reports_it(act))},
    {"ITM-06"_rule, IF(is_any<Report::SecondItemEnd>(act)), LEFT(at_once), WANT(reports_it(act))},
    {"ITM-01"_rule, IF(is_any<Report::TextDiffers>(act)), LEFT(at_once), WANT(reports_it(act))},
    {"ITM-05"_rule, IF(is_any<Report::TotalFell>(act)), LEFT(at_once), WANT(reports_it(act))},
    {"RPC-07"_rule, IF(is_any<Report::UnknownNotice>(act)), LEFT(at_once), WANT(reports_it(act))},
    {"APR-02"_rule, IF(is_any<Report::BadAsk>(act)), LEFT(at_once), WANT(reports_it(act))},
};

}  // namespace spec::appserver::clauses::approvals
