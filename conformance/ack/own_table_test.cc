// Tool tables of others, read from files and judged as one more revision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "ack/subject.h"
#include "ack/table.h"
#include "conformance/ack/area.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/plans.h"
#include "conformance/run/explored.h"
#include "sim/ack/tables.h"
#include "sim/search/parallel.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

using nlohmann::json;
using spec::ack::Revision;
using testing::HasSubstr;

json document_of(std::string_view name) {
  std::ifstream file("examples/tables/" + std::string(name) + ".json", std::ios::binary);
  return json::parse(file, nullptr, false);
}

std::variant<Revision, sim::ScenarioError> add(const json& document) {
  auto parsed = sim::parse_file(document.dump(), "t");
  return add_own_table(std::get<sim::ParsedFile>(parsed));
}

Revision added(const json& document) {
  const auto out = add(document);
  const auto* error = std::get_if<sim::ScenarioError>(&out);
  EXPECT_EQ(error, nullptr) << show(*error);
  return error == nullptr ? std::get<Revision>(out) : Revision::R1;
}

// Each is added once for all tests.
Revision renamed(Revision revision) {
  auto document = document_of(name_of(revision));
  const auto name = "my-" + std::string(name_of(revision));
  document["name"] = name;
  if (const auto known = revision_named(name)) return *known;
  return added(document);
}

TEST(AckOwnTable, OfARevisionByItsOwnNameIsThat) {
  for (const auto revision : all_revisions())
    EXPECT_EQ(added(document_of(name_of(revision))), revision);
}

TEST(AckOwnTable, OfARevisionByAnotherNameIsJudgedByTheSameRows) {
  for (const auto revision : all_revisions()) {
    const auto own = renamed(revision);
    EXPECT_TRUE(is_added(own));
    EXPECT_TRUE(std::ranges::equal(judged_rows(own), spec::ack::tools_of(revision)))
        << name_of(revision);
    EXPECT_EQ(rows_of(own), rows_of(revision)) << name_of(revision);
  }
}

