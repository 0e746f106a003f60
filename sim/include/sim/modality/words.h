// The words of the port as scenario files take them.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "port/modality/words.h"

namespace sim::modality {

inline constexpr auto& verdict_names = port::words<port::modality::Verdict>;
inline constexpr auto& reason_names = port::words<port::modality::Reason>;
inline constexpr auto& warning_names = port::words<port::modality::Warning>;
inline constexpr auto& progress_at_gate_names = port::words<port::modality::ProgressAtGate>;

// Where a call can fail. A sweep, the wait and the post-flight fail nothing themselves.
inline constexpr std::array failing_stages{
    port::modality::Stage::Surface, port::modality::Stage::Gate,    port::modality::Stage::Sync,
    port::modality::Stage::Smart,   port::modality::Stage::Monitor, port::modality::Stage::Body};
inline constexpr auto failing_stage_names = [] {
  std::array<std::string_view, failing_stages.size()> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = port::word(failing_stages[i]);
  return out;
}();

// Without the raw tuple, which has no name in a file.
inline constexpr auto mode_names = std::span(port::words<port::modality::Mode>).first<3>();

// Without None.
inline constexpr auto defect_names = std::span(port::words<port::modality::Defect>).subspan<1>();

// The context methods that a script calls by name; withModalDialogAllowed is a block.
struct CallableMethod {
  std::string_view name;
  port::modality::Method method;
};
inline constexpr auto callable_methods = [] {
  using port::modality::Method;
  constexpr auto& all = port::words<Method>;
  std::array<CallableMethod, all.size() - 2> out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto method = static_cast<Method>(i);
    if (method != Method::EnterModalDialogAllowed && method != Method::LeaveModalDialogAllowed)
      out[next++] = {all[i], method};
  }
  return out;
}();

// What allowModalDialog was called by scripts of the former surface (MOD-07).
inline constexpr std::string_view former_hatch = "doNotCancelOnModalityStateChange";

constexpr std::size_t index_of(auto enumerator) { return static_cast<std::size_t>(enumerator); }

}  // namespace sim::modality
