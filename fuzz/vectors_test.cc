// The vectors against the readings that share nothing with them, and against the codec.
#include "fuzz/edges.h"

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/codec/rpc.h"
#include "fuzz/judge.h"
#include "sim/search/rng.h"

namespace fuzz {
namespace {

class Vectors : public testing::TestWithParam<Profile> {
 protected:
  std::span<const Vector> all() const { return vectors_of(GetParam()); }
};

TEST_P(Vectors, HaveTheVerdictsOfTheReference) {
  for (const auto& vector : all()) {
    for (const auto* end : {"\n", "\r\n"}) {
      const auto stream = vector.line + end;
      const auto expected = expected_of(stream, GetParam());
      ASSERT_EQ(expected.size(), 1u) << vector.name;
      EXPECT_EQ(name_of(expected[0].verdict), name_of(vector.verdict)) << vector.name;
      EXPECT_EQ(expected[0].word, vector.word) << vector.name;
    }
  }
}

TEST_P(Vectors, MeetEveryRefusalThatAShortLineCanMeet) {
  std::set<std::string_view> words{"truncated", "too_long"};  // Of streams, and of 64 MiB.
  for (const auto& vector : all()) words.insert(vector.word);
  for (const auto& refusal : refusals())
    EXPECT_TRUE(refusal.in(GetParam()) == Verdict::Accept || words.contains(refusal.word))
        << refusal.word;
}

TEST_P(Vectors, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  std::set<std::string_view> kinds;
  for (const auto& vector : all()) {
    kinds.insert(vector.kind);
    EXPECT_TRUE(names.insert(std::string(vector.kind) + " " + std::string(vector.name)).second)
        << vector.name;
    EXPECT_EQ(vector.line.find('\n'), vector.line.npos) << vector.name;
  }
  EXPECT_THAT(kinds, testing::UnorderedElementsAre("structure", "number", "string", "utf8", "space",
                                                   "message", "nesting"));
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Vectors, testing::ValuesIn(profiles), [](const auto& row) {
  auto name = std::string(name_of(row.param));
  std::erase(name, '-');
  return name;
});

// Another library, which takes a NUL for the end of the text.
TEST(VectorsOfJson, AreWhatNlohmannSays) {
  for (const auto& vector : vectors_of(Profile::Json)) {
    const bool valid = nlohmann::json::accept(vector.line);
    if (vector.verdict == Verdict::Open || vector.word == "nul_byte") continue;
    EXPECT_EQ(valid, vector.verdict == Verdict::Accept) << vector.name;
  }
}

std::string_view word_of_the_codec(const std::string& line) {
  std::string_view word = "nothing";
  engine::rpc::Decoder decoder;
  decoder.feed(line + "\n", [&](const engine::rpc::Item& item) {
    if (std::holds_alternative<engine::rpc::Accepted>(item)) word = "";
    if (const auto* rejected = std::get_if<engine::rpc::Rejected>(&item))
      word = engine::rpc::text_of(rejected->reason).name;
  });
  return word;
}

TEST(VectorsOfTheCodec, AreReadAsTheProfileSays) {
  for (const auto& vector : vectors_of(Profile::AppServer))
    EXPECT_EQ(word_of_the_codec(vector.line), vector.word) << vector.name;
}

TEST(VectorsOfTheCodec, AreTheFirstInputsOfTheFuzzer) {
  const auto vectors = vectors_of(Profile::AppServer);
  Judge judge("engine");
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const auto input = make_case(7, i);
    ASSERT_EQ(streams_of(input), std::vector{vectors[i].line + "\n"});
    const auto finding = judge.judge(input, Compare::All);
    EXPECT_FALSE(finding) << vectors[i].name << ": " << finding->says;
  }
}

TEST(VectorsOfTheCodec, FindTheMutantsOfThatKind) {
  const std::map<std::string, std::string_view> found_by{
      {"mutant:accepts_trailing_bytes", "word_behind"},
      {"mutant:stops_at_nul", "nul_behind"},
      {"mutant:last_duplicate_wins", "key_twice"},
      {"mutant:takes_lone_surrogates", "half_a_pair_high"}};
  const auto vectors = vectors_of(Profile::AppServer);
  for (const auto& [mutant, name] : found_by) {
    const auto found = std::ranges::find(vectors, name, &Vector::name);
    ASSERT_NE(found, vectors.end()) << name;
    const auto index = static_cast<std::uint64_t>(found - vectors.begin());
    EXPECT_TRUE(Judge(mutant).judge(make_case(7, index), Compare::All)) << mutant;
  }
}

// Longer than what is read at once, so that everything meets its end.
TEST(VectorsOfTheCodec, AreReadTheSameInLongStrings) {
  constexpr std::array<std::string_view, 17> parts{"word ",
                                                   "x",
                                                   "\\n",
                                                   "\\\"",
                                                   "\\\\",
                                                   "\\u00e9",
                                                   "\\ud83d\\ude00",
                                                   "\xc3\xa9",
                                                   "\xe2\x82\xac",
                                                   "\xf0\x9f\x98\x80",
                                                   "\\x",
                                                   "\\ud800",
                                                   "\xa9",
                                                   "\xc3",
                                                   "\xc0\xaf",
                                                   "\xe2\x82",
                                                   "\xf5\x80"};
  constexpr std::uint32_t sound = 10;
  sim::Rng rng(5);
  int bad = 0;
  for (int i = 0; i < 40'000; ++i) {
    std::string line = "{\"method\":\"";
    const auto of = 1 + rng.below(sound);
    for (auto count = rng.below(60); count > 0; --count) line += parts[rng.below(of)];
    if (rng.below(2) == 0) line += parts[rng.below(parts.size())];
    for (auto count = rng.below(40); count > 0; --count) line += parts[rng.below(of)];
    line += rng.below(4) == 0 ? "\"}"
                              : "\",\"params\":{\"key\":\"value that is long enough to read on\"}}";
    const auto stream = line + "\n";
    const auto word = expected_of(stream, Profile::AppServer).at(0).word;
    ASSERT_EQ(word_of_the_codec(line), word) << line;
    bad += word.empty() ? 0 : 1;
  }
  EXPECT_GT(bad, 4'000);
}

// The scanner alone is a decoder of any JSON value; what is open it refuses, but for numbers.
TEST(VectorsOfTheCodec, AreReadAsJsonByTheScanner) {
  engine::json::Scanner scanner({});
  for (const auto& vector : vectors_of(Profile::Json)) {
    if (vector.word == "byte_order_mark" || vector.word == "trailing_bytes") continue;
    auto scan = scanner.scan(vector.line, 0);
    const auto behind =
        std::min(vector.line.find_first_not_of(" \t\r", scan.at), vector.line.size());
    if (scan.reason == engine::rpc::Reason::None && behind < vector.line.size())
      scan.reason = engine::rpc::Reason::NulByte;
    const auto word = scan.reason == engine::rpc::Reason::None
                          ? std::string_view()
                          : engine::rpc::text_of(scan.reason).name;
    if (vector.word == "number_range" || vector.name == "byte_order_mark_alone") continue;
    EXPECT_EQ(word, vector.word) << vector.name;
  }
}

TEST(Profiles, AreFoundByName) {
  for (const auto profile : profiles) EXPECT_EQ(profile_of(name_of(profile)), profile);
  EXPECT_EQ(profile_of("xml"), std::nullopt);
}

TEST(Profiles, HaveEachReasonOfTheDecoderOnce) {
  std::map<std::string_view, int> times;
  for (const auto& refusal : refusals()) ++times[refusal.word];
  for (const auto& [word, count] : times) EXPECT_EQ(count, 1) << word;
  for (const auto& text : engine::rpc::reason_texts) {
    const bool of_the_encoder = text.reason == engine::rpc::Reason::RawNewline ||
                                text.reason == engine::rpc::Reason::NotOneValue;
    const bool expected = text.reason != engine::rpc::Reason::None && !of_the_encoder;
    EXPECT_EQ(times.contains(text.name), expected) << text.name;
  }
}

// docs/CODEC.md lists each refusal as the table has it.
TEST(Profiles, AreDocumentedToTheLetter) {
  std::string table = "| word | says | json | jsonrpc | app-server | mcp | rule | standard |\n|" +
                      std::string("---|---|---|---|---|---|---|---|\n");
  for (const auto& refusal : refusals()) {
    table += fmt::format("| `{}` | {} |", refusal.word, refusal.says);
    for (const auto profile : profiles) {
      const bool fault = refusal.in(profile) != Verdict::Accept;
      table += fmt::format(" {} |", fault ? name_of(refusal.in(profile)) : "");
    }
    table += fmt::format(" {} | {} |\n", refusal.rule, refusal.standard);
  }
  std::ifstream file(ORRERY_SOURCE_DIR "/docs/CODEC.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(page.find("\n\n" + table + "\n"), page.npos) << "the table is\n" << table;
}

TEST(Profiles, TakeAnUnendedLineForOneIfItIsWhole) {
  for (const auto profile : profiles) {
    const auto whole = expected_of("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}", profile);
    ASSERT_EQ(whole.size(), 1u);
    EXPECT_EQ(whole[0].verdict, Verdict::Accept);
    EXPECT_EQ(whole[0].whole, "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}");
    const auto cut = expected_of("\n \n{\"jsonrpc\":", profile);
    ASSERT_EQ(cut.size(), 1u);
    EXPECT_EQ(cut[0].at, 3u);
    EXPECT_EQ(cut[0].word, "truncated");
    EXPECT_EQ(cut[0].verdict, Verdict::Refuse);
  }
}

// What must be refused is so whatever else is open about it.
TEST(Profiles, RefuseWhatIsBrokenBesideWhatIsOpen) {
  for (const std::string_view line :
       {"{\"a\":1,\"a\":2", "[\"\\ud800\",]", "[1e400,01]", "\xef\xbb\xbf[", "[[1e400]"}) {
    const auto expected = expected_of(std::string(line) + "\n", Profile::Json);
    EXPECT_EQ(name_of(expected.at(0).verdict), "refuse") << line;
  }
  const auto expected = expected_of("{\"jsonrpc\":\"2.0\",\"x\":\"\\ud800\"}\n", Profile::JsonRpc);
  EXPECT_EQ(expected.at(0).word, "not_a_message");
}

// A mark may be ignored, and then the line is a blank one.
TEST(Profiles, LeaveOpenWhetherAMarkAloneIsABlankLine) {
  const auto word_of = [](Profile profile, bool with_blank_lines) {
    const auto line = expected_of("\xef\xbb\xbf \n", profile, with_blank_lines).at(0);
    return std::string(name_of(line.verdict)) + (line.may_be_blank ? " or blank" : "");
  };
  for (const auto profile : {Profile::Json, Profile::JsonRpc, Profile::Mcp}) {
    EXPECT_EQ(word_of(profile, false), "open or blank");
    EXPECT_EQ(word_of(profile, true), "refuse");
  }
  EXPECT_EQ(word_of(Profile::AppServer, false), "refuse");
}

}  // namespace
}  // namespace fuzz
