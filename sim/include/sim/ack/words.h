// The words for the acknowledgement's enumerators, as scenario files and prints have them.
// Each array is in the order of its enum.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

#include "engine/ack/messages.h"

namespace sim::ack {

inline constexpr std::array<std::string_view, 7> status_names{
    "ok", "unknown_tool", "invalid_params", "missing", "not_ready", "busy", "failed"};
static_assert(status_names.size() == static_cast<std::size_t>(engine::ack::Status::Failed) + 1);

// The lies that are inherent in the contract's signals, in the order of their bits.
inline constexpr std::array<std::string_view, 6> class_names{"fire_and_forget", "foreign_push",
                                                             "already_held",    "start_up_default",
                                                             "foreign_window",  "transient"};

// Of the tables that ship.
inline constexpr std::array<std::string_view, 2> revision_names{"r1", "r2"};

}  // namespace sim::ack
