// What a call owes, and until when.
#pragma once
#include <algorithm>

#include "ack/clauses/act.h"

namespace spec::ack {

inline std::int64_t now(const Act<Owed>&) { return at_once; }
inline std::int64_t until_poll(const Act<Owed>& it) { return it.s.next_poll() - it.s.age(); }
// However long its looks take, it is answered.
inline std::int64_t in_the_end(const Act<Owed>&) { return at_the_end - 1; }
inline std::int64_t until_deadline(const Act<Owed>& it) {
  return budget_ms(it.limits) - it.s.age();
}

inline Seen answer(const Act<Owed>& it, Status status) {
  return Command(Respond{it.s.id(), {.status = status}});
}
inline Seen ok(const Act<Owed>& it) { return answer(it, Status::Ok); }
inline Seen unknown(const Act<Owed>& it) {
  return answer(it, it.s.unknown() ? Status::UnknownTool : Status::InvalidParams);
}
inline Seen refusal(const Act<Owed>& it) {
  return Command(Respond{it.s.id(), it.s.refusal_owed()});
}
inline std::int64_t until_checked(const Act<Owed>& it) { return it.s.check_bound() - it.s.age(); }
inline Seen failure(const Act<Owed>& it) {
  return Command(Respond{
      it.s.id(), {.status = Status::Failed, .text = {it.s.text()}, .refusal = it.s.refusal()}});
}
// Which request a rule does not say.
inline Seen dispatch(const Act<Owed>& it) {
  return Command(Dispatch{it.s.id(), {is_trip(it.limits) ? 1u : 0u}});
}
inline Seen timeout(const Act<Owed>& it) {
  if (is_loose(it.limits)) return ok(it);
  return Command(Respond{it.s.id(),
                         {.status = Status::Missing,
                          .signal = it.s.signal(),
                          .elapsed = port::Duration{std::max(budget_ms(it.limits), it.s.age())},
                          .doing = it.s.doing()}});
}

// clang-format off
inline constexpr OwedClause owed[] = {
    {"ACK-08"_rule, IF(s.unknown() || s.invalid()), now, unknown},
    {"ACK-23"_rule, IF(s.stands(list_rule) && !s.captures()), now, refusal},
    {"ACK-12"_rule, IF(s.stands(viewer_rule) && !s.captures()), now, refusal},
    {"ACK-35"_rule, IF(s.stands(row_rule) && !s.captures()), now, refusal},
    {"ACK-35"_rule, IF(s.checks()), until_checked, refusal},
    {"ACK-02"_rule, IF(s.goes_ahead() && !s.dispatched() && !s.captures()), now, dispatch},
    {"ACK-11"_rule, IF(s.refused()), now, failure},
    {"ACK-32"_rule, IF(s.replied()), now, ok},
    {"ACK-14"_rule, IF(s.misses_ok(confirmation_rule)), until_poll, ok},
    {"ACK-15"_rule, IF(s.misses_ok(soft_dialog_rule)), until_poll, ok},
    {"ACK-20"_rule, IF(s.misses_ok(auto_confirm_rule)), until_poll, ok},
    {"ACK-13"_rule, IF(s.owes_ok() && s.others_stay()), until_poll, ok},
    {"ACK-22"_rule, IF(s.owes_ok() && !s.exists()), until_poll, ok},
    {"ACK-18"_rule, IF(s.owes_ok() && s.holds_not_for_another()), until_poll, ok, "ACK-01"_rule},
    {"ACK-05"_rule, IF(s.owes_ok() && s.last_poll()), until_poll, ok},
    {"ACK-04"_rule, IF(s.owes_ok() && !s.last_poll()), until_poll, ok},
    {"ACK-19"_rule, IF(s.awaits_reply()), until_deadline, timeout},
    {"ACK-19"_rule, IF(s.dispatched() && !s.awaits_reply() && !s.looks_now()), until_deadline,
                    timeout},
    {"ACK-19"_rule, IF(s.dispatched()), in_the_end, timeout},
};
// clang-format on

}  // namespace spec::ack
