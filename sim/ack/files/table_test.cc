// Tool tables as files: read, written, refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/ack/tables.h"
#include "sim/ack/words.h"
#include "sim/files/scenario_error.h"

namespace sim::ack {
namespace {

using testing::HasSubstr;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

LoadedTable loaded(std::string_view text) {
  auto parsed = parse_file(text, "t");
  if (auto* error = std::get_if<ScenarioError>(&parsed)) return *error;
  return read_table(std::get<ParsedFile>(parsed));
}

TableFile read(std::string_view text) {
  const auto table = loaded(text);
  const auto* error = std::get_if<ScenarioError>(&table);
  EXPECT_EQ(error, nullptr) << show(*error);
  return error == nullptr ? std::get<TableFile>(table) : TableFile{};
}

// ORRERY_UPDATE_GOLDEN=1 writes it anew.
void expect_in_tree(const std::string& path, const std::string& wanted) {
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << wanted;
  EXPECT_EQ(text_of(path), wanted) << path;
}

TEST(ScenarioTables, GeneratedSchemaIsThatOfTheTree) {
  expect_in_tree("scenarios/table.schema.json", table_schema().dump(2) + "\n");
}

TEST(ScenarioTables, GeneratedFilesAreThoseOfTheTree) {
  for (const auto name : revision_names)
    expect_in_tree("examples/tables/" + std::string(name) + ".json",
                   scenario_text(write_table(file_of(*table_named(name)))));
}

// Rows, names, and what the frontend does.
TEST(AckTableFile, OfARevisionIsItsTable) {
  for (const auto name : revision_names) {
    const auto& table = *table_named(name);
    const OwnTable own(read(text_of("examples/tables/" + std::string(name) + ".json")));
    EXPECT_TRUE(std::ranges::equal(own.table().rows, table.rows)) << name;
    EXPECT_TRUE(std::ranges::equal(own.table().tools, table.tools)) << name;
    EXPECT_TRUE(std::ranges::equal(own.table().targets, table.targets)) << name;
    EXPECT_TRUE(std::ranges::equal(own.table().subjects, table.subjects)) << name;
    EXPECT_EQ(own.table().relists, table.relists) << name;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (table.rows[i].part != Part::First) continue;
      EXPECT_EQ(own.effect(own.table().rows[i]), call_for(table, request_of(table.rows[i])).effect)
          << name << " " << i;
    }
  }
}

constexpr auto strange = R"({"tool_table": 1, "name": "mine", "follows": "relist",
  "subjects": {"family": "pages", "dialogs": ["pack", "about"]},
  "rows": [{"tool": "pane_swap", "signal": "GenerationAdvanced", "budget_ms": 700},
           {"tool": "pack", "target": "zip", "signal": "SoftDialogAppeared", "subject": "pack",
            "budget_ms": 10, "poll_ms": 3},
           {"tool": "shut", "signal": "WindowDisappeared", "subject": "pages", "budget_ms": 9},
           {"tool": "sort", "signal": "RoundTrip", "budget_ms": 60000, "does": "push_tabs"}]})";

TEST(AckTableFile, OfOthersBringsItsOwnNamesAndEffects) {
  const OwnTable own(read(strange));
  const auto& table = own.table();
  EXPECT_EQ(table.revision, "mine");
  EXPECT_TRUE(table.relists);
  EXPECT_EQ(table.tools.size(), 29u);
  EXPECT_EQ(table.tools[26], "pane_swap");
  EXPECT_EQ(table.targets[7], "zip");
  EXPECT_THAT(std::vector(table.subjects.begin(), table.subjects.end()),
              testing::ElementsAre("settings", "pages", "pack", "about", "transfer-confirmation",
                                   "delete-confirmation", "mkdir-confirmation",
                                   "new-file-confirmation", "archive-password"));
  EXPECT_EQ(table.rows[0].poll.count(), 250);
  EXPECT_EQ(table.rows[1].poll.count(), 3);
  EXPECT_EQ(own.effect(table.rows[0]).kind, EffectKind::PushState);
  EXPECT_EQ(own.effect(table.rows[1]), (Effect{EffectKind::OpenDialog, {2}}));
  EXPECT_EQ(own.effect(table.rows[2]).kind, EffectKind::CloseViewers);
  EXPECT_EQ(own.effect(table.rows[3]).kind, EffectKind::PushTabs);
}

