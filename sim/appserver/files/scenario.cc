#include "sim/appserver/scenario.h"

#include <algorithm>

#include <fmt/format.h>

#include "appserver/files/formats.h"
#include "port/appserver/show.h"

namespace sim::appserver {
namespace {

using namespace format;

constexpr ScenarioArea in_files{.name = area};

void check_acts(Reader& reader, const JsonValue& json, std::string_view list, const auto& acts) {
  for (std::size_t i = 0; i < acts.size(); ++i) {
    const Act& act = acts[i].act;
    if (const auto most = numbers_of(act.what); act.number > most)
      reader.fail(member_of(json, list)->items[i],
                  fmt::format("`number` is {}, which is too large here.", act.number),
                  fmt::format("Write from 1 to {}.", most));
  }
}
void check_plan(Reader& reader, const JsonValue& json, const Plan& plan) {
  if (const auto* user = member_of(json, "user");
      user != nullptr && !plan.user.empty() && plan.user[0].act.what != ActKind::Open)
    return reader.fail(user->items[0], "The user opens first.", R"(Begin with {"do": "open"}.)");
  check_acts(reader, json, "user", plan.user);
  check_acts(reader, json, "beside", plan.beside);
  if (reader.failed()) return;
  if (const auto wrong = fault_of(plan); !wrong.empty())
    reader.fail(json, "This cannot be run: " + wrong + ".");
}
void check_alone(Reader& reader, const JsonValue& json, const Plan& plan) {
  for (const auto& turn : plan.server.turns)
    if (std::ranges::any_of(turn.items, &ItemScript::in_ide))
      return reader.fail(json, "An item is carried out in an IDE, and there is none.",
                         "Make it a scenario of the area `joint`.");
}

constexpr Row plan_rows[] = {
    {"client", at<&Plan::client>, &client_format, "How the client is set up."},
    {"server", at<&Plan::server>, &server_format, "What the server does, and does wrong."},
    {"latencies", at<&Plan::latencies>, &latencies_format, "How long it takes."},
    {"user", at<&Plan::user>, &user_format,
     "What the user does, one thing after the other; who waits in vain closes."},
    {"beside", at<&Plan::beside>, &beside_format,
     "What the user does besides, whatever else happens."}};

}  // namespace

constexpr Type plan_format = object(plan_rows).lastly(check<&check_plan>);

namespace {

constexpr Type alone_format = object(plan_rows).lastly(check<&check_alone>);
constexpr Row scenario_rows[] = {
    head<Scenario, in_files>,
    part(at<&Scenario::plan>, plan_format),
    part(at<&Scenario::plan>, alone_format),
    {"expect", at<&Scenario::expect>, &expectation_format, expectation_says}};
constexpr Type scenario_type =
    object(scenario_rows, "A client, a server with its faults, a user, and what may come of it.");

const char* not_fixed(const Scenario& scenario) {
  const bool open = scenario.plan.free_max > 0 && !scenario.plan.free.empty();
  return open ? format::leaves_more_open : nullptr;
}

}  // namespace

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(
      in_files, "Orrery scenario of the app-server", scenario_type,
      {{"defaults", {.plan = {.user = one_turn_of_a_chat()}}}}, &port::appserver::meanings(),
      &not_fixed);
  return out;
}

}  // namespace sim::appserver
