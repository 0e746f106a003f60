// The decoder of examples/decoders/lines.py with one thing made wrong: `fuzz lines` must find it by
// the vectors of its kind. The vectors of JSON are the same in every profile
// (fuzz/vectors_test.cc), so what is wrong with JSON is planted in one; what that leaves to the
// decoder must pass there and be found in another.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_program.h"

namespace tools {
namespace {

constexpr std::string_view any_json = "json", rpc = "jsonrpc", ours = "app-server";

// What stands before the text is read as JSON.
constexpr const char* read = "    depth = 0\n";

struct WrongDecoder {
  const char* name;
  const char *from, *to;  // `to` of `read`: a line before it.
  const char *fault, *vector;
  std::string_view profile;
  std::string_view open_in = {};  // A profile in which it is no fault.
};

class PlantedDecoder : public testing::TestWithParam<WrongDecoder> {};

// What a decoder says to all vectors of a kind, in one process.
JudgedRun answers_to(const std::string& decoder, std::string_view profile, std::string_view kind) {
  const DecoderProgram program{
      .words = {"sh", "-c", "exec " + python() + " " + decoder + " " + std::string(profile)},
      .hang_seconds = 300,
      .profile = *fuzz::profile_of(profile)};
  fuzz::Case input;
  for (auto rest = fuzz::vectors_of(program.profile); !rest.empty();) {
    const bool is_it = rest.front().kind == kind;
    auto next = next_vectors(rest);
    if (is_it) input = std::move(next);
  }
  return judge_program(program, input, *run_program(program, input));
}

TEST_P(PlantedDecoder, IsFoundByItsVector) {
  if (python().empty()) GTEST_SKIP() << "the decoder is written in Python, which is not installed";
  const auto& row = GetParam();
  auto text = text_of(ORRERY_SOURCE_DIR "/examples/decoders/lines.py");
  const std::string from = row.from, to = row.to, vector = row.vector;
  ASSERT_NE(text.find(from), text.npos);
  text.replace(text.find(from), from.size(), from == read ? "    " + to + "\n" + from : to);
  const TemporaryFolder folder;
  const auto decoder = folder.file("decoder.py", text);
  const auto kind = vector.substr(0, vector.find(' '));
  const auto run = answers_to(decoder, row.profile, kind);
  // The answers are to the vectors, one each.
  const auto vectors = fuzz::vectors_of(*fuzz::profile_of(row.profile));
  std::vector<std::string> faults;
  std::uint64_t at = 0;
  for (const auto& each : vectors) {
    if (each.kind != kind) continue;
    for (const auto& fault : run.faults)
      if (fault.at == at)
        faults.push_back(
            fmt::format("{} {}: {} {}", each.kind, each.name, fault.kind, fault.about));
    at += each.line.size() + 1;
  }
  EXPECT_THAT(faults, testing::Contains(vector + ": " + row.fault));
  if (row.open_in.empty()) return;
  EXPECT_THAT(answers_to(decoder, row.open_in, kind).faults, testing::IsEmpty());
}

// clang-format off
constexpr WrongDecoder planted[] = {
  WrongDecoder{"TakesLeadingZeros", read, R"(text = re.sub(r'(?<=[\[:,-])0+(?=\d)', '', text))",
          "wrong_accept bad_number", "number leading_zero", any_json},
  WrongDecoder{"RefusesExponents", read, R"(if re.search(r'\d[eE]', text): refuse('exponent'))",
          "wrong_reject message", "number exponent", any_json},
  WrongDecoder{"RefusesFractions", read, R"(if re.search(r'[^"]\d\.\d', text): refuse('fraction'))",
          "wrong_reject message", "number fraction", any_json},
  WrongDecoder{"TakesPlus", read, R"(text = re.sub(r'(?<=[\[:,])\+(?=\d)', '', text))",
          "wrong_accept unexpected_byte", "number plus", any_json},
  WrongDecoder{"TakesNotANumber", "parse_constant=refuse", "parse_constant=float",
          "wrong_accept unexpected_byte", "number not_a_number", any_json},
  WrongDecoder{"TakesHexadecimal", read, R"(text = re.sub(r'\b0x[0-9A-F]+\b', '0', text))",
          "wrong_accept unexpected_byte", "number hexadecimal", any_json},
  WrongDecoder{"RoundsNumbers",
          "text.encode() + b", "re.sub(r'(?<=\\d)[.]\\d+', '', text).encode() + b",
          "wrong_reject message", "number fraction", any_json},
  WrongDecoder{"TakesATrailingComma", read, R"(text = re.sub(r',\s*([\]}])', r'\1', text))",
          "wrong_accept unexpected_byte", "structure comma_behind_the_last_element", any_json},
  WrongDecoder{"TakesComments", read, R"(text = re.sub(r'/\*.*?\*/|//.*', '', text))",
          "wrong_accept unexpected_byte", "structure comment_in_a_block", any_json},
  WrongDecoder{"TakesSingleQuotes", read, R"(text = text.replace("'", '"'))",
          "wrong_accept unexpected_byte", "string single_quotes", any_json},
  WrongDecoder{"TakesBareKeys", read, R"(text = re.sub(r'([{,])([a-z]+):', r'\1"\2":', text))",
          "wrong_accept unexpected_byte", "structure key_without_quotes", any_json},
  WrongDecoder{"TakesBytesBehind",
          "json.loads(text, object_pairs_hook=members, parse_constant=refuse, parse_int=int)",
          "json.JSONDecoder(object_pairs_hook=members, parse_constant=refuse).raw_decode(text)[0]",
          "wrong_accept trailing_bytes", "structure word_behind", any_json},
  WrongDecoder{"ClosesWhatIsOpen", read, "text += '}' * (text.count('{') - text.count('}'))",
          "wrong_accept unexpected_end", "structure object_not_closed", any_json},
  WrongDecoder{"TakesWordsInCapitals", read, "text = text.replace('TRUE', 'true')",
          "wrong_accept unexpected_byte", "structure word_true_in_capitals", any_json},
  WrongDecoder{"StopsAtNul", read, R"(text = text.split('\0')[0])",
          "wrong_accept nul_byte", "structure nul_behind", any_json},
  WrongDecoder{"TakesAnyEqualKeys", "object_pairs_hook=members", "object_pairs_hook=dict",
          "wrong_accept duplicate_key", "structure key_twice", ours, any_json},
  WrongDecoder{"TakesControlCharacters", "parse_int=int", "parse_int=int, strict=False",
          "wrong_accept control_character", "string tab", any_json},
  WrongDecoder{"TakesUnknownEscapes", read, R"(text = text.replace('\\v', ''))",
          "wrong_accept bad_escape", "string escape_of_v", any_json},
  WrongDecoder{"RefusesEscapedSlashes", read, R"(if '\\/' in text: raise ValueError('slash'))",
          "wrong_reject message", "string all_short_escapes", any_json},
  WrongDecoder{"TakesHalfPairs", "    json.dumps(value, ensure_ascii=False).encode()", "    pass",
          "wrong_accept lone_surrogate", "string half_a_pair_high", ours, any_json},
  WrongDecoder{"TakesAnyBytes", "line.decode()", "line.decode(errors='replace')",
          "wrong_accept not_utf8", "utf8 slash_in_two_bytes", any_json},
  WrongDecoder{"ReadsLatin1", "line.decode()", "line.decode('latin-1')",
          "wrong_reject message", "utf8 two_bytes", any_json},
  WrongDecoder{"SkipsAByteOrderMark", "line.decode()", "line.decode('utf-8-sig')",
          "wrong_accept byte_order_mark", "utf8 byte_order_mark", ours, any_json},
  WrongDecoder{"TakesFormFeeds", read, R"(text = text.replace('\f', ' '))",
          "wrong_accept unexpected_byte", "space form_feed", any_json},
  WrongDecoder{"RefusesTabs", read, R"(if re.match(r'.*[\[,]\t', text): raise ValueError('tab'))",
          "wrong_reject message", "space tabs_and_carriage_returns", any_json},
  WrongDecoder{"CountsOneLevelLess", "depth > 128", "depth > 127",
          "wrong_reject message", "nesting arrays_to_the_limit", any_json},
  WrongDecoder{"CountsOneLevelMore", "depth > 128", "depth > 129",
          "wrong_accept too_deep", "nesting arrays_beyond_the_limit", ours, any_json},
  WrongDecoder{"CountsBracketsInTexts", R"(re.sub(r'"(?:[^"\\]|\\.)*"', "", text))", "text",
          "wrong_reject message", "nesting brackets_in_a_text", any_json},
  WrongDecoder{"TakesAnyVersion", R"(value.get("jsonrpc") != "2.0")", "False",
          "wrong_accept version", "message version_one", rpc},
  WrongDecoder{"TakesNoBatches", "for part in value:", "for part in refuse('batch'):",
          "wrong_reject message", "message batch", rpc},
  WrongDecoder{"TakesEmptyBatches", R"(if not value: raise ValueError("empty batch"))", "",
          "wrong_accept empty_batch", "message empty_array", rpc},
  WrongDecoder{"TakesAnyMethod", R"(type(value["method"]) is str or refuse("method"))", "True",
          "wrong_accept method_type", "message method_that_is_null", ours},
  WrongDecoder{"TakesAnyErrors", R"(type(error.get("message")) is str)", "True",
          "wrong_accept error_shape", "message error_without_message", rpc},
  WrongDecoder{"TakesIdsWithAFraction", "type(value) is int and",
          "(type(value) is int or type(value) is float and value.is_integer()) and",
          "wrong_accept id_type", "message id_with_a_fraction_of_zero", ours},
};
// clang-format on

// What is wrong with a stream and not with its lines: each cause is named, and no other.
struct WrongReader {
  const char* name;
  const char* options;
  const char* to;                   // In place of the loop over lines.
  std::vector<std::string> causes;  // A part of each.
};
class PlantedReader : public testing::TestWithParam<WrongReader> {};

nlohmann::json report_on(const std::string& decoder, std::string_view profile, int code,
                         const std::string& options = "") {
  const auto name = std::string(profile);
  const auto run = run_orrery("fuzz lines --json --runs 1 --hang 300s --profile " + name + " " +
                              options + " -- " + python() + " " + decoder + " " + name);
  EXPECT_EQ(run.code, code) << name << run.out << run.err;
  return nlohmann::json::parse(run.out, nullptr, false);
}

TEST_P(PlantedReader, IsFoundWithItsCause) {
  if (python().empty()) GTEST_SKIP() << "the decoder is written in Python, which is not installed";
  auto text = text_of(ORRERY_SOURCE_DIR "/examples/decoders/lines.py");
  const std::string from = "for line in sys.stdin.buffer:\n";
  ASSERT_NE(text.find(from), text.npos);
  text.replace(text.find(from), from.size(), GetParam().to);
  const TemporaryFolder folder;
  const auto& wanted = GetParam().causes;
  const auto report =
      report_on(folder.file("decoder.py", text), ours, wanted.empty() ? 0 : 1, GetParam().options);
  ASSERT_TRUE(report.is_object());
  for (const auto& cause : wanted)
    EXPECT_THAT(report["faults"].dump(), testing::HasSubstr(nlohmann::json(cause).dump().substr(
                                             1, nlohmann::json(cause).dump().size() - 2)));
  EXPECT_EQ(report["faults"].size(), wanted.size()) << report["faults"].dump(2);
}

const WrongReader planted_readers[] = {
    {"DeafBehindABadLine",
     "",
     "for line in sys.stdin.buffer:\n"
     "    if line.strip(b' \\t\\r\\n'):\n"
     "        try: check(check_json(line.decode().strip(' \\t\\r\\n')))\n"
     "        except (ValueError, RecursionError): sys.exit(4)\n",
     {"it is right with --bad-lines stop"}},
    {"SplitsAtU2028",
     "",
     "for line in sys.stdin.buffer.read().replace(b'\\xe2\\x80\\xa8', b'\\n').split(b'\\n'):\n"
     "",
     {"in a line: `\\xe2\\x80\\xa8`"}},
    {"PassesOverLongLines",
     "",
     "for line in sys.stdin.buffer:\n"
     "    if len(line.rstrip(b'\\n')) > 3000: continue\n"
     "",
     {"a line of more than 3,000 bytes"}},
    {"LosesALastLineWithoutItsEnd",
     "",
     "for line in sys.stdin.buffer:\n"
     "    if not line.endswith(b'\\n'): continue\n"
     "",
     {"it is right with --bad-lines report --last-line dropped"}},
    {"DropsAMarkAtTheStart",
     "",
     "whole = sys.stdin.buffer.read()\n"
     "for line in whole.removeprefix(b'\\xef\\xbb\\xbf').split(b'\\n'):\n"
     "",
     {"what stands first in a stream"}},
    {"DiesLate",
     "",
     "import os\n"
     "for number, line in enumerate(sys.stdin.buffer):\n"
     "    if number == 3000: os._exit(7)\n"
     "",
     {"more than 3,000 lines in a stream"}},
    {"EatsAByteWhereReadsMeet",
     "",
     "import io, os\n"
     "def parts():\n"
     "    part = os.read(0, 65536)\n"
     "    while part:\n"
     "        yield part\n"
     "        part = os.read(0, 65536)[1:]\n"
     "for line in io.BytesIO(b''.join(parts())):\n"
     "",
     {"read"}},
    {"EndsLinesAtACarriageReturn",
     "",
     "for line in sys.stdin.buffer.read().replace(b'\\r\\n', b'\\n').replace(b'\\r', "
     "b'\\n').split(b'\\n'):\n"
     "",
     {"in a line: `\\x0d`"}},
    {"DamagesLettersWhereReadsMeet",
     "",
     "import io, os\n"
     "def parts():\n"
     "    while part := os.read(0, 65536): yield part.decode(errors='replace').encode()\n"
     "for line in io.BytesIO(b''.join(parts())):\n"
     "",
     {"a read that ends within a letter of several bytes", "this byte is not part of valid UTF-8"}},
    {"HasTwoCauses",
     "",
     "for number, line in enumerate(sys.stdin.buffer):\n"
     "    if number == 0: line = line.removeprefix(b'\\xef\\xbb\\xbf')\n"
     "    if len(line) > 5001: continue\n"
     "",
     {"what stands first in a stream", "a line of more than 5,000 bytes"}},
    {"AnswersBackwards",
     "",
     "for line in reversed(list(sys.stdin.buffer)):\n"
     "",
     {"order"}},
    {"AnswersElsewhere",
     "",
     "sys.stdout = sys.stderr\n"
     "for line in sys.stdin.buffer:\n"
     "",
     {"any message"}},
    {"EndsWithAnErrorBehindAnEscape",
     "",
     "import atexit, os\n"
     "seen = []\n"
     "def end():\n"
     "    sys.stdout.flush()\n"
     "    if seen: os._exit(3)\n"
     "atexit.register(end)\n"
     "for line in sys.stdin.buffer:\n"
     "    if b'\\\\u00e9' in line: seen.append(line)\n"
     "",
     {"`\\u00e9"}},
    {"SkipsBadLinesAsItShould",
     "--bad-lines skip",
     "import contextlib\n"
     "for line in sys.stdin.buffer:\n"
     "    try: check(check_json(line.decode().strip(' \\t\\r\\n')))\n"
     "    except (ValueError, RecursionError): continue\n"
     "",
     {}},
    {"StopsAtBadLinesAsItShould",
     "--bad-lines stop --last-line dropped --blank-lines reported",
     "for line in sys.stdin.buffer:\n"
     "    if not line.endswith(b'\\n'): break\n"
     "    try: check(check_json(line.decode().strip(' \\t\\r\\n')))\n"
     "    except (ValueError, RecursionError): sys.exit(4)\n"
     "",
     {}},
    {"DropsWhatIsRepeated",
     "",
     "import itertools\n"
     "for line, _ in itertools.groupby(sys.stdin.buffer):\n"
     "",
     {"a line that is the same as the one before it"}},
    {"EndsAtTheEndOfFileCharacter",
     "",
     "for line in sys.stdin.buffer.read().split(b'\\x1a')[0].split(b'\\n'):\n"
     "",
     {"what stands behind the line `\"\\x1a`"}},
    {"DiesOfWhatIsNoUtf8",
     "",
     "for line in sys.stdin.buffer:\n"
     "    line.decode()\n"
     "",
     {"this byte is not part of valid UTF-8: `\\xa9`"}},
};

std::vector<WrongReader> each_reader(std::size_t nth, std::size_t first = 0) {
  std::vector<WrongReader> out;
  for (std::size_t i = first; i < std::size(planted_readers); i += nth)
    out.push_back(planted_readers[i]);
  return out;
}
std::string name_of_reader(const testing::TestParamInfo<WrongReader>& row) {
  return row.param.name;
}

INSTANTIATE_TEST_SUITE_P(Two, PlantedReader, testing::ValuesIn(each_reader(15, 2)), name_of_reader);
INSTANTIATE_TEST_SUITE_P(DISABLED_All, PlantedReader, testing::ValuesIn(each_reader(1)),
                         name_of_reader);

std::string name_of(const testing::TestParamInfo<WrongDecoder>& row) { return row.param.name; }

INSTANTIATE_TEST_SUITE_P(Fuzz, PlantedDecoder, testing::ValuesIn(planted), name_of);

}  // namespace
}  // namespace tools
