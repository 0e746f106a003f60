#include "conformance/turnstile/area.h"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/typed_area.h"
#include "conformance/run/adapted_model.h"
#include "conformance/run/sample.h"
#include "conformance/story/run_story.h"
#include "source_digest.h"
#include "spec/turnstile/rules.h"
#include "turnstile/judged.h"
#include "turnstile/subjects.h"

namespace conformance {

template <>
const Area& area_of_type<sim::turnstile::Plan>() {
  return turnstile::area();
}
template <>
const Area& area_of_type<sim::turnstile::Expectation>() {
  return turnstile::area();
}

namespace turnstile {
namespace {

using port::turnstile::Event;
using sim::turnstile::Plan;

constexpr int acts_searched = 4, acts_sampled = 8;
constexpr std::string_view prefix = "turnstile:";

AreaFacts turnstile_facts() {
  return {.name = "turnstile",
          .says = "A turnstile that takes coins: one visitor for each, and nobody waits for ever.",
          .rule_prefix = "TUR",
          .rules = spec::turnstile::turnstile_rules,
          .rule_of_no_end = "TUR-03",
          .table_says = "what a turnstile does at each event",
          .world_forms = {"turnstile:ACTS"},
          .scenario_folder = TURNSTILE_SCENARIO_DIR,
          .build = TURNSTILE_SOURCE_DIGEST};
}

Plan plan_of(int acts) {
  return {.free_acts = static_cast<std::uint8_t>(acts), .free_window = {0, 2'000}};
}

const StoryWords& words_of_story() {
  constexpr std::size_t visitor = 0, engine = 1;
  static const StoryWords words{
      .lanes = {"visitor", "engine"},
      .lane_of_actor = [](std::string_view actor) { return actor == "engine" ? engine : visitor; },
      .lane_of = [](const Seen& seen) { return seen.is_act() ? engine : visitor; },
      .replaces_label = [](const Seen&) { return false; },
      .said_by_label = [](const Seen&, const RerunStep&) { return true; }};
  return words;
}

std::string_view command_at(bool unlocked, Event event) {
  const auto command = spec::turnstile::wanted(unlocked, event);
  return command ? port::word(*command) : "-";
}

class TurnstileArea final : public TypedArea<sim::turnstile::Scenario, sim::turnstile::Outcome> {
 public:
  TurnstileArea() : TypedArea(turnstile_facts()) {}

  std::vector<MutantLine> mutants() const override { return mutant_lines(); }
  std::vector<DirectedCheck> checks() const override { return directed_checks(); }

  NamedWorld world(std::string_view name) const override {
    if (!name.starts_with(prefix)) return {};
    int acts = 0;
    const auto* end = name.data() + name.size();
    const auto [stop, fault] = std::from_chars(name.data() + prefix.size(), end, acts);
    if (fault == std::errc{} && stop == end && acts > 0 && acts <= acts_sampled)
      return {.plan = plan_of(acts)};
    return {.error = fmt::format("\"{}\" is not a turnstile. Valid: {}1 to {}{}.", name, prefix,
                                 prefix, acts_sampled)};
  }
  std::vector<SelftestWorld> selftest_worlds() const override {
    return {{fmt::format("{}{}", prefix, acts_searched)}};
  }
  std::size_t sampled_rows(std::string_view) const override { return 1; }
  SampledWorld sampled_world(const SampleRequest&, std::uint64_t) const override {
    return {plan_of(acts_sampled), fmt::format("{}{}", prefix, acts_sampled)};
  }

  sim::ShrinkWords shrink_words() const override {
    return {.kept = {"$schema", "area", "format", "story", "rules", "mutant", "expect"},
            .simpler = {},
            .open_end = "never",
            .steps = {500, 100, 10}};
  }
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    return {{"visitor", "visitors", ref.as<Plan>().acts.size()}};
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    return adapted(JudgedWorlds(ref.as<Plan>(), subject_named(subject.name)));
  }
  const StoryWords& story_words() const override { return words_of_story(); }

  std::string table_text(std::string_view) const override {
    auto out = fmt::format("{:<10}{:<12}{}\n", "", "locked", "unlocked");
    for (const auto event : {Event::Coin, Event::Push})
      out += fmt::format("{:<10}{:<12}{}\n", port::word(event), command_at(false, event),
                         command_at(true, event));
    return out;
  }
  nlohmann::ordered_json table_json(std::string_view) const override {
    auto out = nlohmann::ordered_json::array();
    for (const auto event : {Event::Coin, Event::Push})
      out.push_back({{"event", port::word(event)},
                     {"locked", command_at(false, event)},
                     {"unlocked", command_at(true, event)}});
    return out;
  }

 protected:
  Loaded read_typed(const sim::ParsedFile& file) const override {
    return sim::turnstile::read_scenario(file);
  }
};

}  // namespace

const Area& area() {
  static const TurnstileArea the_area;
  return the_area;
}

}  // namespace turnstile
}  // namespace conformance
