// Capsules on the build that wrote them, and on others: a capsule is edited as if another
// build had written it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "sim/files/format_reference.h"
#include "world/capsule.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto explore_race =
    "explore modality/tick_races_return --subject mutant:result_sent_twice --capsule ";

class Capsules : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto file = folder_.file("good.capsule");
    ASSERT_EQ(run_orrery(explore_race + file).code, 1);
    capsule_ = ordered_json::parse(text_of(file), nullptr, false);
    ASSERT_TRUE(capsule_.is_object());
  }
  ProgramRun replay(const std::string& options = "") {
    return run_orrery("replay " + folder_.file("edited.capsule", capsule_.dump()) + " " + options);
  }
  // As if another build, whose states have another layout, had written it.
  void make_foreign() {
    capsule_["build"] = "0000000000000000";
    for (auto& choice : capsule_["choices"]) choice["digest"] = "0000000000000000";
  }
  ordered_json& choice(std::size_t i) { return capsule_["choices"][i]; }
  std::size_t count() const { return capsule_["choices"].size(); }

  TemporaryFolder folder_;
  ordered_json capsule_;
};

TEST_F(Capsules, OfTheSameBuildAgreeOnEveryDigest) {
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("as recorded, after every choice"));
  EXPECT_THAT(run.out, HasSubstr("The failure is still there."));
}

TEST_F(Capsules, OfTheSameBuildWithAnotherDigestAreOurBug) {
  auto capsule = *read_capsule(folder_.file("good.capsule"));
  capsule.steps[2].digest = 0x0123456789abcdef;
  capsule.steps[2].changed.push_back({"engine.phase", "Done"});
  const auto run = run_orrery("replay " + folder_.file("other.capsule", capsule_text(capsule)));
  EXPECT_EQ(run.code, 3) << run.out;
  EXPECT_THAT(run.out, HasSubstr("not as recorded after choice 3"));
  EXPECT_THAT(run.out, HasSubstr("from choice 3 on: engine.phase was Done and now is "));
  EXPECT_THAT(run.out, HasSubstr("a bug of orrery"));
}

TEST_F(Capsules, OfTheSameBuildThatWereEditedAreRefusedWithThePlace) {
  const auto good = capsule_;
  const auto refused = [&](const std::string& pointer, const ordered_json& value) {
    capsule_ = good;
    capsule_[ordered_json::json_pointer(pointer)] = value;
    const auto run = replay();
    EXPECT_EQ(run.code, 2) << pointer << run.out;
    EXPECT_THAT(run.err, HasSubstr("edited.capsule: " + pointer + ": The same build takes"));
    EXPECT_THAT(run.err + run.out, Not(HasSubstr("bug")));
  };
  refused("/choices/3/label", "something");
  refused("/choices/3/of", 77);
  refused("/choices/3/actor", "nobody");
  refused("/choices/3/at_ms", 77);
  refused("/choices/3/digest", "0123456789abcdef");
  refused("/choices/3/changed", {{"engine.phase", "Done"}});
  refused("/start", {{"engine.phase", "Done"}});
  refused("/broken", {{"rule", "MOD-01"}, {"kind", "breach"}});
  capsule_ = good;
  capsule_["found"] = "by hand";
  EXPECT_EQ(replay().code, 1) << "what it says is still so";
}

TEST_F(Capsules, ThatAreTooLargeAreRefused) {
  const auto& choices = capsule_["choices"];
  auto many = ordered_json::array();
  while (many.size() <= capsule_choices_max)
    for (const auto& one : choices) many.push_back(one);
  capsule_["choices"] = std::move(many);
  const auto file = folder_.file("long.capsule", capsule_.dump());
  const auto run = run_orrery("replay " + file);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr(file + ":1:"));
  EXPECT_THAT(run.err, HasSubstr("There is room for 20000."));
  std::filesystem::resize_file(file, capsule_bytes_max + 1);
  EXPECT_THAT(run_orrery("replay " + file).err, HasSubstr("A capsule may have 16777216."));
}

