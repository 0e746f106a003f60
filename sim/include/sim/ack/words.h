// Lists of words that scenario files of the acknowledgement take, beside those of the port.
#pragma once
#include <array>
#include <string_view>

#include "port/ack/words.h"

namespace sim::ack {

inline constexpr auto& status_names = port::words<port::ack::Status>;
// In the order of the bits of an expectation.
inline constexpr auto& class_names = port::words<port::ack::LieClass>;

// By EffectKind: what a table's file says that the frontend does.
inline constexpr std::array<std::string_view, 13> effect_names{
    "none",          "push_state",  "push_tabs",    "open_dialog",  "close_dialog",
    "confirm",       "open_window", "focus_window", "close_window", "close_viewer",
    "close_viewers", "open_file",   "start_or_ask"};

// Of the tables that ship.
inline constexpr std::array<std::string_view, 4> revision_names{"r1", "r2", "relist", "r3"};

}  // namespace sim::ack
