#include "sim/files/shrink.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "files/document_edits.h"
#include "sim/files/shrunk_document.h"

namespace sim {
namespace {

using nlohmann::ordered_json;

ordered_json parsed(const char* text) { return ordered_json::parse(text); }

ShrinkWords words() {
  return {.kept = {"story"},
          .simpler = {{"plain", "odd", "strange"}},
          .open_end = "never",
          .steps = {500, 100, 10}};
}

ShrunkDocument shrunk(const ordered_json& document,
                      std::function<bool(const ordered_json&)> still_shows,
                      std::uint64_t budget = 5'000) {
  const auto all = words();
  return shrink_document({.document = document,
                          .words = all,
                          .still_shows = std::move(still_shows),
                          .budget = budget});
}

bool holds(const ordered_json& document, const char* place, const ordered_json& item) {
  const ordered_json::json_pointer pointer(place);
  if (!document.contains(pointer)) return false;
  for (const auto& each : document.at(pointer))
    if (each == item) return true;
  return false;
}

TEST(Shrink, LeavesNothingButWhatIsKeptIfNothingMatters) {
  const auto out = shrunk(parsed(R"({"story": "s", "a": [1, 2], "b": {"c": "odd"}, "d": 7})"),
                          [](const auto&) { return true; });
  EXPECT_EQ(out.document, parsed(R"({"story": "s"})"));
  EXPECT_EQ(out.end, ShrinkEnd::Fixpoint);
  EXPECT_EQ(out.tried, out.accepted);
}

TEST(Shrink, LeavesEverythingIfEverythingMatters) {
  const auto document = parsed(R"({"story": "s", "a": [1, 2], "b": {"c": "odd"}, "d": 7})");
  const auto out = shrunk(document, [](const auto&) { return false; });
  EXPECT_EQ(out.document, document);
  EXPECT_EQ(out.accepted, 0u);
  EXPECT_GT(out.tried, 5u);
}

TEST(Shrink, FindsTwoElementsAmongMany) {
  auto document = parsed(R"({"steps": []})");
  for (int i = 0; i < 64; ++i) document["steps"].push_back("step" + std::to_string(i));
  const auto out = shrunk(document, [](const ordered_json& d) {
    return holds(d, "/steps", "step17") && holds(d, "/steps", "step51");
  });
  EXPECT_EQ(out.document, parsed(R"({"steps": ["step17", "step51"]})"));
  EXPECT_LT(out.tried, 300u);  // And not every subset.
}

TEST(Shrink, TakesOutPairsThatOnlyGoTogether) {
  const auto paired = [](const ordered_json& d) {
    return d.contains("steps") && holds(d, "/steps", "bug") &&
           holds(d, "/steps", "open") == holds(d, "/steps", "close");
  };
  const auto out = shrunk(parsed(R"({"steps": ["bug", "open", "close"]})"), paired);
  EXPECT_EQ(out.document, parsed(R"({"steps": ["bug"]})"));
}

TEST(Shrink, UnwrapsAnElementThatOnlyHoldsAList) {
  const auto out = shrunk(parsed(R"({"body": [{"block": ["bug"]}]})"), [](const ordered_json& d) {
    return d.dump().find("bug") != std::string::npos;
  });
  EXPECT_EQ(out.document, parsed(R"({"body": ["bug"]})"));
}

TEST(Shrink, JoinsNeighboursThatAreNumbersOfOneName) {
  const auto out =
      shrunk(parsed(R"({"body": [{"sleep": 500}, {"sleep": 1000}]})"), [](const ordered_json& d) {
        std::int64_t sum = 0;
        if (!d.contains("body")) return false;
        for (const auto& step : d["body"])
          if (step.is_object() && step.contains("sleep"))
            sum += step["sleep"].template get<std::int64_t>();
        return sum >= 1'500;
      });
  EXPECT_EQ(out.document, parsed(R"({"body": [{"sleep": 1500}]})"));
}

TEST(Shrink, MakesAWindowAPointAndAWordASimplerOne) {
  const auto out =
      shrunk(parsed(R"({"at": [700, "never"], "kind": "strange", "other": "strange"})"),
             [](const ordered_json& d) {
               return d.contains("at") && d.contains("kind") && d.contains("other") &&
                      d["other"] != "plain";
             });
  EXPECT_EQ(out.document, parsed(R"({"at": 0, "kind": "plain", "other": "odd"})"));
}

// A number is made round before it is made small: a reader takes in 1500 sooner than 1234.
TEST(Shrink, MakesNumbersRoundAndThenSmall) {
  const auto at_least = [](std::int64_t least) {
    return [least](const ordered_json& d) { return d.contains("ms") && d["ms"] >= least; };
  };
  EXPECT_EQ(shrunk(parsed(R"({"ms": 123457})"), at_least(1'234)).document,
            parsed(R"({"ms": 1500})"));
  EXPECT_EQ(shrunk(parsed(R"({"ms": 123457})"), at_least(0)).document, parsed(R"({"ms": 0})"));
  const auto exactly = [](const ordered_json& d) { return d.contains("ms") && d["ms"] == 1'234; };
  EXPECT_EQ(shrunk(parsed(R"({"ms": 1234})"), exactly).document, parsed(R"({"ms": 1234})"));
}

TEST(Shrink, TouchesNothingThatIsKept) {
  const auto out =
      shrunk(parsed(R"({"story": ["a", "b"], "x": 1})"), [](const auto&) { return true; });
  EXPECT_EQ(out.document, parsed(R"({"story": ["a", "b"]})"));
}

TEST(Shrink, StopsAtItsBudgetWithWhatItHas) {
  auto document = parsed(R"({"steps": []})");
  for (int i = 0; i < 64; ++i) document["steps"].push_back(i);
  const auto shows = [](const ordered_json& d) { return holds(d, "/steps", 63); };
  const auto whole = shrunk(document, shows);
  const auto part = shrunk(document, shows, 3);
  EXPECT_EQ(part.tried, 3u);
  EXPECT_EQ(part.end, ShrinkEnd::Budget);
  EXPECT_TRUE(shows(part.document));
  EXPECT_GT(part.document["steps"].size(), whole.document["steps"].size());
  EXPECT_EQ(shrunk(document, shows, 0).document, document);
}

TEST(Shrink, StopsWhenItIsTold) {
  const auto all = words();
  const auto document = parsed(R"({"a": 1, "b": 2, "c": 3})");
  int asked = 0;
  const auto out = shrink_document({.document = document,
                                    .words = all,
                                    .still_shows = [](const auto&) { return true; },
                                    .keep_going = [&] { return ++asked < 2; }});
  EXPECT_EQ(out.end, ShrinkEnd::ToldToStop);
  EXPECT_EQ(out.tried, 1u);
}

TEST(Shrink, NeverAsksTwiceAboutTheSame) {
  std::vector<std::string> asked;
  shrunk(parsed(R"({"a": [1, 1, 1, [500, 900]], "b": "strange"})"), [&](const ordered_json& d) {
    asked.push_back(d.dump());
    return d.contains("b");
  });
  const std::set<std::string> once(asked.begin(), asked.end());
  EXPECT_EQ(once.size(), asked.size());
}

// What is left is a local minimum: each single edit of it was refused.
TEST(Shrink, LeavesNoEditThatWouldStillShowIt) {
  const auto all = words();
  const auto shows = [](const ordered_json& d) {
    return d.contains("a") && d["a"].is_array() && d["a"].size() % 3 == 1 && d.contains("b");
  };
  const auto out = shrunk(parsed(R"({"a": [1, 2, [3, 4], 5, 6, 7, 8], "b": [20, 30]})"), shows);
  for (std::size_t pass = 0; pass < edit_passes; ++pass) {
    for (const auto& edit : edits(out.document, all, static_cast<EditPass>(pass))) {
      const auto smaller = edited(out.document, edit, static_cast<EditPass>(pass));
      EXPECT_FALSE(measure(smaller, all) < measure(out.document, all) && shows(smaller))
          << smaller.dump();
    }
  }
}

}  // namespace
}  // namespace sim
