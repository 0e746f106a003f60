// Of the rules of the event thread and of several runs: what judges each, what breaks each, and in
// how many steps of the searches it was met. The page says the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/modality/checks/check.h"
#include "conformance/modality/judged_runs.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "sim/search/explore.h"
#include "sim/search/parallel.h"

namespace conformance::modality {
namespace {

constexpr std::array<std::string_view, 9> rules{
    "MOD-49", "MOD-94", "MOD-95", "MOD-96", "MOD-110", "MOD-111", "MOD-112", "MOD-113", "MOD-114"};

struct Steps {
  std::array<std::uint64_t, rules.size()> met{};
  void merge(const Steps& other) {
    for (std::size_t i = 0; i < met.size(); ++i) met[i] += other.met[i];
  }
};

std::string_view rule_of(const spec::ClauseText& clause) {
  return spec::modality::policy_rules[clause.rule].id;
}
spec::ClauseSet clauses_of(std::string_view rule) {
  spec::ClauseSet out;
  const auto texts = spec::modality::clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (rule_of(texts[i]) == rule) out.mark(i);
  return out;
}

// The same worlds, and each step counted in which some clause of a rule was met.
template <class Judged>
class Counted : public Judged {
 public:
  using typename Judged::State;
  using Tally = Steps;
  explicit Counted(Judged judged) : Judged(std::move(judged)) {
    std::ranges::transform(rules, clauses_.begin(), clauses_of);
  }
  void apply(State& state, const sim::Choice& choice, Steps& steps) const {
    typename Judged::Tally one;
    Judged::apply(state, choice, one);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto& met = one.clauses[0].bits;
      const bool is_met = !std::ranges::equal(met, clauses_[i].bits,
                                              [](auto some, auto of) { return (some & of) == 0; });
      steps.met[i] += is_met ? 1u : 0u;
    }
  }

 private:
  std::array<spec::ClauseSet, rules.size()> clauses_{};
};

template <class Judged>
Steps steps_of(Judged judged) {
  const auto found = sim::explore(Counted<Judged>(std::move(judged)), {}, sim::Serial());
  EXPECT_EQ(found.end, sim::SearchEnd::Complete);
  return found.tally;
}
sim::modality::Plan part_named(std::string_view name) {
  const auto parts = table_parts(Budget::Quick);
  return plan_of(*std::ranges::find(parts, name, &TablePart::name));
}

std::string table() {
  const auto thread = steps_of(judged_worlds(part_named("event_thread"), {}));
  const auto runs = steps_of(JudgedRunsWorlds(judged_worlds(part_named("runs"), {})));
  std::string out;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto clauses = std::ranges::count(spec::modality::clause_texts(), rules[i], rule_of);
    const auto checks = std::ranges::count(policy_checks(), rules[i], &PolicyCheck::rule);
    std::vector<std::string> broken_by;
    for (const MutantLine& mutant : mutants())
      if (names_rule(mutant.rules, rules[i])) broken_by.push_back(fmt::format("`{}`", mutant.name));
    EXPECT_GE(broken_by.size(), 1u) << rules[i];
    EXPECT_GE(thread.met[i] + runs.met[i], 1u) << rules[i] << " is met nowhere";
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", rules[i], clauses, checks,
                       fmt::join(broken_by, ", "), thread.met[i], runs.met[i]);
  }
  return out;
}

// ORRERY_UPDATE_GOLDEN=1 writes it anew.
TEST(GoldenRules, AreMetAsThePageSays) {
  constexpr const char* path = "docs/TESTING.md";
  std::ifstream page(path);
  const std::string is{std::istreambuf_iterator<char>(page), {}};
  const std::string head = "| rule | clauses | checks |";
  const auto begin = is.find("| MOD-", is.find(head));
  ASSERT_NE(is.find(head), is.npos);
  const auto end = is.find("\n\n", begin) + 1;
  auto wanted = is;
  wanted.replace(begin, end - begin, table());
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << wanted;
  EXPECT_EQ(is, wanted);
}

}  // namespace
}  // namespace conformance::modality
