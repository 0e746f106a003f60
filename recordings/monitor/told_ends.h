// Whether a recording tells how streams end.
//
// One that has no such line tells of ends or had none. It does not tell of them where an IDE is
// asked again, or goes, and its stream says nothing more: that was over, and nobody knows since
// when.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "monitor/recorded.h"
#include "spec/monitor/situation.h"

namespace conformance::monitor {

class ToldEnds {
 public:
  void hear(const RecordedFact& what) {
    using enum RecordedKind;
    const auto found = open_.find(what.connection);
    const bool is_open = found != open_.end();
    if (what.kind == Asked) {
      lack_ = lack_ || is_open;
      replace(what.pid, what.window);
      if (is_open || open_.size() < open_max)
        open_.insert_or_assign(what.connection, Stream{what.pid, what.window, what.time_ms});
    } else if (what.kind == Removed || (what.kind == Shown && what.stale)) {
      replace(what.pid, {});
    } else if (what.kind == Answered && what.status != 200) {
      open_.erase(what.connection);
    } else if (is_open && (what.kind == Line || what.kind == Answered)) {
      found->second.answered = true;
      found->second.replaced = found->second.replaced && what.kind != Line;
    }
    now_ms_ = std::max(now_ms_, what.time_ms);
    told_ = told_ || what.kind == Ended || what.kind == Freed || what.kind == Gone;
  }

  bool told() const { return told_; }
  bool lack() const {
    const auto is_over = [this](const auto& each) {
      const auto& stream = each.second;
      return stream.replaced ||
             (!stream.answered && now_ms_ - stream.asked_ms > spec::monitor::silence_ms);
    };
    return !told_ && (lack_ || std::ranges::any_of(open_, is_over));
  }

 private:
  static constexpr std::size_t open_max = 4'096;
  struct Stream {
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> window = {};
    std::int64_t asked_ms = 0;
    bool answered = false;
    bool replaced = false;  // And silent since.
  };
  void replace(std::uint32_t pid, std::optional<std::uint64_t> window) {
    for (auto& [number, stream] : open_)
      if (stream.pid == pid && (!window || stream.window == window)) stream.replaced = true;
  }

  std::map<std::uint64_t, Stream> open_;
  std::int64_t now_ms_ = 0;
  bool told_ = false, lack_ = false;
};

}  // namespace conformance::monitor
