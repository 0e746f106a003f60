// Files that are there whole or not at all.
#pragma once
#include <string>
#include <string_view>

namespace tools {

// Writes beside `path` first and renames, so that whoever reads it meanwhile, or after a
// crash, finds the old file or the new one. "-" is stdout; what is no regular file, such as a
// pipe, is written as it is. Throws a UsageError if it cannot be written.
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace tools
