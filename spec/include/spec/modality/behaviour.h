// The behaviour table: what the letters of a tuple stand for, row by row, and the three
// profiles. Clauses and checks read the duties of a call here; `orrery table modality` prints it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "spec/modality/words.h"

namespace spec::modality {

enum class AtStart : std::uint8_t { Nothing, Sweep };
enum class DialogAtGate : std::uint8_t { Fail, Proceed };
enum class DialogInBody : std::uint8_t { Tolerate, CloseAndFail };
enum class Preparation : std::uint8_t { IffNonModal, SkippedAndWarned };  // D and W.

struct BehaviourRow {
  int number;
  bool s, a, r;
  AtStart start;
  DialogAtGate gate;
  DialogInBody body;
  Preparation preparation;  // When the gate finds a modal that it lets pass.
  std::string_view name;
};

struct Profile {
  Mode mode;
  std::string_view name;
  Options tuple;
};

// clang-format off
inline constexpr auto behaviour_rows = [] {
  using enum AtStart; using enum DialogAtGate; using enum DialogInBody; using enum Preparation;
  constexpr bool T = true, F = false;
  return std::array{
    //           no S  A  R  start    gate     body          D / W             name
    BehaviourRow{1, T, F, T, Sweep,   Fail,    CloseAndFail, IffNonModal,      "STRICT"},
    BehaviourRow{2, T, F, F, Sweep,   Fail,    Tolerate,     IffNonModal,      "OPEN-OWN"},
    BehaviourRow{3, T, T, F, Sweep,   Proceed, Tolerate,     SkippedAndWarned, "BEST-EFFORT"},
    BehaviourRow{4, T, T, T, Sweep,   Proceed, CloseAndFail, SkippedAndWarned, "CONTRADICTION"},
    BehaviourRow{5, F, F, T, Nothing, Fail,    CloseAndFail, IffNonModal,      "STRICT-NO-SWEEP"},
    BehaviourRow{6, F, F, F, Nothing, Fail,    Tolerate,     IffNonModal,      "FAIL-AT-GATE-ONLY"},
    BehaviourRow{7, F, T, F, Nothing, Proceed, Tolerate,     SkippedAndWarned, "PERMISSIVE"},
    BehaviourRow{8, F, T, T, Nothing, Proceed, CloseAndFail, SkippedAndWarned, "CONTRADICTION"},
  };
}();

inline constexpr auto profiles = [] {
  using enum Mode; using enum ProgressAtGate;
  constexpr bool T = true, F = false;
  return std::array{
    //                                                S  A  R  D  W  await waits post progress
    Profile{SmartNonModal, "smart_non_modal", Options{T, F, T, T, T, T,    T,    T,   Refuse}},
    Profile{NonModal,      "non_modal",       Options{F, F, F, F, F, T,    F,    F,   Refuse}},
    Profile{Unleashed,     "unleashed",       Options{F, T, F, F, F, T,    F,    F,   Tolerate}},
  };
}();
// clang-format on

// What a mode stands for. Before the addendum no progress was waited out, and every gate let it
// pass.
constexpr Options tuple_of(const Profile& profile, Revision revision) {
  auto out = profile.tuple;
  if (revision == Revision::Addendum) return out;
  out.await_progress = false;
  out.progress = ProgressAtGate::Tolerate;
  return out;
}

// Whether a mode means another thing by another revision.
constexpr bool means_another(Mode mode) {
  return std::ranges::any_of(profiles, [&](const Profile& profile) {
    return profile.mode == mode && tuple_of(profile, Revision::Rev5) != profile.tuple;
  });
}

constexpr const BehaviourRow& row_of(const Options& tuple) {
  return *std::ranges::find_if(behaviour_rows, [&](const BehaviourRow& row) {
    return row.s == tuple.close_on_start && row.a == tuple.allow_at_gate &&
           row.r == tuple.close_while_running;
  });
}

constexpr bool total(const auto& rows) {
  for (int letters = 0; letters < 8; ++letters) {
    const auto same = [&](const BehaviourRow& row) {
      return row.s == ((letters & 4) != 0) && row.a == ((letters & 2) != 0) &&
             row.r == ((letters & 1) != 0);
    };
    if (std::ranges::count_if(rows, same) != 1) return false;
  }
  return true;
}
static_assert(total(behaviour_rows), "every S, A and R has exactly one row");

// The contradiction: a modal that the gate lets pass and the monitor closes.
constexpr bool contradicts(const BehaviourRow& row) {
  return row.gate == DialogAtGate::Proceed && row.body == DialogInBody::CloseAndFail;
}
static_assert(std::ranges::none_of(profiles,
                                   [](const Profile& profile) {
                                     return contradicts(row_of(profile.tuple));
                                   }),
              "MOD-03: no profile reaches row 4 or row 8");

}  // namespace spec::modality
