// Limits, in scenarios and in files of their own.
#include "sim/modality/limits.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "modality/files/formats.h"

namespace sim::modality {
namespace {

using namespace format;

constexpr int limits_format_version = 1;
constexpr std::int32_t limit_ms_max = 600'000;

// Longer than a program may say is no time.
void check_lengths(Reader& reader, const JsonValue& root, Limits&) {
  for (const auto& member : root.items)
    if (member.kind == JsonValue::Kind::Integer && member.integer > limit_ms_max)
      return reader.fail(member, "It is longer than ten minutes.",
                         fmt::format("Write at most {}.", limit_ms_max));
}

constexpr Row limit_rows[] = {
    {"monitor_period_ms", at<&Limits::monitor_period>, milliseconds(1),
     "From one tick of the monitor to the next."},
    {"sync_bound_ms", at<&Limits::sync_bound>, milliseconds(1),
     "For commit, save and refresh together."},
    {"smart_bound_ms", at<&Limits::smart_bound>, milliseconds(1), "For the wait for smart mode."},
    {"poll_period_ms", at<&Limits::poll_period>, milliseconds(1),
     "From one look of the dialog-less wait to the next."},
    {"wait_budget_ms", at<&Limits::wait_budget>, milliseconds(0),
     "For the dialog-less wait; 0 disables it."},
    {"note_period_ms", at<&Limits::note_period>, milliseconds(1),
     "From one progress note of that wait to the next."},
    {"dispose_bound_ms", at<&Limits::dispose_bound>, milliseconds(1),
     "For one dialog, from the request to close it."},
    {"capture_bound_ms", at<&Limits::capture_bound>, milliseconds(1),
     "For the captures that are taken side by side."},
    {"look_bound_ms", at<&Limits::look_bound>, milliseconds(1),
     "For one look at what blocks the IDE, or one listing of its dialogs."}};

constexpr Row limits_file_rows[] = {
    schema_row<Limits>,
    {"limits", itself<Limits>,
     constant(limits_format_version, "This format of limits is not known."),
     "The version of the format.", Is::Required | Is::First},
    part(itself<Limits>, object(limit_rows))};
constexpr Type limits_file =
    object(limits_file_rows,
           "Bounds and periods of a policy. What is left out is as in the real ones.")
        .lastly(check<&check_lengths>);

}  // namespace

constexpr Type limits_members = object(limit_rows);

LoadedLimits read_limits(const ParsedFile& file) {
  Reader reader;
  auto out = real_limits();
  read(reader, file.root, limits_file, spot(out));
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return out;
}

nlohmann::ordered_json limits_schema() {
  const auto usual = real_limits();
  auto out = whole_schema({fmt::format("urn:orrery:limits:modality:{}", limits_format_version),
                           "Orrery limits of a policy of modal dialogs"},
                          limits_file, spot(usual));
  out.erase("definitions");
  return out;
}

}  // namespace sim::modality
