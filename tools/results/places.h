// Where a check stands in the repository of whoever runs it: what CI systems show it beside.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/gate/report.h"

namespace tools {

struct Place {
  std::string file;      // Relative to the repository, with slashes.
  std::size_t line = 1;  // That names the rule, or else the first.
  bool operator==(const Place&) const = default;
};

// "src/agent.py", "src/agent.py:12". Nothing of a line that is no number from 1.
std::optional<Place> parse_place(std::string_view text);

class Places {
 public:
  // Of the repository that the program was started in, or else of that folder. `subject` is who is
  // judged: "exec:python3 mine.py". `given` is what to look at, if somebody says so.
  explicit Places(std::string_view subject, std::optional<Place> given = {});
  // `root` is the repository; absolute.
  Places(std::filesystem::path root, std::string_view subject);

  // None for what has no file of its own there: scenarios that came with the program have none.
  std::optional<Place> of(const conformance::CheckResult& result) const;
  // That, or else the first word of the subject that is a file of the repository: what to look at.
  std::optional<Place> to_look_at(const conformance::CheckResult& result) const;

 private:
  std::optional<std::string> relative(const std::filesystem::path& path) const;

  std::filesystem::path root_;
  std::optional<Place> program_;
};

}  // namespace tools
