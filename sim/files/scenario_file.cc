#include "files/scenario_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace sim {
namespace {

constexpr std::size_t rules_max = 16;
constexpr std::size_t story_bytes_max = 4'000;
constexpr std::array<std::string_view, 3> areas{default_area, "ack", "joint"};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// MOD-12: two to five capitals, a dash, two or three digits.
bool is_rule_id(std::string_view id) {
  const auto dash = id.find('-');
  if (dash == std::string_view::npos || dash < 2 || dash > 5) return false;
  const auto area = id.substr(0, dash);
  const auto number = id.substr(dash + 1);
  return std::ranges::all_of(area, is_capital) && std::ranges::all_of(number, is_digit) &&
         (number.size() == 2 || number.size() == 3);
}

bool is_snake_case(std::string_view id) {
  const auto letter = [](char c) { return is_small(c) || is_digit(c) || c == '_'; };
  return !id.empty() && is_small(id[0]) && id.size() <= 60 && std::ranges::all_of(id, letter);
}

void read_format(Reader& reader, const JsonValue& value) {
  if (value.kind == JsonValue::Kind::Integer && value.integer == scenario_format) return;
  reader.fail(value, "This format version is not known.",
              fmt::format("Write {}; a newer program may read others.", scenario_format));
}

std::vector<std::string> read_rules(Reader& reader, const JsonValue& value) {
  std::vector<std::string> rules;
  reader.each(value, rules_max, "rules", [&](const JsonValue& item) {
    auto id = reader.text(item, 20);
    if (reader.failed()) return;
    if (!is_rule_id(id))
      reader.fail(item, fmt::format("{} is no rule id.", echo(id)),
                  "Write one as \"MOD-12\"; `orrery list rules` prints them all.");
    if (std::ranges::find(rules, id) != rules.end())
      reader.fail(item, fmt::format("{} stands twice.", echo(id)), "Take one of the two out.");
    rules.push_back(std::move(id));
  });
  return rules;
}

std::string read_mutant(Reader& reader, const JsonValue& value) {
  auto id = reader.text(value, 60);
  if (!reader.failed() && !is_snake_case(id))
    reader.fail(value, fmt::format("{} is no mutant id.", echo(id)),
                "Write one as \"no_disposal_wait\"; `orrery list mutants` prints them all.");
  return id;
}

ScenarioError no_file(const std::string& path, std::string what, std::string remedy) {
  return {.file = path, .pointer = {}, .what = std::move(what), .remedy = std::move(remedy)};
}

}  // namespace

std::variant<std::string, ScenarioError> scenario_file_text(const std::string& path) {
  namespace fs = std::filesystem;
  // A path with a zero byte names, for the system, another file.
  if (path.empty() || path.find('\0') != std::string::npos)
    return no_file(path.c_str(), "This is no path.", "Name a scenario file.");
  std::error_code fault;
  const auto status = fs::status(path, fault);
  if (status.type() == fs::file_type::not_found)
    return no_file(path, "There is no such file.", "Check the path.");
  if (fault) return no_file(path, "The file cannot be read: " + fault.message() + ".", "");
  if (fs::is_directory(status))
    return no_file(path, "This is a directory.", "Name a scenario file in it.");
  if (!fs::is_regular_file(status))
    return no_file(path, "This is no regular file.", "Name a scenario file.");
  const auto bytes = fs::file_size(path, fault);
  if (!fault && bytes > scenario_bytes_max)
    return no_file(path, fmt::format("The file has {} bytes.", bytes),
                   fmt::format("A scenario may have {}.", scenario_bytes_max));
  std::ifstream stream(path, std::ios::binary);
  std::string text(scenario_bytes_max + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  const auto count = static_cast<std::size_t>(stream.gcount());
  // Files that the system makes up have no size beforehand.
  if (count > scenario_bytes_max)
    return no_file(path, fmt::format("The file has over {} bytes.", scenario_bytes_max),
                   "A scenario may not.");
  if (stream.bad() || !stream.eof())
    return no_file(path, "The file cannot be read.", "Check its permissions.");
  text.resize(count);
  return text;
}

std::string scenario_name(const std::string& path) {
  const auto plain = std::filesystem::path(path).lexically_normal();
  std::filesystem::path name;
  for (const auto& part : plain) {
    if (part == "scenarios") {
      name.clear();
    } else {
      name /= part;
    }
  }
  const bool below = std::ranges::find(plain, "scenarios") != plain.end();
  if (!below) name = plain.filename();
  return name.replace_extension().generic_string();
}

std::variant<ParsedFile, ScenarioError> parse_file(std::string_view text, const std::string& file,
                                                   const std::string& name) {
  if (text.size() > scenario_bytes_max)
    return no_file(file, fmt::format("The text has {} bytes.", text.size()),
                   fmt::format("A scenario may have {}.", scenario_bytes_max));
  auto parsed = parse_json(text);
  if (const auto* fault = std::get_if<JsonError>(&parsed)) {
    const auto place = place_of(text, fault->offset);
    return ScenarioError{file, place.line, place.column, {}, fault->what, fault->remedy};
  }
  return ParsedFile{text, file, name, std::move(std::get<JsonValue>(parsed))};
}

const JsonValue* member_of(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  return found == object.items.end() ? nullptr : &*found;
}

void check_area(Reader& reader, const JsonValue& root, std::string_view area) {
  if (root.kind != JsonValue::Kind::Object) return;
  const auto* named = member_of(root, "area");
  if (named == nullptr) {
    if (area == default_area) return;
    return reader.fail(root, fmt::format("This file does not say that it is about `{}`.", area),
                       fmt::format("Add \"area\": \"{}\".", area));
  }
  const auto which = reader.one_of(*named, areas, "an area");
  if (reader.failed() || areas[which] == area) return;
  reader.fail(*named, fmt::format("This is a scenario of `{}`.", areas[which]),
              fmt::format("Here one of `{}` is wanted.", area));
}

std::vector<Reader::Field> head_fields(Reader& reader, ScenarioHead head) {
  using Value = const JsonValue&;
  return {
      {"format", [&reader](Value v) { read_format(reader, v); }, true},
      {"story", [&reader, head](Value v) { head.story = reader.text(v, story_bytes_max); }, true},
      {"rules", [&reader, head](Value v) { head.rules = read_rules(reader, v); }},
      {"mutant", [&reader, head](Value v) { head.mutant = read_mutant(reader, v); }},
      {"area", [](Value) {}},  // Looked at before everything else.
      {"$schema", [&reader](Value v) { reader.text(v, story_bytes_max); }}};
}

}  // namespace sim
