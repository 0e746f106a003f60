// Requests of the server and the client's answers: the approvals, RPC-04, RPC-05, SRV-07.
#include "appserver/room.h"
#include "spec/appserver/judge.h"

namespace spec::appserver {
namespace {

bool grants(Decision decision) {
  return decision == Decision::Accept || decision == Decision::AcceptForSession;
}

std::string_view words_for(ApprovalPhase phase) {
  switch (phase) {
    case ApprovalPhase::Pending: return "the answer carries no decision of the dialect";
    case ApprovalPhase::Answered: return "a second answer to an approval";
    case ApprovalPhase::Withdrawn: return "an answer to an approval whose turn has ended";
    case ApprovalPhase::Resolved: return "an answer to an approval that the server had resolved";
    case ApprovalPhase::Absent:
    case ApprovalPhase::Count: break;
  }
  return "an answer to nothing that the server asked";
}

}  // namespace

void Judge::server_asks(const Observation& seen) {
  about_thread(seen);
  const bool approval = seen.method == Method::Approval;
  // Older servers name no turn; what is no approval may then be about none.
  const auto key = approval || seen.thread != 0 || seen.turn != 0 ? turn_of(seen) : 0;
  if (approval && seen.turn != 0 && key != 0)
    turn_step(key, take_turn(key, seen), TurnSign::Mentioned, seen);
  const auto* old = asks_.find(seen.id);
  if (old != nullptr && old->phase == ApprovalPhase::Pending)
    note(seen.place, "the id of a request of the server that is still pending", old->asked);
  if (old != nullptr) forget(*old);
  asks_.erase(seen.id);
  make_room(asks_, Kind::Ask, seen.place,
            [](const Ask& ask) { return ask.phase != ApprovalPhase::Pending; });
  if (const auto* oldest = asks_.next_forgotten()) forget(*oldest);
  auto* turn = turns_.find(key);
  if (approval && turn != nullptr) ++turn->pending;
  if (approval) ++pending_;
  asks_.add(seen.id, {.phase = ApprovalPhase::Pending,
                      .approval = approval,
                      .malformed = seen.malformed,
                      .optional = seen.ambiguous || seen.patient,
                      .method_name = seen.method_name,
                      .turn = key,
                      .item = item_key(seen),
                      .asked = seen.place});
  if (approval && key != 0) turn_asks_.add(key, seen.id);
  if (approval && seen.item != 0) asked_about_.take(item_key(seen)) = seen.id;
}

// What is not remembered any more is not pending either.
void Judge::forget(const Ask& ask) {
  if (!ask.approval) return;
  auto* turn = turns_.find(ask.turn);
  if (ask.phase == ApprovalPhase::Pending) {
    --pending_;
    if (turn != nullptr && turn->pending > 0) --turn->pending;
  } else if (ask.phase == ApprovalPhase::Answered && !ask.settled) {
    if (turn != nullptr && turn->unsettled > 0) --turn->unsettled;
  }
}

void Judge::client_answer(const Observation& seen) {
  auto* ask = asks_.find(seen.id);
  if (ask == nullptr) {
    if (handshake_ == Handshake::Joined || handshake_ == Handshake::Fresh)
      return incomplete(seen.place);
    if (forgot(Kind::Ask)) return;
    if (pending_ > 0)
      return breach(rule_index("APR-09"), seen.place, "an answer under an id that no approval has");
    return breach(rule_index("RPC-04"), seen.place, words_for(ApprovalPhase::Absent));
  }
  met(rule_index("RPC-04"));
  if (!ask->approval) {
    met(rule_index("RPC-05"));
    if (ask->answered.line != 0)
      breach(rule_index("RPC-05"), seen.place, "a second answer to a request of the server",
             ask->answered);
    ask->answered = seen.place;
    ask->phase = ApprovalPhase::Answered;
    auto& newest = newest_ask_answered_.take(ask->method_name);
    if (newest.line == 0 || newest.order < ask->asked.order) newest = ask->asked;
    return;
  }
  const bool refused_params =
      ask->malformed && seen.form == Form::Failure && seen.code == invalid_params_code;
  approval_answered(*ask, seen, refused_params ? Decision::Decline : seen.decision);
}

void Judge::approval_answered(Ask& ask, const Observation& seen, Decision decision) {
  const bool good = decision != Decision::None && decision != Decision::Unknown;
  const auto from = ask.phase;
  const auto& step =
      step_of(approval_steps, from, good ? ApprovalSign::Answer : ApprovalSign::BadAnswer);
  const bool late = from == ApprovalPhase::Withdrawn || from == ApprovalPhase::Resolved;
  const bool swapped =
      late && (!seen.ordered || (seen.place.timed && ask.withdrawn.timed &&
                                 seen.place.time_us - ask.withdrawn.time_us <= swap_us));
  const auto about = late ? ask.withdrawn : ask.answered.line != 0 ? ask.answered : ask.asked;
  ask.phase = step.to;
  ask.answered = seen.place;
  if (step.broken != no_rule && !swapped) breach(step.broken, seen.place, words_for(from), about);
  if (from != ApprovalPhase::Pending) return;
  met(rule_index("APR-01"));
  met(rule_index("APR-09"));
  --pending_;
  auto* turn = turns_.find(ask.turn);
  if (turn != nullptr && turn->pending > 0 && --turn->pending > 0) met(rule_index("APR-05"));
  if (ask.malformed) met(rule_index("APR-02"));
  if (ask.malformed && grants(decision))
    breach(rule_index("APR-02"), seen.place, "an approval with malformed params is granted",
           ask.asked);
  if (turn == nullptr) return;
  ++turn->unsettled;
  if (decision == Decision::Cancel) turn->canceled = seen.place;
  if (decision == Decision::Decline) turn->declined = seen.place;
}

void Judge::resolved(const Observation& seen) {
  says_resolved_ = true;
  auto* ask = asks_.find(seen.request);
  if (ask == nullptr) return;
  const auto from = ask->phase;
  ask->phase = step_of(approval_steps, from, ApprovalSign::Resolved).to;
  if (!ask->approval) return;
  auto* turn = turns_.find(ask->turn);
  if (from == ApprovalPhase::Pending) {
    met(rule_index("APR-08"));
    ask->withdrawn = seen.place;
    --pending_;
    if (turn != nullptr && turn->pending > 0) --turn->pending;
    if (turn != nullptr) turn->resolved_unanswered = true;
    if (turn != nullptr && turn->phase == TurnPhase::Active && turn->interrupt_asked.line != 0)
      breach(rule_index("SRV-07"), seen.place,
             "the approval is resolved before the interrupted turn is complete",
             turn->interrupt_asked);
    else if (turn != nullptr && turn->canceled.line == 0 && turn->unsettled > 0)
      breach(rule_index("APR-05"), seen.place,
             "resolved without an answer, while another approval was answered and is not resolved",
             ask->asked);
  }
  if (from == ApprovalPhase::Answered && !ask->settled && turn != nullptr && turn->unsettled > 0)
    --turn->unsettled;
  ask->settled = true;
}

// The turn ended: what is pending in it is withdrawn.
void Judge::withdraw(Name turn_key, const Observation& seen) {
  auto* turn = turns_.find(turn_key);
  if (turn == nullptr || (turn->pending == 0 && !turn->resolved_unanswered)) return;
  turn_asks_.each_of(turn_key, [&](Name id) {
    auto* found = asks_.find(id);
    if (found == nullptr || found->turn != turn_key || !found->approval) return;
    auto& ask = *found;
    const auto from = ask.phase;
    ask.phase = step_of(approval_steps, from, ApprovalSign::TurnEnded).to;
    if (from != ApprovalPhase::Pending) return;
    met(rule_index("APR-04"));
    ask.withdrawn = seen.place;
    ask.owed_resolution = turn->interrupted && seen.status == Status::Interrupted;
    --pending_;
    if (seen.status == Status::Completed && !turn->interrupted) judge_unanswered(ask, seen);
  });
  turn->pending = 0;
}

// Something went ahead that was asked about.
void Judge::judge_unanswered(Ask& ask, const Observation& seen) {
  if (!ask.approval || ask.answered.line != 0 || ask.reported) return;
  ask.reported = true;
  breach(rule_index("APR-01"), seen.place, "it went ahead, and the approval was never answered",
         ask.asked);
}

// What only the end of the recording tells: who was never answered, and who never resolved.
void Judge::finish_asks() {
  std::uint64_t open = 0;
  Place first;
  asks_.each([&](Name, const Ask& ask) {
    if (ask.owed_resolution && !ask.settled && says_resolved_ &&
        surely_later(&last_server_, ask.withdrawn, overtaken_us))
      breach(rule_index("SRV-07"), ask.withdrawn,
             "the approval of an interrupted turn is never resolved", ask.asked);
    if (ask.approval || ask.phase != ApprovalPhase::Pending) return;
    const auto* turn = turns_.find(ask.turn);
    if (ask.turn != 0 && (turn == nullptr || turn->phase == TurnPhase::Ended)) return;
    const bool overtaken =
        surely_later(newest_ask_answered_.find(ask.method_name), ask.asked, overtaken_us);
    const bool overdue = surely_later(&last_client_, ask.asked, deadline_us);
    if (!ask.optional && (overtaken || overdue))
      return breach(rule_index("RPC-05"), ask.asked, "the request of the server is never answered");
    if (++open == 1) first = ask.asked;
  });
  if (open > 0)
    note(last_seen_, "the recording ends before every request of the server is answered", first);
}

}  // namespace spec::appserver
