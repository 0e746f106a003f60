#include "conformance/story/wrong_act.h"

#include <gtest/gtest.h>

#include <cctype>

#include "conformance/area/area.h"
#include "conformance/area/areas.h"

namespace conformance {
namespace {

using spec::ClauseText;

TEST(WrongAct, IsToldInWords) {
  const ClauseText only{.form = spec::only_if,
                        .act = "Dispatch",
                        .when = "needs_capture(limits) && !s.dispatched()",
                        .then = "s.captured()"};
  EXPECT_EQ(why_wrong(only),
            "Dispatch comes only if captured, where needs capture and not dispatched");
  const ClauseText no{.form = spec::never,
                      .act = "Save",
                      .when = "s.has(Flag::Force) && (s.phase == Phase::Called || s.left >= 2)"};
  EXPECT_EQ(why_wrong(no),
            "Save never comes where Force and (phase is Called or left is at least 2)");
  EXPECT_EQ(why_wrong({.form = spec::never, .act = "Save", .when = "true"}), "Save never comes");
  EXPECT_EQ(why_wrong({.form = spec::within, .act = "Save", .when = "true"}), "");
  EXPECT_EQ(plain_words("ask_of(s, act.ask) != nullptr && asked(s, act)->has(AskFlag::Late)"),
            "ask of its ask is there and asked Late");
  EXPECT_EQ(plain_words("act.count == s.count"), "its count is count");
  EXPECT_EQ(plain_words("!is_write(s.running[static_cast<std::size_t>(act.operation)])"),
            "not is write running its operation");
}

// No condition of any area leaves a sign of the language that it is written in.
TEST(WrongAct, HasWordsForEveryClause) {
  std::size_t told = 0;
  for (const auto* area : areas())
    for (const auto& clause : area->facts().clauses)
      for (const auto condition : {clause.when, clause.then})
        for (const char c : plain_words(condition)) {
          EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '(' ||
                      c == ')')
              << condition << ": " << plain_words(condition);
          ++told;
        }
  EXPECT_GT(told, 10'000u);
}

}  // namespace
}  // namespace conformance