TEST_F(Capsules, ThatAreCutOffAreRefusedWithThePlace) {
  const auto text = text_of(folder_.file("good.capsule"));
  const auto file = folder_.file("cut.capsule", text.substr(0, text.size() / 2));
  const auto run = run_orrery("replay " + file);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("The text ends too early."));
}

TEST(CapsuleDocument, GeneratedTableIsThatOfTheFormat) {
  constexpr const char* page = ORRERY_SOURCE_DIR "/docs/CAPSULES.md";
  sim::format::Reference reference;
  const Capsule usual;
  const auto schema = sim::format::describe(capsule_table(), sim::format::spot(usual));
  const auto is = text_of(page);
  const auto wanted = reference.in(is, "a capsule", schema, "a capsule");
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(page) << wanted;
  EXPECT_EQ(is, wanted);
}

TEST_F(Capsules, SayWhatChangesAtEachChoice) {
  EXPECT_EQ(capsule_["start"]["engine.phase"], "Idle");
  EXPECT_EQ(capsule_["build"].get<std::string>().size(), 16u);
  EXPECT_EQ(capsule_["rules"].get<std::string>().size(), 16u);
  bool began = false;
  for (const auto& one : capsule_["choices"])
    began = began || one["changed"].value("engine.phase", "") == "PreFlight";
  EXPECT_TRUE(began) << capsule_.dump(2);
}

TEST_F(Capsules, OfAnotherBuildPassThroughLabels) {
  make_foreign();
  capsule_["start"]["engine.former"] = "7";
  capsule_["start"].erase("engine.noted");
  for (auto& one : capsule_["choices"]) one["changed"].erase("engine.noted");
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("recorded by 0.1.0 0000000000000000, this is 0.1.0"));
  EXPECT_THAT(run.out, HasSubstr("with the same rules"));
  EXPECT_THAT(run.out, HasSubstr("the labels of all"));
  EXPECT_THAT(run.out, HasSubstr("fields    as recorded so far"));
  EXPECT_THAT(run.out, HasSubstr("new       engine.noted"));
  EXPECT_THAT(run.out, HasSubstr("no longer engine.former"));
  EXPECT_THAT(run.out, HasSubstr("The failure is still there, at the same place."));
}

TEST_F(Capsules, OfAnotherBuildSayWhichChoicesHaveAnotherNumber) {
  make_foreign();
  const auto last = count() - 1;
  choice(last)["index"] = choice(last)["index"].get<int>() + 1;
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 choice has another number here, first choice " +
                                 std::to_string(last + 1)));
}

TEST_F(Capsules, OfAnotherBuildNameTheFirstFieldThatDiffers) {
  make_foreign();
  choice(3)["changed"]["agenda.timer.Tick"] = "[7.000s, 7.000s]";
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("from choice 4 on: agenda.timer.Tick was [7.000s, 7.000s] and now is "));
}

TEST_F(Capsules, WhoseChoiceIsNotOfferedAreTriedByWhatIsLeft) {
  make_foreign();
  choice(count() - 1)["label"] = "something that nobody does";
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("something that nobody does\", which is not"));
  EXPECT_THAT(run.out, HasSubstr("IDE: dialogs listed\""));
  EXPECT_THAT(run.out,
              HasSubstr("does not fit any more, but the failure is still there: found in"));
  EXPECT_THAT(run.out, HasSubstr("by what is left of it."));
}

TEST_F(Capsules, WhoseRestPassesAreSearchedFor) {
  const auto passing = run_orrery(
      "replay modality/tick_races_return --subject mutant:result_sent_twice --json "
      "--schedule 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1");
  ASSERT_EQ(passing.code, 0) << passing.err;
  capsule_["capsule"] = 1;
  for (const char* key : {"build", "rules", "found", "start", "seal"}) capsule_.erase(key);
  capsule_["choices"] = ordered_json::parse(passing.out)["steps"];
  for (auto& one : capsule_["choices"]) one.erase("seen");
  choice(count() - 1)["label"] = "something that nobody does";
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("but the failure is still there: found in 21 choices by search."));
}

