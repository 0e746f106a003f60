#include "conformance/gate/campaign.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/modality/area.h"
#include "gate/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "sim/search/rng.h"

namespace conformance {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// All that a gate says, as text; what depends on the machine is left out.
class Transcript : public Listener {
 public:
  void unit_begins(const Unit& unit) override { ran.push_back(unit.name); }
  void decided(const CheckResult& result) override {
    text += fmt::format("{} {} {} {} {} {} {} {} {}\n", result.area, result.rule, result.check,
                        static_cast<int>(result.level), static_cast<int>(result.outcome),
                        result.states, result.runs, result.message, result.replay);
  }
  void row(const RowResult& row) override {
    text += fmt::format("row {} {} {} {} {} {}/{} {} {}\n", row.name, row.key, row.worlds,
                        row.states, row.runs, row.exercised, row.exercisable,
                        static_cast<int>(row.outcome), row.exhausted);
  }
  void clause_not_met(const UnmetClause& unmet) override {
    text += fmt::format("not met {} {} {}\n", unmet.area, unmet.rules[unmet.clause.rule].id,
                        unmet.clause.when);
  }
  void searched(std::string_view, const SearchTotals& totals) override {
    text += fmt::format("searched {} {} {} {} {}\n", totals.worlds, totals.states,
                        totals.transitions, totals.fingerprint, totals.limit);
  }
  void progress(const Progress&) override {}
  bool keep_going() override { return ran.size() < units_max; }

  void end(const GateSummary& summary) {
    text += fmt::format("{} {} {} {} {}, {}/{} {}/{}, {} {} {} {}, {:x}\n", summary.passed,
                        summary.failed, summary.not_exercised, summary.errors, summary.unfinished,
                        summary.rows_exhausted, summary.rows, summary.profiles_exhausted,
                        summary.profiles, summary.incomplete, summary.interrupted,
                        summary.nothing_selected, summary.units_done, summary.fingerprint);
  }

  std::string text;
  std::vector<std::string> ran;
  std::size_t units_max = std::numeric_limits<std::size_t>::max();
};

constexpr std::array rules{
    spec::Rule{"TOY-01", "Toys", spec::Level::Must, "One."},
    spec::Rule{"TOY-02", "Toys", spec::Level::Should, "Two."},
    spec::Rule{"TOY-03", "Toys", spec::Level::Proposed, "Three."},
};
constexpr std::array<std::string_view, 1> without_runs{"TOY-03"};
// Units meet some of the first two, and nothing the others.
constexpr std::array clauses{
    spec::ClauseText{.rule = 0, .form = spec::says, .act = "Build", .when = "s.stands"},
    spec::ClauseText{.rule = 1, .form = spec::says, .act = "Build", .when = "s.moves"},
    spec::ClauseText{.rule = 0, .form = spec::says, .act = "Build", .when = "s.burns"},
    spec::ClauseText{.rule = 2, .form = spec::says, .act = "Build", .when = "s.floats"},
};

// An area of any units: what each comes to follows from its number and the seed.
class ToyGate : public AreaGate {
 public:
  ToyGate(GateOptions options, std::string name, std::size_t units, std::uint64_t seed)
      : options_(std::move(options)), name_(std::move(name)), seed_(seed) {
    shape_ = {.name = name_,
              .rules = rules,
              .clauses = clauses,
              .rules_without_runs = without_runs,
              .rows = {{"one", "T", RowName::Kind::Row},
                       {"two", "", RowName::Kind::Profile},
                       {"three", "", RowName::Kind::Other}}};
    for (std::size_t i = 0; i < units; ++i)
      units_.push_back({.area = name_,
                        .name = fmt::format("{} {}", name_, i),
                        .cost = draw(i, 0) % 1000,
                        .chain = i % 3 == 0 ? "" : fmt::format("chain {}", i % 3)});
  }

