// What lines may be about that do not say it, since what follows bears one of their readings out;
// lines that were written down before the call that they are of; and what a line breaks where it
// stands.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <utility>
#include <vector>

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

// All of it, one after the other; `here` is how things stood before the line.
template <class Words>
auto broken_as_told(const Words& words, spec::ClauseSet on, const ToldItem<Words>& here,
                    const TimedItem<Words>& line) {
  using Findings = typename Words::Findings;
  std::vector<std::decay_t<decltype(*Findings::breach)>> out;
  for (;;) {
    auto trial = here.before;
    Findings findings;
    const auto judge = words.judge(on);
    if (const auto ms = line.time_ms - here.now; ms > 0)
      Words::see(judge, trial, Words::passed(ms), findings);
    if (!findings.breach) Words::see(judge, trial, line.item, findings);
    if (!findings.breach) return out;
    for (const auto clause : findings.breach->clauses)
      on = spec::without(Words::clause_texts(), on, {}, clause);
    out.push_back(*findings.breach);
  }
}

// With the times that the clock gives: what it breaks beside them, if anything.
template <class Words, class Breach>
Breach broken_in_its_time(const Words& words, const spec::ClauseSet& on,
                          typename Words::Situation trial, const Breach& as_told,
                          const TimedItem<Words>& act, std::int64_t slack) {
  typename Words::Findings findings;
  const auto timed = words.with_time_of(trial, act.item, slack);
  Words::see(words.judge(on), trial, timed, findings);
  if (!findings.breach) return as_told;
  // It is shown as the line tells it; what differs only in time from what had to come is wrong in
  // what is not shown.
  auto out = *findings.breach;
  const bool looks_right = out.want && out.got &&
                           words.show_wanted(*out.want, act.line) == words.show(*out.got, act.line);
  if (looks_right) out.want.reset();
  out.got = as_told.got;
  return out;
}

// The rules of which an act that breaks nothing breaks clauses that are off, since the log does not
// tell enough for them: they may be broken or not.
template <class Words>
spec::Exercised doubted(const Words& words, const spec::ClauseSet& on, spec::ClauseSet in_full,
                        const typename Words::Situation& situation, const typename Words::Item& act,
                        std::int64_t slack) {
  spec::Exercised out;
  if (on == in_full) return out;
  const auto timed = words.with_time_of(situation, act, slack);
  for (;;) {
    auto trial = situation;
    typename Words::Findings findings;
    Words::see(words.judge(in_full), trial, timed, findings);
    if (!findings.breach) return out;
    for (const auto clause : findings.breach->clauses) {
      in_full = spec::without(Words::clause_texts(), in_full, {}, clause);
      if (!on.has(clause)) out.mark(Words::clause_texts()[clause].rule);
    }
  }
}

}  // namespace conformance
