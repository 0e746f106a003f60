// What the scenario formats of all areas share: how a file begins, its grid, what it expects,
// and how one table becomes a reader, a writer and a schema.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/files/format.h"
#include "sim/files/grid.h"
#include "sim/files/scenario_file.h"

namespace sim {

// A scenario of an area: a fixed world, and what is expected of its runs.
template <class Plan, class Expectation>
struct ScenarioOf {
  std::string name = {};  // "ack/deadline_tie": the path below `scenarios`.
  std::string story = {};
  std::vector<std::string> rules = {};  // Ids; whether they exist is for the caller to check.
  std::string mutant = {};              // Likewise; empty: no broken variant shows it.
  Expectation expect = {};              // Without results: the file expects nothing.
  Plan plan = {};                       // Nothing in it is free but the schedule.
  // Why the grid of the plan is the coarse one, or empty: the reference grid of this world would
  // have too many instants in its windows. And as in sim::ChosenGrid.
  std::string coarse_because = {}, fine_because = {};
};

namespace format {

// How a scenario begins.

extern const Type rule_ids;
extern const Type mutant_id;

template <class T>
inline constexpr Row schema_row = {"$schema", itself<T>, ignored(),
                                   "For editors: the path of this schema.", Is::Unwritten};

struct ScenarioArea {
  std::string_view name;
  bool unless_named = false;  // A file that names no area is about this one.
};

// S has a story, rules and a mutant.
template <class S, const ScenarioArea& area>
inline constexpr Row head_rows[] = {
    schema_row<S>,
    {"area", itself<S>, constant(area.name),
     "What this is about; each area has a schema of its own.",
     area.unless_named ? Is::Unwritten : Is::Required},
    {"format", itself<S>, constant(scenario_format, "This format version is not known."),
     "The version of the format.", Is::Required},
    {"story", at<&S::story>, text(4'000),
     "What was reported and why it hurts, in two to four sentences.", Is::Required},
    {"rules", at<&S::rules>, &rule_ids,
     "The rules that this is about, and those that its expectation rests on."},
    {"mutant", at<&S::mutant>, &mutant_id,
     "The deliberately broken engine that shows the defect."}};
template <class S, const ScenarioArea& area>
inline constexpr Row head = part(itself<S>, object(head_rows<S, area>));

// The grid: written only if it is another than the one that the delays come to.

// `grid_of` gives the grid of an S, `delays` all that are in play; `set` is a
// void(Reader&, const JsonValue& place, S&, ChosenGrid), which may refuse it.
template <class S, auto grid_of, auto delays, auto set>
struct GridOf {
  static bool is_fixed(const S& scenario) {
    Reader reader;
    return choose_grid(reader, nullptr, delays(scenario)).grid != grid_of(scenario);
  }
  static std::int32_t step(const S& scenario) { return grid_of(scenario).step_ms; }
  static void leave(Reader&, const JsonValue&, S&) {}  // Until all delays are known.
  static void choose(Reader& reader, const JsonValue& root, S& into) {
    const auto* fixed = member_of(root, "grid_ms");
    auto chosen = choose_grid(reader, fixed, delays(into));
    if (!reader.failed()) set(reader, fixed == nullptr ? root : *fixed, into, std::move(chosen));
  }
};
inline constexpr Word grid_words[] = {{"coarse", 0}};
template <class Of, class S>
inline constexpr Row grid_rows[] = {
    {"grid_ms", itself<S>,
     read_by<std::int32_t, S, &Of::step, &Of::leave>(
         integer(1, scenario_ms_max)
             .or_word(grid_words)
             .also(R"({"oneOf": [{"type": "integer", "minimum": 1, "maximum": 1036800000},
                       {"const": "coarse"}]})")),
     "Every delay in play is a multiple of it. Left out: the greatest common divisor of them. "
     "Coarse: only instants at which a window begins or ends.",
     0, when<&Of::is_fixed>}};
template <class S, auto grid_of, auto delays, auto set>
inline constexpr Row grid = [] {
  using Of = GridOf<S, grid_of, delays, set>;
  return part(itself<S>, object(grid_rows<Of, S>).lastly(check<&Of::choose>));
}();

// What most areas do with it.
void keep_grid(Reader&, const JsonValue&, auto& into, const ChosenGrid& chosen) {
  into.plan.grid = chosen.grid;
  into.coarse_because = chosen.coarse_because;
  if constexpr (requires { into.fine_because; }) into.fine_because = chosen.fine_because;
}
const Grid& plan_grid(const auto& scenario) { return scenario.plan.grid; }

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

constexpr Type results(const Type& result, std::size_t most) {
  return list(result, {.what = "results",
                       .most = most,
                       .none = "No result is allowed.",
                       .or_else = "Name at least one, or leave `expect` out."})
      .as_set();
}
constexpr Type results(const Type&& result, std::size_t most) = delete;  // It is referred to.

template <class E>
constexpr Row results_row(const Type& results) {
  return {"results",
          at<&Expected<E>::expect, &E::results>,
          results,
          "All that may come of it.",
          Is::Required | Is::Last,
          {},
          &at<&Expected<E>::usual>};
}

template <class E>
struct ExpectationOf {
  static Expected<E> draft(const E& value) { return {value, {}}; }
  static void take(Reader&, const JsonValue&, const Expected<E>& draft, E& into) {
    into = draft.expect;
  }
};
// `rows` of an Expected<E>: the row of results, and what may stand beside them.
template <class E>
constexpr Type expectation(std::span<const Row> rows) {
  using Of = ExpectationOf<E>;
  return through<Expected<E>, E, &Of::draft, &Of::take>(object(rows));
}

// The whole file.

// Why no file can say a plan that is not fixed.
inline constexpr const char* leaves_more_open = "this plan leaves more open than the schedule";

// What all formats do in one way.
//
// Reading never throws and never ends the program: whatever a file holds, the answer is a scenario
// whose plan is within all capacities of the world, or one error. docs/SCENARIOS.md says how to
// write one; scenarios/AREA.schema.json is for editors.
class AnyScenarioFormat {
 public:
  // For editors and for the reference in docs.
  Json schema() const;

