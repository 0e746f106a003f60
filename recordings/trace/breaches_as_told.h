// What a line of a trace breaks where it stands.
#pragma once
#include <type_traits>
#include <vector>

#include "spec/clause.h"
#include "trace/told_item.h"

namespace conformance {

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

}  // namespace conformance