  const AreaShape& shape() const override { return shape_; }
  const std::vector<Unit>& units() const override { return units_; }
  std::uint64_t behaviour() const override { return seed_; }

  UnitResult run(std::size_t unit, const sim::Parallel&, Listener&) const override {
    UnitScribe scribe(options_, shape_);
    auto& out = scribe.result;
    out.fingerprint = draw(unit, 1);
    out.exercised.mark(draw(unit, 2) % rules.size());
    out.clauses.mark(draw(unit, 2) % 2);
    if (draw(unit, 3) % 4 == 0) out.checked.mark(2);
    out.incomplete = draw(unit, 4) % 16 == 0;
    out.rows.push_back({.row = static_cast<std::uint32_t>(draw(unit, 5) % 3),
                        .worlds = draw(unit, 6) % 9,
                        .states = draw(unit, 7) % 9,
                        .runs = draw(unit, 8) % 9,
                        .met = out.exercised,
                        .searched = draw(unit, 9) % 2 == 0,
                        .limited = out.incomplete});
    const std::string rule(rules[draw(unit, 10) % rules.size()].id);
    if (draw(unit, 11) % 8 == 0) {
      out.ends_chain = true;
      scribe.fail_row(
          out.rows.back(),
          {.rule = rule, .check = fmt::format("fails/{}", unit), .outcome = Outcome::Fail});
    } else {
      scribe.decide({.rule = rule, .check = fmt::format("passes/{}", unit)});
    }
    return std::move(scribe.result);
  }

 private:
  std::uint64_t draw(std::size_t unit, std::uint64_t what) const {
    return sim::Rng(seed_).fork(unit).fork(what).below(1u << 30);
  }

  GateOptions options_;
  std::string name_;
  std::uint64_t seed_;
  AreaShape shape_;
  std::vector<Unit> units_;
};

Campaign toys(std::size_t units, std::uint64_t seed, GateOptions options = {}) {
  std::vector<std::unique_ptr<AreaGate>> areas;
  areas.push_back(std::make_unique<ToyGate>(options, "blocks", units, seed));
  areas.push_back(std::make_unique<ToyGate>(options, "trains", units / 2, seed + 1));
  return {options, std::move(areas)};
}

Campaign small_modality(const std::string& subject) {
  GateOptions options;
  options.subject = subject;
  options.random_runs = 60;
  options.runs_per_unit = 20;
  options.states_max = 500;
  for (const auto& file : std::filesystem::directory_iterator("scenarios/modality"))
    options.scenarios.push_back(file.path().string());
  std::ranges::sort(options.scenarios);
  std::vector<std::unique_ptr<AreaGate>> areas;
  areas.push_back(area_gate(modality::area(), options));
  return {options, std::move(areas)};
}

// A shard of one unit, which decides one check.
GateSummary shard_of_one(Outcome outcome, bool meets_a_rule) {
  const AreaShape shape{.name = "toys", .rules = rules};
  const GateOptions options;
  UnitScribe scribe(options, shape);
  scribe.decide({.rule = "TOY-01", .check = "a toy", .outcome = outcome});
  if (meets_a_rule) scribe.result.exercised.mark(1);
  Transcript transcript;
  Conclusion conclusion(options, transcript);
  conclusion.add_area(shape);
  conclusion.summary().partial = true;
  conclusion.add(0, {.area = "toys", .name = "a unit"}, scribe.result);
  return conclusion.end();
}

std::string told(const Campaign& campaign, UnitResults& results, const std::vector<bool>& todo) {
  Transcript transcript;
  transcript.end(campaign.run(todo, results, sim::Serial(), transcript));
  return transcript.text;
}

std::string whole(const Campaign& campaign) {
  UnitResults results(campaign.units().size());
  return told(campaign, results, std::vector<bool>(results.size(), true));
}

std::vector<bool> units_of(const Campaign& campaign, Shard shard) {
  std::vector<bool> out;
  for (const auto owner : shards_of(campaign.units(), shard.count))
    out.push_back(owner == shard.index);
  return out;
}

// Each shard runs on its own and knows nothing of the others; the last comes first.
std::string merged(const Campaign& campaign, std::uint32_t count) {
  UnitResults all(campaign.units().size());
  for (std::uint32_t index = count; index >= 1; --index) {
    UnitResults own(all.size());
    told(campaign, own, units_of(campaign, {index, count}));
    for (std::size_t i = 0; i < own.size(); ++i)
      if (own[i]) all[i] = std::move(own[i]);
  }
  EXPECT_EQ(campaign.missing(all), std::vector<std::size_t>());
  return told(campaign, all, std::vector<bool>(all.size()));
}

TEST(Campaign, AShardOfNothingThatAppliesJudgedNothing) {
  EXPECT_TRUE(shard_of_one(Outcome::NotApplicable, false).judged_nothing);
  EXPECT_FALSE(shard_of_one(Outcome::NotApplicable, true).judged_nothing);
  EXPECT_FALSE(shard_of_one(Outcome::Pass, false).judged_nothing);
}

TEST(Campaigns, NameTheClausesThatNothingMetUnlessTheirRuleIsOff) {
  const std::string burns = "not met blocks TOY-01 s.burns\n",
                    floats = "not met blocks TOY-03 s.floats\n";
  int ended = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const auto level : {spec::Level::Should, spec::Level::Proposed}) {
      GateOptions options;
      options.level = level;
      const auto campaign = toys(4, seed, options);
      UnitResults results(campaign.units().size());
      Transcript transcript;
      const auto summary =
          campaign.run(std::vector<bool>(results.size(), true), results, sim::Serial(), transcript);
      const bool proposed = level == spec::Level::Proposed;
      EXPECT_EQ(transcript.text.find(burns) == std::string::npos, summary.incomplete);
      EXPECT_EQ(transcript.text.find(floats) != std::string::npos, proposed && !summary.incomplete);
      ended += !summary.incomplete;
    }
  }
  EXPECT_GT(ended, 0);
}

