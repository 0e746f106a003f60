// Causes that are told of decoders with one thing wrong, and readers that are wrong about time.

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"
#include "fuzz/lines_campaign.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_program.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Of a program whose limit is 65,536, asked so many times before the time was over.
std::string limit_after(int times) {
  const auto limit = narrowed(
      {.passes = 36, .fails = 131'110},
      [&](std::size_t size) { return times-- > 0 && size > 65'536; }, [&] { return times <= 0; });
  return more_than(limit, "bytes");
}
TEST(LinesLimit, IsToldToTheByteOnlyIfItWasFound) {
  EXPECT_EQ(limit_after(100), "more than 65,536 bytes");
  EXPECT_EQ(limit_after(2), "more than N bytes, N being one of 36 to 131,071");
  EXPECT_EQ(limit_after(0), "more than N bytes, N being one of 36 to 131,109");
}

// What a decoder in Python is wrong for in a stream, of which the first fault is told.
class LinesCause : public testing::Test {
 protected:
  void SetUp() override {
    if (python().empty()) GTEST_SKIP() << "the decoders are written in Python, which is not here";
  }

  KnownFault told_of(const std::string& decoder, const std::string& stream, BadLines bad_lines) {
    const auto script = folder_.file("decoder.py", "import json, os, sys\n" + decoder);
    program_.words = {"sh", "-c", "exec " + python() + " " + script};
    program_.hang_seconds = 300;
    program_.profile = fuzz::Profile::Json;
    program_.contract.bad_lines = bad_lines;
    auto input = as_lines(stream);
    input.reads = at_once;
    const auto run = run_program(program_, input);
    if (!run) return {};
    const auto faults = judge_program(program_, input, *run).faults;
    if (faults.empty()) return {};
    return explain(program_, input, faults.front(), 600);
  }
  bool explains_at(const KnownFault& known, const std::string& stream, LineFault fault) {
    fault.at = 0;
    return explains(known, program_.profile, as_lines(stream), fault);
  }

 private:
  TemporaryFolder folder_;
  DecoderProgram program_;
};

TEST_F(LinesCause, IsABadLineThatTakesWhatWasReadBeforeIt) {
  const auto known = told_of(
      "while True:\n"
      "  read = os.read(0, 65536)\n"
      "  if not read: break\n"
      "  try: values = [json.loads(each) for each in read.splitlines()]\n"
      "  except ValueError: sys.exit(print('{\"reject\":\"none of them\"}'))\n"
      "  for value in values: print(json.dumps({'accept': value}), flush=True)\n",
      "{\"a\":1}\n{\"b\":[2]}\n{\"c\":\n{\"d\":4}\n", BadLines::Stop);
  EXPECT_EQ(told(known.cause), "what stands before a bad line in the same read");
  EXPECT_EQ(known.fault.kind, "missing_answer");
  EXPECT_EQ(known.smallest.pieces.size(), 2u);
  EXPECT_TRUE(explains_at(known, "[1]\n[2]\n[,]\n", known.fault));
  EXPECT_FALSE(explains_at(known, "[1]\n[2]\n", known.fault));
}

TEST_F(LinesCause, IsAReadThatIsTakenForALine) {
  const auto known = told_of(
      "while True:\n"
      "  read = os.read(0, 65536)\n"
      "  if not read: break\n"
      "  try: print(json.dumps({'accept': json.loads(read)}), flush=True)\n"
      "  except ValueError: print('{\"reject\":\"no JSON\"}', flush=True)\n",
      "{\"a\":1}\n{\"c\":\n{\"d\":4}\n", BadLines::Report);
  EXPECT_EQ(told(known.cause), "several lines that come in one read");
  EXPECT_EQ(known.smallest.pieces.size(), 2u);
  EXPECT_TRUE(explains_at(known, "[,]\n[2]", known.fault));
  EXPECT_FALSE(explains_at(known, "[1]\n", known.fault));
  EXPECT_FALSE(explains_at(known, "[1]", known.fault));
  auto apart = as_lines("[1]\n[2]\n");
  apart.reads = {4, 4};
  EXPECT_FALSE(explains(known, fuzz::Profile::Json, apart, known.fault));
}

TEST_F(LinesCause, IsAllWhiteSpaceThatIsNoneInJson) {
  const auto known = told_of(
      "for line in sys.stdin.buffer:\n"
      "  try: print(json.dumps({'accept': json.loads(line.decode().strip())}))\n"
      "  except ValueError: print('{\"reject\":\"no JSON\"}')\n",
      "\f{\"a\":1}\n", BadLines::Report);
  EXPECT_EQ(told(known.cause),
            "in a line: `\\x0c`, and 24 more that are white space elsewhere and not in JSON");
  auto other = known.fault;
  other.byte = "\xe3";
  EXPECT_TRUE(explains_at(known, "[]\xe3\x80\x80\n", other));
  EXPECT_FALSE(explains_at(known, "[]\xef\xbb\xbf\n", other));
}

TEST_F(LinesCause, IsAnyLineOfWhiteSpace) {
  const auto known = told_of(
      "for line in sys.stdin.buffer:\n"
      "  try: print(json.dumps({'accept': json.loads(line)}))\n"
      "  except ValueError: print('{\"reject\":\"no JSON\"}')\n",
      "[1]\n\t\n[2]\n", BadLines::Report);
  EXPECT_THAT(told(known.cause), StartsWith("a line of white space alone: "));
  EXPECT_TRUE(explains_at(known, " \n[2]\n", known.fault));
  EXPECT_TRUE(explains_at(known, "[2]\n\r\n", known.fault));
  EXPECT_FALSE(explains_at(known, "[2]\n[3]\n", known.fault));
}

TEST_F(LinesCause, IsABracketInAnyText) {
  const auto known = told_of(
      "for line in sys.stdin.buffer:\n"
      "  if line.count(b'[') != line.count(b']'): print('{\"reject\":\"half\"}'); continue\n"
      "  try: print(json.dumps({'accept': json.loads(line)}))\n"
      "  except ValueError: print('{\"reject\":\"no JSON\"}')\n",
      "[\"a[\\\"b\"]\n", BadLines::Report);
  EXPECT_EQ(told(known.cause), "a bracket in a text");
  EXPECT_TRUE(explains_at(known, "{\"]\":1}\n", known.fault));
  EXPECT_FALSE(explains_at(known, "{\"a\":[1]}\n", known.fault));
}

TEST_F(LinesCause, IsWhiteSpaceBeforeAnyMessage) {
  const auto known = told_of(
      "for line in sys.stdin.buffer:\n"
      "  if line.startswith((b' ', b'\\t')): continue\n"
      "  try: print(json.dumps({'accept': json.loads(line)}))\n"
      "  except ValueError: print('{\"reject\":\"no JSON\"}')\n",
      "[1]\n \t[2]\n", BadLines::Report);
  EXPECT_EQ(told(known.cause), "white space before what stands on the line");
  EXPECT_TRUE(explains_at(known, "\t{}\n", known.fault));
  EXPECT_FALSE(explains_at(known, "{ }\n", known.fault));
}

// Readers that are wrong about time, or about what comes in one read: the decoder of
// examples/decoders/lines.py with another loop over its lines.

const std::string loop = "for line in sys.stdin.buffer:\n";
// Reads as they come, and what stands behind the last end of a line.
const std::string reads =
    "import os, select\n"
    "def parts():\n"
    "    while part := os.read(0, 65536): yield part\n";

class ReadersInTime : public testing::Test {
 protected:
  void SetUp() override {
    if (python().empty()) GTEST_SKIP() << "the decoders are written in Python";
  }
  DecoderProgram with(const std::string& to, const std::string& from = loop) {
    auto text = text_of(ORRERY_SOURCE_DIR "/examples/decoders/lines.py");
    EXPECT_NE(text.find(from), text.npos);
    text.replace(text.find(from), from.size(), to);
    return {.words = {"sh", "-c", "exec " + python() + " " + folder_.file("decoder.py", text)},
            .hang_seconds = 60};
  }
  static std::vector<LineFault> faults(const DecoderProgram& program, const std::string& edge) {
    const auto edges = stream_edges();
    const auto found = std::ranges::find(edges, edge, &StreamEdge::name);
    EXPECT_NE(found, edges.end());
    return judge_program(program, found->input, *run_program(program, found->input)).faults;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ReadersInTime, AreToldApartByWhenTheirAnswersCome) {
  EXPECT_EQ(promptness_of(with(loop), whenever), Promptness::InTime);
  EXPECT_EQ(promptness_of(with("def behind():\n"
                               "    last = b''\n"
                               "    for line in sys.stdin.buffer: yield last; last = line\n"
                               "    yield last\n"
                               "for line in behind():\n"),
                          whenever),
            Promptness::Behind);
  // What is not flushed is no reader's fault.
  EXPECT_EQ(promptness_of(with("", "    sys.stdout.flush()\n"), whenever), Promptness::AtTheEnd);
  EXPECT_EQ(promptness_of(with("for line in list(sys.stdin.buffer):\n"), whenever),
            Promptness::AtTheEnd);
  EXPECT_EQ(promptness_of(with("sys.exit(0)\n" + loop), whenever), Promptness::Unknown);
}

TEST_F(ReadersInTime, AreToldOfIfTheyDieThere) {
  std::optional<FilterRun> early;
  EXPECT_EQ(promptness_of(with("import signal\nos.kill(os.getpid(), signal.SIGSEGV)\n" + loop),
                          whenever, &early),
            Promptness::Unknown);
  ASSERT_TRUE(early);
  const auto judged = judge_program({}, stepped_lines(), *early);
  ASSERT_FALSE(judged.faults.empty());
  EXPECT_EQ(judged.faults[0].kind, "crash");
}

TEST_F(ReadersInTime, TakeNoPauseForTheEndOfALine) {
  const auto impatient = with(reads +
                              "def lines():\n"
                              "    rest = b''\n"
                              "    while True:\n"
                              "        if rest and not select.select([0], [], [], 0.1)[0]:\n"
                              "            yield rest; rest = b''; continue\n"
                              "        part = os.read(0, 65536)\n"
                              "        if not part: break\n"
                              "        *whole, rest = (rest + part).split(b'\\n')\n"
                              "        yield from whole\n"
                              "    yield rest\n"
                              "for line in lines():\n");
  EXPECT_THAT(faults(impatient, "pause_within_a_line"), Not(IsEmpty()));
  EXPECT_THAT(faults(with(loop), "pause_within_a_line"), IsEmpty());
}

// A mark at the beginning of a stream is left out by some, and rightly; a read is no stream.
TEST_F(ReadersInTime, TakeNoReadForTheBeginningOfAText) {
  const auto by_read = with(reads +
                            "def lines():\n"
                            "    rest = b''\n"
                            "    for part in parts():\n"
                            "        rest += part.removeprefix(b'\\xef\\xbb\\xbf')\n"
                            "        *whole, rest = rest.split(b'\\n')\n"
                            "        yield from whole\n"
                            "    yield rest\n"
                            "for line in lines():\n");
  EXPECT_THAT(faults(by_read, "byte_order_mark_first_in_a_read"),
              Contains(testing::Field(&LineFault::kind, "wrong_reject")));
  EXPECT_THAT(faults(by_read, "letter_in_two_reads"), IsEmpty());
  EXPECT_THAT(faults(with(loop), "byte_order_mark_first_in_a_read"), IsEmpty());
}

TEST_F(ReadersInTime, HoldALineOfAMebibyte) {
  const auto bounded = with(
      "import itertools\n"
      "for line in itertools.takewhile(lambda line: len(line) <= 1 << 20, "
      "sys.stdin.buffer):\n");
  EXPECT_THAT(faults(bounded, "line_of_65537_bytes"), IsEmpty());
  EXPECT_THAT(faults(bounded, "line_of_1048577_bytes"),
              Contains(testing::Field(&LineFault::kind, "missing_answer")));
  EXPECT_THAT(faults(with(loop), "line_of_1048577_bytes"), IsEmpty());
}

// Who loses the second of two good lines says nothing of what a bad one costs.
TEST_F(ReadersInTime, HaveNoContractIfTheyLoseGoodLines) {
  std::vector<std::string> kinds;
  LinesCampaign campaign(
      with(reads + "for line in (part.split(b'\\n')[0] for part in parts()):\n"),
      {.seconds = 4, .tell = [&](const Found& found) { kinds.push_back(found.why.fault.kind); }});
  campaign.run();
  EXPECT_THAT(kinds, Not(IsEmpty()));
  EXPECT_THAT(kinds, Each(Not("contract")));
}

// `square` and `each`: what a MiB takes, of the square of them and of each.
Costs costs(double square, double each, std::string_view shape = {}) {
  return [=](const GrowingShape& asked, std::size_t bytes) -> std::optional<double> {
    const double size = static_cast<double>(bytes) / (1 << 20);
    return each * size + (shape.empty() || asked.name == shape ? square * size * size : 0);
  };
}

TEST(Growth, OfWhoGoesOverAllForEachPartIsTold) {
  const auto slow = growth_of(costs(0.1, 0.02));
  ASSERT_TRUE(slow.known && slow.steep);
  EXPECT_EQ(slow.steep->fault.kind, "slow");
  EXPECT_THAT(slow.steep->fault.says, StartsWith("4 times the bytes take 14 times the processor"));
  EXPECT_THAT(slow.steep->fault.says, HasSubstr("1 MiB 0.12 s, 4 MiB 1.68 s (WIRE-05)"));
  // One that is quicker is asked for more.
  const auto quick = growth_of(costs(0.001, 0.005));
  ASSERT_TRUE(quick.steep);
  EXPECT_THAT(quick.steep->fault.says, HasSubstr("16 MiB 0.34 s, 64 MiB 4.42 s"));
  const auto members = growth_of(costs(0.1, 0.02, "many members in an object"));
  ASSERT_TRUE(members.steep);
  EXPECT_EQ(members.steep->cause, "many members in an object");
}

TEST(Growth, OfWhoTakesMoreForMoreIsNone) {
  for (const double each : {0.0001, 0.02, 0.2, 3.0}) {
    const auto found = growth_of(costs(0, each));
    EXPECT_TRUE(found.known && !found.steep) << each;
  }
  // A start takes now more and now less.
  EXPECT_FALSE(growth_of([](const GrowingShape&, std::size_t bytes) {
                 return std::optional(bytes > std::size_t{1} << 20 ? 0.6 : -0.02);
               }).steep);
}

TEST(Growth, IsSeenInEachOfThreePairs) {
  for (const int once_slow : {2, 4, 6}) {
    int runs = 0;  // Of the first shape: a MiB, four, and then pairs of these.
    const auto found = growth_of([&](const GrowingShape& shape, std::size_t bytes) {
      const bool chance = shape.name == "a long text in a line" && ++runs <= once_slow;
      return (chance ? costs(0.1, 0.02) : costs(0, 0.12))(shape, bytes);
    });
    EXPECT_FALSE(found.steep) << once_slow;
  }
}

// It has a limit below that; of who has one below the least nothing is known.
TEST(Growth, OfWhoEndsEarlyIsWhatWasSeenBefore) {
  const auto up_to = [](std::size_t most) {
    return growth_of([most](const GrowingShape&, std::size_t bytes) {
      return bytes <= most ? std::optional(0.001) : std::nullopt;
    });
  };
  EXPECT_TRUE(up_to(std::size_t{4} << 20).known);
  EXPECT_FALSE(up_to(std::size_t{1} << 20).known);
}

TEST(Growth, IsToldByTheTimeThatAProgramWorksWithAllThatItStarts) {
  const auto works =
      run_filter({"sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"}, "", 300);
  const auto starts = run_filter(
      {"sh", "-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; exit 0"}, "", 300);
  const auto sleeps = run_filter({"sleep", "0.3"}, "", 300);
  EXPECT_GT(works.cpu_seconds, 4 * sleeps.cpu_seconds);
  EXPECT_GT(starts.cpu_seconds, 4 * sleeps.cpu_seconds);
}

}  // namespace
}  // namespace tools
