#include "conformance/turnstile/area.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/script_check.h"
#include "conformance/area/typed_area.h"
#include "conformance/run/adapted_model.h"
#include "conformance/run/judged.h"
#include "conformance/story/run_story.h"
#include "engine/turnstile/engine.h"
#include "source_digest.h"
#include "spec/turnstile/judge.h"

namespace conformance::turnstile {
namespace {

using sim::turnstile::Plan, sim::turnstile::Scenario, sim::turnstile::Outcome;
using sim::turnstile::Subject, port::turnstile::Commands, port::turnstile::Command;
using spec::turnstile::Judge, port::turnstile::Event;
using enum Event;
using enum Command;

struct Traits : UsualTraits<sim::turnstile::Worlds, Judge, Subject, Outcome> {
  using TimePassed = port::turnstile::TimePassed;
  using Fact = TimePassed;
  static constexpr const auto& rules = spec::turnstile::rules;
  static bool is_observed(Event event) { return event != Woken; }
  static bool is_observed(Command command) { return command != Wake; }
};

// clang-format off
const Alteration<Event, Commands> alterations[]{
  {{"keeps_second_coin", "TUR-01", "turnstile/second_coin", "does not give a coin back"},
   [](auto, auto&, auto& commands) { drop(GiveBack, commands); }},
  {{"stays_unlocked", "TUR-02", "", "does not lock behind a visitor"},
   [](auto event, auto&, auto& commands) { if (event == Push) drop(Lock, commands); }},
  {{"keeps_old_wait", "TUR-03", "turnstile/old_wait",
    "does not begin a wait while an earlier one goes on"},
   [](auto event, auto& waits, auto& commands) {
      if (event == Woken) waits = 0;
      if (waits != 0) drop(Wake, commands);
      else waits = std::ranges::count(commands, Wake) > 0;
    }},
};

const std::vector<ScriptCheck<Subject, Command>> scripts{
  {"TUR-01", "one coin unlocks it, and the next comes back",
   {{Coin, {Unlock, Wake}}, {Coin, {GiveBack}}}},
  {"TUR-02", "it lets one visitor through",
   {{Push, {}}, {Coin, {Unlock, Wake}}, {Push, {Lock}}, {Push, {}}}},
  {"TUR-03", "each unlocking has a wait of its own, at whose end it locks",
   {{Coin, {Unlock, Wake}}, {Push, {Lock}}, {Coin, {Unlock, Wake}}, {Woken, {Lock}}}},
};
// clang-format on

constexpr auto subject_of = subject_named<Subject, engine::turnstile::Engine, alterations>;

class Worlds final : public ListedWorlds {
 public:
  Worlds() : ListedWorlds({.of = "the turnstile", .forms = {"turnstile:ACTS"}}) {}

  std::vector<ListedWorld> listed() const override {
    std::vector<ListedWorld> out;
    for (std::uint8_t acts = 1; acts <= sim::turnstile::acts_max; ++acts)
      out.push_back({.name = fmt::format("turnstile:{}", acts),
                     .plan = Plan{.acts = {acts, {.at = {0, 2'000}, .open = true}}},
                     .searched = acts == 4,
                     .sampled = acts == sim::turnstile::acts_max});
    return out;
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    const auto& plan = ref.as<Plan>();
    return adapted(Judged<Traits>(plan, subject_of(subject.name), Judge{plan.wait_ms}));
  }
};

class Files final : public TypedFiles<Scenario, Outcome, sim::turnstile::scenarios> {
 public:
  std::vector<RunPart> parts_of(const PlanRef& plan) const override {
    return {{"visitor", "visitors", plan.as<Plan>().acts.size()}};
  }
};

struct Checks final : ScriptedChecks<alterations, scripts, subject_of> {
  Checks() : ScriptedChecks({.hang_rule = "TUR-03"}) {}
};

class Words final : public TypedWords<Scenario, Outcome> {
 public:
  Words() : TypedWords({.table_description = "what a turnstile does at each event"}) {}

  const StoryWords& story() const override {
    static const StoryWords words{.lanes = {"visitor", "engine"}};
    return words;
  }
  nlohmann::ordered_json table_json(std::string_view) const override {
    const auto at = [](bool unlocked, Event event) {
      const auto command = spec::turnstile::wanted(unlocked, event);
      return command ? port::word(*command) : "-";
    };
    auto out = nlohmann::ordered_json::array();
    for (const auto event : {Coin, Push})
      out.push_back({{"event", port::word(event)},
                     {"locked", at(false, event)},
                     {"unlocked", at(true, event)}});
    return out;
  }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(
      {.name = "turnstile",
       .description =
           "A turnstile that takes coins: one visitor for each, and nobody waits for ever.",
       .rule_prefix = "TUR",
       .rules = spec::turnstile::rules,
       .scenario_folder = TURNSTILE_SCENARIO_DIR,
       .build = TURNSTILE_SOURCE_DIGEST});
  return the_area;
}

}  // namespace conformance::turnstile