RC_GTEST_PROP(Shards, AreDisjointCompleteAndBalanced, ()) {
  const auto costs =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  const auto count = *rc::gen::inRange(1u, 40u);
  std::vector<Unit> units;
  for (const auto cost : costs) units.push_back({.area = "toys", .name = "", .cost = cost});
  const auto owners = shards_of(units, count);
  RC_ASSERT(owners.size() == units.size());
  std::vector<std::uint64_t> loads(count);
  std::uint64_t sum = 0, largest = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    RC_ASSERT(owners[i] >= 1 && owners[i] <= count);
    loads[owners[i] - 1] += units[i].cost;
    sum += units[i].cost;
    largest = std::max(largest, units[i].cost);
  }
  for (const auto load : loads) RC_ASSERT(load <= sum / count + largest);
}

RC_GTEST_PROP(Campaigns, MergedShardsSayWhatOneRunSays, ()) {
  GateOptions options;
  if (*rc::gen::arbitrary<bool>()) options.rule = "TOY-01";
  options.level = *rc::gen::element(spec::Level::Must, spec::Level::Proposed);
  const auto campaign =
      toys(*rc::gen::inRange<std::size_t>(0, 60), *rc::gen::arbitrary<std::uint64_t>(), options);
  const auto wanted = whole(campaign);
  for (std::uint32_t count = 1; count <= 7; ++count) RC_ASSERT(merged(campaign, count) == wanted);
}

RC_GTEST_PROP(Campaigns, BrokenOffAnywhereAndGoneOnWithSayTheSame, ()) {
  const auto campaign =
      toys(*rc::gen::inRange<std::size_t>(1, 60), *rc::gen::arbitrary<std::uint64_t>());
  const std::vector<bool> all(campaign.units().size(), true);
  UnitResults results(all.size());
  Transcript broken_off;
  broken_off.units_max = *rc::gen::inRange<std::size_t>(0, all.size());
  campaign.run(all, results, sim::Serial(), broken_off);
  RC_ASSERT(broken_off.ran.size() <= broken_off.units_max);
  Transcript rest;
  rest.end(campaign.run(all, results, sim::Serial(), rest));
  RC_ASSERT(rest.text == whole(campaign));
  for (const auto& name : broken_off.ran) RC_ASSERT(std::ranges::count(rest.ran, name) == 0);
}

