#include "ack/run_trace.h"

#include <string>

#include <nlohmann/json.hpp>

#include "conformance/ack/revisions.h"
#include "port/ack/commands.h"
#include "port/ack/facts.h"
#include "port/json_text.h"
#include "sim/ack/wire_names.h"
#include "sim/files/document.h"

namespace conformance::ack {

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
  out.update(message);
  return out;
}

}  // namespace conformance::ack
