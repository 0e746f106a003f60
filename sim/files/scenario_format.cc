#include "sim/files/scenario_format.h"

#include <algorithm>

#include <fmt/format.h>

namespace sim::format {
namespace {

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
  return !id.empty() && is_small(id[0]) && std::ranges::all_of(id, letter);
}

}  // namespace

Codec<std::vector<std::string>> rule_ids() {
  const auto id =
      checked(text(20),
              [](Reader& reader, const JsonValue& json, const std::string& value) {
                if (!is_rule_id(value))
                  reader.fail(json, fmt::format("{} is no rule id.", echo(value)),
                              "Write one as \"MOD-12\"; `orrery list rules` prints them all.");
              },
              {{"pattern", "^[A-Z]{2,5}-[0-9]{2,3}$"}});
  return checked(list(id, {.what = "rules", .most = 16}),
                 [](Reader& reader, const JsonValue& json, const std::vector<std::string>& ids) {
                   for (auto each = ids.begin(); each != ids.end(); ++each)
                     if (std::find(ids.begin(), each, *each) != each)
                       reader.fail(json.items[static_cast<std::size_t>(each - ids.begin())],
                                   fmt::format("{} stands twice.", echo(*each)),
                                   "Take one of the two out.");
                 },
                 {{"uniqueItems", true}});
}

Codec<std::string> mutant_id() {
  return checked(
      text(60),
      [](Reader& reader, const JsonValue& json, const std::string& value) {
        if (!is_snake_case(value))
          reader.fail(json, fmt::format("{} is no mutant id.", echo(value)),
                      "Write one as \"no_disposal_wait\"; `orrery list mutants` prints them all.");
      },
      {{"pattern", "^[a-z][a-z0-9_]*$"}});
}

void check_version(Reader& reader, const JsonValue& json) {
  if (json.kind == JsonValue::Kind::Integer && json.integer == scenario_format) return;
  reader.fail(json, "This format version is not known.",
              fmt::format("Write {}; a newer program may read others.", scenario_format));
}

void check_area(Reader& reader, const JsonValue& root, const ScenarioArea& area) {
  if (root.kind != JsonValue::Kind::Object) return;
  const auto* named = member_of(root, "area");
  if (named == nullptr) {
    if (area.unless_named) return;
    return reader.fail_missing(
        root, "area", fmt::format("This file does not say that it is about `{}`.", area.name),
        fmt::format("Add \"area\": \"{}\".", area.name));
  }
  const auto said = reader.text(*named, 60);
  if (reader.failed() || said == area.name) return;
  reader.fail(*named, fmt::format("This is a scenario of {}.", echo(said)),
              fmt::format("Here one of `{}` is wanted.", area.name));
}

Json grid_schema() {
  return {{"oneOf", Json::array({integer_schema(1, scenario_ms_max), {{"const", "coarse"}}})}};
}

Json grid_json(const Grid& grid) { return grid.step_ms == 0 ? Json("coarse") : Json(grid.step_ms); }

Json whole_schema(const SchemaTitle& title, const Json& root, const Definitions& definitions) {
  Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
           {"$id", fmt::format("urn:orrery:scenario:{}:{}", title.area, scenario_format)},
           {"title", title.title}};
  out.update(root);
  out["definitions"] = definitions.all();
  return out;
}

Json with_defaults_of(Json first, const Json& second, std::string_view word) {
  if (!first.is_structured() || first.size() != second.size()) return first;
  if (first.is_object() && first.contains("default") && first["default"] != second["default"]) {
    const auto said = first.value("description", std::string());
    first["description"] = fmt::format("{}{}With {}: {}.", said, said.empty() ? "" : " ", word,
                                       second["default"].dump());
    return first;
  }
  auto other = second.begin();
  for (auto& mine : first) mine = with_defaults_of(std::move(mine), *other++, word);
  return first;
}

}  // namespace sim::format
