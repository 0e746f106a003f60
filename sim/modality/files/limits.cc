// Limits, in scenarios and in files of their own.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "modality/files/formats.h"
#include "sim/modality/limits.h"

namespace sim::modality {
namespace {

using format::milliseconds;
using format::Object;

constexpr int limits_format_version = 1;
constexpr std::int32_t limit_ms_max = 600'000;

void check_version(Reader& reader, const JsonValue& json) {
  if (json.kind == JsonValue::Kind::Integer && json.integer == limits_format_version) return;
  reader.fail(json, "This format of limits is not known.",
              fmt::format("Write {}; a newer program may read others.", limits_format_version));
}

// Longer than a program may say is no time.
void check_lengths(Reader& reader, const JsonValue& root, Limits&) {
  for (const auto& member : root.items)
    if (member.kind == JsonValue::Kind::Integer && member.integer > limit_ms_max)
      return reader.fail(member, "It is longer than ten minutes.",
                         fmt::format("Write at most {}.", limit_ms_max));
}

const Object<Limits>& limits_object() {
  static const auto out = [] {
    Object<Limits> all("Bounds and periods of a policy. What is left out is as in the real ones.");
    all.add(format::constant<Limits>(
        "$schema", {}, {{"type", "string"}}, "For editors: the path of this schema.",
        [](Reader& reader, const JsonValue& json) { reader.text(json, 4'000); }));
    all.add(format::constant<Limits>("limits", limits_format_version,
                                     {{"const", limits_format_version}},
                                     "The version of the format.", check_version))
        .required()
        .first();
    return all.part(format::itself, limits_members()).at_last(check_lengths);
  }();
  return out;
}

}  // namespace

Object<Limits> limits_members() {
  using port::modality::Limits;
  Object<Limits> limits;
  const auto add = [&](const char* name, auto where, const char* says, std::int32_t least = 1) {
    limits.member(name, where, milliseconds<port::Duration>(least), says);
  };
  add("monitor_period_ms", &Limits::monitor_period, "From one tick of the monitor to the next.");
  add("sync_bound_ms", &Limits::sync_bound, "For commit, save and refresh together.");
  add("smart_bound_ms", &Limits::smart_bound, "For the wait for smart mode.");
  add("poll_period_ms", &Limits::poll_period, "From one look of the dialog-less wait to the next.");
  add("wait_budget_ms", &Limits::wait_budget, "For the dialog-less wait; 0 disables it.", 0);
  add("note_period_ms", &Limits::note_period, "From one progress note of that wait to the next.");
  add("dispose_bound_ms", &Limits::dispose_bound, "For one dialog, from the request to close it.");
  add("capture_bound_ms", &Limits::capture_bound, "For the captures that are taken side by side.");
  return limits;
}

LoadedLimits read_limits(const ParsedFile& file) {
  Reader reader;
  auto out = real_limits();
  limits_object().read(reader, file.root, out);
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return out;
}

nlohmann::ordered_json limits_schema() {
  format::Definitions definitions;
  auto root = limits_object().describe(definitions, real_limits());
  format::Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"$id", fmt::format("urn:orrery:limits:modality:{}", limits_format_version)},
                   {"title", "Orrery limits of a policy of modal dialogs"}};
  out.update(root);
  return out;
}

}  // namespace sim::modality
