// How time passes where clauses judge what was written down: on, or up to a breach.
#pragma once
#include <algorithm>
#include <cstdint>

#include "port/time.h"
#include "spec/clause.h"

namespace conformance {

// No age in a situation goes on for longer: a few times the longest time that a trace may tell.
inline constexpr std::int64_t longest_age_ms = 1'000'000'000;
// The times of a log are milliseconds in 64 bits. This is what a judge is told of them: behind the
// longest age nothing changes any more, and so much fits into what a port counts with.
constexpr port::Duration judged_span(std::int64_t ms) {
  return port::Duration(static_cast<port::Duration::rep>(std::min(ms, longest_age_ms)));
}

// Whether it is so at an instant from the first to the last: the nearest are asked first, and of
// two the earlier.
bool any_near(std::int64_t near, std::int64_t first, std::int64_t last, const auto& is_so) {
  if (first > last) return false;
  near = std::clamp(near, first, last);
  if (is_so(near)) return true;
  for (std::int64_t away = 1; near - away >= first || near + away <= last; ++away) {
    if (near - away >= first && is_so(near - away)) return true;
    if (near + away <= last && is_so(near + away)) return true;
  }
  return false;
}

// Passes the time from `now` until `until`, or until the last millisecond before a breach, which
// it gives. `pass(situation, ms)` lets so much pass, ms <= longest_age_ms, and gives the findings.
template <class Situation, class Pass>
auto advance(Situation& situation, std::int64_t& now, std::int64_t until, spec::ClauseSet& met,
             const Pass& pass) -> decltype(pass(situation, now).breach) {
  while (now < until) {
    const auto ms = std::min(until - now, longest_age_ms);
    auto trial = situation;
    const auto findings = pass(trial, ms);
    if (auto breach = findings.breach) {
      std::int64_t good = 0, bad = ms;
      while (bad - good > 1) {
        const auto middle = good + (bad - good) / 2;
        trial = situation;
        const auto sooner = pass(trial, middle).breach;
        (sooner ? bad : good) = middle;
        if (sooner) breach = sooner;
      }
      if (good > 0) met |= pass(situation, good).met;
      now += good;
      return breach;
    }
    met |= findings.met;
    situation = trial;
    // Behind such a span nothing changes any more.
    now = ms == longest_age_ms ? until : now + ms;
  }
  return {};
}

}  // namespace conformance
