// The implementations of examples/subjects: each passes the gate of its area, and each of the
// faults that are planted in it is found by its rule, shrunk, and replayed against the program. A
// language that is not installed is skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;

struct Language {
  const char* name;
  const char* folder;
  const char* file;
  const char* area;
  int states_max;     // Of each row of the gate; what is not exhausted is skipped.
  const char* needs;  // Commands of a shell.
  const char* build;
  const char* run;
  const char* world;  // That has the states of our engine; null if it has others, or tells none.
};

struct Planted {
  const char* name;
  const char* language;
  const char* text;  // Stands there once.
  const char* instead;
  const char* world;
  const char* rule;
};

// An older node has no types.
constexpr const char* typescript_build = R"(
if node --experimental-strip-types --version 2>&1 >version; then
  echo 'exec node --experimental-strip-types $1.ts' >run
else
  tsc --target es2022 --module es2022 --moduleResolution node *.ts >errors
  sed -i 's/orrery\.ts/orrery.js/' client.js modality.js
  echo '{"type":"module"}' >package.json
  echo 'exec node $1.js' >run
fi
)";

constexpr const char* typescript_needs =
    "node --experimental-strip-types --version || { node --version && tsc --version; }";

constexpr const char* ack_world = "ack:r1:copy_asking";

constexpr Language languages[] = {
    {"python", "python", "ack.py", "ack", 200, "python3 --version", ":", "python3 ack.py",
     ack_world},
    {"rust", "rust", "ack.rs", "ack", 200, "rustc --version", "rustc --edition 2021 ack.rs",
     "./ack", ack_world},
    {"typescript", "typescript", "modality.ts", "modality", 200, typescript_needs, typescript_build,
     "sh run modality", nullptr},
    {"typescript_client", "typescript", "client.ts", "appserver", 100'000, typescript_needs,
     typescript_build, "sh run client", "appserver:fault:drop_notice"},
    {"kotlin", "kotlin", "Modality.kt", "modality", 200, "kotlinc -version && java -version",
     "kotlinc *.kt -include-runtime -d modality.jar",
     "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar modality.jar", nullptr},
};

const Language& language_named(std::string_view name) {
  return *std::find_if(std::begin(languages), std::end(languages),
                       [&](const Language& language) { return language.name == name; });
}

// Where rustup puts its programs.
const std::string in_path = "PATH=$PATH:$HOME/.cargo/bin\n";

bool has(const Language& language) { return run_shell(in_path + language.needs).code == 0; }

// A copy of an implementation, built.
class Example {
 public:
  explicit Example(const Language& language, const Planted* planted = nullptr)
      : language_(language) {
    const auto from = std::string(ORRERY_SOURCE_DIR "/examples/subjects/") + language.folder;
    std::filesystem::copy(from, folder_.file(""), std::filesystem::copy_options::recursive);
    if (planted != nullptr) plant(*planted);
    const auto built = shell(language.build);
    EXPECT_EQ(built.code, 0) << built.out << built.err;
  }

  // In its folder.
  ProgramRun shell(const std::string& command) const {
    return run_shell(fmt::format("{}cd {}\n{}", in_path, folder_.file(""), command));
  }
  // With itself as the subject.
  ProgramRun judged(const std::string& command) const {
    return shell(fmt::format("\"$orrery\" {} --subject 'exec:{}'", command, language_.run));
  }

 private:
  void plant(const Planted& planted) {
    const auto path = folder_.file(language_.file);
    auto text = text_of(path);
    const std::string_view old = planted.text;
    const auto at = text.find(old);
    ASSERT_NE(at, text.npos) << old;
    ASSERT_EQ(text.find(old, at + 1), text.npos) << old;
    std::ofstream(path) << text.replace(at, old.size(), planted.instead);
  }

  const Language& language_;
  TemporaryFolder folder_;
};

class LanguageTest : public testing::TestWithParam<Language> {};

