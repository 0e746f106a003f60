// Judged worlds of one tool call in which a lie of a class is a finding, so that a search keeps
// the shortest run to each.
#pragma once
#include <cstdint>
#include <type_traits>

#include "conformance/ack/judged.h"

namespace conformance::ack {

struct TellingWorld {
  JudgedWorld judged;
  std::uint32_t lie = 0;  // kind_of_lie() of the call that ended, or zero.
  bool operator==(const TellingWorld&) const = default;
};

// Kinds of findings above the indices of rules: the sets of classes of either lie.
inline constexpr std::uint32_t lies_begin = 0x100;
inline constexpr std::uint32_t class_sets = 1u << spec::ack::classes::count;

inline std::uint32_t kind_of_lie(const spec::ack::Verdict& verdict) {
  const bool ok = verdict.kind == spec::ack::Kind::FalseOk;
  return lies_begin + (ok ? 0 : class_sets) + verdict.classes;
}
inline Truth truth_of_kind(std::uint64_t kind) {
  return kind < lies_begin + class_sets ? Truth::FalseOk : Truth::FalseTimeout;
}
inline std::uint16_t classes_of_kind(std::uint64_t kind) {
  return static_cast<std::uint16_t>((kind - lies_begin) % class_sets);
}

class TellingWorlds {
 public:
  using State = TellingWorld;
  using Tally = ack::Tally;
  static_assert(std::has_unique_object_representations_v<State>);

  // `judged` outlives it.
  explicit TellingWorlds(const JudgedWorlds& judged)
      : judged_(judged),
        one_call_(judged.worlds().plan().second.empty() && judged.worlds().plan().session == 0) {}

  State initial() const { return {.judged = judged_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    spec::ack::Findings findings;
    or_fault(state.judged, tally, [&] { judged_.apply(state.judged, choice, findings, none); });
    judged_.count(state.judged, findings, tally);
    if (!one_call_ || findings.breach) return;
    for (const auto& verdict : findings.verdicts)
      if (verdict.classes != 0) state.lie = kind_of_lie(verdict);
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }

  // A run that ends with a lie is as final as another: broken is only what the search calls it.
  sim::Status status(const State& state) const {
    return state.lie != 0 ? sim::Status::Broken : judged_.status(state.judged);
  }
  std::uint64_t kind(const State& state) const {
    return state.lie != 0 ? state.lie : judged_.kind(state.judged);
  }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }

 private:
  const JudgedWorlds& judged_;
  bool one_call_;
};

}  // namespace conformance::ack
