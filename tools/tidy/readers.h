// Where bytes that somebody else wrote come in: every line that opens a file or a folder, or has a
// library parse JSON. What others wrote is read with bounds, by sim/files/scenario_file.h (files),
// sim/files/document.h and sim/files/json_source.h (JSON); so each other place is listed here, with
// the reason why it needs none.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tidy/source.h"

namespace tidy {

struct Misread {
  std::size_t line;  // From 1; 0 for the file as a whole.
  std::string message;
};

// What of a file goes past the readers, or is listed and is not there.
std::vector<Misread> misread(std::string_view path, const Source& source);

}  // namespace tidy