 protected:
  struct Base {
    std::string_view word;  // "real limits"
    Spot scenario;
  };

  AnyScenarioFormat(const ScenarioArea& area, std::string_view title, const Type& type,
                    const port::Meanings* meanings)
      : area_(area), title_(title), type_(type), meanings_(meanings) {}
  ~AnyScenarioFormat() = default;
  AnyScenarioFormat(const AnyScenarioFormat&) = delete;
  AnyScenarioFormat& operator=(const AnyScenarioFormat&) = delete;

  std::optional<ScenarioError> read(const ParsedFile& file, Spot into) const;
  // `not_fixed` says why no file can say it, or is null.
  std::variant<Json, NotWritable> write(Spot scenario, const char* not_fixed) const;
  // Why what a text says is not this scenario; nothing: it is.
  virtual std::optional<NotWritable> read_back(std::string_view text, Spot scenario) const = 0;

  std::vector<Base> bases_;

 private:
  const ScenarioArea& area_;
  std::string_view title_;
  const Type& type_;
  const port::Meanings* meanings_;
};

// What a file does not say is as in one of these; the first, unless it says otherwise.
template <class S>
struct ScenarioBase {
  std::string_view word;
  S scenario;
};

template <class S>
class ScenarioFormat final : public AnyScenarioFormat {
 public:
  using Loaded = std::variant<S, ScenarioError>;
  // Why no file can say this scenario, or null. A document may still be one that no word is for.
  using NotFixed = const char* (*)(const S&);

  // The words of the port that it speaks in mean what `meanings` says.
  ScenarioFormat(const ScenarioArea& area, std::string_view title, const Type& type,
                 std::vector<ScenarioBase<S>> bases, const port::Meanings* meanings = nullptr,
                 NotFixed not_fixed = nullptr)
      : AnyScenarioFormat(area, title, type, meanings),
        usual_(std::move(bases)),
        not_fixed_(not_fixed) {
    for (const auto& base : usual_) bases_.push_back({base.word, spot(base.scenario)});
  }

  Loaded read(const ParsedFile& file) const {
    S out = usual_[0].scenario;
    if (auto error = AnyScenarioFormat::read(file, spot(out))) return std::move(*error);
    out.name = file.name;
    return out;
  }
  // `name` becomes the scenario's and stands for the file in an error.
  Loaded parse(std::string_view text, const std::string& name) const {
    return read(parse_file(text, name));
  }
  // Refuses what is no regular file or is over scenario_bytes_max before reading it.
  Loaded load(const std::string& path) const { return read(load_file(path)); }

  // The shortest document, with defaults left out. What it gives is read back to an equal
  // plan, expectation, story, rules and mutant: this is tried before it is given. scenario_text()
  // makes a text of it.
  std::variant<Json, NotWritable> write(const S& scenario) const {
    return AnyScenarioFormat::write(spot(scenario),
                                    not_fixed_ == nullptr ? nullptr : not_fixed_(scenario));
  }

 private:
  Loaded read(const std::variant<ParsedFile, ScenarioError>& file) const {
    if (const auto* error = std::get_if<ScenarioError>(&file)) return *error;
    return read(std::get<ParsedFile>(file));
  }
  std::optional<NotWritable> read_back(std::string_view text, Spot written) const override {
    const auto& scenario = *static_cast<const S*>(written.at);
    const auto loaded = parse(text, scenario.name);
    if (const auto* error = std::get_if<ScenarioError>(&loaded)) return NotWritable{error->what};
    const auto& back = std::get<S>(loaded);
    const bool same = back.plan == scenario.plan && back.expect == scenario.expect &&
                      back.story == scenario.story && back.rules == scenario.rules &&
                      back.mutant == scenario.mutant;
    if (same) return std::nullopt;
    return NotWritable{"the format of scenarios has no word for a part of this plan"};
  }

  std::vector<ScenarioBase<S>> usual_;
  NotFixed not_fixed_;
};

}  // namespace format
}  // namespace sim
