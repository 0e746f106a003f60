// The formats of the files that the program reads, for what feeds it damaged ones.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

struct FileFormat {
  std::vector<std::string> good;  // Texts of files that are right.
  // What is said of a text as of a file called `damaged_file`; nothing if it is taken. What it
  // throws, an input error aside, is a finding.
  std::function<std::optional<std::string>(const std::string& text)> read;
};

inline constexpr std::string_view damaged_file = "FILE";

const std::vector<std::string>& file_formats();  // "scenario", ...
FileFormat file_format(std::string_view name);   // One of these.

}  // namespace tools
