// The parts of fuzz_replay.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// Judges the edges; gives how many streams they are. Aborts if something is found.
std::size_t replay_edges();

// Reads a line where nothing may be read before or behind it; what is wrong, or nothing.
std::string read_beyond(std::string_view line);
