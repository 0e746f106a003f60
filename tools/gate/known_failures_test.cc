// What a subject is known to fail is green; what fails otherwise, or no longer, is red.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Of an engine that notes nothing, or of another one.
ProgramRun gate_of_all(const std::string& subject, const std::string& options) {
  return run_orrery(fmt::format("conform ack --revision r1 --rule ACK-21 --runs 1 --subject {} {}",
                                subject, options));
}
ProgramRun gate(const std::string& subject, const std::string& options) {
  return gate_of_all(subject, "--max-states 200 " + options);
}
constexpr const char* broken = "mutant:no_note";

// One gate writes what all tests read.
const json& known_file() {
  static const json all = [] {
    const TemporaryFolder folder;
    const auto file = folder.file("known.json");
    EXPECT_EQ(gate(broken, "--write-known " + file).code, 1);
    return json::parse(text_of(file), nullptr, false);
  }();
  return all;
}

std::string changed(json file, const std::string& member, const std::string& value) {
  file["known"][0][member] = value;
  return file.dump();
}

TEST(KnownFailures, AreWrittenAsTheyAreRead) {
  const TemporaryFolder folder;
  const auto file = folder.file("known.json");
  const auto wrote = gate_of_all(broken, "--write-known " + file);
  EXPECT_EQ(wrote.code, 1);
  const auto listed = json::parse(text_of(file), nullptr, false)["known"];
  ASSERT_GT(listed.size(), 0u);
  EXPECT_THAT(wrote.err, HasSubstr(fmt::format("lists {} finding", listed.size())));
  for (const auto& each : listed) {
    EXPECT_EQ(each["rule"], "ACK-21");
    EXPECT_THAT(each["check"].get<std::string>(), HasSubstr("/"));
    EXPECT_THAT(each["fails"].get<std::string>(), HasSubstr("; got "));
  }
  const auto tap = folder.file("tap");
  const auto ran = gate_of_all(broken, "--known " + file + " --tap " + tap);
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("known to fail"), ContainsRegex("mkdir .* known\n"),
                             Not(ContainsRegex(" fail\n"))));  // In the lines of rows, too.
  EXPECT_THAT(text_of(tap), HasSubstr(" # TODO not looked at yet\n"));
}

TEST(KnownFailures, ThatPassFailTheGate) {
  const TemporaryFolder folder;
  const auto ran = gate("engine", "--known " + folder.file("known.json", known_file().dump()));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("it does not: remove that"));
}

TEST(KnownFailures, ThatFailOtherwiseAreRed) {
  const TemporaryFolder folder;
  const auto otherwise = changed(known_file(), "fails", "want this; got that");
  const auto ran = gate(broken, "--known " + folder.file("known.json", otherwise));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("FAIL ACK-21"));
}

TEST(KnownFailures, ThatThereAreNotAreRefused) {
  const TemporaryFolder folder;
  const auto& file = known_file();
  const auto refused = [&](const std::string& text, const std::string& says) {
    const auto ran = gate("engine", "--known " + folder.file("known.json", text));
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_THAT(ran.err, HasSubstr(says));
  };
  refused(changed(file, "rule", "ACK-999"), "\"ACK-999\" is not a rule");
  refused(changed(file, "check", "directed/no such check"), "is no check of this gate");
  refused(changed(file, "because", ""), "needs a reason");
  refused(changed(file, "rule", "FLT-01"), "never known to fail");
  refused(R"({"known_failures":1,"known":[{"name":"ACK-21","because":"x"}]})", "known_failures");
  refused(R"({"known_failures":9,"known":[]})", "Write 2; a newer program may read others.");
  refused("{\"known\":[]}", "known_failures");
  EXPECT_EQ(gate("engine", "--known " + folder.file("none.json")).code, 2);
}

// A rule that is known to fail in one place hides nothing of it in another.
TEST(KnownFailures, OfOneCheckHideNoOtherOne) {
  const TemporaryFolder folder;
  const auto& whole = known_file();
  ASSERT_GT(whole["known"].size(), 1u);
  auto file = whole;
  file["known"].clear();
  for (const auto& known : whole["known"])
    if (known["check"].get<std::string>().starts_with("directed/")) file["known"].push_back(known);
  ASSERT_LT(file["known"].size(), whole["known"].size());
  EXPECT_EQ(gate(broken, "--known " + folder.file("known.json", file.dump())).code, 1);
}

}  // namespace
}  // namespace tools
