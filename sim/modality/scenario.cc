#include "sim/modality/scenario.h"

#include <array>

#include <fmt/format.h>

#include "engine/modality/profiles.h"
#include "files/scenario_file.h"
#include "modality/scenario_reader.h"

namespace sim::modality {

Scenario read_scenario(Reader& reader, const JsonValue& root) {
  Scenario scenario;
  auto& plan = scenario.plan;
  const JsonValue* grid = nullptr;
  read_base(reader, root, plan);
  using Value = const JsonValue&;
  auto fields = head_fields(reader, {scenario.story, scenario.rules, scenario.mutant});
  add_plan_fields(reader, plan, fields);
  fields.push_back({"grid_ms", [&](Value v) { grid = &v; }});
  fields.push_back({"expect", [&](Value v) { read_expectation(reader, v, scenario.expect); }});
  reader.fields(root, fields);
  if (!reader.failed())
    choose_grid(reader, grid, delays_of(plan), {plan.grid, scenario.coarse_because});
  return scenario;
}

// Short or real ones; they decide over all defaults, so they come first wherever they stand.
void read_base(Reader& reader, const JsonValue& root, Plan& plan) {
  static constexpr std::array<std::string_view, 2> bases{"short", "real"};
  const JsonValue* base = member_of(root, "limits");
  const bool overrides = base != nullptr && base->kind == JsonValue::Kind::Object;
  if (overrides) base = member_of(*base, "base");
  const bool real = base != nullptr && reader.one_of(*base, bases, "a set of limits") == 1;
  plan.limits = real ? engine::modality::real_limits() : short_limits();
  plan.latencies = real ? real_latencies() : short_latencies();
  plan.calls.push_back({});
  plan.calls[0].request.body_timeout =
      real ? engine::modality::default_body_timeout : short_body_timeout;
}

void add_plan_fields(Reader& reader, Plan& plan, std::vector<Reader::Field>& out) {
  using Value = const JsonValue&;
  out.push_back({"call", [&](Value v) { read_call(reader, v, plan); }, true});
  out.push_back({"limits", [&](Value v) {
                   if (v.kind != JsonValue::Kind::Text) read_limits(reader, v, plan.limits);
                 }});
  out.push_back({"ide", [&](Value v) { read_ide(reader, v, plan); }});
  out.push_back({"body", [&](Value v) { read_body(reader, v, plan); }});
  out.push_back({"background", [&](Value v) { read_background(reader, v, plan); }});
}

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return parse_as<Scenario>(text, name, name, default_area, read_scenario);
}

LoadedScenario load_scenario(const std::string& path) {
  return load_as<Scenario>(path, default_area, read_scenario);
}

}  // namespace sim::modality
