// What lines may be about that do not say it: what follows bears one of their readings out.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "spec/clause.h"
#include "trace/told_item.h"

namespace conformance {

// Of lines that wait, those that were told until then.
template <class Words, class Judge>
class Readings {
 public:
  using Situation = typename Words::Situation;
  using Item = typename Words::Item;
  using Lines = std::deque<TimedItem<Words>>;

  Readings(const Judge& judge, const Lines& lines, std::int64_t until_ms, std::int64_t slack_ms)
      : judge_(judge), lines_(lines), until_ms_(until_ms), slack_ms_(slack_ms) {}

  // Neither this breaks anything nor, in some reading, what follows it.
  bool bear_out(Situation then, const Item& item) {
    return passes(then, item) && goes_on(std::move(then), 0);
  }

 private:
  bool passes(Situation& situation, const Item& item) const {
    typename Words::Findings findings;
    Words::see(judge_, situation, item, findings);
    return !findings.breach;
  }
  bool goes_on(Situation then, std::size_t next) {
    for (; next < lines_.size() && lines_[next].time_ms <= until_ms_; ++next) {
      for (const auto& reading : Words::readings(lines_[next].item, then)) {
        if (--tries_ < 0) return false;
        auto other = then;
        if (passes(other, reading) && goes_on(std::move(other), next + 1)) return true;
      }
      if (!passes(then, lines_[next].item)) return false;
    }
    return passes(then, Words::passed(slack_ms_ + 1));
  }

  const Judge& judge_;
  const Lines& lines_;
  std::int64_t until_ms_, slack_ms_;
  int tries_ = 64;
};

// A line that may be about several things: what follows until then bears one of them out, or else
// what it breaks where it stands.
template <class Words>
typename Words::Item likeliest(const Words& words, const spec::ClauseSet& on,
                               const typename Words::Situation& situation,
                               const std::deque<TimedItem<Words>>& waiting, std::int64_t until_ms,
                               std::int64_t slack_ms, const typename Words::Item& item) {
  using Item = typename Words::Item;
  const auto all = Words::readings(item, situation);
  if (all.empty()) return item;
  const auto judge = words.judge(on);
  const auto is_borne_out = [&](const Item& each) {
    auto trial = situation;
    Words::hasten(trial);
    return Readings<Words, decltype(judge)>(judge, waiting, until_ms, slack_ms)
        .bear_out(std::move(trial), each);
  };
  const auto breaks_nothing = [&](const Item& each) {
    auto trial = situation;
    typename Words::Findings findings;
    Words::see(judge, trial, each, findings);
    return !findings.breach;
  };
  auto found = std::ranges::find_if(all, is_borne_out);
  if (found == all.end()) found = std::ranges::find_if(all, breaks_nothing);
  return found == all.end() ? all.front() : *found;
}

}  // namespace conformance
