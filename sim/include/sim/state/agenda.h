// What is pending, and when it may happen: a closed window of virtual time per slot.
//
// All instants are relative to now, so that an agenda is part of a state that can be
// compared. Which slot stands for what is the world's own numbering.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "port/check.h"

namespace sim {

inline constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();

// Milliseconds from now, both ends included; `earliest` may have passed, `latest` may not.
struct Window {
  std::int32_t earliest = -1;
  std::int32_t latest = -1;
  bool operator==(const Window&) const = default;
};

// At which instants of its window a pending thing may happen.
struct Grid {
  // Reference grid: every multiple of this, more than zero; it must divide all delays in
  // play. Zero is the coarse grid: only where a window of any pending thing begins or ends.
  std::int32_t step_ms = 1;
  bool operator==(const Grid&) const = default;
};

template <std::size_t slots>
class Agenda {
 public:
  bool pending(std::size_t slot) const { return windows_[slot].latest >= 0; }
  const Window& at(std::size_t slot) const { return windows_[slot]; }

  // Replaces what the slot held. 0 <= earliest <= latest; latest may be `never`.
  void schedule(std::size_t slot, Window window) {
    CHECK(window.earliest >= 0 && window.earliest <= window.latest);
    windows_[slot] = window;
  }
  void cancel(std::size_t slot) { windows_[slot] = {}; }

  // Takes out a slot of the row [slot, end); those behind it move up by one.
  void remove(std::size_t slot, std::size_t end) {
    for (; slot + 1 < end; ++slot) windows_[slot] = windows_[slot + 1];
    windows_[end - 1] = {};
  }

  // Calls visit(slot) for each that is pending of the row [slot, end), ascending.
  void for_each_pending(std::size_t slot, std::size_t end, auto visit) const {
    static_assert(slots <= 64);
    std::uint64_t left = 0;
    for (; end > slot; --end) left = left << 1 | static_cast<std::uint64_t>(pending(end - 1));
    for (; left != 0; left &= left - 1)
      visit(slot + static_cast<std::size_t>(std::countr_zero(left)));
  }

  // The instant beyond which time cannot go before something pending happens, or `never`.
  std::int32_t deadline() const {
    std::uint32_t first = never;  // A slot without a window is beyond it, as an unsigned number.
    for (const auto& window : windows_)
      first = std::min(first, static_cast<std::uint32_t>(window.latest));
    return static_cast<std::int32_t>(first);
  }

  // Lets time pass; the caller stays within the deadline. Windows that have begun are kept
  // at earliest zero: since when they might have happened no longer matters.
  void advance(std::int32_t by_ms) {
    if (by_ms == 0) return;
    CHECK(deadline() >= by_ms);
    for (auto& [earliest, latest] : windows_) {  // Without branches: which are pending varies.
      earliest = latest < 0 ? earliest : std::max(0, earliest - by_ms);
      latest -= latest < 0 || latest == never ? 0 : by_ms;
    }
  }

  // Calls visit(after_ms) for each instant at which the slot may happen, ascending.
  void for_each_instant(std::size_t slot, Grid grid, std::int32_t deadline, auto visit) const {
    const auto [earliest, latest] = windows_[slot];
    if (latest < 0 || earliest > deadline) return;
    const std::int32_t last = std::min(latest, deadline);
    if (last == never) return visit(earliest);
    if (grid.step_ms > 0) {
      visit(earliest);
      // Compared this way round, since `at + step_ms` may be more than an instant can be.
      for (std::int32_t at = earliest; at <= last - grid.step_ms;) visit(at += grid.step_ms);
      return;
    }
    std::int32_t at = earliest;
    visit(at);
    while (at < last) {
      at = next_boundary(at, last);
      visit(at);
    }
  }

  bool operator==(const Agenda&) const = default;

 private:
  // The first begin or end of any window after `at`, at most `last`.
  std::int32_t next_boundary(std::int32_t at, std::int32_t last) const {
    // What is not after it, or not pending, is far behind it as an unsigned number.
    const auto behind = [at](std::int32_t instant) {
      return static_cast<std::uint32_t>(instant) - static_cast<std::uint32_t>(at) - 1;
    };
    auto first = behind(last);
    for (const auto& [earliest, latest] : windows_)
      first = std::min({first, behind(earliest), behind(latest)});
    return at + 1 + static_cast<std::int32_t>(first);
  }

  std::array<Window, slots> windows_{};
};

}  // namespace sim
