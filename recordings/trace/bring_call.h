// Lines that were written down before the call that they are of.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "spec/clause.h"
#include "trace/told_item.h"

namespace conformance {

// The first of what waits may be of a call whose line stands up to a slack behind it: that call
// then comes first, if all that stands before it and up to a slack behind it is right so. What
// could also end an earlier call is not taken for this one's.
template <class Words>
void bring_call(Words& words, const spec::ClauseSet& on, const typename Words::Situation& situation,
                std::deque<TimedItem<Words>>& waiting, std::int64_t slack) {
  constexpr std::size_t lines_max = 128;  // Of a log without any call each line asks.
  const auto& first = waiting.front();
  if (!Words::is_nobodys(situation, first.item) || !Words::begins(first.item)) return;
  const auto end = std::min(waiting.size(), lines_max);
  std::size_t at = 1;
  const auto is_near = [&] { return at < end && waiting[at].time_ms <= first.time_ms + slack; };
  while (is_near() && !Words::is_call_of(waiting[at].item, first.item)) ++at;
  if (!is_near()) return;
  auto trial = situation;
  typename Words::Findings findings;
  words.prepare(waiting[at].item, trial);
  Words::see(words.judge(on), trial, waiting[at].item, findings);
  const auto last = waiting[at].time_ms + slack;
  for (std::size_t i = 0; i < end && waiting[i].time_ms <= last; ++i)
    if (i != at) Words::see(words.judge(on), trial, waiting[i].item, findings);
  const auto call = waiting.begin() + static_cast<std::ptrdiff_t>(at);
  if (!findings.breach) std::rotate(waiting.begin(), call, call + 1);
}

}  // namespace conformance
