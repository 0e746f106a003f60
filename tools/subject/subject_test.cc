// Our engines as programs: nothing is lost over pipes, whatever they tell of themselves.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string program(const std::string& area, const std::string& grade) {
  return fmt::format("--subject 'exec:{} {} {}'", ORRERY_EXAMPLE_SUBJECT, area, grade);
}

struct Explored {
  const char* name;
  const char* area;
  const char* world;
};

class ProgramExplored : public testing::TestWithParam<Explored> {};

TEST_P(ProgramExplored, HasTheStatesOfTheEngineIfItTellsItsOwn) {
  const auto found = [&](const std::string& options) {
    const auto ran = run_orrery(fmt::format("explore {} --json {}", GetParam().world, options));
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.code == 0 ? json::parse(ran.out) : json();
  };
  const auto engine = found("");
  for (const auto* grade : {"digest", "save_restore"})
    EXPECT_EQ(found("--level proposed " + program(GetParam().area, grade))["states"],
              engine["states"])
        << grade;
}

INSTANTIATE_TEST_SUITE_P(
    All, ProgramExplored,
    testing::Values(Explored{"Ack", "ack", "ack/deadline_tie"},
                    Explored{"Modality", "modality", "modality/tick_races_return"},
                    Explored{"Appserver", "appserver", "appserver/silent_server"}),
    [](const auto& row) { return row.param.name; });

TEST(ProgramSubject, WithoutAStateIsSearchedByAllThatItWasTold) {
  const auto ran = run_orrery("explore ack/deadline_tie " + program("ack", "plain"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("passed: every schedule"));
}

TEST(ProgramSubject, PassesTheGateAsTheEngineDoes) {
  const std::string bounds = "--max-states 400 --runs 1 --json ";
  const auto engine = run_orrery("conform ack " + bounds);
  // The engine is judged by the proposed rules unasked.
  const auto judged =
      run_orrery("conform --level proposed " + bounds + program("ack", "save_restore"));
  ASSERT_EQ(judged.code, 0) << judged.err;
  const auto summary = [](const ProgramRun& ran) {
    auto out = json::parse(ran.out)["summary"];
    for (const auto* other : {"subject", "exit", "fingerprint", "searches", "max_states"})
      out.erase(other);
    return out;
  };
  EXPECT_EQ(summary(judged), summary(engine));
  EXPECT_THAT(judged.err, HasSubstr("started, 0 failed"));
}

TEST(ProgramSubject, ThatIsLimitedIsIncompleteOnlyIfItIsToBeExhausted) {
  const std::string bounds = "conform ack --runs 1 --max-states 100 --rule ACK-05 ";
  const auto subject = program("ack", "save_restore");
  EXPECT_EQ(run_orrery(bounds + subject).code, 0);
  EXPECT_EQ(run_orrery(bounds + "--exhaust " + subject).code, 6);
  EXPECT_EQ(run_orrery(bounds + "--exhaust").code, 2);
}

TEST(ProgramSubject, IsReplayed) {
  const auto ran =
      run_orrery("replay ack/deadline_tie --subject exec -- " ORRERY_EXAMPLE_SUBJECT " ack digest");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("exec:" ORRERY_EXAMPLE_SUBJECT " ack digest"));
}

// It never says more than this.
constexpr std::string_view silent = R"(import json, sys
for line in sys.stdin:
    n = json.loads(line)["n"]
    hello = {"areas": ["ack"], "grade": "plain"}
    print(json.dumps({"n": n, **(hello if n == 0 else {"commands": []})}), flush=True)
)";

TEST(ProgramSubject, IsReplayedFromACapsuleByWhoNamesIt) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto subject = "'exec:" + python() + " " + folder.file("silent.py", silent) + "'";
  const auto capsule = folder.file("silent.capsule");
  const auto found = run_orrery(
      fmt::format("explore ack/deadline_tie --subject {} --capsule {}", subject, capsule));
  ASSERT_EQ(found.code, 1) << found.err;
  const auto replay = fmt::format("replay {} --subject {}", capsule, subject);
  EXPECT_THAT(found.out, HasSubstr("orrery " + replay));
  const auto again = run_orrery(replay);
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("The failure is still there, at the same place."));
  const auto unnamed = run_orrery("replay " + capsule);
  EXPECT_EQ(unnamed.code, 2);
  EXPECT_THAT(unnamed.err, HasSubstr("say --subject " + subject));
  EXPECT_EQ(run_orrery("shrink " + capsule).code, 2);
  const auto mended = run_orrery(fmt::format("replay {} --subject engine", capsule));
  EXPECT_EQ(mended.code, 0) << mended.err;
  const auto written = json::parse(text_of(capsule))["start"];
  EXPECT_FALSE(written.empty());
  EXPECT_FALSE(written.contains("engine.now"));
}

TEST(ProgramSubject, OfAnotherAreaIsRefused) {
  const auto ran = run_orrery("conform modality " + program("ack", "plain"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("does not speak modality"));
}

TEST(ProgramSubject, ThatCannotBeStartedIsNoFailureOfOurs) {
  const auto ran = run_orrery("conform ack --subject exec:/no/such/program");
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("No such file or directory"));
}

TEST(SubjectCheck, ShowsWhatIsSaidAndHowFast) {
  const auto ran = run_orrery("subject check -- " ORRERY_EXAMPLE_SUBJECT " modality");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("engine of modality: save_restore, of modality"));
  EXPECT_THAT(ran.out, HasSubstr("  < {\"commands\":["));
  EXPECT_THAT(ran.out, HasSubstr("events a second one by one"));
}

TEST(SubjectCheck, WaitsForAnAnswerAsLongAsItIsTold) {
  const TemporaryFolder folder;
  const auto file = folder.file("silent.sh", "read hello; echo \"$hello\" | " ORRERY_EXAMPLE_SUBJECT
                                             " modality | head -n 1; exec sleep 30\n");
  const auto ran = run_orrery("subject check --patience 1s -- sh " + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("did not answer within 1.0"));
  EXPECT_EQ(run_orrery("subject words ack --patience 1s").code, 2);
}

TEST(SubjectWords, AreThoseOfThePort) {
  const auto ran = run_orrery("subject words appserver");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["commands"]["kill"]["process"], "id");
  EXPECT_EQ(run_orrery("subject words acks").code, 2);
}

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
