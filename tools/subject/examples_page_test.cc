// The examples are as long as their page says.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command/program_testing.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"

namespace tools {
namespace {

// Without blanks and comments.
int lines_of_code(const std::string& path) {
  int out = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    line.erase(0, line.find_first_not_of(' '));
    const auto begins = [&](const char* with) { return line.starts_with(with); };
    const bool comment = begins("//") || begins("/*") || begins("# ") || begins("\"\"\"");
    out += line.empty() || comment ? 0 : 1;
  }
  return out;
}

// Each file that a row names, in the order of the numbers that stand alone in its cells.
TEST(Examples, AreAsLongAsThePageOfSubjectsSays) {
  std::istringstream page(text_of(ORRERY_SOURCE_DIR "/docs/SUBJECTS.md"));
  const std::regex link(R"(\]\(\.\./(examples/subjects/[^)]*)\))"),
      cell(R"(\| (\d+)(?: \+ (\d+))? (?=\|))");
  int files = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| ")) continue;
    std::vector<int> said, counted;
    const std::sregex_iterator end;
    for (auto at = std::sregex_iterator(line.begin(), line.end(), cell); at != end; ++at)
      for (const std::size_t part : {1u, 2u})
        if ((*at)[part].matched) said.push_back(std::stoi((*at)[part]));
    for (auto at = std::sregex_iterator(line.begin(), line.end(), link); at != end; ++at)
      counted.push_back(lines_of_code(ORRERY_SOURCE_DIR "/" + (*at)[1].str()));
    if (counted.empty()) continue;
    EXPECT_EQ(said, counted) << line;
    files += static_cast<int>(counted.size());
  }
  EXPECT_GE(files, 12);
}

TEST(PageOfSubjects, NamesAllThatASubjectMayBeWithout) {
  const auto page = text_of(ORRERY_SOURCE_DIR "/docs/SUBJECTS.md");
  for (const auto* area : conformance::areas())
    for (const auto& lack : area->worlds().facts().may_lack)
      EXPECT_NE(page.find(fmt::format("`{}` | {} |", lack.word, lack.description)), page.npos)
          << lack.word;
}

TEST(Examples, HaveAdaptersOfAtMost60Lines) {
  for (const auto* file : {"python/orrery.py", "rust/orrery.rs", "typescript/orrery.ts",
                           "kotlin/Orrery.kt", "cpp/orrery.h"})
    EXPECT_LE(lines_of_code(std::string(ORRERY_SOURCE_DIR "/examples/subjects/") + file), 60)
        << file;
}

}  // namespace
}  // namespace tools
