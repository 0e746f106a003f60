// What is said of a breach that a trace shows.
#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include <fmt/format.h>

#include "conformance/story/wrong_act.h"
#include "spec/clause.h"
#include "trace/judgeable.h"
#include "trace/told_item.h"

namespace conformance {

// Which of the last lines made it due: the last without which it would not be.
template <class Words>
std::string since_when(const Words& words, const spec::ClauseSet& on,
                       const std::deque<ToldItem<Words>>& recent, const auto& breach,
                       std::int64_t now_ms) {
  for (auto told = recent.rbegin(); told != recent.rend(); ++told) {
    auto trial = told->before;
    typename Words::Findings findings;
    if (const auto ms = now_ms + 1 - told->now; ms > 0)
      Words::see(words.judge(on), trial, Words::passed(ms), findings);
    if (findings.breach && findings.breach->clauses[0] == breach.clauses[0]) continue;
    return fmt::format(", due since line {} at {:.3f} s: {}", told->what.line,
                       seconds(told->what.time_ms), words.show(told->what.item, told->what.line));
  }
  return {};
}

// `told`: what broke it, which may be no act.
template <class Words>
std::string text_of_breach(const Words& words, const spec::ClauseSet& on,
                           const std::deque<ToldItem<Words>>& recent, const auto& breach,
                           std::int64_t now_ms, std::uint64_t line,
                           const typename Words::Item* told) {
  auto clause = Words::clause_texts()[breach.clauses[0]];
  const bool is_told = told != nullptr && clause.form == spec::Form::Never;
  const auto got = breach.got ? words.show(*breach.got, line)
                   : is_told  ? words.show(*told, line)
                              : "";
  const auto want = breach.want ? words.show_wanted(*breach.want, line) : "";
  if (breach.got && breach.want && want != got)
    return fmt::format("{} came where {} had to come", got, want);
  // What no line tells is judged where a line shows that it was done: that line's act is wrong.
  const auto act = got.substr(0, got.find(' '));
  if (breach.got && clause.act.find(' ') == clause.act.npos) clause.act = act;
  const auto why = why_wrong(clause);
  if (breach.got || is_told) return got + " is wrong here" + (why.empty() ? "" : ": " + why);
  return (breach.want ? want : fmt::format("{}: what had to come", clause.act)) + " did not" +
         (breach.want ? " come" : "") + fmt::format(" by {:.3f} s", seconds(now_ms)) +
         since_when(words, on, recent, breach, now_ms);
}

}  // namespace conformance
