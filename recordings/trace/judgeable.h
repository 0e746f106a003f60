// Which clauses of an area a trace can show that does not tell all kinds of lines.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/clause.h"

namespace conformance {

// Clauses of which nothing can be judged in traces that do not tell this kind: those whose
// conditions ask for this fact of the situation.
struct KindOfFact {
  std::string_view kind, fact;
};

inline double seconds(std::int64_t ms) { return static_cast<double>(ms) / 1e3; }

constexpr spec::Exercised rules_about(std::initializer_list<std::uint8_t> rules) {
  spec::Exercised out;
  for (const auto rule : rules) out.mark(rule);
  return out;
}

// Of what has not come at the end of a log: what has time left is not owed yet. In silence, or
// behind a breach, one thing is still to be said, that what was under way never ended; in silence
// only where the area has clauses that say so.
inline spec::Broken missing_in_the_end(std::span<const spec::ClauseText> texts,
                                       const spec::Broken& clauses, bool behind_a_breach) {
  const auto is_of_a_hang = [](const spec::ClauseText& text) { return text.act == "in the end"; };
  if (!behind_a_breach && std::ranges::none_of(texts, is_of_a_hang)) return clauses;
  spec::Broken out;
  for (const auto clause : clauses)
    if (is_of_a_hang(texts[clause])) out.push_back(clause);
  return out;
}

template <class Words>
spec::ClauseSet without_facts(spec::ClauseSet on, const std::vector<std::string_view>& lacks) {
  const auto texts = Words::clause_texts();
  for (const auto& [kind, fact] : Words::kinds_of_facts) {
    if (std::ranges::find(lacks, kind) == lacks.end()) continue;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i].when.find(fact) != texts[i].when.npos ||
          texts[i].then.find(fact) != texts[i].then.npos)
        on = spec::without(texts, on, {}, static_cast<std::uint16_t>(i));
  }
  return on;
}

// The clauses that hold of our own engine's runs without what the trace does not tell, and that
// still have something to be about.
template <class Words>
spec::ClauseSet judgeable(const Words& words, const spec::ClauseSet& all_on,
                          const std::vector<std::string_view>& lacks) {
  using Item = typename Words::Item;
  using Situation = typename Words::Situation;
  using Findings = typename Words::Findings;
  const auto texts = [] { return Words::clause_texts(); };
  auto on = all_on;
  spec::ClauseSet met_in_full;
  const auto tells = [&](const Item& item) {
    return std::ranges::find(lacks, Words::kind(item)) == lacks.end();
  };
  const auto judge = [&](const auto& run, const spec::ClauseSet& clauses, const auto& is_told) {
    Situation situation = words.initial();
    Findings findings;
    const auto judge = run.judge(clauses);
    for (const auto& item : run.items)
      if (is_told(item)) Words::see(judge, situation, item, findings);
    if (run.ended) judge.end(situation, findings);
    return findings;
  };
  const auto all = [](const Item&) { return true; };
  spec::ClauseSet met;
  Words::samples(words, [&](const auto& run) {
    met_in_full |= judge(run, all_on, all).met;
    auto found = judge(run, on, tells);
    for (; found.breach; found = judge(run, on, tells))
      for (const auto clause : found.breach->clauses) on = spec::without(texts(), on, {}, clause);
    // Of those that are still on in the end, the same as if the others had been off.
    met |= found.met;
  });
  for (std::size_t i = 0; i < texts().size(); ++i)
    if (met_in_full.has(i) && !met.has(i))
      on = spec::without(texts(), on, {}, static_cast<std::uint16_t>(i));
  return on;
}

// The same, found once for all logs of one kind.
template <class Words>
spec::ClauseSet judgeable_once(const Words& words, const spec::ClauseSet& all_on,
                               const std::vector<std::string_view>& lacks) {
  struct Known {
    decltype(words.revision()) revision;
    spec::ClauseSet all_on;
    std::vector<std::string> lacks;
    spec::ClauseSet out;
  };
  thread_local std::vector<Known> all;
  const auto is_same = [&](const Known& known) {
    return known.revision == words.revision() && known.all_on == all_on &&
           std::ranges::equal(known.lacks, lacks);
  };
  if (const auto known = std::ranges::find_if(all, is_same); known != all.end()) return known->out;
  all.push_back(
      {words.revision(), all_on, {lacks.begin(), lacks.end()}, judgeable(words, all_on, lacks)});
  return all.back().out;
}

}  // namespace conformance
