// The runs that show as much as all, by revision. Written by a test:
// docs/decisions/0229-runs-that-show-what-a-log-can-show.md
#pragma once
#include <cstdint>
#include <span>

#include "spec/ack/names.h"

namespace conformance::ack {

// clang-format off
inline constexpr std::uint32_t chosen_of_r1[] = {
    434197, 647204, 704544, 720901, 720919, 1048589, 1048592, 1048604, 1056783,
    1064960, 1064964, 1073160, 1073161, 1089536, 1089537, 1089538, 1089541, 1089542,
    1089543, 1089545, 1089548, 1089549, 1089551, 1089553, 1089560, 1089564, 1089576,
    1089588, 1097728, 1097729, 1097730, 1097733,};
inline constexpr std::uint32_t chosen_of_r2[] = {
    434197, 647204, 704544, 720901, 720919, 827395, 1048604, 1064960, 1064964,
    1073160, 1073161, 1089536, 1089537, 1089538, 1089540, 1089541, 1089542, 1089543,
    1089545, 1089548, 1089551, 1089552, 1089560, 1089561, 1089564, 1089574, 1089576,
    1089581, 1089588, 1097728, 1097729, 1097750,};
inline constexpr std::uint32_t chosen_of_relist[] = {
    434197, 647204, 704544, 720901, 720919, 1048589, 1048592, 1048604, 1056783,
    1064960, 1064964, 1073160, 1073161, 1089536, 1089537, 1089541, 1089543, 1089544,
    1089545, 1089548, 1089551, 1089553, 1089560, 1089564, 1089576, 1089588, 1097728,
    1097729, 1097730, 1097733,};
inline constexpr std::uint32_t chosen_of_r3[] = {
    188418, 188436, 827413, 827422, 843834, 1105968, 1146896, 1155089, 1171456,
    1171490, 1171502, 1179673, 1187840, 1204246, 1212416, 1212417, 1212418, 1212419,
    1212422, 1212424, 1212426, 1212431, 1212432, 1212433, 1212435, 1212437, 1212443,
    1212461, 1212467, 1212470, 1220608, 1220609, 1220613, 1220614, 1220625, 1220635,
    1220641,};
// clang-format on

// None: all of them are needed.
inline std::span<const std::uint32_t> chosen_runs_of(spec::ack::Revision revision) {
  switch (static_cast<unsigned>(revision)) {
    case 0: return chosen_of_r1;
    case 1: return chosen_of_r2;
    case 2: return chosen_of_relist;
    case 3: return chosen_of_r3;
    default: return {};
  }
}

}  // namespace conformance::ack
