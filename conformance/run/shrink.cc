#include "conformance/run/shrink.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/area/files.h"
#include "run/seek.h"
#include "sim/files/shrunk_document.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using nlohmann::ordered_json;
using Kind = PlanFailure::Kind;

constexpr std::uint64_t random_runs = 64;       // Where a candidate is too large to search.
constexpr std::uint64_t last_work = 2'000'000;  // To find the simplest schedule at last.
constexpr std::uint64_t last_runs = 20'000;     // Where that is too large as well.
constexpr std::uint64_t endless_states = 10'000;
// A run with more is only followed into smaller worlds: no search that deep ends within its bounds.
constexpr std::size_t searched_choices_max = 1'000;

// Members of objects, wherever they stand but in lists, whose elements are parts.
std::size_t fields_of(const ordered_json& value) {
  if (!value.is_object()) return 0;
  std::size_t out = value.size();
  for (const auto& item : value) out += fields_of(item);
  return out;
}
std::size_t fields_of(const ordered_json& document, const sim::ShrinkWords& words) {
  std::size_t out = 0;
  for (const auto& [key, item] : document.items())
    if (std::ranges::find(words.kept, key) == words.kept.end()) out += 1 + fields_of(item);
  return out;
}

// Of the actors that a run names, by the order in which it first names them.
std::uint8_t number_of(const std::string& actor, std::vector<std::string>& known) {
  if (actor == "setup") return sim::nobody;
  auto found = std::ranges::find(known, actor);
  if (found == known.end()) found = known.insert(known.end(), actor);
  return static_cast<std::uint8_t>(found - known.begin() + 1);
}

RunSize size_of(const PlanRef& plan, const Rerun& run) {
  RunSize out{.choices = run.steps.size(),
              .parts = plan.area().files().parts_of(plan),
              .ms = run.steps.empty() ? 0 : run.steps.back().at_ms};
  sim::PathCost cost;
  std::vector<std::string> actors;
  std::uint8_t before = sim::nobody;
  for (const auto& step : run.steps) {
    const auto actor = number_of(step.label.actor, actors);
    cost.add(step.index, before, actor);
    before = actor;
  }
  out.switches = cost.switches;
  return out;
}

class Shrinker {
 public:
  explicit Shrinker(const ShrinkFailure& request) : request_(request) {}

  std::variant<Shrunk, ShrinkError> run() {
    if (auto error = begin()) return *error;
    auto document = write_any_scenario(out_.scenario);
    if (const auto* why = std::get_if<std::string>(&document))
      return ShrinkError{"The run cannot be written as a scenario: " + *why + "."};
    const auto words = request_.plan.area().files().shrink_words();
    auto shrunk = sim::shrink_document({.document = std::get<ordered_json>(document),
                                        .words = words,
                                        .still_shows = [&](const auto& d) { return shows(d); },
                                        .budget = request_.budget,
                                        .keep_going = request_.keep_going,
                                        .progress = request_.progress});
    fields_ = {fields_of(std::get<ordered_json>(document), words),
               fields_of(shrunk.document, words)};
    out_.tried = shrunk.tried;
    out_.accepted = shrunk.accepted;
    out_.end = shrunk.end;
    out_.document = sim::scenario_text(shrunk.document);
    simplify_schedule();
    return finish();
  }

 private:
  // The world of the run as a fixed one, with the same failure in it.
  std::optional<ShrinkError> begin() {
    if (request_.failure.kind == Kind::Nondeterministic)
      return ShrinkError{
          "What goes another way each time has no run that could be made small: mend that first."};
    const auto run = rerun_failure(request_.plan, request_.subject, request_.failure);
    const auto place = place_of(request_.plan, run, request_.expect);
    if (!place)
      return ShrinkError{
          "The run that should be shrunk does not fail here: `orrery replay` says more."};
    place_ = *place;
    std::vector<sim::Choice> choices;
    const auto taken = std::min(run.steps.size(), request_.failure.path.size());
    for (std::size_t i = 0; i < taken; ++i) choices.push_back(run.steps[i].choice);
    auto pinned = pin_any(request_.plan, choices);
    if (const auto* why = std::get_if<std::string>(&pinned))
      return ShrinkError{"The run has no fixed world: " + *why +
                         ". `orrery replay` shows it as it is; a run of another seed that breaks "
                         "the rule may have one."};
    auto& fixed = std::get<AnyPinned>(pinned);
    auto& scenario = out_.scenario;
    scenario.name = request_.name;
    scenario.plan = std::move(fixed.plan);
    if (!place_.rule.empty()) scenario.rules = {place_.rule};
    if (const auto name = request_.subject.name; name.starts_with(mutant_prefix))
      scenario.mutant = name.substr(mutant_prefix.size());
    if (place_.kind == FailurePlace::Kind::Unexpected) scenario.expect = request_.expect;
    scenario.story = story();
    out_.failure = request_.failure;
    out_.failure.unavoidable_after.reset();
    out_.failure.path = path_of(scenario.plan, request_.subject, fixed.choices);
    out_.before = size_of(scenario.plan, run);
    if (remember(scenario.plan)) return std::nullopt;
    return ShrinkError{"The run does not fail in the same way in a fixed world.", true};
  }

  std::string story() const {
    const auto* rule = find_rule(place_.rule);
    return fmt::format("Shrunk from {}. {}", request_.name,
                       rule == nullptr ? "The run ended as nothing expects."
                                       : fmt::format("{}: {}", rule->id, rule->text));
  }

  Seek seek(const PlanRef& plan) const { return {plan, request_.subject, request_.expect, place_}; }

