// How a scenario file becomes a text, a name and a value, and which area it is about. What
// that value says is for the format of the area: sim/files/scenario_format.h.
//
// Nothing here throws or ends the program, whatever a file holds.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/files/json_source.h"
#include "sim/files/scenario_error.h"

namespace sim {

// What kind of file is read, and how many bytes one may have.
struct FileKind {
  std::string_view what;  // "scenario"
  std::size_t bytes_max;
};
// A file inside the program, by a path that no file system has.
struct OwnFile {
  std::string_view path, text;
};
// From now on these are found as well. Before anything reads.
void bring_along(std::span<const OwnFile> files);

// The bytes of a regular file; any other, and one that is too large, is refused before it is read.
std::variant<std::string, ScenarioError> text_of_file(const std::string& path,
                                                      const FileKind& kind);

// A text that is JSON, and what it is called in errors and as a scenario.
struct ParsedFile {
  std::string text;
  std::string file, name;
  JsonValue root;
};

// `name` stands for the file in an error.
std::variant<ParsedFile, ScenarioError> parse_file(std::string_view text, const std::string& name);
// Refuses what is no regular file or is over scenario_bytes_max before reading it.
// `what` it is stands in an error.
// "scenarios/modality/blink_dialog.json" is called "modality/blink_dialog".
std::variant<ParsedFile, ScenarioError> load_file(const std::string& path,
                                                  std::string_view what = "scenario");

// Which of `areas` a file is about: its member `area` says it, and a file without one is about
// the first. Any other word is refused.
std::variant<std::size_t, ScenarioError> area_of(const ParsedFile& file,
                                                 std::span<const std::string_view> areas);

}  // namespace sim
