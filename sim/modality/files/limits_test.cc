// Files of limits: what they say, what they may not, and their schema.
#include "sim/modality/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "engine/modality/profiles.h"
#include "files/scenario_texts.h"

namespace sim::modality {
namespace {

using testing::HasSubstr;

LoadedLimits read(const std::string& text) {
  const auto parsed = parse_file(text, "limits");
  if (const auto* error = std::get_if<ScenarioError>(&parsed)) return *error;
  return read_limits(std::get<ParsedFile>(parsed));
}

TEST(LimitsFile, SaysWhatDiffersFromTheRealOnes) {
  auto wanted = engine::modality::real_limits();
  wanted.smart_bound = port::Duration{30'000};
  wanted.wait_budget = port::Duration{0};
  const auto got = read(R"({"limits": 1, "smart_bound_ms": 30000, "wait_budget_ms": 0})");
  ASSERT_TRUE(std::holds_alternative<Limits>(got));
  EXPECT_EQ(std::get<Limits>(got), wanted);
  EXPECT_EQ(std::get<Limits>(read(R"({"limits": 1})")), engine::modality::real_limits());
}

struct RefusedLimits {
  const char* text;
  const char* says;
};

TEST(LimitsFile, RefusesWhatIsNoLimit) {
  constexpr RefusedLimits rows[] = {
      {R"({})", "limits"},
      {R"({"limits": 2})", "This format of limits is not known. Write 1"},
      {R"({"limits": 1, "smart_bound_ms": 0})", "/smart_bound_ms"},
      {R"({"limits": 1, "smart_bound_ms": 1.5})", "/smart_bound_ms"},
      {R"({"limits": 1, "smart_bound_ms": 600001})", "It is longer than ten minutes."},
      {R"({"limits": 1, "smart_bound": 5})", "smart_bound"},
      {R"([])", "limits:1:1"}};
  for (const auto& [text, says] : rows) {
    const auto got = read(text);
    ASSERT_TRUE(std::holds_alternative<ScenarioError>(got)) << text;
    EXPECT_THAT(show(std::get<ScenarioError>(got)), HasSubstr(says)) << text;
  }
}

TEST(ScenarioLimits, GeneratedSchemaIsThatOfTheTree) {
  const auto path = source_root / "scenarios/limits.schema.json";
  const auto wanted = limits_schema().dump(2) + "\n";
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << wanted;
  EXPECT_EQ(text_of(path), wanted);
}

}  // namespace
}  // namespace sim::modality
