// What the judge of recordings asks of each line that it keeps back; not for others to include.
#pragma once
#include <cstddef>
#include <variant>

#include "port/visit.h"
#include "spec/appserver/line.h"

namespace conformance::appserver {

inline const spec::appserver::Place& place_of(
    const std::variant<spec::appserver::Line, spec::appserver::BadLine>& seen) {
  return port::visit([](const auto& value) -> const spec::appserver::Place& { return value.place; },
                     seen);
}

constexpr std::size_t index_of(spec::appserver::Side side) {
  return side == spec::appserver::Side::Client ? 0 : 1;
}

}  // namespace conformance::appserver
