// Which answer belongs to which line, by each contract.
#include "fuzz/line_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/file.h"
#include "fuzz/lines_input.h"

namespace tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ProcessEnd good_end{ProcessEnd::Kind::Exited, 0};

std::vector<std::string> faults(const std::string& stream, const std::string& output,
                                const Contract& contract = {}, const std::string& errors = "",
                                ProcessEnd end = good_end) {
  const auto judged = judge_run(stream, {.end = end, .output = output, .errors = errors},
                                fuzz::Profile::Json, contract);
  std::vector<std::string> out;
  for (const auto& fault : judged.faults)
    out.push_back(fault.kind + " " + fault.about + " at " + std::to_string(fault.at));
  return out;
}

std::string accept(const std::string& value) { return "{\"accept\":" + value + "}\n"; }
const std::string reject = "{\"reject\":\"\\ud800 any text\"}\n";

TEST(LineAnswers, AreTakenForTheLinesThatTheyFit) {
  EXPECT_THAT(faults("1\n2\n3\n", accept("1") + accept("2") + accept("3.0")), IsEmpty());
  EXPECT_THAT(faults("1\n2\n3\n", accept("1") + accept("3")),
              ElementsAre("missing_answer message at 2"));
  EXPECT_THAT(faults("1\n2\n3\n", accept("1") + accept("2") + accept("2") + accept("3")),
              ElementsAre("extra_answer message at 2"));
  EXPECT_THAT(faults("1\nx\n3\n", accept("1") + accept("1") + accept("3")),
              ElementsAre("wrong_accept unexpected_byte at 2"));
  // Each line for itself, and what went wrong around one line once.
  EXPECT_THAT(faults("1\n2\n3\n", reject + accept("2") + reject),
              ElementsAre("wrong_reject message at 0", "wrong_reject message at 4"));
  EXPECT_THAT(faults("1\n\"a b\"\n3\n", accept("1") + reject + reject + accept("3")),
              ElementsAre("wrong_reject message at 2"));
}

TEST(LineAnswers, AreJudgedByTheContract) {
  const auto stream = "1\nx\n3\n";
  EXPECT_THAT(faults(stream, accept("1") + accept("3")),
              ElementsAre("missing_answer unexpected_byte at 2"));
  EXPECT_THAT(faults(stream, accept("1") + accept("3"), {.bad_lines = BadLines::Skip}), IsEmpty());
  EXPECT_THAT(faults(stream, accept("1"), {.bad_lines = BadLines::Skip}),
              ElementsAre("missing_answer message at 4"));
  const Contract stop{.bad_lines = BadLines::Stop};
  for (const auto& output : {accept("1"), accept("1") + reject})
    EXPECT_THAT(faults(stream, output, stop, "", {ProcessEnd::Kind::Exited, 5}), IsEmpty());
  EXPECT_THAT(faults(stream, accept("1"), stop, "", {ProcessEnd::Kind::Signalled, 6}),
              ElementsAre("crash unexpected_byte at 2"));
  EXPECT_THAT(faults("1\n2\n", accept("1") + accept("2"), stop, "", {ProcessEnd::Kind::Exited, 5}),
              ElementsAre("crash message at 4"));
  EXPECT_THAT(faults(stream, accept("1") + reject + accept("3"), stop),
              ElementsAre("extra_answer unexpected_byte at 2"));
  // What is open may be where it stops, or not.
  for (const auto& output : {accept("\"\\ud800\"") + accept("2"), reject, std::string()})
    EXPECT_THAT(faults("\"\\ud800\"\n2\n", output, stop), IsEmpty());
  EXPECT_THAT(faults("1\n2", accept("1")), ElementsAre("missing_answer message at 2"));
  EXPECT_THAT(faults("1\n2", accept("1"), {.last_line_dropped = true}), IsEmpty());
  EXPECT_THAT(faults("1\n\n2\n", accept("1") + reject + accept("2")),
              ElementsAre("extra_answer message at 0"));
  EXPECT_THAT(
      faults("1\n\n2\n", accept("1") + reject + accept("2"), {.blank_lines_reported = true}),
      IsEmpty());
}

