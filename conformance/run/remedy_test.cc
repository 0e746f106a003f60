#include "conformance/run/remedy.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "port/modality/commands.h"
#include "port/modality/words.h"

namespace conformance {
namespace {

using namespace port::modality;

struct Found {
  struct Breach {
    std::vector<std::size_t> clauses;
  };
  std::optional<Breach> breach;
};

Finish ending(Stage stage, std::uint8_t artifacts) {
  Finish out{};
  out.stage = stage;
  out.artifacts = artifacts;
  return out;
}

// What is right is a set of stages and counts; what is not breaks clause 7.
struct Rule {
  std::vector<Stage> stages;
  std::vector<int> counts;
  void see(int&, const Command& act, Found& found) const {
    const auto& finish = std::get<Finish>(act);
    if (std::ranges::count(stages, finish.stage) == 0 ||
        std::ranges::count(counts, finish.artifacts) == 0)
      found.breach = Found::Breach{{7}};
  }
};

struct Row {
  const char* name;
  Rule rule;
  std::size_t clause;
  std::optional<Finish> right;
};
class Remedies : public testing::TestWithParam<Row> {};
TEST_P(Remedies, AreTheOneChangeOfOneMemberThatIsRight) {
  const auto& [name, rule, clause, right] = GetParam();
  const Command got = ending(Stage::Body, 2);
  const auto found = remedy<Found>(rule, 0, got, clause);
  EXPECT_EQ(found, right ? std::optional<Command>(*right) : std::nullopt);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, Remedies,
    testing::Values(Row{"AWord", {{Stage::Gate}, {2}}, 7, ending(Stage::Gate, 2)},
                    Row{"ANumber", {{Stage::Body}, {0}}, 7, ending(Stage::Body, 0)},
                    Row{"NoneOfTwo", {{Stage::Gate, Stage::Sync}, {2}}, 7, std::nullopt},
                    Row{"NoneWhereTwoMembersAreWrong", {{Stage::Gate}, {0}}, 7, std::nullopt},
                    Row{"NoneWhereItIsRight", {{Stage::Body}, {2}}, 7, std::nullopt},
                    Row{"NoneOfAnotherClause", {{Stage::Gate}, {2}}, 8, std::nullopt}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace conformance
