#include <algorithm>

#include <gtest/gtest.h>

#include "fuzz/case.h"
#include "fuzz/judge.h"
#include "fuzz/subject.h"

namespace fuzz {
namespace {

TEST(FuzzCase, DependsOnSeedAndNumberAlone) {
  EXPECT_EQ(streams_of(make_case(7, 4000)), streams_of(make_case(7, 4000)));
  EXPECT_NE(streams_of(make_case(7, 4000)), streams_of(make_case(7, 4001)));
  EXPECT_NE(streams_of(make_case(7, 4000)), streams_of(make_case(8, 4000)));
}

TEST(FuzzGrammar, MakesLinesThatAreMessages) {
  sim::Rng rng(1);
  for (int i = 0; i < 500; ++i) {
    const auto line = make_line(rng);
    if (line.size() > line_bytes_max) continue;
    const auto subject = make_subject("engine");
    subject->feed(line);
    ASSERT_EQ(subject->heard.outcomes.size(), 1u) << line;
    EXPECT_EQ(subject->heard.outcomes[0].kind, Outcome::Kind::Accepted) << line;
  }
}

TEST(FuzzGrammar, MakesLinesThatEachProfileAccepts) {
  for (const auto profile : profiles) {
    sim::Rng rng(1);
    for (int i = 0; i < 500; ++i) {
      const auto line = make_line(rng, profile);
      const auto expected = expected_of(line, profile);
      ASSERT_EQ(expected.size(), 1u) << line;
      EXPECT_EQ(expected[0].verdict, Verdict::Accept) << name_of(profile) << ": " << line;
    }
  }
}

TEST(FuzzMutations, AreNamedOnThePieceThatTheyTouched) {
  sim::Rng rng(1);
  std::uint32_t seen = 0;
  for (int i = 0; i < 2000; ++i) {
    Case input;
    input.pieces.push_back({.bytes = "{\"method\":\"m\"}\n", .sound = true});
    mutate(input, rng);
    for (const auto& piece : input.pieces) {
      seen |= piece.damage;
      EXPECT_TRUE(piece.damage != 0 || piece.sound);
    }
  }
  EXPECT_EQ(seen, (1u << mutation_names().size()) - 1);
}

Case case_of(std::string bytes) {
  Case input;
  input.pieces.push_back({.bytes = std::move(bytes)});
  return input;
}

TEST(FuzzJudge, JudgesEachInputAsIfItWereTheFirst) {
  for (const auto* subject : {"engine", "mutant:loses_split_line_end"}) {
    Judge judge(subject);
    EXPECT_FALSE(judge.judge(case_of("x\r"), Compare::All)) << subject;
    EXPECT_FALSE(judge.judge(case_of("\n"), Compare::All)) << subject;
  }
}

TEST(FuzzJudge, AsksForNoSoundLineThatSomethingRanInto) {
  auto input = case_of("{\"a\":");
  input.pieces.push_back({.bytes = "{\"method\":\"m\"}\n", .sound = true});
  EXPECT_FALSE(Judge("engine").judge(input, Compare::All));
}

TEST(FuzzJudge, BelievesEachLibraryByItself) {
  const auto surrogate = case_of("{\"method\":\"\\ud800\"}\n");
  const auto twice = case_of("{\"method\":\"x\",\"method\":\"x\"}\n");
  Judge takes_surrogates("mutant:takes_lone_surrogates");
  EXPECT_FALSE(takes_surrogates.judge(surrogate, Compare::None));
  EXPECT_TRUE(takes_surrogates.judge(surrogate, Compare::RapidJson));
  Judge takes_twice("mutant:last_duplicate_wins");
  EXPECT_FALSE(takes_twice.judge(twice, Compare::RapidJson));
  EXPECT_TRUE(takes_twice.judge(twice, Compare::All));
}

TEST(FuzzMeaning, NamesWhyALineIsNoMessage) {
  EXPECT_EQ(meaning_of(" ").kind, LineMeaning::Kind::Blank);
  EXPECT_EQ(meaning_of("{\"method\":\"x\"}").kind, LineMeaning::Kind::Message);
  EXPECT_EQ(meaning_of("{\"method\":\"x\",\"method\":\"x\"}").why, "duplicate key");
  EXPECT_EQ(meaning_of("{\"method\":\"x\",\"u\":1e999}").why, "number_overflow");
  EXPECT_EQ(meaning_of("{\"method\":\"\\ud800\"}").why, "no JSON");
}

Case input_of(std::size_t pieces) {
  Case out;
  for (std::size_t i = 0; i < pieces; ++i) out.pieces.push_back({.bytes = "{\"id\":7}\n"});
  out.pieces[pieces / 2].bytes = "{\"id\":!}\n";
  return out;
}
bool has_mark(const Case& input) {
  return std::ranges::any_of(
      input.pieces, [](const Piece& piece) { return piece.bytes.find('!') != piece.bytes.npos; });
}

TEST(Shrink, LeavesWhatItTakesToFail) {
  const auto smallest = shrink(input_of(1'000), has_mark, [] { return false; });
  ASSERT_EQ(smallest.pieces.size(), 1u);
  EXPECT_EQ(smallest.pieces[0].bytes, "!");
}

// To copy an input of many pieces once for each of them takes minutes.
TEST(Shrink, TriesNothingOnceItIsOver) {
  for (const int tries : {0, 1, 5}) {
    int tried = 0;
    const auto smallest = shrink(
        input_of(30'000),
        [&](const Case& candidate) {
          ++tried;
          return has_mark(candidate);
        },
        [&] { return tried == tries; });
    EXPECT_EQ(tried, tries);
    EXPECT_TRUE(has_mark(smallest));
  }
}

}  // namespace
}  // namespace fuzz
