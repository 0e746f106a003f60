#include "sim/modality/scenario_write.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/modality/profiles.h"
#include "files/scenario_document.h"
#include "modality/scenario_writer.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using nlohmann::ordered_json;

// What the limits of a scenario decide over: themselves, latencies and the timeout.
struct Base {
  const char* name;
  Limits limits;
  Latencies latencies;
  port::Duration timeout;
};
const std::array<Base, 2>& bases() {
  static const std::array<Base, 2> both{
      Base{"short", short_limits(), short_latencies(), short_body_timeout},
      Base{"real", engine::modality::real_limits(), real_latencies(),
           engine::modality::default_body_timeout}};
  return both;
}

ordered_json limits_json(const Limits& limits, const Base& base) {
  ordered_json out{{"base", base.name}};
  const auto field = [&](const char* name, port::Duration Limits::*which) {
    if (limits.*which != base.limits.*which) out[name] = (limits.*which).count();
  };
  field("monitor_period_ms", &Limits::monitor_period);
  field("sync_bound_ms", &Limits::sync_bound);
  field("smart_bound_ms", &Limits::smart_bound);
  field("poll_period_ms", &Limits::poll_period);
  field("wait_budget_ms", &Limits::wait_budget);
  field("note_period_ms", &Limits::note_period);
  field("dispose_bound_ms", &Limits::dispose_bound);
  return out.size() == 1 ? ordered_json(base.name) : out;
}

ordered_json call_json(const Request& request, const Base& base) {
  ordered_json out = ordered_json::object();
  if (request.mode != Mode::Raw) {
    out["modal"] = mode_names[index_of(request.mode)];
  } else {
    const auto& raw = request.raw;
    ordered_json tuple = ordered_json::object();
    const auto letter = [&](const char* name, bool set) {
      if (set) tuple[name] = true;
    };
    letter("S", raw.close_on_start);
    letter("A", raw.allow_at_gate);
    letter("R", raw.close_while_running);
    letter("D", raw.sync_documents);
    letter("W", raw.wait_smart);
    if (!raw.await_dispose) tuple["await_dispose"] = false;
    if (raw.progress != ProgressAtGate::Tolerate)
      tuple["progress_at_gate"] = progress_at_gate_names[index_of(raw.progress)];
    out["tuple"] = tuple;
  }
  if (request.body_timeout != base.timeout) out["timeout_ms"] = request.body_timeout.count();
  if (request.defect != Defect::None) out["defect"] = defect_names[index_of(request.defect) - 1];
  if (request.from_edt) out["from_edt"] = true;
  return out;
}

ordered_json latencies_json(const Latencies& latencies, const Base& base) {
  ordered_json out = ordered_json::object();
  const auto differs = [](ordered_json& where, const char* name, const Window& is,
                          const Window& was) {
    if (is != was) where[name] = window_json(is);
  };
  differs(out, "write_ms", latencies.write, base.latencies.write);
  differs(out, "indexing_ms", latencies.indexing, base.latencies.indexing);
  for (std::size_t i = 0; i < entry_kinds; ++i) {
    const auto& is = latencies.entries[i];
    const auto& was = base.latencies.entries[i];
    ordered_json kind = ordered_json::object();
    differs(kind, "answer_ms", is.answer, was.answer);
    differs(kind, "dispose_ms", is.dispose, was.dispose);
    differs(kind, "ends_ms", is.ends, was.ends);
    if (!kind.empty()) out[name(static_cast<EntryKind>(i))] = kind;
  }
  return out;
}

// Null if the file has no word for the state of a document.
const char* document_name(const Document& document) {
  if (document == clean) return "clean";
  if (document == uncommitted) return "uncommitted";
  if (document == unsaved) return "unsaved";
  return document == stale ? "stale" : nullptr;
}

std::optional<ordered_json> ide_json(const Plan& plan, const Base& base) {
  ordered_json out = ordered_json::object();
  for (const auto kind : plan.start.stack) out["stack"].push_back(name(kind));
  for (const auto& document : plan.start.documents) {
    const auto* word = document_name(document);
    if (word == nullptr) return std::nullopt;
    out["documents"].push_back(word);
  }
  if (plan.start.index != Index::Smart) out["index"] = name(plan.start.index);
  if (!plan.start.configured) out["configured"] = false;
  auto latencies = latencies_json(plan.latencies, base);
  if (!latencies.empty()) out["latencies"] = std::move(latencies);
  return out;
}

ordered_json background_json(const std::vector<BackgroundEvent>& events) {
  ordered_json out = ordered_json::array();
  for (const auto& event : events)
    out.push_back({{"event", name(event.what)}, {"at_ms", window_json(event.window)}});
  return out;
}

// The limits of which the fewest fields differ.
const Base& base_of(const Plan& plan) {
  const auto differences = [&](const Base& base) {
    return limits_json(plan.limits, base).size() +
           latencies_json(plan.latencies, base).flatten().size() +
           (plan.calls[0].request.body_timeout != base.timeout ? 1 : 0);
  };
  return differences(bases()[0]) <= differences(bases()[1]) ? bases()[0] : bases()[1];
}

}  // namespace

std::optional<NotWritable> add_plan_json(const Plan& plan, ordered_json& out) {
  if (plan.calls.size() != 1 || plan.bounds != Bounds{})
    return NotWritable{"this plan leaves more open than the schedule"};
  const auto& base = base_of(plan);
  out["call"] = call_json(plan.calls[0].request, base);
  out["limits"] = limits_json(plan.limits, base);
  auto ide = ide_json(plan, base);
  if (!ide) return NotWritable{"a document is in a state that a scenario file has no word for"};
  if (!ide->empty()) out["ide"] = std::move(*ide);
  if (!plan.body.instructions.empty()) {
    auto body = body_json(plan.body.instructions);
    if (!body) return NotWritable{"the script has blocks that no scenario file can nest"};
    out["body"] = std::move(*body);
  }
  if (!plan.background.empty()) out["background"] = background_json(plan.background);
  return std::nullopt;
}

std::variant<ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  auto out = head_json(scenario, default_area);
  if (auto why = add_plan_json(scenario.plan, out)) return std::move(*why);
  if (!scenario.expect.results.empty()) out["expect"] = expectation_json(scenario.expect);
  return with_grid(scenario, std::move(out), parse_scenario);
}

}  // namespace sim::modality