TEST(LineAnswers, TellTheFaultsOfTheWrapperApart) {
  EXPECT_THAT(faults("1\n2\n", accept("2") + accept("1")), ElementsAre("other_order message at 0"));
  // What cannot be printed is no rejection that came too late.
  EXPECT_THAT(faults("]\n[Infinity]\n", reject + "{\"unprintable\":\"ValueError\"}\n"),
              ElementsAre("wrong_accept unexpected_byte at 2"));
  // Nor does the rejection of a line that is open make up for one that did not come.
  EXPECT_THAT(faults("[]\n\"\\ud800\"\nx\n", accept("[]") + reject + accept("1")),
              ElementsAre("wrong_accept unexpected_byte at 12"));
  EXPECT_THAT(faults("1\n2\n", "", {}, accept("1") + accept("2")),
              ElementsAre("other_channel message at 0"));
  EXPECT_THAT(faults("1\n", "{\"unprintable\":\"RangeError\"}\n"),
              ElementsAre("unprintable message at 0"));
  EXPECT_THAT(faults("1\n", "hello\n"), ElementsAre("bad_answer message at 0"));
  EXPECT_THAT(faults("1e400\n", accept("Infinity")), IsEmpty());  // It is open.
  for (const auto* kind : {"other_order", "other_channel", "unprintable", "bad_answer"})
    EXPECT_TRUE(is_of_the_wrapper({.kind = kind, .about = {}, .says = {}}));
  EXPECT_FALSE(is_of_the_wrapper({.kind = "wrong_accept", .about = {}, .says = {}}));
}

// A bad line that is taken is the one that its answer is like, and what is too many besides is no
// other fault.
TEST(LineAnswers, AreTakenForTheLinesThatTheyAreLike) {
  const Contract skip{.bad_lines = BadLines::Skip}, stop{.bad_lines = BadLines::Stop};
  EXPECT_THAT(faults("[\"r[\"rm\n [\"rm \xe4\", {}]\n", accept("[\"rm \xef\xbf\xbd\",{}]"), skip),
              ElementsAre("wrong_accept not_utf8 at 8"));
  const auto text = accept("\"\"");
  EXPECT_THAT(faults("\"\"\"\"\"\"\n\"\"\n", text + text + text + text, stop),
              ElementsAre("wrong_accept trailing_bytes at 0"));
  // It took the first bad line for two, and stopped at the second, as it should.
  EXPECT_THAT(faults("0{}\n\"\"b\n2\n", accept("0") + accept("{}") + text, stop),
              testing::Not(testing::Contains(testing::HasSubstr("message"))));
  // Who goes on behind a bad line that it rejected does not stop, however many follow.
  EXPECT_THAT(faults("x\n2\n3\n", reject + accept("2") + accept("3"), stop),
              ElementsAre("extra_answer unexpected_byte at 0"));
  EXPECT_THAT(faults("x\n2\ny\n3\n", accept("x") + accept("2") + reject, stop),
              ElementsAre("wrong_accept unexpected_byte at 0"));
}

// Who has such a number may write it, and what is around it, in another way.
TEST(LineAnswers, MayWriteANumberThatNoDoubleHolds) {
  const auto answered = [](std::string_view number) {
    const auto message = [](std::string_view params) {
      return fmt::format(R"({{"method":"m","params":{}}})", params);
    };
    const auto judged =
        judge_run(message("[1e400]") + "\n",
                  {.end = good_end, .output = accept(message(number)), .errors = {}},
                  fuzz::Profile::AppServer, {});
    return judged.faults.empty() ? "" : judged.faults.front().kind;
  };
  const std::string whole = "[1" + std::string(400, '0') + "]";
  for (const std::string_view same :
       {"[1e400]", "[ 1E+400 ]", "[10e399]", "[0.01e402]", "[1.0e0400]", whole.c_str()})
    EXPECT_EQ(answered(same), "") << same;
  for (const auto* other : {"[1e401]", "[-1e400]", "[2e400]", "[1.7976931348623157e308]", "[null]",
                            "[10e99999999999999999999]"})
    EXPECT_EQ(answered(other), "wrong_reject") << other;
  EXPECT_EQ(answered("[Infinity]"), "bad_answer");
}

TEST(LineAnswers, TellNumbersThatAreALittleOff) {
  EXPECT_THAT(faults("1.5e-87\n", accept("1.4999999999999999E-87")),
              ElementsAre("rounded message at 0"));
  EXPECT_THAT(faults("{\"a\":[1,0.1]}\n", accept("{\"a\":[1,0.10000000149011612]}")),
              ElementsAre("rounded message at 0"));
  EXPECT_THAT(faults("[1.5]\n", accept("[1]")), ElementsAre("wrong_reject message at 0"));
  EXPECT_THAT(faults("[1.5,2]\n", accept("[1.5]")), ElementsAre("wrong_reject message at 0"));
  EXPECT_THAT(faults("{\"a\":1.5}\n", accept("{\"b\":1.5}")),
              ElementsAre("wrong_reject message at 0"));
}

