// Each check of `orrery conform` as a test of its own, which fails with its story: docs/VECTORS.md.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

// COMMAND is the gate, such as `orrery conform ack --subject exec:./mine`.
struct Check : testing::Test {
  explicit Check(const nlohmann::json& of) : row(of) {}
  void TestBody() override {
    const std::string outcome = row["outcome"], message = row["message"];
    if (outcome == "fail" || outcome == "error" ||
        (outcome == "not_exercised" && row["level"] == "must"))
      FAIL() << message;
    if (outcome != "pass") GTEST_SKIP() << outcome << " " << message.substr(0, message.find('\n'));
  }
  nlohmann::json row;
};

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  const int status =
      std::system((std::string(std::getenv("COMMAND")) + " --results checks.jsonl >&2").c_str()) >>
      8;
  if (status != 0 && status != 1 && status != 6) return 2;  // Nothing was judged.
  std::ifstream results("checks.jsonl");
  for (std::string line; std::getline(results, line);)
    if (const auto row = nlohmann::json::parse(line); row.contains("check"))
      testing::RegisterTest(
          "conform",
          (row["check"].get<std::string>() + " (" + row["rule"].get<std::string>() + ")").c_str(),
          nullptr, nullptr, __FILE__, __LINE__, [row] { return new Check(row); });
  return RUN_ALL_TESTS();
}
