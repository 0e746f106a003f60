// The files of the tree that belong together: scenarios, their schema and their document.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "files/scenario_texts.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(ScenarioTree, IsReadWithoutAnErrorAndTellsWhy) {
  const auto files = scenario_files(default_area);
  EXPECT_GE(files.size(), 26u);
  for (const auto& file : files) {
    const auto loaded = load_scenario(file);
    ASSERT_EQ(message_of(loaded), "no error");
    const auto& scenario = std::get<Scenario>(loaded);
    EXPECT_FALSE(scenario.rules.empty()) << file;
    EXPECT_FALSE(scenario.expect.results.empty()) << file;
    EXPECT_EQ(scenario.coarse_because, "") << file;
  }
}

using Names = std::set<std::string>;

template <class Range>
Names set_of(const Range& names) {
  Names out;
  for (const auto& each : names) out.emplace(each);
  return out;
}

template <class E>
Names enumerators(std::size_t count) {
  Names out;
  for (std::size_t i = 0; i < count; ++i) out.emplace(name(static_cast<E>(i)));
  return out;
}

Names callable() {
  Names out;
  for (const auto& each : callable_methods) out.emplace(each.name);
  return out;
}

TEST(ScenarioSchema, HasTheNamesOfTheCode) {
  const auto text = text_of(source_root / "scenarios" / "scenario.schema.json");
  const auto schema = json::parse(text, nullptr, false);
  ASSERT_FALSE(schema.is_discarded());
  const auto at = [&](const char* pointer) {
    const json::json_pointer place(pointer);
    EXPECT_TRUE(schema.contains(place)) << pointer;
    return schema.contains(place) ? set_of(schema.at(place)) : Names{};
  };
  EXPECT_EQ(at("/definitions/entry/enum"), enumerators<EntryKind>(entry_kinds));
  EXPECT_EQ(at("/definitions/event/enum"), enumerators<Background>(background_kinds));
  EXPECT_EQ(at("/definitions/warning/enum"), set_of(warning_names));
  EXPECT_EQ(at("/definitions/instruction/oneOf/1/properties/call/enum"), callable());
  EXPECT_EQ(at("/properties/ide/properties/index/enum"), enumerators<Index>(3));
  EXPECT_EQ(at("/properties/call/properties/modal/enum"), set_of(mode_names));
  EXPECT_EQ(at("/properties/call/properties/defect/enum"), set_of(defect_names));
  EXPECT_EQ(at("/properties/call/properties/tuple/properties/progress_at_gate/enum"),
            set_of(progress_at_gate_names));
  const std::string result = "/properties/expect/properties/results/items/properties/";
  EXPECT_EQ(at((result + "verdict/enum").c_str()), set_of(verdict_names));
  EXPECT_EQ(at((result + "stage/enum").c_str()), set_of(failing_stage_names));
  EXPECT_EQ(at((result + "reason/enum").c_str()), set_of(reason_names));
}

// What an object of the schema may have is what the loader says it may have.
TEST(ScenarioSchema, HasTheFieldsOfTheLoader) {
  const auto schema =
      json::parse(text_of(source_root / "scenarios" / "scenario.schema.json"), nullptr, false);
  struct Row {
    const char* pointer;
    std::string text;  // A scenario with an unknown field there.
  };
  const std::vector<Row> rows{
      {"/properties", with(R"("?": 1)")},
      {"/properties/call/properties", with("", R"({"?": 1})")},
      {"/properties/call/properties/tuple/properties", with("", R"({"tuple": {"?": 1}})")},
      {"/properties/limits/oneOf/1/properties", with(R"("limits": {"?": 1})")},
      {"/properties/ide/properties", with(R"("ide": {"?": 1})")},
      {"/properties/ide/properties/latencies/properties",
       with(R"("ide": {"latencies": {"?": 1}})")},
      {"/definitions/behaviour/properties", with(R"("ide": {"latencies": {"slow": {"?": 1}}})")},
      {"/properties/background/items/properties", with(R"("background": [{"?": 1}])")},
      {"/properties/expect/properties", with(R"("expect": {"?": 1})")},
      {"/properties/expect/properties/results/items/properties",
       with(R"("expect": {"results": [{"?": 1}]})")},
  };
  for (const auto& row : rows) {
    Names fields;
    for (const auto& item : schema.at(json::json_pointer(row.pointer)).items())
      fields.insert(item.key());
    const auto message = message_of(parse_scenario(row.text, "t"));
    const auto begin = message.find("Valid: ") + 7;
    ASSERT_NE(begin, std::string::npos + 7) << message;
    Names said;
    std::string each;
    for (const char c : message.substr(begin)) {
      if (c != ',' && c != '.' && c != ' ') each += c;
      if (c == ',' || c == '.') said.insert(std::exchange(each, {}));
    }
    EXPECT_EQ(fields, said) << row.pointer;
  }
}

TEST(ScenarioWords, AreThoseThatPrintsHave) {
  for (const auto& callable : callable_methods)
    EXPECT_EQ(show(Instruction{.op = Op::Call, .call = {.method = callable.method}}),
              callable.name);
}

TEST(ScenarioDocument, NamesEveryWordThatAFileMayHave) {
  const auto document = text_of(source_root / "docs" / "SCENARIOS.md");
  Names words = enumerators<EntryKind>(entry_kinds);
  words.merge(enumerators<Background>(background_kinds));
  words.merge(callable());
  words.merge(set_of(failing_stage_names));
  words.merge(set_of(reason_names));
  words.merge(set_of(warning_names));
  words.merge(set_of(mode_names));
  for (const auto& word : words) EXPECT_THAT(document, HasSubstr("`" + word + "`"));
}

}  // namespace
}  // namespace sim::modality
