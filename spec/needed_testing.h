// Which clauses are needed: with one off, some wrong act passes, is told by another rule, or passes
// where its rule alone is judged.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "spec/clause.h"

namespace spec {

// Tries acts at each moment of runs, and one observation beside those.
template <class Judge, class Situation, class Findings, class Seen>
class Needed {
 public:
  using Story = std::vector<Seen>;

  // What may be wrong at any moment, and what may come between.
  Needed(Judge judge, std::span<const ClauseText> clauses, Story acts, Story beside)
      : judge_(judge), clauses_(clauses), acts_(std::move(acts)), beside_(std::move(beside)) {}

  void look_at(const Story& run) {
    look_at(run, [](Situation&) {});
  }
  // With what is said of each moment by others than the run.
  void look_at(const Story& run, auto told) {
    Situation s;
    for (const auto& seen : run) {
      told(s);
      moment(s);
      for (const auto& other : beside_)
        if (auto then = s; follows(then, other)) moment(then);
      if (!follows(s, seen)) return;
    }
    told(s);
    moment(s);
  }

  const ClauseSet& clauses() const { return needed_; }

 private:
  bool follows(Situation& s, const Seen& seen) const {
    Findings findings;
    std::visit([&](const auto& it) { judge_.see(s, it, findings); }, seen);
    return !findings.breach;
  }
  // Runs have their beginnings in common, so a moment is tried once.
  void moment(const Situation& s) {
    static_assert(std::has_unique_object_representations_v<Situation>);
    const auto* bytes = reinterpret_cast<const char*>(&s);
    if (!tried_.emplace(bytes, sizeof(Situation)).second) return;
    for (const auto& act : acts_) {
      auto copy = s;
      Findings findings;
      std::visit([&](const auto& it) { judge_.see(copy, it, findings); }, act);
      if (findings.breach) count(findings.breach->clauses);
    }
    auto copy = s;
    Findings findings;
    judge_.end(copy, findings);
    if (findings.breach) count(findings.breach->clauses);
  }
  void count(const Broken& failed) {
    const auto rule = [&](std::uint16_t clause) { return clauses_[clause].rule; };
    // The headline is that of the first.
    if (failed.size() == 1 || rule(failed[1]) != rule(failed[0])) needed_.mark(failed[0]);
    if (failed.full()) return;  // Others may have failed, too.
    for (const auto clause : failed)
      if (std::ranges::count(failed, rule(clause), rule) == 1) needed_.mark(clause);
  }

  Judge judge_;
  std::span<const ClauseText> clauses_;
  Story acts_, beside_;
  ClauseSet needed_;
  std::set<std::string> tried_;
};

}  // namespace spec
