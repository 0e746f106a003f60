// What shrinking knows of the documents of an area.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sim {

struct ShrinkWords {
  // Places that stay as they are: "expect" of the root, "tool/revision" of its member `tool`.
  std::vector<std::string> kept{"$schema", "area", "format", "story", "rules", "mutant", "expect"};
  // Each from the simplest word to the least simple; one may be replaced by those before it.
  std::vector<std::vector<std::string>> simpler{};
  std::string open_end = "never";  // A window may end with it: [500, "never"].
  // Which numbers are round, the roundest first: 500 before 100. At least one, all positive.
  std::vector<std::int64_t> steps{500, 100, 10};
};

}  // namespace sim
