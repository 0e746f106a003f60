// Which clauses of an area a trace can show that does not tell all kinds of lines.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

// Some runs of our own engine: of an area's plans, by their places among them, and of each by
// number. As one number each in a list of chosen ones.
struct SampledRuns {
  std::uint32_t plan = 0;
  std::vector<std::uint32_t> runs;
};
inline constexpr std::uint32_t runs_per_plan_max = 8'192;
std::vector<SampledRuns> runs_of_numbers(std::span<const std::uint32_t> numbers);
std::vector<SampledRuns> all_runs_of(std::span<const std::uint32_t> counts);

// What runs show of logs that do not tell some kinds of lines: which clauses fail in them, and
// which they meet, as such a log tells them and as they were. More runs show more, and in any order
// the same.
struct ShownByRuns {
  spec::ClauseSet broken, met, met_in_full;
  bool operator==(const ShownByRuns&) const = default;

  // Those that hold, and that still have something to be about.
  spec::ClauseSet judgeable(spec::ClauseSet on) const {
    auto unmet = met_in_full;
    unmet -= met;
    on -= broken;
    on -= unmet;
    return on;
  }
};

template <class Words>
void add_shown(const Words& words, const spec::ClauseSet& all_on,
               const std::vector<std::string_view>& lacks, const auto& run, ShownByRuns& shown) {
  using Item = typename Words::Item;
  const auto tells = [&](const Item& item) {
    return std::ranges::find(lacks, Words::kind(item)) == lacks.end();
  };
  const auto judge = [&](const spec::ClauseSet& clauses, const auto& is_told) {
    auto situation = words.initial();
    typename Words::Findings findings;
    const auto judge = run.judge(clauses);
    for (const auto& item : run.items)
      if (is_told(item)) Words::see(judge, situation, item, findings);
    if (run.ended) judge.end(situation, findings);
    return findings;
  };
  shown.met_in_full |= judge(all_on, [](const Item&) { return true; }).met;
  auto on = all_on;
  on -= shown.broken;
  auto found = judge(on, tells);
  for (; found.breach; found = judge(on, tells))
    for (const auto clause : found.breach->clauses) {
      shown.broken.mark(clause);
      on.clear(clause);
    }
  // Of those that are still on in the end, the same as if the others had been off.
  shown.met |= found.met;
}

template <class Words>
ShownByRuns shown_by(const Words& words, const spec::ClauseSet& all_on,
                     const std::vector<std::string_view>& lacks,
                     const std::vector<SampledRuns>& runs) {
  ShownByRuns out;
  for (const auto& of_plan : runs)
    Words::samples(words, of_plan, [&](const auto& run, std::uint32_t) {
      add_shown(words, all_on, lacks, run, out);
    });
  return out;
}

// The clauses that a log can show, found once for all logs of one kind. Of what has chosen runs
// they show it.
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
  const auto chosen = runs_of_numbers(words.chosen_runs());
  const auto shown = shown_by(words, all_on, lacks, chosen.empty() ? words.all_runs() : chosen);
  all.push_back({words.revision(), all_on, {lacks.begin(), lacks.end()}, shown.judgeable(all_on)});
  return all.back().out;
}

// Those runs and what else they need to show as much as all of such a log.
template <class Words>
std::vector<std::uint32_t> choose_runs(const Words& words,
                                       const std::vector<std::string_view>& lacks,
                                       std::vector<std::uint32_t> chosen) {
  const auto on = Words::clauses_of({});
  auto shown = shown_by(words, on, lacks, runs_of_numbers(chosen));
  auto all = words.all_runs();
  std::ranges::reverse(all);  // Few large plans come before many small ones.
  for (const auto& of_plan : all)
    Words::samples(words, of_plan, [&](const auto& run, std::uint32_t number) {
      auto more = shown;
      add_shown(words, on, lacks, run, more);
      if (more == std::exchange(shown, more)) return;
      chosen.push_back(of_plan.plan * runs_per_plan_max + number);
    });
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

// What the runs of an area show of its logs, for tests: which clauses such a log can show, by the
// chosen ones or by all; and which to choose.
struct SampledLogs {
  std::vector<std::string_view> kinds;  // Of lines that a log need not tell.
  spec::ClauseSet (*judgeable)(std::string_view revision, std::vector<std::string_view> lacks,
                               bool by_all);
  std::vector<std::uint32_t> (*choose)(std::string_view revision,
                                       std::vector<std::string_view> lacks,
                                       std::vector<std::uint32_t> chosen);
};
template <class Words>
Words words_of(std::string_view revision, std::vector<std::string_view>& lacks) {
  Words out(0);
  out.begin({{"revision", revision}});
  out.settle(lacks);
  return out;
}
template <class Words>
SampledLogs sampled_logs_of() {
  SampledLogs out{};
  for (const auto kind : Words::kinds())
    if (std::ranges::count(Words::needed, kind) == 0) out.kinds.push_back(kind);
  out.judgeable = [](std::string_view revision, std::vector<std::string_view> lacks, bool by_all) {
    const auto words = words_of<Words>(revision, lacks);
    const auto on = Words::clauses_of({});
    const auto runs = by_all ? words.all_runs() : runs_of_numbers(words.chosen_runs());
    return shown_by(words, on, lacks, runs).judgeable(on);
  };
  out.choose = [](std::string_view revision, std::vector<std::string_view> lacks,
                  std::vector<std::uint32_t> chosen) {
    const auto words = words_of<Words>(revision, lacks);
    return choose_runs(words, lacks, std::move(chosen));
  };
  return out;
}

}  // namespace conformance
