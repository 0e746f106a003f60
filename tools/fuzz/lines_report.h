// What is told of the faults of a decoder.
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "fuzz/lines_cause.h"

namespace tools {

struct Found {
  KnownFault why;
  double after_seconds = 0;
  std::vector<std::string> vectors = {};  // That found it, if any did.
};

std::string found_text(const Found& found, const std::vector<std::string>& words);
nlohmann::ordered_json found_json(const Found& found, const std::vector<std::string>& words);

// The line of a stderr that says what went wrong, as far as one can tell.
std::string telling_line(const std::string& errors);

}  // namespace tools