  // Whether the failure that is kept now fails as it should; keeps its steps if so.
  bool remember(const PlanRef& plan) {
    auto run = rerun_failure(plan, request_.subject, out_.failure);
    if (place_of(request_.plan, run, request_.expect) != place_) return false;
    out_.after = size_of(plan, run);
    steps_ = std::move(run.steps);
    return true;
  }

  bool shows(const ordered_json& document) {
    auto loaded = parse_any_scenario(document.dump(), request_.name);
    auto* scenario = std::get_if<AnyScenario>(&loaded);
    if (scenario == nullptr) return false;
    const auto was = out_.failure;
    if (auto found = failure_in(scenario->plan)) {
      out_.failure = std::move(*found);
      if (remember(scenario->plan)) {
        out_.scenario = std::move(*scenario);
        return true;
      }
    }
    out_.failure = was;
    return false;
  }

  // Cheap before dear: the run that is known already, a search, a few random runs.
  std::optional<PlanFailure> failure_in(const PlanRef& plan) const {
    const bool never_ends = place_.kind == FailurePlace::Kind::NeverEnds;
    const auto kind = never_ends ? Kind::Hang : out_.failure.kind;
    const auto failure = [&](sim::Path path) {
      return PlanFailure{kind, place_.rule, std::move(path), {}};
    };
    auto like = follow(plan, request_.subject, steps_);
    const auto again = rerun({.plan = plan, .subject = request_.subject, .path = like});
    if (short_enough(like) && place_of(plan, again, request_.expect) == place_)
      return failure(std::move(like));
    if (is_long()) return std::nullopt;
    auto found = seek_simplest(seek(plan), request_.work_max);
    if (!found.path && !found.complete) found.path = seek_randomly(seek(plan), random_runs);
    if (found.path && short_enough(*found.path)) return failure(std::move(*found.path));
    return found.complete && never_ends ? endless_in(plan) : std::nullopt;
  }

  bool is_long() const { return out_.before.choices > searched_choices_max; }
  bool short_enough(const sim::Path& path) const { return path.size() <= out_.before.choices; }

  // Goes round for ever without standing still.
  std::optional<PlanFailure> endless_in(const PlanRef& plan) const {
    sim::SearchOptions options;
    options.states_max = endless_states;
    options.stop_at_first = false;
    const auto found = explore_plan(plan, request_.subject, nullptr, options, sim::Serial());
    for (const auto& failure : found.failures) {
      if (failure.kind != Kind::Endless || !short_enough(failure.path)) continue;
      const auto run = rerun_failure(plan, request_.subject, failure);
      if (place_of(request_.plan, run, request_.expect) == place_) return failure;
    }
    return std::nullopt;
  }

  void simplify_schedule() {
    if (out_.failure.kind == Kind::Endless || is_long()) return;
    const auto& plan = out_.scenario.plan;
    const auto was = out_.failure;
    auto found = seek_simplest(seek(plan), last_work);
    out_.simplest = found.path.has_value();
    out_.failure.path =
        found.path ? std::move(*found.path) : simplify(seek(plan), out_.failure.path, last_runs);
    if (!remember(plan)) out_.failure = was;
  }

  // What is given is what the file says, and it fails as it did.
  std::variant<Shrunk, ShrinkError> finish() {
    auto loaded = parse_any_scenario(out_.document, request_.name);
    if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
      return ShrinkError{"The shrunk scenario cannot be read: " + sim::show(*error), true};
    out_.scenario = std::move(std::get<AnyScenario>(loaded));
    if (!remember(out_.scenario.plan))
      return ShrinkError{fmt::format("The shrunk run does not show {} any more.", show(place_)),
                         true};
    out_.before.fields = fields_.before;
    out_.after.fields = fields_.after;
    return std::move(out_);
  }

  const ShrinkFailure& request_;
  FailurePlace place_;
  std::vector<RerunStep> steps_;  // Of the failure that is kept.
  struct {
    std::size_t before = 0, after = 0;
  } fields_;  // Of the document.
  Shrunk out_;
};

}  // namespace

std::variant<Shrunk, ShrinkError> shrink_failure(const ShrinkFailure& request) {
  return Shrinker(request).run();
}

std::size_t RunSize::parts_together() const {
  std::size_t out = 0;
  for (const auto& part : parts) out += part.count;
  return out;
}

std::string show(const Shrunk& shrunk) {
  std::string out;
  const auto add = [&](std::string_view one, std::string_view many, std::size_t before,
                       std::size_t after) {
    if (before == after) return;
    out += fmt::format("{}{} {} to {}", out.empty() ? "" : ", ", before, before == 1 ? one : many,
                       after);
  };
  const auto& before = shrunk.before;
  const auto& after = shrunk.after;
  for (std::size_t i = 0; i < before.parts.size(); ++i)
    add(before.parts[i].one, before.parts[i].many, before.parts[i].count, after.parts[i].count);
  add("field", "fields", before.fields, after.fields);
  add("choice", "choices", before.choices, after.choices);
  add("context switch", "context switches", before.switches, after.switches);
  add("ms", "ms", static_cast<std::size_t>(before.ms), static_cast<std::size_t>(after.ms));
  if (out.empty())
    out = shrunk.accepted == 0 ? "nothing could be left out" : "words, windows or numbers simpler";
  return out + fmt::format(" ({} candidates tried{})", shrunk.tried,
                           shrunk.end == sim::ShrinkEnd::Fixpoint ? "" : "; not to the end");
}

}  // namespace conformance
