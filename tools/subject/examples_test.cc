// The implementations of examples/subjects: each passes the gate of its area, and each of the
// faults that are planted in it is found by its rule, shrunk, and replayed against the program. A
// language that is not installed is skipped.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "subject/examples_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;

const Language& language_named(std::string_view name) {
  return *std::find_if(std::begin(languages), std::end(languages),
                       [&](const Language& language) { return language.name == name; });
}

// Where rustup puts its programs.
const std::string in_path = "PATH=$PATH:$HOME/.cargo/bin\n";

bool has(const Language& language) { return run_shell(in_path + language.needs).code == 0; }

// A copy of an implementation, built.
class Example {
 public:
  explicit Example(const Language& language, const Planted* planted = nullptr)
      : language_(language) {
    const auto from = std::string(ORRERY_SOURCE_DIR "/examples/subjects/") + language.folder;
    std::filesystem::copy(from, folder_.file(""), std::filesystem::copy_options::recursive);
    if (planted != nullptr) plant(*planted);
    const auto built = shell(language.build);
    EXPECT_EQ(built.code, 0) << built.out << built.err;
  }

  // In its folder.
  ProgramRun shell(const std::string& command) const {
    return run_shell(fmt::format("{}cd {}\n{}", in_path, folder_.file(""), command));
  }
  // With itself as the subject.
  ProgramRun judged(const std::string& command) const {
    return shell(fmt::format("\"$orrery\" {} --subject 'exec:{}'", command, language_.run));
  }

 private:
  void plant(const Planted& planted) {
    const auto path = folder_.file(language_.file);
    auto text = text_of(path);
    const std::string_view old = planted.text;
    const auto at = text.find(old);
    ASSERT_NE(at, text.npos) << old;
    ASSERT_EQ(text.find(old, at + 1), text.npos) << old;
    std::ofstream(path) << text.replace(at, old.size(), planted.instead);
  }

  const Language& language_;
  TemporaryFolder folder_;
};

// Built once for all tests.
const Example& example_in(const Language& language) {
  static std::map<std::string_view, Example> built;
  return built.try_emplace(language.name, language).first->second;
}

class LanguageTest : public testing::TestWithParam<Language> {};

TEST_P(LanguageTest, PassesTheGateOfItsArea) {
  if (!has(GetParam())) GTEST_SKIP() << "not installed: " << GetParam().needs;
  const auto ran = example_in(GetParam())
                       .judged(fmt::format("conform {} --runs 5 --max-states {}", GetParam().area,
                                           GetParam().states_max));
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

// With no more told apart than needs be, and no less.
TEST_P(LanguageTest, HasTheStatesOfTheEngineIfItTellsItsOwn) {
  if (!has(GetParam())) GTEST_SKIP() << "not installed: " << GetParam().needs;
  if (GetParam().world == nullptr) GTEST_SKIP() << "it has others, or tells none";
  const auto explored = fmt::format("explore {} --json", GetParam().world);
  const auto states = [](const ProgramRun& ran) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    return nlohmann::json::parse(ran.out, nullptr, false).value("states", 0);
  };
  const auto engine = states(run_orrery(explored));
  EXPECT_GT(engine, 5'000);
  EXPECT_EQ(states(example_in(GetParam()).judged(explored)), engine);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageTest, testing::ValuesIn(languages),
                         [](const auto& row) { return std::string(row.param.name); });

class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFoundByItsRuleShrunkAndReplayed) {
  const auto& language = language_named(GetParam().language);
  if (!has(language)) GTEST_SKIP() << "not installed: " << language.needs;
  const Example example(language, &GetParam());
  const auto found = example.judged(fmt::format(
      "explore {} --max-states 20000 --shrink --capsule small.capsule", GetParam().world));
  EXPECT_EQ(found.code, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr(fmt::format("FAIL {} ", GetParam().rule)));
  EXPECT_THAT(found.out, HasSubstr("  shrunk "));
  const auto again = example.judged("replay small.capsule");
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("The failure is still there, at the same place."));
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn(planted_faults), [](const auto& row) {
  return fmt::format("{}_{}", row.param.language, row.param.name);
});

// The runner that docs/VECTORS.md names, without our program.
// A runner of vectors in the language of an implementation: builds and plays them, in its folder.
struct VectorRunner {
  const char* language;
  const char* command;
  const char* passes;  // A regular expression.
  int faults;          // Of those that are planted, so many are tried: a build each.
};
class VectorRunnerTest : public testing::TestWithParam<VectorRunner> {};

TEST_P(VectorRunnerTest, PassesAndFindsEachPlantedFault) {
  const auto& language = language_named(GetParam().language);
  if (!has(language)) GTEST_SKIP() << "not installed: " << language.needs;
  const auto run_on = [&](const Planted* planted) {
    return Example(language, planted)
        .shell(fmt::format("\"$orrery\" export {} -o vectors.json && VECTORS=vectors.json {}",
                           language.area, GetParam().command));
  };
  const auto right = run_on(nullptr);
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_THAT(right.out, testing::ContainsRegex(GetParam().passes));
  int tried = 0;
  for (const auto& planted : planted_faults) {
    if (planted.language != std::string_view(language.name) || tried == GetParam().faults) continue;
    // A vector does not say when is looked.
    const bool is_shown = planted.name != std::string_view("CapturesAfterDispatch");
    EXPECT_EQ(run_on(&planted).code != 0, is_shown) << planted.name;
    ++tried;
  }
  EXPECT_EQ(tried, GetParam().faults);
}

VectorRunner in_rust(int faults) {
  return {"rust", "sh -c 'rustc --test --edition 2021 ack.rs -o tests && ./tests --nocapture'",
          "1[0-9][0-9] of 1[0-9][0-9] passed, 0 failed", faults};
}
const VectorRunner in_kotlin{"kotlin",
                             "sh -c 'kotlinc -nowarn -cp modality.jar vectors/*.kt -d vectors.jar "
                             "&& java -cp modality.jar:vectors.jar VectorsKt'",
                             "[34][0-9][0-9] of [34][0-9][0-9] passed, 0 failed", 3};

INSTANTIATE_TEST_SUITE_P(In, VectorRunnerTest, testing::Values(in_rust(2), in_kotlin),
                         [](const auto& row) { return std::string(row.param.language); });
INSTANTIATE_TEST_SUITE_P(DISABLED_All, VectorRunnerTest, testing::Values(in_rust(7)),
                         [](const auto& row) { return std::string(row.param.language); });

// The examples are as long as their page says.

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
