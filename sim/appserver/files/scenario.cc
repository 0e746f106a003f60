#include "sim/appserver/scenario.h"

#include "appserver/files/formats.h"

namespace sim::appserver {
namespace {

format::Object<Plan> plan_format() {
  format::Object<Plan> out;
  out.member("client", &Plan::client, client_format(), "How the client is set up.")
      .member("server", &Plan::server, server_format(), "What the server does, and does wrong.")
      .member("latencies", &Plan::latencies, latencies_format(), "How long it takes.")
      .member("user", &Plan::user, user_format(),
              "What the user does, one thing after the other; who waits in vain closes.")
      .member("beside", &Plan::beside, beside_format(),
              "What the user does besides, whatever else happens.");
  return out.at_last([](Reader& reader, const JsonValue& json, Plan& plan) {
    if (const auto wrong = fault_of(plan); !wrong.empty())
      reader.fail(json, "This cannot be run: " + wrong + ".");
  });
}

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = area};
  format::Object<Scenario> all(
      "A client, a server with its faults, a user, and what may come of it.");
  format::add_head(about, all);
  all.part(&Scenario::plan, plan_format());
  all.member("expect", &Scenario::expect, expectation_format(), format::expectation_says);
  Scenario usual;
  usual.plan.user = one_turn_of_a_chat();
  return {about, "Orrery scenario of the app-server", std::move(all), {{"defaults", usual}}};
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
  if (scenario.plan.free_max > 0 && !scenario.plan.free.empty())
    return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(scenario);
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

}  // namespace sim::appserver