class ModalityCampaign : public ::testing::TestWithParam<const char*> {};

TEST_P(ModalityCampaign, MergedShardsSayWhatOneRunSays) {
  const auto campaign = small_modality(GetParam());
  const auto wanted = whole(campaign);
  EXPECT_THAT(wanted, HasSubstr("row 1 STRICT"));
  for (std::uint32_t count = 1; count <= 7; ++count) EXPECT_EQ(merged(campaign, count), wanted);
}

INSTANTIATE_TEST_SUITE_P(Subjects, ModalityCampaign,
                         testing::Values("engine", "mutant:result_sent_twice",
                                         "mutant:gate_lets_dialog_pass"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::ranges::replace(name, ':', '_');
                           return name;
                         });

TEST(Campaign, ALineThatFailsHasTheSameFirstFailureInParts) {
  const auto campaign = small_modality("mutant:refresh_twice_at_start");
  const auto text = whole(campaign);
  EXPECT_THAT(text, HasSubstr("sampled/"));
}

TEST(Campaign, SaysWhichUnitsAreMissing) {
  const auto campaign = small_modality("engine");
  UnitResults results(campaign.units().size());
  const auto first = units_of(campaign, {1, 3});
  const auto text = told(campaign, results, first);
  EXPECT_THAT(text, Not(HasSubstr("row ")));
  EXPECT_THAT(text, Not(HasSubstr("exercised/")));
  const auto missing = campaign.missing(results);
  for (const auto unit : missing) EXPECT_FALSE(first[unit]);
  const auto own = static_cast<std::size_t>(std::ranges::count(first, true));
  EXPECT_EQ(missing.size() + own, results.size());
}

TEST(Campaign, KnowsItsUnitsByName) {
  const auto campaign = small_modality("engine");
  for (std::size_t i = 0; i < campaign.units().size(); ++i)
    EXPECT_EQ(campaign.find("modality", campaign.units()[i].name), i);
  EXPECT_EQ(campaign.find("modality", "random/1 STRICT/20-39"),
            *campaign.find("modality", "random/1 STRICT/0-19") + 1);
  EXPECT_EQ(campaign.find("modality", "random"), std::nullopt);
  EXPECT_EQ(campaign.find("ack", "random/1 STRICT/0-19"), std::nullopt);
}

TEST(Campaign, TellsBehavioursApart) {
  EXPECT_EQ(small_modality("engine").behaviour(), small_modality("engine").behaviour());
  EXPECT_NE(small_modality("engine").behaviour(),
            small_modality("mutant:result_sent_twice").behaviour());
  EXPECT_NE(toys(5, 1).units_digest(), toys(6, 1).units_digest());
}

TEST(Campaign, RefusesRowsThatItDoesNotKnow) {
  const auto campaign = toys(3, 1);
  EXPECT_TRUE(campaign.fits(0, {.rows = {{.row = 2}}}));
  EXPECT_FALSE(campaign.fits(0, {.rows = {{.row = 3}}}));
}

TEST(Campaign, IsNoProofIfNothingWasTakenTwice) {
  const auto campaign = toys(3, 1);
  UnitResults results(campaign.units().size());
  const std::vector<bool> all(results.size(), true);
  EXPECT_THAT(told(campaign, results, all), HasSubstr("nothing was taken twice"));
  for (auto& result : results) result->proofs.runs = 1;
  EXPECT_THAT(told(campaign, results, all), Not(HasSubstr("nothing was taken twice")));
}

}  // namespace
}  // namespace conformance
