// Lists of words that scenario files of the acknowledgement take, beside those of the port.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

#include "port/ack/words.h"

namespace sim::ack {

inline constexpr auto& status_names = port::words<port::ack::Status>;
// In the order of the bits of an expectation.
inline constexpr auto& class_names = port::words<port::ack::LieClass>;

// Of the tables that ship.
inline constexpr std::array<std::string_view, 4> revision_names{"r1", "r2", "relist", "r3"};

}  // namespace sim::ack
