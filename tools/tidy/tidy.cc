// tidy ROOT: checks every file of the project against rules.h.
// tidy --self-check: checks that the rules can fire.
//
// Prints file:line: message. Exit 1 on findings, 2 on bad usage.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/core.h>

#include "tidy/rules.h"

namespace {

namespace fs = std::filesystem;

// Sorted, so that the output is the same everywhere.
std::vector<std::string> files_below(const fs::path& root) {
  std::vector<std::string> files;
  for (const auto* folder :
       {"engine", "spec", "sim", "conformance", "fuzz", "scenarios", "tools", "docs", "examples"}) {
    if (!fs::is_directory(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) {
        files.push_back(entry.path().lexically_relative(root).generic_string());
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int check_all(const fs::path& root) {
  const auto files = files_below(root);
  if (files.empty()) {
    fmt::print(stderr, "tidy: nothing to check below {}\n", root.string());
    return 2;
  }
  tidy::House house({files.begin(), files.end()}, tidy::known_exceptions());
  std::size_t count = 0;
  const auto print = [&](const std::vector<tidy::Finding>& findings) {
    for (const auto& finding : findings) {
      fmt::print("{}:{}: {} [{}]\n", finding.path, finding.line, finding.message,
                 tidy::name(finding.rule));
    }
    count += findings.size();
  };
  for (const auto& file : files) print(house.check(file, read(root / file)));
  print(house.check_tree());
  fmt::print("tidy: {} files, {} findings\n", files.size(), count);
  return count == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: tidy ROOT | tidy --self-check\n");
    return 2;
  }
  const std::string_view argument = argv[1];
  if (argument == "--self-check") return tidy::self_check() ? 0 : 1;
  return check_all(argument);
}