TEST_F(Capsules, OfAMendedSubjectSayThatTheFailureIsGone) {
  const auto run = replay("--subject engine");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("another subject: recorded of mutant:result_sent_twice"));
  EXPECT_THAT(run.out, HasSubstr("is gone: no schedule shows it."));
}

TEST_F(Capsules, OfFormatOneAreStillRead) {
  capsule_["capsule"] = 1;
  for (const char* key : {"build", "rules", "found", "start", "seal"}) capsule_.erase(key);
  for (auto& one : capsule_["choices"]) one.erase("changed");
  const auto run = replay();
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("capsule format 1 names no fields"));
  EXPECT_THAT(run.out, HasSubstr("The failure is still there, at the same place."));
}

TEST_F(Capsules, OfANewerFormatAreRefused) {
  capsule_["capsule"] = 9;
  const auto run = replay();
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("This program reads 1 to 3; a newer one may read others."));
}

TEST_F(Capsules, AreReplayedForPrograms) {
  make_foreign();
  choice(4)["label"] = "something that nobody does";
  const auto run = replay("--json");
  EXPECT_EQ(run.code, 1);
  const auto out = ordered_json::parse(run.out, nullptr, false);
  ASSERT_TRUE(out.is_object()) << run.out << run.err;
  EXPECT_EQ(out["recorded"]["failure"], "there");
  EXPECT_EQ(out["recorded"]["misfit"]["choice"], 5);
  EXPECT_EQ(out["recorded"]["misfit"]["wanted"]["label"], "something that nobody does");
  EXPECT_FALSE(out["recorded"]["misfit"]["offered"].empty());
  EXPECT_EQ(out["exit"], 1);
  ASSERT_FALSE(out["steps"].empty());
  for (const char* key : {"at_ms", "actor", "label", "index", "of", "digest", "seen"})
    EXPECT_TRUE(out["steps"][0].contains(key)) << key;
}

TEST_F(Capsules, AreWrittenWholeOrNotAtAll) {
  const auto file = folder_.file("whole.capsule", "what was there before");
  EXPECT_EQ(run_orrery(explore_race + file).code, 1);
  EXPECT_TRUE(ordered_json::accept(text_of(file)));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.file("")))
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".tmp")));
  const auto refused = run_orrery(std::string(explore_race) + "/nonexistent/a.capsule");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--capsule: there is no folder \"/nonexistent\""));
  EXPECT_THAT(run_orrery(std::string(explore_race) + "-").out, HasSubstr("\"capsule\": 3"));
}

TEST(Determinism, OfAPrintedRunIsProved) {
  const auto run = run_orrery("explore modality/blink_dialog --subject mutant:hidden_clock");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("FAIL DET-01 (Determinism, MUST)"));
  EXPECT_THAT(run.out, HasSubstr("the second time: agenda.timer.Dispose = "));
  const auto again = run_orrery("replay modality/blink_dialog --subject mutant:hidden_clock");
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("FAIL DET-01"));
}

TEST(Determinism, OfEveryTransitionIsProvedIfAskedFor) {
  const auto run = run_orrery("explore modality/blink_dialog --prove --max-states 1000000");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  const auto at = run.out.find(" transitions taken twice");
  ASSERT_NE(at, std::string::npos) << run.out;
  const auto comma = run.out.rfind(", ", at);
  const auto counts = run.out.substr(comma + 2, at - comma - 2);
  const auto of = counts.find(" of ");
  EXPECT_EQ(counts.substr(0, of), counts.substr(of + 4));
}

}  // namespace
}  // namespace tools
