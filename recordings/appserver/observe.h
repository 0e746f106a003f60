// Maps what the codec decoded to what the specification's observer sees, and what the judge of
// recordings asks of each line that it keeps back.
#pragma once
#include <cstddef>
#include <string_view>
#include <variant>

#include "engine/codec/rpc.h"
#include "port/visit.h"
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

// Whether such a line may be the rest of an object that began before it.
bool ends_an_object(std::string_view line);

// The wire rule that such a line breaks, as an index into spec::appserver::protocol_rules.
std::uint8_t wire_rule_of(engine::rpc::Reason reason);

inline const spec::appserver::Place& place_of(
    const std::variant<spec::appserver::Line, spec::appserver::BadLine>& seen) {
  return port::visit([](const auto& value) -> const spec::appserver::Place& { return value.place; },
                     seen);
}

constexpr std::size_t index_of(spec::appserver::Side side) {
  return side == spec::appserver::Side::Client ? 0 : 1;
}

}  // namespace conformance::appserver