TEST_P(LanguageTest, PassesTheGateOfItsArea) {
  if (!has(GetParam())) GTEST_SKIP() << "not installed: " << GetParam().needs;
  const Example example(GetParam());
  const auto ran = example.judged(
      fmt::format("conform {} --runs 5 --max-states {}", GetParam().area, GetParam().states_max));
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

// With no more told apart than needs be, and no less.
TEST_P(LanguageTest, HasTheStatesOfTheEngineIfItTellsItsOwn) {
  if (!has(GetParam())) GTEST_SKIP() << "not installed: " << GetParam().needs;
  if (GetParam().world == nullptr) GTEST_SKIP() << "it has others, or tells none";
  const auto explored = fmt::format("explore {} --json", GetParam().world);
  const auto states = [](const ProgramRun& ran) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    return nlohmann::json::parse(ran.out, nullptr, false).value("states", 0);
  };
  const auto engine = states(run_orrery(explored));
  EXPECT_GT(engine, 5'000);
  EXPECT_EQ(states(Example(GetParam()).judged(explored)), engine);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageTest, testing::ValuesIn(languages),
                         [](const auto& row) { return std::string(row.param.name); });

class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFoundByItsRuleShrunkAndReplayed) {
  const auto& language = language_named(GetParam().language);
  if (!has(language)) GTEST_SKIP() << "not installed: " << language.needs;
  const Example example(language, &GetParam());
  const auto found = example.judged(fmt::format(
      "explore {} --max-states 20000 --shrink --capsule small.capsule", GetParam().world));
  EXPECT_EQ(found.code, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr(fmt::format("FAIL {} ", GetParam().rule)));
  EXPECT_THAT(found.out, HasSubstr("  shrunk "));
  const auto again = example.judged("replay small.capsule");
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("The failure is still there, at the same place."));
}

