#include "sim/joint/scenario.h"

#include "ack/files/formats.h"
#include "modality/files/formats.h"

namespace sim::joint {
namespace {

using format::Object;

// A tool call as in a scenario of tool calls, and with it what belongs to the call there.
Object<Plan> tool_format() {
  Object<ack::Plan> tool;
  tool.part(format::itself, ack::call_format()).part(format::itself, ack::revision_format());
  tool.member("frontend", format::itself, ack::frontend_format(),
              "How it stands at the first call, and how long it takes.")
      .last();
  Object<Plan> out;
  out.part(&Plan::tool, tool);
  out.member("at_ms", &Plan::tool_at, format::window(Reader::Never::AsEnd),
             "When, from the beginning of the policy's call on; not without an end.");
  return out.then([](Reader& reader, const JsonValue& json, Plan& plan) {
    if (plan.tool_at.latest == never)
      reader.fail(json, "The tool may never be called.", "Give `at_ms` an end.");
  });
}

format::Codec<Expectation> expectation_format() {
  Object<ExpectedResult> result("What both calls come to.");
  result.member("call", &ExpectedResult::call, modality::result_format(), "Of the policy's call.")
      .required();
  result.member("tool", &ExpectedResult::tool, ack::expected_call_format(), "Of the tool call.")
      .required();
  Object<format::Expected<Expectation>> beside;
  beside.member(
      "classes", [](auto& draft) -> auto& { return draft.expect.classes; }, ack::classes_format(),
      "The lies that the signals bring with them and that some run tells.");
  return format::expectation<Expectation>(result.codec(), modality::results_max, beside);
}

std::vector<Delay> delays_of(const Plan& plan) {
  auto out = modality::delays_of(plan.policy);
  for (auto& delay : ack::delays_of(plan.tool)) out.push_back(std::move(delay));
  out.push_back({"the tool's at_ms", plan.tool_at});
  return out;
}

void set_grid(Reader& reader, const JsonValue& place, Scenario& into, ChosenGrid chosen) {
  into.plan.policy.grid = into.plan.tool.grid = chosen.grid;
  into.fine_because = std::move(chosen.fine_because);
  if (!chosen.coarse_because.empty())
    reader.fail(place, "Two worlds at once have no coarse grid: " + chosen.coarse_because + ".",
                "Write delays with a greater common divisor.");
}

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = area};
  Object<Scenario> all(
      "A tool that is called while the policy runs its call in the same IDE, and what may come of "
      "both.");
  format::add_head(about, all);
  all.part(
      [](auto& scenario) -> auto& { return scenario.plan.policy; }, modality::plan_format());
  all.member("tool", &Scenario::plan, tool_format().codec(),
             "A tool call, and how the frontend stands at it.")
      .required();
  format::add_grid<Scenario>(
      {.grid = [](const Scenario& scenario) -> const Grid& { return scenario.plan.policy.grid; },
       .delays = [](const Scenario& scenario) { return delays_of(scenario.plan); },
       .set = set_grid},
      all);
  all.member("expect", &Scenario::expect, expectation_format(), format::expectation_says);
  std::vector<format::ScenarioBase<Scenario>> bases;
  for (const auto& base : modality::plan_bases())
    bases.push_back(
        {std::string(base.word) + " limits", Scenario{.plan = {base.plan, ack::plan_base()}}});
  return {about, "Orrery scenario of a tool call beside the policy", std::move(all),
          std::move(bases)};
}

const format::ScenarioFormat<Scenario>& the_format() {
  static const auto out = make_format();
  return out;
}

}  // namespace

LoadedScenario read_scenario(const ParsedFile& file) { return the_format().read(file); }

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return the_format().parse(text, name);
}

LoadedScenario load_scenario(const std::string& path) { return the_format().load(path); }

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  const auto& [policy, tool, at] = scenario.plan;
  if (const auto* why = modality::not_fixed(policy)) return NotWritable{why};
  if (tool.calls.size() != 1 || tool.starts.size() != 1)
    return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(scenario);
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

}  // namespace sim::joint
