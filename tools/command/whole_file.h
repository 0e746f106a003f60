// Files that are there whole or not at all: how every file is written but a gate's results,
// which are a stream (gate/journal.h).
#pragma once
#include <string>
#include <string_view>

namespace tools {

// Writes beside `path` and renames, so that whoever reads it meanwhile, or after this program was
// killed, finds the old file or the new one. "-" is stdout; what is no plain file, such as a pipe
// or a link, is written as it is. False if not all could be written: stderr says which file and
// why, a plain file is as it was, and the command ends with exit_code::harness.
[[nodiscard]] bool write_whole_file(const std::string& path, std::string_view text);

// The bytes of a plain file of at most 16 MiB; empty if it is none, or cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace tools
