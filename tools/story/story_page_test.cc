// Pages and traces of a story that is no modality run, and of texts that mean harm.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "story/story_files.h"

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
                 .cells = {{0, CellKind::Choice, "offer 7"}, {1, CellKind::Command, "Deliver 7"}},
                 .turns = {{0, "client", "offer 7"}, {0, "client", "leave"}},
                 .changed = {{"engine.pending", "0", "1"}}},
                {.at_ms = 2000,
                 .choice = 1,
                 .choices = 3,
                 .cells = {{1, CellKind::Choice, "timeout"}, {1, CellKind::Missing, "Deliver 7"}},
                 .differences = {{.believed = {"engine", "delivered", 0},
                                  .truth = {"client", "never got it", 0},
                                  .begins = true}},
                 .deciding = true,
                 .taken = 1,
                 .turns = {{1000, "client", "leave"},
                           {2000, "engine", "timeout"},
                           {3000, "client", "offer 8"}},
                 .changed = {{"engine.now", "0.000s", "2.000s"}}}},
      .marks = {{1, StoryMark::Kind::Unavoidable, "from here on no schedule avoids it"}},
      .spans = {{.lane = 1, .name = "offer", .begin = 0},
                {.lane = 0, .name = "delivery", .begin = 0, .end = 1, .asked_by = 1}},
      .replay = "orrery replay ack/retry --schedule 0,1",
      .scenario = "ack/retry",
      .reported = "Nobody answered, and the offer was never made again.",
      .rules = {{"ACK-05", "Timeouts", "MUST", "An offer is delivered again. It is the same one."},
                {"ACK-06", "Timeouts", "SHOULD", "It is given up in the end."}},
      .start = {{"engine.pending", "0"}, {"engine.now", "0.000s"}},
      .path = {0, 1}};
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
       {&story.scenario, &story.reported, &story.rule, &story.clause, &story.level, &story.text,
        &story.want, &story.got, &story.differs, &story.why, &story.subject, &story.length,
        &story.given, &story.shrunk, &story.searched, &story.replay})
    *text = harm;
  for (auto& lane : story.lanes) lane = harm;
  for (auto& mark : story.marks) mark.text = harm;
  for (auto& step : story.steps) {
    for (auto& cell : step.cells) cell.text = harm;
    for (auto& turn : step.turns) turn = {0, harm, harm};
    for (auto& field : step.changed) field = {harm, harm, harm};
    for (auto& difference : step.differences) difference = {{harm, harm, 0}, {harm, harm, 0}, true};
  }
  for (auto& rule : story.rules) rule = {harm, harm, harm, harm};
  for (auto& field : story.start) field = {harm, harm};
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

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t out = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++out;
  return out;
}

TEST(StoryPage, ListsWhatAStepChangedAndWhatElseCouldHappen) {
  const auto page = story_page(small_story());
  EXPECT_THAT(page, HasSubstr("<summary>1 field changed, 2 other choices</summary>"));
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">engine.<wbr>now</th><td class=\"was\">0.000s</td>"
                              "<td class=\"now\">2.000s</td>"));
  EXPECT_THAT(page, HasSubstr("<li data-choice=\"2\">3.000s client: offer 8</li>"));
  EXPECT_THAT(page, HasSubstr("<li class=\"took\" data-choice=\"1\">2.000s engine: timeout"));
  EXPECT_EQ(count_of(page, "class=\"took\""), 2u) << "one of each step";
  EXPECT_THAT(page, HasSubstr("The whole state, 2 fields"));
}

TEST(StoryPage, HasNoButtonsWhereNothingIsKnownOfTheState) {
  auto story = small_story();
  story.start.clear();
  for (auto& step : story.steps) step.turns.clear();
  const auto page = story_page(story);
  EXPECT_THAT(page, Not(HasSubstr("id=\"player\"")));
  EXPECT_THAT(page, Not(HasSubstr("class=\"more\"")));
}

TEST(StoryPage, HoldsTheTextOfEveryRuleThatItLinksTo) {
  const auto page = story_page(small_story());
  for (const std::string rule : {"ACK-05", "ACK-06"}) {
    EXPECT_THAT(page, HasSubstr("href=\"#" + rule + "\""));
    EXPECT_EQ(count_of(page, "id=\"" + rule + "\""), 1u);
  }
  EXPECT_THAT(page, HasSubstr("It is the same one."));
  EXPECT_THAT(page, HasSubstr("<b>ack/retry</b> Nobody answered"));
}

