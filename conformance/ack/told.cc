#include "ack/story.h"

#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/ack/revisions.h"
#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/ack/facts.h"
#include "port/json_text.h"
#include "port/visit.h"
#include "sim/ack/wire_names.h"
#include "sim/files/document.h"

namespace conformance::ack {
namespace {

using port::ack::CallId;

// The call that something seen is about; no_call: none.
CallId call_of(const Seen& seen) {
  const auto each = [](const auto& what) {
    if constexpr (requires { what.call; })
      return CallId{what.call};
    else
      return port::ack::no_call;
  };
  if (const auto* command = seen.as<port::ack::Command>()) return port::visit(each, *command);
  if (const auto* heard = seen.as<port::ack::Heard>()) return port::visit(each, heard->what);
  return port::ack::no_call;
}

// Of a breach, what came or had to; where the subject failed, what it was told last.
CallId failed_call(const Rerun& run) {
  for (const auto* side : {&run.breach->got, &run.breach->want})
    if (*side && call_of(**side) != port::ack::no_call) return call_of(**side);
  for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
    for (auto seen = step->seen.rbegin(); seen != step->seen.rend(); ++seen)
      if (const auto call = call_of(*seen); call != port::ack::no_call) return call;
  return port::ack::no_call;
}

}  // namespace

std::string row_concerned(const sim::ack::Plan& plan, const Rerun& run, bool of_row) {
  of_row = of_row && plan.calls.size() == 1;
  if (!run.breach || (of_row && plan.second.empty())) return {};
  const auto failed = failed_call(run);
  // Numbers come again: of those called so, the last one failed.
  const port::ack::Called* last = nullptr;
  std::size_t called = 0, place = 0;
  for (const auto& step : run.steps)
    for (const auto& seen : step.seen) {
      const auto* heard = seen.as<port::ack::Heard>();
      const auto* call = heard == nullptr ? nullptr : std::get_if<port::ack::Called>(&heard->what);
      if (call == nullptr) continue;
      ++called;
      if (call->call != failed) continue;
      last = call;
      place = called;
    }
  if (last == nullptr || (of_row && place == 1)) return {};
  const auto* row = sim::ack::row_for(*plan.table, last->request);
  return row == nullptr ? std::string()
                        : sim::ack::call_for(*plan.table, sim::ack::request_of(*row)).name;
}

std::optional<sim::ack::Plan> plan_over(const sim::ack::Plan& plan, const port::ack::Table& table) {
  if (plan.table->relists != table.relists) return std::nullopt;
  auto out = plan;
  out.table = &table;
  std::vector<sim::ack::Call*> all;
  for (auto* calls : {&out.calls, &out.second})
    for (auto& call : *calls) all.push_back(&call);
  for (auto& step : out.steps)
    if (!step.event) all.push_back(&step.call);
  for (const auto* one : all) {
    const auto& call = *one;
    const auto* before = sim::ack::row_for(*plan.table, call.request);
    const auto* now = sim::ack::row_for(table, call.request);
    if (before == nullptr || now == nullptr || !wait_alike(*before, *now)) return std::nullopt;
    if (sim::ack::call_for(table, call.request).effect != call.effect) return std::nullopt;
  }
  return out;
}

using namespace port::ack;
using sim::ack::WireNames;

nlohmann::ordered_json trace_head(const sim::ack::Plan& plan) {
  const auto revision = table_of(revision_of(plan)).revision;
  return {{"trace", 1}, {"area", "ack"}, {"revision", revision}, {"tells", "all"}};
}

nlohmann::ordered_json trace_line(const sim::ack::Plan& plan, const conformance::Seen& seen) {
  const WireNames names{table_of(revision_of(plan)).names()};
  std::string text;
  CallId by;
  if (const auto* heard = seen.as<Heard>()) {
    by = heard->by;
    text = port::json_text(heard->what, names);
  }
  if (const auto* fact = seen.as<Fact>()) text = port::json_text(*fact, names);
  if (const auto* act = seen.as<Command>()) text = port::json_text(*act, names);
  auto message = sim::own_document<nlohmann::ordered_json>(text);
  auto& members = message.begin().value();
  nlohmann::ordered_json out;
  if (by != no_call) out["by"] = by.value;
  if (members.contains("by")) {
    if (members["by"] != 0) out["by"] = members["by"];
    members.erase("by");
  }
  // In a trace zero may be the name of a request.
  if (members.contains("request") && members["request"] == 0) members.erase("request");
  out.update(message);
  return out;
}

}  // namespace conformance::ack