// clang-format off
constexpr Planted planted_faults[] = {
    {"OkAtOnce", "python",
     "while not holds(signal, seen := await self.read(\"look\", \"looked\", call, signal, path)):",
     "while not (seen := await self.read(\"look\", \"looked\", call, signal, path)):",
     "ack/settings_close_no_listener", "ACK-03"},
    {"NoLastLook", "python",
     "            last = self.now >= deadline\n",
     "            if self.now >= deadline:\n"
     "                return self.missing(call, row, signal, deadline)\n",
     "ack/deadline_tie", "ACK-05"},
    {"AboutIsAWindow", "python",
     "\"about\": (\"SoftDialog\", \"about\")",
     "\"about\": (\"Window\", \"about\")",
     "ack/about_as_window", "ACK-15"},
    {"CapturesAfterDispatch", "python",
     "        signal = await self.captured(call, row, path)\n"
     "        if signal is None:\n"
     "            return\n"
     "        self.say(\"dispatch\", call=call, request=0)\n",
     "        self.say(\"dispatch\", call=call, request=0)\n"
     "        signal = await self.captured(call, row, path)\n"
     "        if signal is None:\n"
     "            return\n",
     "ack/capture_after_dispatch", "ACK-01"},
    {"AnyReply", "python",
     "event.get(\"request\", event.get(\"call\"))",
     "self.requests if name == \"replied\" else event[\"call\"]",
     "ack/late_reply_to_next_call", "ACK-17"},
    {"TabsDoNotCount", "python",
     "and event[\"pane\"] != \"unknown\":",
     "and event[\"kind\"] == \"state\":",
     "ack/tabs_bypass_generation", "ACK-16"},
    {"ImpatientParent", "python",
     "yield pushes(tool, budget=5000)",
     "yield pushes(tool)",
     "ack/slow_remote_parent", "ACK-19"},
    {"OkAtOnce", "rust",
     "if holds(self.row.signal, bound, seen) {\n"
     "                break",
     "if true {\n"
     "                break",
     "ack/settings_close_no_listener", "ACK-03"},
    {"NoLastLook", "rust",
     "last = self.now() >= deadline;",
     "if self.now() >= deadline {\n"
     " return self.missing(bound, since);\n"
     " }",
     "ack/deadline_tie", "ACK-05"},
    {"AboutIsAWindow", "rust",
     "row(\"dialog_close\", Always, dialog, SoftDialogDisappeared, dialog)",
     "row(\"dialog_close\", Always, dialog, WindowDisappeared, dialog)",
     "ack/about_as_window", "ACK-15"},
    {"CapturesAfterDispatch", "rust",
     "        let Some(bound) = self.captured().await else { return };\n"
     "        self.say(\"dispatch\", r#\",\"request\":0\"#);\n",
     "        self.say(\"dispatch\", r#\",\"request\":0\"#);\n"
     "        let Some(bound) = self.captured().await else { return };\n",
     "ack/capture_after_dispatch", "ACK-01"},
    {"AnyReply", "rust",
     "\"replied\" => orrery::wake(&self.api, name, event.get(\"request\").number(), event)",
     "\"replied\" => orrery::wake(&self.api, name, self.requests, event)",
     "ack/late_reply_to_next_call", "ACK-17"},
    {"TabsDoNotCount", "rust",
     "event.get(\"pane\").text() != \"unknown\" =>",
     "event.get(\"kind\").text() == \"state\" =>",
     "ack/tabs_bypass_generation", "ACK-16"},
    {"ImpatientParent", "rust",
     "signal == RoundTrip || tool.starts_with(\"nav_\")",
     "signal == RoundTrip",
     "ack/slow_remote_parent", "ACK-19"},
    {"BodyNotCancelled", "typescript",
     "      this.say(\"cancel_body\");\n"
     "      this.showing",
     "      this.showing",
     "modality/tick_races_return", "MOD-61"},
    {"SweepsFromBelow", "typescript",
     "this.sweeping = dialogs.map(",
     "this.sweeping = [...dialogs].reverse().map(",
     "modality/parent_closed_first", "MOD-10"},
    {"NoRefreshAtTheEnd", "typescript",
     "    this.say(\"schedule_refresh\");\n"
     "    this.finish(",
     "    this.finish(",
     "modality/blink_dialog", "MOD-84"},
    {"AllowCoversOneDialog", "typescript",
     "this.blocks.fill(false);\n"
     "        this.unwatch();",
     "this.blocks.fill(false);",
     "modality/own_dialog_after_allow", "MOD-66"},
    {"WithheldWorkIsLeft", "typescript",
     "    this.cancel(\"main\");\n"
     "    this.cancel(\"monitor\");\n"
     "    for",
     "    this.cancel(\"monitor\");\n"
     "    for",
     "modality/unbounded_sync", "MOD-42"},
    {"NoBoundOnSmart", "typescript",
     "return this.bounded(this.limits.smart_bound_ms, \"smart\"",
     "return this.bounded(9 * this.limits.smart_bound_ms, \"smart\"",
     "modality/unbounded_smart_wait", "MOD-52"},
    {"TripsOnProgress", "typescript",
     "      if (dialogs.length === 0) continue;",
     "      if (dialogs.length === 0 && (await this.modality()) === \"none\") continue;",
     "modality/progress_trips_monitor", "MOD-62"},
    {"SavesAll", "typescript",
     "extent: \"dirty\" });\n"
     "      await this.assert_none(\"sync\", \"modal_during_sync\");\n"
     "      await this.ask(\"refresh\"",
     "extent: \"all\" });\n"
     "      await this.assert_none(\"sync\", \"modal_during_sync\");\n"
     "      await this.ask(\"refresh\"",
     "modality/clean_save_asks", "MOD-47"},
    {"LateClickIsAnswered", "typescript_client",
     "    else if (!this.settled.includes(ask)) this.report(\"unknown_ask\", ask);\n"
     "  }\n"
     "\n"
     "  resolved",
     "    else this.send({ answer: { ask, decision } });\n"
     "  }\n"
     "\n"
     "  resolved",
     "appserver/approval_after_interrupt", "APR-04"},
    {"MalformedIsShown", "typescript_client",
     "if (!message.wellformed || !active",
     "if (!active",
     "appserver/approval_malformed", "APR-02"},
    {"RefusedStopIsLeft", "typescript_client",
     "      if (turn.stop === \"refused\") void this.interrupt(chat, turn);\n",
     "",
     "appserver/interrupt_before_started", "SES-05"},
    {"EarlyStopIsForgotten", "typescript_client",
     "    if (chat.turn!.stop === \"wanted\") void this.interrupt(chat, chat.turn!);\n",
     "",
     "appserver/stop_while_starting", "SES-06"},
    {"CallsDoNotWait", "typescript_client",
     "return this.phase === \"open\" && (",
     "return this.lives() && (",
     "appserver/call_before_initialized", "RPC-01"},
    {"ItemsStayOpen", "typescript_client",
     "if (item.chat === chat.id && !item.closed)",
     "if (item.chat === chat.id && !item.closed && end === \"lost\")",
     "appserver/open_items_at_end", "ITM-02"},
    {"NeverGivesUp", "typescript_client",
     "  crashes: 5,",
     "  crashes: 50,",
     "appserver/crash_loop", "PROC-02"},
    {"NoBoundOnTheEnd", "typescript_client",
     "interrupted: 30_000",
     "interrupted: 90_000",
     "appserver/interrupt_ignored", "SES-07"},
    {"BodyNotCancelled", "kotlin",
     "        say(\"cancel_body\")\n"
     "        end(Failed(\"monitor\"",
     "        end(Failed(\"monitor\"",
     "modality/tick_races_return", "MOD-61"},
    {"SweepsFromBelow", "kotlin",
     "dialogs.map { Closing(it) }",
     "dialogs.reversed().map { Closing(it) }",
     "modality/parent_closed_first", "MOD-10"},
    {"NoRefreshAtTheEnd", "kotlin",
     "        say(\"schedule_refresh\")\n"
     "        finish(why)\n",
     "        finish(why)\n",
     "modality/blink_dialog", "MOD-84"},
    {"AllowCoversOneDialog", "kotlin",
     "                blocks.fill(false)\n"
     "                unwatch()\n",
     "                blocks.fill(false)\n",
     "modality/own_dialog_after_allow", "MOD-66"},
    {"WithheldWorkIsLeft", "kotlin",
     "        cancel(\"main\")\n"
     "        cancel(\"monitor\")\n",
     "        cancel(\"monitor\")\n",
     "modality/unbounded_sync", "MOD-42"},
    {"NoBoundOnSmart", "kotlin",
     "limits[stage + \"_bound_ms\"] as Int",
     "9 * (limits[stage + \"_bound_ms\"] as Int)",
     "modality/unbounded_smart_wait", "MOD-52"},
    {"SavesAll", "kotlin",
     "\"extent\" to \"dirty\"",
     "\"extent\" to \"all\"",
     "modality/clean_save_asks", "MOD-47"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn(planted_faults), [](const auto& row) {
  return fmt::format("{}_{}", row.param.language, row.param.name);
});

// The runner that docs/VECTORS.md names, without our program.
// A runner of vectors in the language of an implementation: builds and plays them, in its folder.
struct VectorRunner {
  const char* language;
  const char* command;
  const char* passes;  // A regular expression.
  int faults;          // Of those that are planted, so many are tried: a build each.
};
class VectorRunnerTest : public testing::TestWithParam<VectorRunner> {};

TEST_P(VectorRunnerTest, PassesAndFindsEachPlantedFault) {
  const auto& language = language_named(GetParam().language);
  if (!has(language)) GTEST_SKIP() << "not installed: " << language.needs;
  const auto run_on = [&](const Planted* planted) {
    return Example(language, planted)
        .shell(fmt::format("\"$orrery\" export {} -o vectors.json && VECTORS=vectors.json {}",
                           language.area, GetParam().command));
  };
  const auto right = run_on(nullptr);
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_THAT(right.out, testing::ContainsRegex(GetParam().passes));
  int tried = 0;
  for (const auto& planted : planted_faults) {
    if (planted.language != std::string_view(language.name) || tried == GetParam().faults) continue;
    EXPECT_NE(run_on(&planted).code, 0) << planted.name;
    ++tried;
  }
  EXPECT_EQ(tried, GetParam().faults);
}

INSTANTIATE_TEST_SUITE_P(
    In, VectorRunnerTest,
    testing::Values(
        VectorRunner{"rust",
                     "sh -c 'rustc --test --edition 2021 ack.rs -o tests && ./tests --nocapture'",
                     "1[0-9][0-9] of 1[0-9][0-9] passed, 0 failed", 7},
        VectorRunner{"kotlin",
                     "sh -c 'kotlinc -nowarn -cp modality.jar vectors/*.kt -d vectors.jar && "
                     "java -cp modality.jar:vectors.jar VectorsKt'",
                     "3[0-9][0-9] of 3[0-9][0-9] passed, 0 failed", 3}),
    [](const auto& row) { return std::string(row.param.language); });

}  // namespace
}  // namespace tools