constexpr auto full = R"({"tool_table": 1, "name": "full", "follows": "r2",
  "subjects": {"windows": ["log"], "dialogs": ["prompt"]},
  "rows": [{"tool": "open", "target": "safely", "signal": "None",
            "unless": [{"if": "none", "of": "path", "with": "not_there", "within_ms": 700}]},
           {"tool": "open", "signal": "WindowAppeared", "subject": "log", "budget_ms": 9,
            "unless": [{"if": "some", "of": "soft_dialog", "subject": "prompt", "with": "blocked"},
                       {"if": "missing", "of": "generation", "with": "not_ready"}]},
           {"tool": "open", "goes_on": "event", "signal": "RoundTrip", "budget_ms": 8},
           {"tool": "shut", "when": "one", "signal": "WindowCountBelow", "subject": "viewer",
            "budget_ms": 9},
           {"tool": "shut", "when": "all", "signal": "WindowCountBelow", "subject": "viewer",
            "budget_ms": 9}]})";

TEST(AckTableFile, SaysWhatStandsInTheWayAndWhatGoesOn) {
  const auto file = read(full);
  EXPECT_EQ(read(write_table(file).dump()), file);
  const OwnTable own(file);
  const auto& rows = own.table().rows;
  EXPECT_EQ(own.table().windows, 3);
  EXPECT_EQ(rows[0].unless.all[0],
            (Obstacle{ProbeKind::Path, no_subject, Found::None, port::ack::Status::Refused,
                      Refusal::NotThere, port::Duration{700}}));
  EXPECT_EQ(rows[1].unless.count, 2);
  EXPECT_EQ(rows[1].unless.all[0].subject, SubjectId{3});
  EXPECT_EQ(rows[2].part, Part::Event);
  EXPECT_EQ(rows[3].unless.count, 2);  // Whoever closes windows of the family.
  EXPECT_EQ(row_for(own.table(), {.tool = rows[0].tool, .target = rows[0].target}), &rows[0]);
  EXPECT_EQ(row_for(own.table(), {.tool = rows[0].tool}), &rows[1]);
}

TEST(AckTableFile, WrittenIsReadBack) {
  const auto file = read(strange);
  EXPECT_EQ(read(write_table(file).dump()), file);
}

// The file of the head is right, so what a row of it refuses is what the row says.
struct RefusedTable {
  const char* name;
  std::string text;
  std::vector<std::string> parts;  // Of the message.
};

std::string rows(const std::string& row, const std::string& head = "") {
  return R"({"tool_table": 1, "name": "mine", "follows": "r1")" + head + R"(, "rows": [)" + row +
         "]}";
}
std::string many(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += std::string(i == 0 ? "" : ",") + R"({"tool": "t)" + std::to_string(i) +
           R"(", "signal": "None"})";
  return out;
}

std::string names(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += std::string(i == 0 ? "" : ",") + "\"d" + std::to_string(i) + "\"";
  return out;
}

class AckTableFileRefuses : public testing::TestWithParam<RefusedTable> {};

