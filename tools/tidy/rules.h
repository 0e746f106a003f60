// The rules that the compiler and CMake cannot see: sizes, what each room may include
// and which areas it may name, what would make a run depend on more than its inputs, and names.
#pragma once
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tidy/rooms.h"

namespace tidy {

enum class Rule {
  LineLength,
  FileLength,
  FunctionLength,
  IncludeUpwards,
  IncludePackage,
  IncludeRoom,
  AreaName,
  FolderSize,
  Nondeterminism,
  Name,
  Unfinished,
  JsonBraces,
  HeaderOpening,
  Reader,
  KnownException,
};
inline constexpr int rule_count = 15;

struct Finding {
  std::string path;
  std::size_t line;  // From 1; 0 for the file as a whole.
  Rule rule;
  std::string message;
};

// The whole tree under the rules. Paths are relative to its root and have forward
// slashes: engine/ack/engine.cc. Any file may be given; only .h and .cc are read as C++.
class House {
 public:
  // `files` are all there are; `known` must outlive this.
  House(std::set<std::string, std::less<>> files, std::span<const Known> known);

  // What is wrong with one of them.
  std::vector<Finding> check(std::string_view path, std::string_view text);

  // What is wrong with the tree: folders, and exceptions that no file checked has needed.
  std::vector<Finding> check_tree() const;

 private:
  bool excuses(std::string_view room, std::string_view what);

  std::set<std::string, std::less<>> files_;
  std::span<const Known> known_;
  std::vector<bool> needed_;  // One per exception.
};

std::string_view name(Rule rule);

// Whether every rule fires on a bad sample and none on a good one. Prints what
// does not behave.
bool self_check();

}  // namespace tidy
