#include "sim/files/scenario_format.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

void check_rule(Reader& reader, const JsonValue& json, const std::string& value) {
  if (!is_rule_id(value))
    reader.fail(json, fmt::format("{} is no rule id.", echo(value)),
                "Write one as \"MOD-12\"; `orrery list rules` prints them all.");
}

void check_mutant(Reader& reader, const JsonValue& json, const std::string& value) {
  if (!is_snake_case(value))
    reader.fail(json, fmt::format("{} is no mutant id.", echo(value)),
                "Write one as \"no_disposal_wait\"; `orrery list mutants` prints them all.");
}

constexpr Type rule =
    text(20).then(check<&check_rule>).also(R"({"pattern": "^[A-Z]{2,5}-[0-9]{2,3}$"})");

// Fails unless the file is about that area.
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

// `first`, whose descriptions say where `second` has another default, which is of `word`.
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

}  // namespace

constexpr Type rule_ids = list(rule, {.what = "rules", .most = 16}).as_set();

constexpr Type mutant_id =
    text(60).then(check<&check_mutant>).also(R"({"pattern": "^[a-z][a-z0-9_]*$"})");

std::optional<ScenarioError> AnyScenarioFormat::read(const ParsedFile& file, Spot into) const {
  Reader reader;
  check_area(reader, file.root, area_);
  if (!reader.failed()) format::read(reader, file.root, type_, into);
  if (!reader.failed()) return std::nullopt;
  return reader.error(file.text, file.root, file.file);
}

std::variant<Json, NotWritable> AnyScenarioFormat::write(Spot scenario,
                                                         const char* not_fixed) const {
  if (not_fixed != nullptr) return NotWritable{not_fixed};
  Json out;
  for (const auto& base : bases_) {
    Writer writer;
    auto written = format::write(writer, type_, scenario, base.scenario);
    if (writer.failed()) return NotWritable{writer.why()};
    if (out.is_null() || written.flatten().size() < out.flatten().size()) out = std::move(written);
  }
  if (auto why = read_back(out.dump(), scenario)) return std::move(*why);
  return out;
}

Json AnyScenarioFormat::schema() const {
  Json out;
  for (const auto& base : bases_) {
    auto whole =
        whole_schema({fmt::format("urn:orrery:scenario:{}:{}", area_.name, scenario_format),
                      std::string(title_)},
                     type_, base.scenario);
    out = out.is_null() ? std::move(whole) : with_defaults_of(std::move(out), whole, base.word);
  }
  return meanings_ == nullptr ? out : with_sentences(std::move(out), *meanings_);
}

}  // namespace sim::format
