// The texts of which only equality counts, as numbers: the lists that IDEs have, and the instances
// that their streams name.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/codec/json.h"
#include "monitor/project_list.h"
#include "port/monitor/facts.h"
#include "spec/monitor/situation.h"

namespace conformance::monitor {

// The lists that IDEs have and had.
//
// Until the first change that is told, what was sent says what there is.
class ToldLists {
 public:
  using Id = port::monitor::ListId;  // Those that one IDE had in a row differ.

  // What a stream was sent.
  struct Sent {
    ProjectList list = {};  // The last one,
    Id id{};                // and which of those that its IDE had.
    std::int64_t slow_until_ms = std::numeric_limits<std::int64_t>::min();  // Its client.
  };
  // What a snapshot tells of.
  struct Found {
    Id there{};           // The list that its IDE has; nothing: no change is told.
    bool is_one = false;  // The snapshot has it, or one that was there just before.
    bool is_last = false;
  };

  // in_use(pid): a stream of that IDE is judged.
  using InUse = std::function<bool(std::uint32_t pid)>;
  ToldLists(std::int64_t slack_ms, InUse in_use)
      : slack_ms_(slack_ms), in_use_(std::move(in_use)) {}

  // Nothing: it is the one that it was.
  Id become(std::uint32_t pid, const ProjectList& other, std::int64_t now_ms) {
    constexpr std::size_t lists_max = 16;
    auto& [lists, last, used] = find_ide(pid);
    if (last != port::monitor::no_list && lists.back().list == other) return {};
    if (lists.empty()) lists.emplace_back();
    if (lists.size() == lists_max) lists.pop_front();
    lists.back().until_ms = now_ms;
    last.value = static_cast<std::uint16_t>(last.value % 0xffff + 1);
    lists.push_back({last, other});
    return last;
  }
  // One that has just changed, or that a slow client was to have, may come before the next one. Of
  // equal ones it may be the first, behind which the others are still to come.
  Found find(std::uint32_t pid, const ProjectList& list, std::int64_t now_ms, Sent& sent) {
    sent.list = list;
    auto& [lists, last, used] = find_ide(pid);
    Found out{.there = last};
    if (last == port::monitor::no_list) lists = {{{}, list}};
    auto id = sent.id;
    for (auto at = lists.rbegin(); at != lists.rend(); ++at) {
      const bool is_last = at == lists.rbegin();
      const auto until_ms = std::max(at->until_ms, sent.slow_until_ms);
      if (!is_last && now_ms - slack_ms_ > until_ms) break;
      const bool is_it = at->list.none() ? !out.is_one : at->list.tells_of(list);
      out.is_one = out.is_one || is_it;
      out.is_last = out.is_last || (is_it && is_last);
      if (is_it) id = at->id;
      if (at->id != port::monitor::no_list && at->id == sent.id) break;
    }
    sent.id = id;
    return out;
  }

 private:
  static constexpr std::size_t ides_max = 64;
  struct List {
    Id id{};           // Nothing: it was there before the first change,
    ProjectList list;  // and none is known.
    std::int64_t until_ms = 0;
  };
  struct Ide {
    std::deque<List> lists = {};
    Id last{};
    std::uint64_t used = 0;
  };

  // Of those without a stream, the one of which nothing was told for longest gives its place to
  // another one.
  Ide& find_ide(std::uint32_t pid) {
    static_assert(ides_max > spec::monitor::streams_max);
    if (ides_.size() >= ides_max && !ides_.contains(pid)) {
      auto oldest = ides_.end();
      for (auto each = ides_.begin(); each != ides_.end(); ++each)
        if ((oldest == ides_.end() || each->second.used < oldest->second.used) &&
            !in_use_(each->first))
          oldest = each;
      ides_.erase(oldest);
    }
    auto& out = ides_[pid];
    out.used = ++uses_;
    return out;
  }

  std::int64_t slack_ms_;
  InUse in_use_;
  std::map<std::uint32_t, Ide> ides_;
  std::uint64_t uses_ = 0;
};

// Those that were named first are forgotten first, and none that is in use: so memory is bounded,
// and what goes on has one number.
class ToldInstances {
 public:
  struct Instance {
    std::uint16_t number = 0;    // 0: none.
    std::uint64_t first_of = 0;  // The stream that had it first.
  };
  // `json`: as a line of that stream has it. in_use(number): a stream that is judged has it.
  Instance of(std::uint32_t pid, std::uint64_t stream, std::string_view json, auto&& in_use) {
    const engine::json::Value value{json};
    if (json.empty() || value.type() == engine::json::Type::Null) return {};
    const auto text = value.text();
    Key key{pid, text ? text->decoded() : std::string(json)};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bytes_ += key.second.size();
    for (auto left = order_.size(); left > 0 && is_full(); --left) forget_oldest(in_use);
    auto number = static_cast<std::uint16_t>(last_ + 1);
    if (free_.empty()) {
      last_ = number;
    } else {
      number = free_.back();
      free_.pop_back();
    }
    order_.push_back(known_.emplace(std::move(key), Instance{number, stream}).first);
    return order_.back()->second;
  }

 private:
  using Key = std::pair<std::uint32_t, std::string>;
  static constexpr std::size_t instances_max = 4'096, bytes_max = std::size_t{16} << 20;

  bool is_full() const { return known_.size() >= instances_max || bytes_ > bytes_max; }
  void forget_oldest(auto&& in_use) {
    const auto oldest = order_.front();
    order_.pop_front();
    if (in_use(oldest->second.number)) return order_.push_back(oldest);
    bytes_ -= oldest->first.second.size();
    free_.push_back(oldest->second.number);
    known_.erase(oldest);
  }

  std::map<Key, Instance> known_;
  std::deque<std::map<Key, Instance>::iterator> order_;  // In which they were named first.
  std::vector<std::uint16_t> free_;                      // Numbers of what was forgotten.
  std::size_t bytes_ = 0;
  std::uint16_t last_ = 0;
};

}  // namespace conformance::monitor
