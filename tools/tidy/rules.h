// The rules that the compiler and CMake cannot see: sizes, what each folder may
// include, what would make a run depend on more than its inputs, and names.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidy {

enum class Rule {
  LineLength,
  FileLength,
  FunctionLength,
  IncludeUpwards,
  IncludePackage,
  IncludeOtherEngine,
  Nondeterminism,
  Name,
  Unfinished,
  HeaderOpening,
};
inline constexpr int rule_count = 10;

struct Finding {
  std::string path;
  std::size_t line;  // From 1; 0 for the file as a whole.
  Rule rule;
  std::string message;
};

// `path` is relative to the root and has forward slashes: engine/ack.cc. Any file
// may be given; only .h and .cc are read as C++.
std::vector<Finding> check_file(std::string_view path, std::string_view text);

std::string_view name(Rule rule);

// Whether every rule fires on a bad sample and none on a good one. Prints what
// does not behave.
bool self_check();

}  // namespace tidy