TEST(AckOwnTable, OfARevisionByAnotherNameHasItsStates) {
  const auto explored = [](const AnyPlan& plan) {
    return explore_plan(plan, "engine", {}, {.states_max = 20'000}, sim::Serial());
  };
  for (const auto revision : all_revisions()) {
    const auto own = renamed(revision);
    for (const auto kind : {PlanKind::Row, PlanKind::Replies, PlanKind::Refused}) {
      const auto rows = kind == PlanKind::Row ? rows_of(revision).size() : 1;
      for (std::size_t row = 0; row < rows; row += 16) {
        const auto wanted = explored(plan_of(revision, kind, row));
        const auto found = explored(plan_of(own, kind, row));
        EXPECT_EQ(found.states, wanted.states) << plan_name(own, kind, row);
        EXPECT_EQ(found.fingerprint, wanted.fingerprint) << plan_name(own, kind, row);
        EXPECT_TRUE(found.failures.empty()) << plan_name(own, kind, row);
      }
    }
  }
}

TEST(AckOwnTable, HasItsOwnNamesInWorlds) {
  const auto archive = revision_named("archive").value_or(Revision::R1);
  const auto own = is_added(archive) ? archive : added(document_of("archive"));
  const auto names = plan_names(own);
  EXPECT_THAT(names, testing::Contains("ack:archive:pane_swap"));
  EXPECT_THAT(names, testing::Contains("ack:archive:pairs:archive_pack_asking"));
  for (const auto& name : names) {
    const auto plan = plan_named(name);
    ASSERT_TRUE(plan) << name;
    EXPECT_EQ(revision_of(*plan), own) << name;
  }
}

// A world without calls is none.
TEST(AckOwnTable, AreAsManyAsOneAdds) {
  auto document = document_of("r1");
  std::set<Revision> all;
  for (int i = 0; i < 300; ++i) {
    const auto name = "many-" + std::to_string(i);
    document["name"] = name;
    const auto own = added(document);
    EXPECT_EQ(name_of(own), name);
    EXPECT_EQ(revision_named(name), own);
    all.insert(own);
  }
  EXPECT_EQ(all.size(), 300u);
}

TEST(AckOwnTable, WithoutRoundTripsHasNoWorldOfReplies) {
  const auto own = added(
      {{"tool_table", 1},
       {"name", "pushes"},
       {"follows", "r1"},
       {"rows", {{{"tool", "pane_swap"}, {"signal", "GenerationAdvanced"}, {"budget_ms", 500}}}}});
  EXPECT_FALSE(plan_named("ack:pushes:replies"));
  EXPECT_THAT(plan_names(own), testing::Not(testing::Contains("ack:pushes:replies")));
  EXPECT_TRUE(plan_named("ack:pushes:refused"));
}

// Our engine follows r1, and is judged by r1 with one difference.
struct Planted {
  const char* name;
  std::function<void(json& rows)> change;
  std::string tool;  // In a call of which it is seen; empty: among those that are refused.
  std::string rule;
};

json& row_of(json& rows, std::string_view tool, std::string_view when = {}) {
  return *std::ranges::find_if(
      rows, [&](const json& row) { return row["tool"] == tool && row.value("when", "") == when; });
}

void take_out(json& rows, const json& row) {
  rows.erase(static_cast<std::size_t>(&row - &rows[0]));
}

std::set<std::string> broken(const sim::ack::Plan& plan, const port::ack::Table& followed,
                             Revision judged) {
  const JudgedWorlds worlds(plan, conformance::ack::subject_of("engine", followed),
                            spec::ack::Judge(judged_rows(judged)));
  sim::SearchOptions options;
  options.stop_at_first = false;
  std::set<std::string> out;
  const auto found = model_of(worlds)->explore(plan, "engine", options, sim::Serial());
  for (const auto& failure : found.failures)
    if (failure.kind == PlanFailure::Kind::Breach) out.insert(failure.rule);
  return out;
}

class AckOwnTablePlanted : public testing::TestWithParam<Planted> {};

TEST_P(AckOwnTablePlanted, ADifferenceIsFoundByItsRule) {
  auto document = document_of("r1");
  document["name"] = GetParam().name;
  GetParam().change(document["rows"]);
  const auto own = added(document);
  auto plan = plan_of(own, PlanKind::Refused);
  if (!GetParam().tool.empty()) {
    const auto call = std::ranges::find(rows_of(own), GetParam().tool, &sim::ack::Call::name);
    ASSERT_NE(call, rows_of(own).end());
    plan = plan_of(own, PlanKind::Row, static_cast<std::size_t>(call - rows_of(own).begin()));
  }
  EXPECT_THAT(broken(plan, table_of(Revision::R1), own), testing::Contains(GetParam().rule));
  EXPECT_THAT(broken(plan, table_of(own), own), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AckOwnTablePlanted,
    testing::Values(
        Planted{"ShorterBudget", [](json& rows) { row_of(rows, "sort")["budget_ms"] = 1000; },
                "sort", "ACK-19"},
        Planted{"LongerBudget",
                [](json& rows) { row_of(rows, "open_under_cursor")["budget_ms"] = 6000; },
                "open_under_cursor", "ACK-19"},
        Planted{"SoonerPoll", [](json& rows) { row_of(rows, "tab")["poll_ms"] = 100; }, "tab",
                "ACK-04"},
        Planted{"RemovedRow", [](json& rows) { take_out(rows, row_of(rows, "sort")); }, "",
                "ACK-08"},
        Planted{"ReplyForAPush", [](json& rows) { row_of(rows, "sort")["signal"] = "RoundTrip"; },
                "sort", "ACK-09"},
        Planted{
            "PushForAReply",
            [](json& rows) { row_of(rows, "open_under_cursor")["signal"] = "GenerationAdvanced"; },
            "open_under_cursor", "ACK-01"},
        Planted{"PushForADialog",
                [](json& rows) {
                  auto& row = row_of(rows, "copy", "asking");
                  row["signal"] = "GenerationAdvanced";
                  row.erase("subject");
                },
                "copy asking", "ACK-20"},
        Planted{"OtherDialog",
                [](json& rows) { row_of(rows, "mkdir")["subject"] = "new-file-confirmation"; },
                "mkdir", "ACK-04"}),
    [](const testing::TestParamInfo<Planted>& row) { return row.param.name; });

struct RefusedRows {
  const char* name;
  std::function<void(json& document)> change;
  std::vector<std::string> parts;
};

class AckOwnTableRefuses : public testing::TestWithParam<RefusedRows> {};

TEST_P(AckOwnTableRefuses, WithPlaceFaultAndRemedy) {
  auto document = document_of("r1");
  document["name"] = "refused";
  GetParam().change(document);
  const auto out = add(document);
  const auto* error = std::get_if<sim::ScenarioError>(&out);
  ASSERT_NE(error, nullptr);
  for (const auto& part : GetParam().parts) EXPECT_THAT(show(*error), HasSubstr(part));
  EXPECT_FALSE(revision_named("refused"));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AckOwnTableRefuses,
    testing::Values(
        RefusedRows{"NameOfARevision",
                    [](json& d) {
                      d["name"] = "r1";
                      row_of(d["rows"], "sort")["budget_ms"] = 1;
                    },
                    {"/name", "`r1` is a revision", "name of its own"}},
        RefusedRows{"DoubledRow",
                    [](json& d) { d["rows"].push_back(row_of(d["rows"], "sort")); },
                    {"/rows/", "An earlier row", "Take one of the two out"}},
        RefusedRows{"MissingRow",
                    [](json& d) { take_out(d["rows"], row_of(d["rows"], "copy", "asking")); },
                    {"/rows/0/when", "no row for the other requests"}},
        RefusedRows{"NoBudget",
                    [](json& d) { row_of(d["rows"], "sort").erase("budget_ms"); },
                    {"/rows/", "does not fit the signal", "1 to 60000"}},
        RefusedRows{"Subject",
                    [](json& d) { row_of(d["rows"], "mkdir")["subject"] = "settings"; },
                    {"/rows/6/subject", "does not fit"}},
        RefusedRows{"Poll",
                    [](json& d) { row_of(d["rows"], "open_under_cursor")["poll_ms"] = 5; },
                    {"poll_ms", "Nothing is looked for"}},
        RefusedRows{"Target",
                    [](json& d) {
                      auto row = row_of(d["rows"], "sort");
                      row["target"] = "about";
                      d["rows"].push_back(row);
                    },
                    {"is for every target"}},
        RefusedRows{
            "CountOfTheWindow",
            [](json& d) { row_of(d["rows"], "dialog_close", "one")["subject"] = "settings"; },
            {"/when", "of the family alone"}},
        RefusedRows{"LikeNames",
                    [](json& d) {
                      auto row = row_of(d["rows"], "sort");
                      row["tool"] = "nav-back";
                      d["rows"].push_back(row);
                    },
                    {"/rows/", "the same name in worlds: `nav_back`"}}),
    [](const testing::TestParamInfo<RefusedRows>& row) { return row.param.name; });

}  // namespace
}  // namespace conformance::ack