TEST_P(AckTableFileRefuses, WithPlaceFaultAndRemedy) {
  const auto table = loaded(GetParam().text);
  const auto* error = std::get_if<ScenarioError>(&table);
  ASSERT_NE(error, nullptr);
  const auto message = show(*error);
  for (const auto& part : GetParam().parts) EXPECT_THAT(message, HasSubstr(part));
  EXPECT_THAT(message, testing::StartsWith("t:1:"));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AckTableFileRefuses,
    testing::Values(
        RefusedTable{"Nothing", "{}", {"`tool_table` is missing", "Add it"}},
        RefusedTable{"NoText", "", {"t:1:1"}},
        RefusedTable{"NoObject", "[]", {"must be an object"}},
        RefusedTable{"Format", R"({"tool_table": 2})", {"/tool_table", "not known", "Write 1"}},
        RefusedTable{"Follows",
                     R"({"tool_table": 1, "name": "m", "follows": "r9", "rows": []})",
                     {"/follows", "Valid: r1, r2, relist, r3"}},
        RefusedTable{"Name",
                     R"({"tool_table": 1, "name": "a:b", "follows": "r1", "rows": []})",
                     {"/name", "is no name", "letters, digits"}},
        RefusedTable{"NoRows", rows(""), {"/rows", "No tool has a row"}},
        RefusedTable{"ManyRows", rows(many(201)), {"/rows", "200"}},
        RefusedTable{"ManyTools", rows(many(75)), {"/rows", "there are 101 tools", "room for 100"}},
        RefusedTable{"Member",
                     rows(R"({"tool": "t", "signal": "None", "budgets_ms": 1})"),
                     {"/rows/0/budgets_ms", "There is no field", "Did you mean `budget_ms`?"}},
        RefusedTable{"Type",
                     rows(R"({"tool": "t", "signal": "RoundTrip", "budget_ms": "1"})"),
                     {"/rows/0/budget_ms", "must be"}},
        RefusedTable{"ZeroBudget",
                     rows(R"({"tool": "t", "signal": "RoundTrip", "budget_ms": 0})"),
                     {"/rows/0/budget_ms", "from 1 to 60000"}},
        RefusedTable{"LongBudget",
                     rows(R"({"tool": "t", "signal": "RoundTrip", "budget_ms": 60001})"),
                     {"/rows/0/budget_ms", "from 1 to 60000"}},
        RefusedTable{"Signal",
                     rows(R"({"tool": "t", "signal": "RoundTrips"})"),
                     {"/rows/0/signal", "Did you mean `RoundTrip`?"}},
        RefusedTable{"When",
                     rows(R"({"tool": "t", "signal": "None", "when": "ever"})"),
                     {"/rows/0/when", "always"}},
        RefusedTable{"ToolName",
                     rows(R"({"tool": "a b", "signal": "None"})"),
                     {"/rows/0/tool", "is no name"}},
        RefusedTable{"Subject",
                     rows(R"({"tool": "t", "signal": "WindowAppeared", "subject": "setings"})"),
                     {"/rows/0/subject", "is no window or dialog", "Did you mean `settings`?",
                      "`subjects`"}},
        RefusedTable{"About",
                     rows(R"({"tool": "t", "signal": "None", "does": "confirm", "about": "x"})"),
                     {"/rows/0/about", "is no window or dialog"}},
        RefusedTable{"DoesNothingTo",
                     rows(R"({"tool": "t", "signal": "None", "does": "confirm"})"),
                     {"/rows/0/does", "`confirm` is done to a soft dialog", "`about` names it"}},
        RefusedTable{
            "DoesToAnother",
            rows(R"({"tool": "t", "signal": "None", "does": "open_window", "about": "about"})"),
            {"/rows/0/about", "`open_window` is done to a window"}},
        RefusedTable{"ManyDialogs",
                     rows(R"({"tool": "t", "signal": "None"})",
                          R"(, "subjects": {"windows": ["w"], "dialogs": [)" + names(62) + "]}"),
                     {"/subjects", "65 windows and dialogs", "room for 64"}},
        RefusedTable{"DialogTwice",
                     rows(R"({"tool": "t", "signal": "None"})",
                          R"(, "subjects": {"window": "a", "dialogs": ["a"]})"),
                     {"/subjects", "`a` stands twice"}}),
    [](const testing::TestParamInfo<RefusedTable>& row) { return row.param.name; });

TEST(AckTableFile, OfManyBytesIsRefusedUnread) {
  const auto table = loaded(std::string(scenario_bytes_max + 1, ' '));
  const auto* error = std::get_if<ScenarioError>(&table);
  ASSERT_NE(error, nullptr);
  EXPECT_THAT(show(*error), HasSubstr("1048577 bytes"));
}

}  // namespace
}  // namespace sim::ack
