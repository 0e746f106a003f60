// What the scenario files of all areas share: how a file becomes text, a name, and the fields
// that say what it is and why.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "json_source.h"
#include "scenario_reader.h"
#include "sim/scenario.h"

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

std::optional<ScenarioError> too_long(std::string_view text, const std::string& file);
ScenarioError error_of(std::string_view text, const std::string& file, const JsonError& fault);

// Reads with `read(reader, root)`, which gives an S.
template <class S, class Read>
std::variant<S, ScenarioError> parse_as(std::string_view text, const std::string& file,
                                        const std::string& name, std::string_view area, Read read) {
  if (auto refused = too_long(text, file)) return std::move(*refused);
  const auto parsed = parse_json(text);
  if (const auto* fault = std::get_if<JsonError>(&parsed)) return error_of(text, file, *fault);
  const auto& root = std::get<JsonValue>(parsed);
  Reader reader;
  check_area(reader, root, area);
  S scenario = read(reader, root);
  if (reader.failed()) return reader.error(text, root, file);
  scenario.name = name;
  return scenario;
}
template <class S, class Read>
std::variant<S, ScenarioError> load_as(const std::string& path, std::string_view area, Read read) {
  auto text = scenario_file_text(path);
  if (auto* error = std::get_if<ScenarioError>(&text)) return std::move(*error);
  return parse_as<S>(std::get<std::string>(text), path, scenario_name(path), area, read);
}

}  // namespace sim
