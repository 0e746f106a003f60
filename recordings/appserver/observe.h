// Maps what the codec decoded to what the specification's observer sees.
#pragma once
#include <string_view>

#include "engine/codec/rpc.h"
#include "recordings/appserver/transcript.h"
#include "spec/appserver/dialect.h"
#include "spec/appserver/line.h"

namespace conformance::appserver {

spec::appserver::Line observe_message(const spec::appserver::Dialect& dialect,
                                      const spec::appserver::Place& place,
                                      const engine::rpc::Message& message);

// A line that the codec rejected: all its bytes, as far as they are known.
spec::appserver::BadLine observe_bad_line(const spec::appserver::Place& place,
                                          std::string_view line);

// The wire rule that such a line breaks, as an index into spec::appserver::protocol_rules.
std::uint8_t wire_rule_of(engine::rpc::Reason reason);

}  // namespace conformance::appserver
