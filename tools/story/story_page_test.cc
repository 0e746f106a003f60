// Pages and traces of a story that is no modality run, and of texts that mean harm.
#include "story/story_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "story/story_trace.h"

namespace tools {
namespace {

using conformance::CellKind;
using conformance::Story;
using conformance::StoryMark;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

Story small_story() {
  return {
      .rule = "ACK-05",
      .clause = "Timeouts",
      .level = "MUST",
      .text = "An offer is delivered again when its timeout passes.",
      .want = "Deliver 7",
      .got = "nothing",
      .subject = "mutant:deaf",
      .length = "2 choices",
      .lanes = {"client", "engine"},
      .steps = {{.at_ms = 0,
                 .choice = 0,
                 .choices = 2,
                 .cells = {{0, CellKind::Choice, "offer 7"}, {1, CellKind::Command, "Deliver 7"}}},
                {.at_ms = 2000,
                 .choice = 1,
                 .choices = 3,
                 .cells = {{1, CellKind::Choice, "timeout"}, {1, CellKind::Missing, "Deliver 7"}},
                 .differences = {{.believed = {"engine", "delivered", 0},
                                  .truth = {"client", "never got it", 0},
                                  .begins = true}},
                 .deciding = true}},
      .marks = {{1, StoryMark::Kind::Unavoidable, "from here on no schedule avoids it"}},
      .spans = {{.lane = 1, .name = "offer", .begin = 0},
                {.lane = 0, .name = "delivery", .begin = 0, .end = 1, .asked_by = 1}},
      .replay = "orrery replay ack/retry --schedule 0,1"};
}

// The version of the program changes with every release.
std::string without_version(std::string text) {
  const std::string version = ORRERY_VERSION;
  for (auto at = text.find(version); at != std::string::npos; at = text.find(version, at))
    text.replace(at, version.size(), "VERSION");
  return text;
}

void expect_golden(const std::string& name, const std::string& text) {
  const auto file = ORRERY_SOURCE_DIR "/tools/golden/" + name;
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(text, text_of(file));
}

TEST(GoldenStory, PageIsUnchanged) {
  expect_golden("story.html",
                without_version(story_page(
                    small_story(),
                    {.index = "../index.html", .capsule = "a.capsule", .trace = "a.trace.json"})));
}

TEST(GoldenStory, TraceIsUnchanged) {
  expect_golden("story.trace.json", story_trace(small_story()));
}

TEST(StoryPage, EscapesEveryText) {
  const std::string harm = "<script>alert('x')</script>&\"";
  auto story = small_story();
  for (auto* text :
       {&story.rule, &story.clause, &story.level, &story.text, &story.want, &story.got,
        &story.subject, &story.length, &story.given, &story.shrunk, &story.searched, &story.replay})
    *text = harm;
  for (auto& lane : story.lanes) lane = harm;
  for (auto& mark : story.marks) mark.text = harm;
  for (auto& step : story.steps) {
    for (auto& cell : step.cells) cell.text = harm;
    for (auto& difference : step.differences) difference = {{harm, harm, 0}, {harm, harm, 0}, true};
  }
  const auto page = story_page(story, {.index = harm, .capsule = harm, .trace = harm});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("&\"")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;"));
}

TEST(StoryPage, NeedsNothingFromAnywhere) {
  const auto page = story_page(small_story());
  for (const char* outside : {"http:", "https:", "src=", "url(", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(StoryPage, SaysSoWhereNoRuleIsBroken) {
  Story story{.lanes = {"engine"}, .steps = {{.cells = {{0, CellKind::Choice, "tick"}}}}};
  const auto page = story_page(story);
  EXPECT_THAT(page, Not(HasSubstr(">FAIL<")));
  EXPECT_THAT(page, HasSubstr("One run, step by step"));
}

// What the format asks of each kind of event.
TEST(StoryTrace, IsAnArrayOfWellFormedEvents) {
  const auto events = json::parse(story_trace(small_story()));
  ASSERT_TRUE(events.is_array());
  std::set<int> named, used;
  std::map<int, int> arrows;
  for (const auto& event : events) {
    const auto phase = event.at("ph").get<std::string>();
    EXPECT_TRUE(event.at("pid").is_number_integer());
    EXPECT_TRUE(event.at("name").is_string());
    const int thread = event.at("tid");
    if (phase == "M") {
      if (event["name"] == "thread_name") named.insert(thread);
      continue;
    }
    used.insert(thread);
    EXPECT_GE(event.at("ts").get<std::int64_t>(), 0);
    if (phase == "X") {
      EXPECT_GT(event.at("dur").get<std::int64_t>(), 0);
    } else if (phase == "i") {
      EXPECT_THAT("gpt", HasSubstr(event.at("s").get<std::string>()));
    } else if (phase == "s") {
      ++arrows[event.at("id").get<int>()];
    } else {
      EXPECT_EQ(phase, "f");
      EXPECT_EQ(event.at("bp"), "e");
      --arrows[event.at("id").get<int>()];
    }
  }
  EXPECT_EQ(named, used);
  EXPECT_EQ(arrows.size(), 1u);
  for (const auto& [id, open] : arrows) EXPECT_EQ(open, 0) << id;
}

TEST(StoryTrace, PutsWhatOverlapsOnTracksOfItsOwn) {
  auto story = small_story();
  story.steps.push_back({.at_ms = 3000, .cells = {{0, CellKind::Choice, "later"}}});
  story.steps.push_back({.at_ms = 4000, .cells = {{0, CellKind::Choice, "last"}}});
  story.spans = {{.lane = 0, .name = "first", .begin = 0, .end = 2},
                 {.lane = 0, .name = "second", .begin = 1, .end = 3}};
  std::map<std::string, int> threads;
  for (const auto& event : json::parse(story_trace(story)))
    if (event.value("cat", "") == "span") threads[event["name"]] = event["tid"];
  EXPECT_NE(threads["first"], threads["second"]);
}

TEST(StoryTrace, OfNothingIsAnArrayToo) {
  EXPECT_TRUE(json::parse(story_trace(Story{})).is_array());
}

}  // namespace
}  // namespace tools
