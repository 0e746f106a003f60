// What the scenario files of all areas share: how a file becomes text, a name, and the fields
// that say what it is and why.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "files/json_source.h"
#include "files/reader.h"
#include "sim/files/scenario_error.h"

namespace sim {

// The whole text of a regular file of at most scenario_bytes_max.
std::variant<std::string, ScenarioError> scenario_file_text(const std::string& path);

// "scenarios/modality/blink_dialog.json" is "modality/blink_dialog".
std::string scenario_name(const std::string& path);

// What every scenario says of itself.
struct ScenarioHead {
  std::string& story;
  std::vector<std::string>& rules;
  std::string& mutant;
};
std::vector<Reader::Field> head_fields(Reader& reader, ScenarioHead head);

// The value of a member, or null.
const JsonValue* member_of(const JsonValue& object, std::string_view name);
// Fails unless the file is about this area.
void check_area(Reader& reader, const JsonValue& root, std::string_view area);

// A text that is JSON, and what it is called in errors and as a scenario. Refers to the text.
struct ParsedFile {
  std::string_view text;
  std::string file, name;
  JsonValue root;
};
std::variant<ParsedFile, ScenarioError> parse_file(std::string_view text, const std::string& file,
                                                   const std::string& name);

// Reads with `read(reader, root)`, which gives an S.
template <class S, class Read>
std::variant<S, ScenarioError> read_as(const ParsedFile& parsed, std::string_view area, Read read) {
  Reader reader;
  check_area(reader, parsed.root, area);
  S scenario = read(reader, parsed.root);
  if (reader.failed()) return reader.error(parsed.text, parsed.root, parsed.file);
  scenario.name = parsed.name;
  return scenario;
}
template <class S, class Read>
std::variant<S, ScenarioError> parse_as(std::string_view text, const std::string& file,
                                        const std::string& name, std::string_view area, Read read) {
  auto parsed = parse_file(text, file, name);
  if (auto* error = std::get_if<ScenarioError>(&parsed)) return std::move(*error);
  return read_as<S>(std::get<ParsedFile>(parsed), area, read);
}
template <class S, class Read>
std::variant<S, ScenarioError> load_as(const std::string& path, std::string_view area, Read read) {
  auto text = scenario_file_text(path);
  if (auto* error = std::get_if<ScenarioError>(&text)) return std::move(*error);
  return parse_as<S>(std::get<std::string>(text), path, scenario_name(path), area, read);
}

}  // namespace sim
