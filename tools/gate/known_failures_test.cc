// What a subject is known to fail is green; what is listed and passes is red.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;

// Of an engine that notes nothing, or of the engine.
ProgramRun gate(const std::string& subject, const std::string& options) {
  return run_orrery(
      fmt::format("conform ack --rule ACK-21 --runs 1 --subject {} {}", subject, options));
}
constexpr const char* broken = "mutant:no_note";

std::string listing(const std::string& name, const std::string& because = "it does not note") {
  return fmt::format(R"({{"known_failures":1,"known":[{{"name":"{}","because":"{}"}}]}})", name,
                     because);
}

TEST(KnownFailures, AreCountedAndDoNotFailTheGate) {
  const TemporaryFolder folder;
  const auto file = folder.file("known.json", listing("ACK-21"));
  const auto tap = folder.file("tap");
  const auto ran = gate(broken, "--known " + file + " --tap " + tap);
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("known to fail"));
  EXPECT_THAT(text_of(tap), HasSubstr(" # TODO it does not note\n"));
  EXPECT_EQ(gate(broken, "").code, 1);
}

TEST(KnownFailures, ThatPassFailTheGate) {
  const TemporaryFolder folder;
  const auto file = folder.file("known.json", listing("ACK-21"));
  const auto ran = gate("engine", "--known " + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("says that it fails, and it passes: remove it"));
}

TEST(KnownFailures, ThatThereAreNotAreRefused) {
  const TemporaryFolder folder;
  for (const auto* name : {"ACK-999", "directed/no such check"}) {
    const auto ran = gate("engine", "--known " + folder.file("known.json", listing(name)));
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr(fmt::format("\"{}\" is neither a rule nor a check", name)));
  }
  const auto ran = gate("engine", "--known " + folder.file("known.json", listing("ACK-21", "")));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("needs a reason"));
  EXPECT_EQ(gate("engine", "--known " + folder.file("none.json")).code, 2);
  EXPECT_EQ(gate("engine", "--known " + folder.file("bad.json", "{\"known\":[]}")).code, 2);
}

TEST(KnownFailures, AreWrittenAsTheyAreRead) {
  const TemporaryFolder folder;
  const auto file = folder.file("known.json");
  EXPECT_EQ(gate(broken, "--write-known " + file).code, 1);
  EXPECT_THAT(text_of(file), HasSubstr("\"name\": \"ACK-21\""));
  EXPECT_EQ(gate(broken, "--known " + file).code, 0);
}

}  // namespace
}  // namespace tools
