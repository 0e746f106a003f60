// Whether what a client sets is of its dialect (SES-10), and what it answers to requests that take
// no decision of the shape of each (RPC-09).
#pragma once
#include "engine/codec/json_scan.h"
#include "spec/appserver/values.h"

namespace conformance::appserver {

// The values of the params that the dialect does not have, each kind once.
spec::appserver::WrongSettings wrong_settings(const spec::appserver::Values& values,
                                              const engine::json::Value& params);

// The member that such an answer must have: whether it is of its type, and grants anything.
struct AnswerMember {
  bool fits = false, grants = false;
};
AnswerMember permissions_granted(const engine::json::Value& value);
AnswerMember answers_given(const engine::json::Value& value);
AnswerMember action_taken(const engine::json::Value& value);
AnswerMember contents_given(const engine::json::Value& value);

}  // namespace conformance::appserver