TEST(StoryPage, HasNoFolderOfTheMachineThatMadeIt) {
  auto story = small_story();
  story.scenario = "/home/me/races/retry.json";
  story.subject = "exec:/opt/engine --config=/etc/engine.conf";
  story.replay = "orrery replay '/home/me/my races/a.capsule' --subject exec:/opt/engine";
  const auto page = story_page(story);
  for (const char* folder : {"/home", "/opt", "/etc", "my races"})
    EXPECT_THAT(page, Not(HasSubstr(folder)));
  EXPECT_THAT(page, HasSubstr("orrery replay &#39;a.capsule&#39; --subject exec:engine"));
  EXPECT_THAT(page, HasSubstr("in the folder of that file"));
  EXPECT_THAT(page, HasSubstr("--config=engine.conf"));
  EXPECT_THAT(story_page(small_story()), HasSubstr("replay ack/retry --schedule"))
      << "a name of a scenario is no absolute path";
}

// What the page says of a graph, read as its format says.
struct Unpacked {
  std::vector<std::uint64_t> heads;
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> ways;  // Which, and where to.
};

std::string bytes_of(const std::string& base64) {
  static const std::string letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0, value = 0;
  for (const char c : base64) {
    if (c == '=') break;
    value = value << 6 | static_cast<unsigned>(letters.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(value >> bits & 255u);
  }
  return out;
}

Unpacked unpacked(const std::string& base64, std::size_t states) {
  const auto bytes = bytes_of(base64);
  std::size_t at = 0, met = 1;
  const auto number = [&] {
    std::uint64_t out = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.at(at++));
      out |= std::uint64_t{byte % 128u} << shift;
      if (byte < 128) return out;
    }
  };
  Unpacked out;
  for (std::size_t from = 0; from < states; ++from) {
    out.heads.push_back(number());
    out.ways.emplace_back();
    if (out.heads.back() > 2) continue;
    for (auto count = number(); count > 0; --count) {
      const auto way = number();
      const auto code = number();
      const auto to = code == 0 ? met++ : code % 2 == 1 ? from + (code - 1) / 2 : from - code / 2;
      out.ways.back().emplace_back(way, to);
    }
  }
  EXPECT_EQ(at, bytes.size());
  return out;
}

conformance::RunGraph small_graph() {
  using Fate = conformance::RunGraph::Fate;
  conformance::RunGraph out;
  out.labels = {{"IDE", "tick"}, {"</script>", "<b>"}};
  out.endings = {{.good = true, .says = "ends well"}, {.rule = "ACK-05", .says = "breaks ACK-05"}};
  out.states.resize(203);
  out.states[0] = {.ways = {{1, 0, 0}, {2, 0, 200}, {0, 1, 0}}, .fate = Fate::SomeFail};
  for (std::uint32_t i = 1; i < 202; ++i)
    out.states[i] = {.ways = {{i + 1, 0, 0}, {i / 2, 1, 70'000}}, .fate = Fate::EveryFails};
  out.states[202] = {.fate = Fate::EveryFails, .ending = 2};
  return out;
}

TEST(Turns, PackEveryStateAndWay) {
  const auto graph = small_graph();
  const auto pack = packed(graph);
  const auto read = unpacked(pack.states, graph.states.size());
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    const auto& state = graph.states[i];
    EXPECT_EQ(read.heads[i], state.ending * 3 + static_cast<std::uint64_t>(state.fate));
    ASSERT_EQ(read.ways[i].size(), state.ways.size());
    for (std::size_t k = 0; k < state.ways.size(); ++k) {
      EXPECT_EQ(read.ways[i][k].second, state.ways[k].to) << i;
      EXPECT_EQ(pack.ways.at(read.ways[i][k].first).first, state.ways[k].label);
      EXPECT_EQ(pack.ways.at(read.ways[i][k].first).second, state.ways[k].after_ms);
    }
  }
}

json graph_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"graph\">";
  const auto at = page.find(begin);
  if (at == page.npos) return {};
  const auto end = page.find("</script>", at);
  return json::parse(page.substr(at + begin.size(), end - at - begin.size()));
}

TEST(Turns, AreInThePageAsJsonThatEndsNoElement) {
  const auto page = story_page(small_story(), {},
                               {.graph = small_graph(), .command = "orrery replay /tmp/a.json"});
  const auto data = graph_of(page);
  EXPECT_EQ(data["labels"][1][0], "</script>");
  EXPECT_EQ(data["command"], "orrery replay a.json");
  EXPECT_EQ(data["path"], json::parse("[0,1]"));
  EXPECT_EQ(data["states"], 203);
  EXPECT_THAT(page, HasSubstr("203 states. From 0 no way fails, from 1 some ways fail, and from "
                              "202 every way does."));
}

TEST(Turns, SayWhyThereAreNone) {
  EXPECT_THAT(story_page(small_story(), {}, {.why_not = "It is <too> large."}),
              HasSubstr("<p>It is &lt;too&gt; large.</p>"));
  EXPECT_THAT(story_page(small_story()), Not(HasSubstr("Take another turn")));
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
