// What the tests of the acknowledgement share: an engine to drive by hand, and short names.
#pragma once
#include <algorithm>
#include <string_view>

#include "engine/ack/engine.h"

namespace engine::ack {

constexpr Duration ms(std::int32_t count) { return Duration{count}; }

inline ToolId tool(std::string_view name, const Table& table = table_r2()) {
  const auto found = std::find(table.tools.begin(), table.tools.end(), name);
  return ToolId{static_cast<std::uint8_t>(found - table.tools.begin())};
}
inline TargetId target(std::string_view name, const Table& table = table_r2()) {
  const auto found = std::find(table.targets.begin(), table.targets.end(), name);
  return TargetId{static_cast<std::uint8_t>(found - table.targets.begin())};
}
inline SubjectId subject(std::string_view name, const Table& table = table_r2()) {
  const auto found = std::find(table.subjects.begin(), table.subjects.end(), name);
  return SubjectId{static_cast<std::uint8_t>(found - table.subjects.begin())};
}

inline constexpr CallId first{1};
inline constexpr CallId second{2};
inline constexpr Reading absent{};
constexpr Reading reads(std::uint32_t value) { return {true, value}; }
inline constexpr Probe generation{};
inline Probe windows(std::string_view name) { return {ProbeKind::Windows, subject(name)}; }
inline Probe dialog(std::string_view name) { return {ProbeKind::SoftDialog, subject(name)}; }

Commands commands(const auto&... each) {
  Commands all;
  (all.push_back(Command{each}), ...);
  return all;
}

// One engine and its clock. Each function makes one thing happen, `after` the last.
class Play {
 public:
  explicit Play(const Table& table = table_r1()) : engine_(table) {}

  Commands on(const Happening& what, Duration after = Duration::zero()) {
    now_ += after;
    return engine_.step({now_, what});
  }
  Commands calls(CallId call, std::string_view name) {
    return on(Called{call, {.tool = tool(name)}});
  }
  Commands captured(CallId call, Reading reading) { return on(Captured{call, reading}); }
  Commands looked(CallId call, Reading reading) { return on(Looked{call, reading}); }
  Commands fired(CallId call, Duration after) { return on(TimerFired{call}, after); }
  void rebase() {
    engine_.rebase(now_);
    now_ = {};
  }

  const Engine& engine() const { return engine_; }
  const State& state() const { return engine_.state(); }

 private:
  Engine engine_;
  Instant now_{};
};

}  // namespace engine::ack
