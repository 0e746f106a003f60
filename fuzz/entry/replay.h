#pragma once
#include <cstddef>

// Judges the edges; gives how many streams they are. Aborts if something is found.
std::size_t replay_edges();
