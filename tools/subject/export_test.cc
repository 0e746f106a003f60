#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Export, PrintsVectorsThatTheirSchemaTakes) {
  for (const std::string area : {"ack", "modality", "appserver", "monitor"}) {
    const TemporaryFolder folder;
    const auto file = folder.file("vectors.json");
    const auto printed = run_orrery("export " + area);
    EXPECT_EQ(printed.code, exit_code::passed) << printed.err;
    EXPECT_EQ(run_orrery("export --format json -o " + file + " " + area).code, exit_code::passed);
    EXPECT_EQ(printed.out, text_of(file));
    const auto document = nlohmann::json::parse(printed.out, nullptr, false);
    ASSERT_FALSE(document.is_discarded());
    EXPECT_GT(document["vectors"].size(), 100u);
    if (run_shell("python3 -c 'import jsonschema'").code != 0) GTEST_SKIP() << "no jsonschema";
    const auto valid = run_shell(fmt::format(
        "python3 -c 'import json, sys, jsonschema; jsonschema.validate(*(json.load(open(path)) "
        "for path in sys.argv[1:]))' {} {}/scenarios/vectors.schema.json",
        file, ORRERY_SOURCE_DIR));
    EXPECT_EQ(valid.code, 0) << valid.err;
  }
}

// Of a schema: the members that no sentence says the meaning of.
void find_unsaid(const nlohmann::json& node, const std::string& place,
                 std::vector<std::string>& out) {
  if (!node.is_structured()) return;
  for (const auto& [name, member] : node.items()) {
    if (name == "properties")
      for (const auto& [inner, what] : member.items())
        if (what.value("description", std::string()).empty()) out.push_back(place + "/" + inner);
    find_unsaid(member, place + "/" + name, out);
  }
}

TEST(Export, SaysWhatEachMemberOfItsFilesMeans) {
  const auto schema = nlohmann::json::parse(
      text_of(std::string(ORRERY_SOURCE_DIR) + "/scenarios/vectors.schema.json"));
  std::vector<std::string> unsaid;
  find_unsaid(schema, "", unsaid);
  EXPECT_THAT(unsaid, testing::IsEmpty());
}

TEST(Export, LeavesOutWhatWeakerRulesWant) {
  for (const std::string area : {"ack", "modality"}) {
    const auto all = nlohmann::json::parse(run_orrery("export " + area).out);
    const auto ran = run_orrery("export --level must " + area);
    ASSERT_EQ(ran.code, exit_code::passed) << ran.err;
    for (const char* weaker : {"\"level\":\"should\"", "\"level\":\"proposed\""})
      EXPECT_THAT(ran.out, Not(HasSubstr(weaker)));
    const auto document = nlohmann::json::parse(ran.out);
    EXPECT_LT(document["vectors"].size(), all["vectors"].size());
    EXPECT_GT(document["left_out"].size(), all["left_out"].size());
    EXPECT_EQ(document["port"]["rules_of"], nlohmann::json::object());
    EXPECT_EQ(document["port"]["unasked"].size(), all["port"]["rules_of"].size());
    EXPECT_FALSE(all["port"].contains("unasked"));
  }
}

TEST(Export, RefusesAnAreaWithoutVectors) {
  for (const char* area : {"joint", "nothing"}) {
    const auto ran = run_orrery(std::string("export ") + area);
    EXPECT_EQ(ran.code, exit_code::usage);
    EXPECT_THAT(ran.err, HasSubstr(fmt::format("\"{}\" is not an area that has vectors. Valid: "
                                               "modality, ack, appserver, monitor.",
                                               area)));
  }
}

}  // namespace
}  // namespace tools
