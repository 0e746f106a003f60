#include "sim/scenario.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "scenario_reader.h"

namespace sim {
namespace {

constexpr std::size_t rules_max = 16;

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

// scenarios/modality/blink_dialog.json -> modality/blink_dialog
std::string name_of(const std::string& path) {
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

// Short or real ones; they decide over all defaults, so they come first wherever they stand.
void read_base(Reader& reader, const JsonValue& root, Plan& plan) {
  static constexpr std::array<std::string_view, 2> bases{"short", "real"};
  const auto member = [](const JsonValue& object, std::string_view name) {
    const auto found = std::ranges::find(object.items, name, &JsonValue::name);
    return found == object.items.end() ? nullptr : &*found;
  };
  const JsonValue* base = member(root, "limits");
  const bool overrides = base != nullptr && base->kind == JsonValue::Kind::Object;
  if (overrides) base = member(*base, "base");
  const bool real = base != nullptr && reader.one_of(*base, bases, "a set of limits") == 1;
  plan.limits = real ? policy::Limits{} : short_limits();
  plan.latencies = real ? real_latencies() : short_latencies();
  plan.calls.push_back({});
  plan.calls[0].request.body_timeout = real ? policy::Request{}.body_timeout : short_body_timeout;
}

Scenario read_scenario(Reader& reader, const JsonValue& root) {
  Scenario scenario;
  auto& plan = scenario.plan;
  const JsonValue* grid = nullptr;
  read_base(reader, root, plan);
  using Value = const JsonValue&;
  constexpr std::size_t story_bytes_max = 4'000;
  reader.fields(
      root, {{"format", [&](Value v) { read_format(reader, v); }, true},
             {"story", [&](Value v) { scenario.story = reader.text(v, story_bytes_max); }, true},
             {"rules", [&](Value v) { scenario.rules = read_rules(reader, v); }},
             {"mutant", [&](Value v) { scenario.mutant = read_mutant(reader, v); }},
             {"call", [&](Value v) { read_call(reader, v, plan); }, true},
             {"limits",
              [&](Value v) {
                if (v.kind != JsonValue::Kind::Text) read_limits(reader, v, plan.limits);
              }},
             {"grid_ms", [&](Value v) { grid = &v; }},
             {"ide", [&](Value v) { read_ide(reader, v, plan); }},
             {"body", [&](Value v) { read_body(reader, v, plan); }},
             {"background", [&](Value v) { read_background(reader, v, plan); }},
             {"expect", [&](Value v) { read_expectation(reader, v, scenario.expect); }},
             {"$schema", [&](Value v) { reader.text(v, story_bytes_max); }}});
  if (!reader.failed()) choose_grid(reader, grid, scenario);
  return scenario;
}

ScenarioError no_file(const std::string& path, std::string what, std::string remedy) {
  return {.file = path, .pointer = {}, .what = std::move(what), .remedy = std::move(remedy)};
}

LoadedScenario parse(std::string_view text, const std::string& file, const std::string& name) {
  const auto parsed = parse_json(text);
  if (const auto* fault = std::get_if<JsonError>(&parsed)) {
    const auto place = place_of(text, fault->offset);
    return ScenarioError{file, place.line, place.column, {}, fault->what, fault->remedy};
  }
  const auto& root = std::get<JsonValue>(parsed);
  Reader reader;
  auto scenario = read_scenario(reader, root);
  if (reader.failed()) return reader.error(text, root, file);
  scenario.name = name;
  return scenario;
}

}  // namespace

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  if (text.size() > scenario_bytes_max)
    return no_file(name, fmt::format("The text has {} bytes.", text.size()),
                   fmt::format("A scenario may have {}.", scenario_bytes_max));
  return parse(text, name, name);
}

LoadedScenario load_scenario(const std::string& path) {
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
  return parse(text, path, name_of(path));
}

std::string show(const ScenarioError& error) {
  std::string out = error.file;
  if (error.line > 0) out += fmt::format(":{}:{}", error.line, error.column);
  if (!error.pointer.empty()) out += ": " + error.pointer;
  out += ": " + error.what;
  if (!error.remedy.empty()) out += " " + error.remedy;
  return out;
}

}  // namespace sim