TEST(LineAnswers, MayLackWhereAMarkIsAlone) {
  const auto stream = "\xef\xbb\xbf\n1\n";
  for (const auto bad : {BadLines::Report, BadLines::Skip, BadLines::Stop}) {
    EXPECT_THAT(faults(stream, accept("1"), {.bad_lines = bad}), IsEmpty());
    EXPECT_THAT(faults(stream, reject + accept("1"), {.bad_lines = bad}), IsEmpty());
    EXPECT_THAT(faults(stream, accept("null") + accept("1"), {.bad_lines = bad}),
                ElementsAre("wrong_accept byte_order_mark at 0"));
  }
  EXPECT_THAT(faults(stream, reject, {.bad_lines = BadLines::Stop}), IsEmpty());
}

// What stands behind the line at which a program was over is asked again.
TEST(LineAnswers, SayWhereAProgramWasOver) {
  const auto over_at = [](const std::string& output, const Contract& contract, ProcessEnd end) {
    return judge_run("1\nx\n3\n", {.end = end, .output = output, .errors = {}}, fuzz::Profile::Json,
                     contract)
        .over_at;
  };
  const ProcessEnd killed{ProcessEnd::Kind::Signalled, 9};
  EXPECT_EQ(over_at(accept("1") + reject + accept("3"), {}, good_end), std::nullopt);
  EXPECT_EQ(over_at(accept("1"), {}, killed), 2u);
  EXPECT_EQ(over_at(accept("1"), {}, good_end), 2u);
  EXPECT_EQ(over_at(accept("1"), {.bad_lines = BadLines::Stop}, good_end), 4u);
  EXPECT_EQ(over_at(accept("1") + accept("3"), {.bad_lines = BadLines::Skip}, good_end),
            std::nullopt);
}

// What is written before the program reads is one read to it.
TEST(ShellLine, GivesTheProgramTheTimeToStart) {
  auto input = as_lines("[1,2]\n");
  const auto line = [&](fuzz::Reads reads) {
    input.reads = reads;
    return shell_line({"cat"}, input);
  };
  EXPECT_EQ(line({2, 2}), "{ printf '[1'; sleep 2; printf ',2'; sleep 0.2; printf ']\\n'; } | cat");
  EXPECT_EQ(line({0, 3}), "{ sleep 2; printf '[1,'; sleep 0.2; printf '2]\\n'; } | cat");
  EXPECT_EQ(line(at_once), "printf '[1,2]\\n' | cat");
  input = as_lines("[1,2,3,4,5,6,7,8,9]\n");
  EXPECT_EQ(line({1, 1}),
            "{ printf '[1,2,3,4,5,6,7,8,9]\\n'; } > bytes; { dd bs=1 count=1; sleep 2; for i in "
            "$(seq 19); do dd bs=1 count=1; sleep 0.1; done; } < bytes 2> /dev/null | cat");
}

// The line for a shell makes the same bytes: `cat` in place of a program gives them back.
TEST(ShellLine, MakesTheSameBytes) {
  const std::string all = [] {
    std::string out;
    for (int byte = 0; byte < 256; ++byte) out += static_cast<char>(byte);
    return out;
  }();
  for (const auto& bytes :
       {std::string(), all, std::string("100% 'sure' \\n\n"), std::string(5000, '['),
        std::string("-1\n"),
        "{\"a\":\"" + std::string(70'000, 'x') + "\"}\n" + std::string(50, '%')}) {
    auto input = as_lines(bytes);
    for (const auto reads : {at_once, fuzz::Reads{3, UINT32_MAX}}) {
      input.reads = reads;
      auto line = shell_line({"od", "-An", "-v", "-tx1"}, input);
      if (const auto at = line.find("sleep 2; "); at != line.npos) line.erase(at, 9);
      const auto run = run_filter({"sh", "-c", line}, "", 300);
      const auto want = run_filter({"od", "-An", "-v", "-tx1"}, bytes, 300);
      EXPECT_EQ(run.output, want.output) << line;
    }
  }
  const auto lines = shell_line({"wc", "-l"}, plain_lines(1234));
  EXPECT_LT(lines.size(), 200u);
  EXPECT_EQ(run_filter({"sh", "-c", lines}, "", 300).output, "1234\n");
}

}  // namespace
}  // namespace tools
