#include "sim/turnstile/scenario.h"

#include <fmt/format.h>

#include "sim/files/scenario_format.h"

namespace sim::turnstile {
namespace {

using format::Object;
using port::turnstile::Event;

constexpr std::size_t results_max = 8;

Object<Act> act_format() {
  Object<Act> out("What a visitor does, and when.");
  out.member("does", &Act::what,
             format::one_of<Event>("an act", {{"coin", Event::Coin}, {"push", Event::Push}}),
             "A coin is put in, or somebody pushes.")
      .required();
  out.member("at_ms", &Act::at, format::window(Reader::Never::AsEnd), "From the beginning on.");
  return out;
}

format::Codec<Expectation> expectation_format() {
  Object<ExpectedResult> result("One result. What is left out may be anything.");
  result.member("passed", &ExpectedResult::passed, format::integer<std::uint8_t>(0, acts_max),
                "So many visitors came through.");
  result.member("given_back", &ExpectedResult::given_back,
                format::integer<std::uint8_t>(0, acts_max), "So many coins came back.");
  return format::expectation<Expectation>(result.codec(), results_max,
                                          Object<format::Expected<Expectation>>());
}

std::vector<Delay> delays_of(const Scenario& scenario) {
  const auto wait_ms = scenario.plan.wait_ms;
  std::vector<Delay> out{{"wait_ms", {wait_ms, wait_ms}}};
  for (const auto& act : scenario.plan.acts) out.push_back({"a visitor's at_ms", act.at});
  return out;
}

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = "turnstile"};
  Object<Scenario> all("A turnstile, and who comes to it.");
  format::add_head(about, all);
  all.member(
      "wait_ms", [](auto& scenario) -> auto& { return scenario.plan.wait_ms; },
      format::milliseconds<std::int32_t>(1), "How long it stays unlocked if nobody pushes.");
  all.member(
         "visitors", [](auto& scenario) -> auto& { return scenario.plan.acts; },
         format::list(act_format().codec(), {.what = "visitors", .most = acts_max}),
         "What visitors do.")
      .required();
  format::add_grid<Scenario>(
      {.grid = [](const Scenario& scenario) -> const Grid& { return scenario.plan.grid; },
       .delays = delays_of,
       .set =
           [](Reader&, const JsonValue&, Scenario& into, ChosenGrid chosen) {
             into.plan.grid = chosen.grid;
             into.coarse_because = std::move(chosen.coarse_because);
           }},
      all);
  all.member("expect", &Scenario::expect, expectation_format(), format::expectation_says);
  return {about, "Orrery scenario of a turnstile", std::move(all), {{"defaults", Scenario{}}}};
}

const format::ScenarioFormat<Scenario>& the_format() {
  static const auto out = make_format();
  return out;
}

}  // namespace

std::variant<Scenario, ScenarioError> read_scenario(const ParsedFile& file) {
  return the_format().read(file);
}

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  if (scenario.plan.free_acts > 0)
    return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(scenario);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    const auto& [passed, given_back] = expect.results[i];
    if (passed.value_or(outcome.passed) == outcome.passed &&
        given_back.value_or(outcome.given_back) == outcome.given_back)
      bits |= 1u << i;
  }
  return bits;
}

std::string show(const Outcome& outcome) {
  return fmt::format("passed {}, given_back {}", outcome.passed, outcome.given_back);
}

std::string show(const ExpectedResult& result) {
  const auto text = [](std::optional<std::uint8_t> count) {
    return count ? std::to_string(*count) : std::string("any");
  };
  return fmt::format("passed {}, given_back {}", text(result.passed), text(result.given_back));
}

}  // namespace sim::turnstile
