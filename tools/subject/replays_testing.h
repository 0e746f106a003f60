// Each line that is printed to show a failure again is run, and shows it.
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {

// Of each kind of failure, told by rule and by kind of check, one. `gate` is what `conform --json`
// printed.
inline void expect_replays(const nlohmann::json& gate) {
  std::map<std::string, std::string> lines;
  for (const auto& check : gate["checks"]) {
    const auto name = check["check"].get<std::string>();
    const auto line = check["replay"].get<std::string>();
    const bool told = check["outcome"] == "fail" || check["outcome"] == "remark";
    if (told && !line.empty())
      lines.emplace(check["rule"].get<std::string>() + "/" + name.substr(0, name.find('/')), line);
  }
  EXPECT_FALSE(lines.empty());
  for (const auto& [kind, line] : lines) {
    ASSERT_THAT(line, testing::StartsWith("orrery "));
    const auto again = run_orrery(line.substr(7));
    EXPECT_EQ(again.code, 1) << kind << ": " << line << again.err;
    const auto rule = kind.substr(0, kind.find('/'));
    EXPECT_THAT(again.out,
                testing::AnyOf(testing::HasSubstr(rule), testing::HasSubstr("Not answered alike")))
        << line;
  }
}

}  // namespace tools
