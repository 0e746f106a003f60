// Whether what a client sets is of its dialect (SES-10), and what it answers to requests that take
// no decision of the shape of each (RPC-09).
#pragma once
#include <span>

#include "engine/codec/json_scan.h"
#include "spec/appserver/dialect.h"

namespace conformance::appserver {

// The values of the params of such a request that the dialect does not have, each kind once.
spec::appserver::WrongSettings wrong_settings(const spec::appserver::Values& values,
                                              spec::appserver::Method method,
                                              const engine::json::Value& params);

// What an approval is answered with. Of one that carries something else than it must that is not
// known.
spec::appserver::Decision decision_of(std::span<const spec::appserver::DecisionRow> rows,
                                      const engine::json::Value& value);

// The member that such an answer must have: whether it is of its type, and grants anything.
struct AnswerMember {
  bool fits = false, grants = false;
  bool strange = false;  // It has a word that no rule knows.
};
AnswerMember permissions_granted(const engine::json::Value& value);
AnswerMember answers_given(const engine::json::Value& value);
AnswerMember action_taken(const engine::json::Value& value);
AnswerMember contents_given(const engine::json::Value& value);
AnswerMember scope_given(const engine::json::Value& value);

}  // namespace conformance::appserver
