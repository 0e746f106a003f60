// What the scenario formats of all areas share: how a file begins, its grid, what it expects,
// and how one table becomes a reader, a writer and a schema.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/files/format.h"
#include "sim/files/grid.h"
#include "sim/files/scenario_file.h"

namespace sim::format {

// How a scenario begins.

Codec<std::vector<std::string>> rule_ids();
Codec<std::string> mutant_id();

// Always the same, and kept nowhere. Null: it is not written.
template <class T>
Member<T> constant(std::string_view name, const Json& value, const Json& schema,
                   std::string_view says,
                   const std::function<void(Reader&, const JsonValue&)>& check = {}) {
  Member<T> out{.name = name, .says = says, .read = {}, .write = {}, .describe = {}};
  out.read = [=](Reader& reader, const JsonValue& json, T&) {
    if (check) check(reader, json);
  };
  out.write = [=](Writer&, const T&, const T&, bool) {
    return value.is_null() ? std::nullopt : std::optional<Json>(value);
  };
  out.describe = [=](Definitions&, const T&, bool) { return with_meaning(schema, says, {}); };
  return out;
}

void check_version(Reader& reader, const JsonValue& json);

struct ScenarioArea {
  std::string_view name;
  bool unless_named = false;  // A file that names no area is about this one.
};

// S has a story, rules and a mutant.
template <class S>
void add_head(const ScenarioArea& area, Object<S>& out) {
  out.add(constant<S>("$schema", {}, {{"type", "string"}}, "For editors: the path of this schema.",
                      [](Reader& reader, const JsonValue& json) { reader.text(json, 4'000); }));
  // Looked at before everything else.
  out.add(constant<S>("area", area.unless_named ? Json() : Json(area.name), {{"const", area.name}},
                      "What this is about; each area has a schema of its own."));
  if (!area.unless_named) out.required();
  out.add(constant<S>("format", scenario_format, {{"const", scenario_format}},
                      "The version of the format.", check_version))
      .required();
  out.member("story", &S::story, text(4'000),
             "What was reported and why it hurts, in two to four sentences.")
      .required();
  out.member("rules", &S::rules, rule_ids(),
             "The rules that this is about, and those that its expectation rests on.");
  out.member("mutant", &S::mutant, mutant_id(),
             "The deliberately broken engine that shows the defect.");
}

// The grid.

Json grid_schema();
Json grid_json(const Grid& grid);

template <class S>
struct GridOf {
  std::function<const Grid&(const S&)> grid;
  std::function<std::vector<Delay>(const S&)> delays;  // All that are in play.
  // May refuse it, at `place`.
  std::function<void(Reader&, const JsonValue& place, S&, ChosenGrid)> set;
};

// Written only if it is another than the one that the delays come to.
template <class S>
void add_grid(const GridOf<S>& of, Object<S>& out) {
  auto member = constant<S>("grid_ms", {}, grid_schema(),
                            "Every delay in play is a multiple of it. Left out: the greatest "
                            "common divisor of them. Coarse: only instants at which a window "
                            "begins or ends.");
  member.write = [=](Writer&, const S& value, const S&, bool) -> std::optional<Json> {
    Reader reader;
    if (choose_grid(reader, nullptr, of.delays(value)).grid == of.grid(value)) return std::nullopt;
    return grid_json(of.grid(value));
  };
  out.add(std::move(member)).at_last([=](Reader& reader, const JsonValue& json, S& into) {
    const auto* fixed = member_of(json, "grid_ms");
    auto chosen = choose_grid(reader, fixed, of.delays(into));
    if (!reader.failed()) of.set(reader, fixed == nullptr ? json : *fixed, into, std::move(chosen));
  });
}

// What is expected.

// An expectation while it is read: `usual` is what a result does not say otherwise.
template <class E>
struct Expected {
  E expect;
  typename decltype(E::results)::value_type usual;
};

inline constexpr std::string_view expectation_says =
    "What may come of it, over all schedules: every run has one of the results, and each of them "
    "is some run's. What stands beside `results` holds for each that does not say it.";

// All of `beside` stands beside `results`.
template <class E>
Codec<E> expectation(Codec<typename decltype(E::results)::value_type> result, std::size_t most,
                     const Object<Expected<E>>& beside) {
  using Draft = Expected<E>;
  const ListOf of{.what = "results",
                  .most = most,
                  .none = "No result is allowed.",
                  .or_else = "Name at least one, or leave `expect` out."};
  const auto results = [](auto& draft) -> auto& { return draft.expect.results; };
  auto member = member_at<Draft>("results", results, list(result, of), "All that may come of it.");
  member.read = [=](Reader& reader, const JsonValue& json, Draft& into) {
    list(result, of, into.usual).read(reader, json, into.expect.results);
  };
  Object<Draft> all;
  all.add(std::move(member)).required().last();
  all.part(itself, beside);
  return through<E>(
      all.codec(),
      [](Writer&, const E& value) {
        return Draft{value, {}};
      },
      [](Reader&, const JsonValue&, const Draft& draft, E& into) { into = draft.expect; });
}

// The whole file.

// Fails unless the file is about that area.
void check_area(Reader& reader, const JsonValue& root, const ScenarioArea& area);

struct SchemaTitle {
  std::string_view area, title;
};
Json whole_schema(const SchemaTitle& title, const Json& root, const Definitions& definitions);
// `first`, whose descriptions say where `second` has another default, which is of `word`.
Json with_defaults_of(Json first, const Json& second, std::string_view word);

// What a file does not say is as in one of these; the first, unless it says otherwise.
template <class S>
struct ScenarioBase {
  std::string word;  // "real limits"
  S scenario;
};

template <class S>
class ScenarioFormat {
 public:
  using Loaded = std::variant<S, ScenarioError>;

  ScenarioFormat(ScenarioArea area, std::string_view title, Object<S> object,
                 std::vector<ScenarioBase<S>> bases)
      : area_(area), title_(title), object_(std::move(object)), bases_(std::move(bases)) {}

  Loaded read(const ParsedFile& file) const {
    Reader reader;
    check_area(reader, file.root, area_);
    S out = bases_[0].scenario;
    if (!reader.failed()) object_.read(reader, file.root, out);
    if (reader.failed()) return reader.error(file.text, file.root, file.file);
    out.name = file.name;
    return out;
  }
  Loaded parse(std::string_view text, const std::string& name) const {
    return read(parse_file(text, name));
  }
  Loaded load(const std::string& path) const { return read(load_file(path)); }

  // The shortest document, with defaults left out. What it gives is read back to an equal
  // plan, expectation, story, rules and mutant: this is tried before it is given.
  std::variant<Json, NotWritable> write(const S& scenario) const {
    Json out;
    for (const auto& base : bases_) {
      Writer writer;
      auto written = object_.write(writer, scenario, base.scenario);
      if (writer.failed()) return NotWritable{writer.why()};
      if (out.is_null() || written.flatten().size() < out.flatten().size())
        out = std::move(written);
    }
    const auto loaded = parse(out.dump(), scenario.name);
    if (const auto* error = std::get_if<ScenarioError>(&loaded)) return NotWritable{error->what};
    const auto& back = std::get<S>(loaded);
    const bool same = back.plan == scenario.plan && back.expect == scenario.expect &&
                      back.story == scenario.story && back.rules == scenario.rules &&
                      back.mutant == scenario.mutant;
    if (!same) return NotWritable{"the format of scenarios has no word for a part of this plan"};
    return out;
  }

  // For editors and for the reference in docs.
  Json schema() const {
    Json out;
    for (const auto& base : bases_) {
      Definitions definitions;
      auto root = object_.describe(definitions, base.scenario);
      auto whole = whole_schema({area_.name, title_}, root, definitions);
      out = out.is_null() ? std::move(whole) : with_defaults_of(std::move(out), whole, base.word);
    }
    return out;
  }

 private:
  Loaded read(const std::variant<ParsedFile, ScenarioError>& file) const {
    if (const auto* error = std::get_if<ScenarioError>(&file)) return *error;
    return read(std::get<ParsedFile>(file));
  }

  ScenarioArea area_;
  std::string_view title_;
  Object<S> object_;
  std::vector<ScenarioBase<S>> bases_;
};

}  // namespace sim::format
