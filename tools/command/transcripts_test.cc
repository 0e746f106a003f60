// What the documents show behind `$ ./orrery ...` is what the program prints. After a wanted
// change:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Transcripts
//
// A line `...` stands for lines that are left out. The one that is shown behind it is the next with
// the same words, whatever its numbers are. How much memory was used is left as it stands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  std::istringstream stream(text);
  Lines out;
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

// A whole gate takes seconds, so that nothing runs twice.
const ProgramRun& ran(const std::string& arguments) {
  static std::map<std::string, ProgramRun> known;
  const auto [at, is_new] = known.try_emplace(arguments);
  if (is_new) at->second = run_orrery(arguments);
  return at->second;
}

std::string without_numbers(const std::string& line) {
  static const std::regex number("[0-9][0-9,.]*");
  return std::regex_replace(line, number, "#");
}

std::string without_memory(const std::string& line) {
  static const std::regex memory("[0-9,]+ MB");
  return std::regex_replace(line, memory, "MB");
}

// Of what was printed, what a page is to show that shows these.
Lines excerpt(const Lines& shown, const Lines& printed) {
  Lines out;
  auto next = printed.begin();
  bool left_out = false;
  for (const auto& line : shown) {
    if (line != "..." && left_out)
      next = std::find_if(next, printed.end(), [&](const std::string& other) {
        return without_numbers(other) == without_numbers(line);
      });
    left_out = line == "...";
    if (left_out) {
      out.push_back(line);
    } else if (next == printed.end()) {
      out.push_back("is not printed: " + line);
    } else {
      const bool same = without_memory(line) == without_memory(*next);
      out.push_back(same ? line : *next);
      ++next;
    }
  }
  if (!left_out) out.insert(out.end(), next, printed.end());
  return out;
}

bool can_run(const std::string& line) {
  static const bool has_python = std::system("python3 --version >/dev/null 2>&1") == 0;
  return has_python || line.find("python3") == line.npos;
}

// A page, and in it each transcript with what the program prints now.
std::string renewed(const Lines& page) {
  std::string out;
  for (auto line = page.begin(); line != page.end(); ++line) {
    out += *line + "\n";
    const auto indent = line->substr(0, std::min(line->find_first_not_of(' '), line->size()));
    const std::string typed = indent + "$ ./orrery ";
    if (!line->starts_with(typed) || !can_run(*line)) continue;
    const auto& run = ran(line->substr(typed.size()));
    Lines shown;
    while (line + 1 != page.end() && (line + 1)->starts_with(indent) && *(line + 1) != "```")
      shown.push_back((++line)->substr(indent.size()));
    for (const auto& printed : excerpt(shown, split(run.out)))
      out += (printed.empty() ? "" : indent + printed) + "\n";
  }
  return out;
}

TEST(Transcripts, AreWhatIsPrinted) {
  for (const auto* page : {"README.md", "docs/TRANSCRIPTS.md"}) {
    const auto file = std::string(ORRERY_SOURCE_DIR "/") + page;
    const auto text = text_of(file);
    const auto wanted = renewed(split(text));
    if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << wanted;
    EXPECT_EQ(text, wanted);
  }
}

TEST(Transcripts, OfAProgramShowItsSource) {
  const auto source = text_of(ORRERY_SOURCE_DIR "/examples/subjects/python/hasty.py");
  EXPECT_THAT(text_of(ORRERY_SOURCE_DIR "/README.md"), HasSubstr("```python\n" + source + "```\n"));
}

TEST(Transcripts, OfAGreenGateFitOneScreen) {
  const auto& run = ran("conform");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("passed: "));
  EXPECT_LT(std::ranges::count(run.out, '\n'), 24);
  for (const auto& line : split(run.out)) EXPECT_LE(line.size(), 80u) << line;
  for (const auto* area : {"modality", "ack", "joint", "appserver", "monitor"})
    EXPECT_THAT(run.out, HasSubstr(std::string("\n  ") + area + " "));
  EXPECT_THAT(run.out, HasSubstr("4 CONTRADICTION      T T T"));
  EXPECT_THAT(run.out, Not(HasSubstr("false OK")));
}

TEST(Transcripts, ShowWhatIsPrintedBetweenWhatIsLeftOut) {
  const Lines printed{"a 1", "b", "c 2", "d", "c 30 MB"};
  EXPECT_EQ(excerpt({"a 7", "..."}, printed), (Lines{"a 1", "..."}));
  EXPECT_EQ(excerpt({"...", "c 3", "d", "..."}, printed), (Lines{"...", "c 2", "d", "..."}));
  EXPECT_EQ(excerpt({"...", "d", "c 40 MB"}, printed), (Lines{"...", "d", "c 40 MB"}));
  EXPECT_EQ(excerpt({"...", "d"}, printed), (Lines{"...", "d", "c 30 MB"}));
  EXPECT_EQ(excerpt({"...", "e"}, printed), (Lines{"...", "is not printed: e"}));
}

}  // namespace
}  // namespace tools
