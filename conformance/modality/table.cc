#include "modality/contract.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/modality/plan.h"
#include "sim/modality/words.h"
#include "spec/modality/behaviour.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;

const char* letter(bool set) { return set ? "T" : "F"; }
const char* yes(bool set) { return set ? "yes" : "no"; }

const char* text(AtStart what) { return what == AtStart::Sweep ? "sweep" : "nothing"; }
const char* text(DialogAtGate what) { return what == DialogAtGate::Fail ? "fail" : "proceed"; }
const char* text(DialogInBody what) {
  return what == DialogInBody::Tolerate ? "tolerate" : "close and fail";
}
const char* text(Preparation what) {
  return what == Preparation::IffNonModal ? "iff non-modal" : "skipped, warned";
}

std::string rows_text() {
  constexpr auto form = "  {:<2}  {}  {}  {}  {:<8}  {:<14}  {:<14}  {:<15}  {}\n";
  auto out = fmt::format(form, "", "S", "A", "R", "start", "dialog at gate", "dialog in body",
                         "D and W", "name");
  for (const auto& row : behaviour_rows)
    out +=
        fmt::format(form, row.number, letter(row.s), letter(row.a), letter(row.r), text(row.start),
                    text(row.gate), text(row.body), text(row.preparation), row.name);
  return out;
}

std::string profiles_text(Revision revision) {
  constexpr auto form = "  {:<15}  {:<2}  {}  {}  {}  {}  {}  {:<16}  {:<5}  {:<18}  {}\n";
  auto out = fmt::format(form, "profile", "is", "S", "A", "R", "D", "W", "progress at gate",
                         "await", "waits out progress", "post-flight");
  for (const auto& profile : profiles) {
    const auto tuple = tuple_of(profile, revision);
    out += fmt::format(form, profile.name, row_of(tuple).number, letter(tuple.close_on_start),
                       letter(tuple.allow_at_gate), letter(tuple.close_while_running),
                       letter(tuple.sync_documents), letter(tuple.wait_smart),
                       port::word(tuple.progress), yes(tuple.await_dispose),
                       yes(tuple.await_progress), yes(tuple.sync_after));
  }
  return out;
}

constexpr std::string_view legend =
    "\n  S  close what shows at the start    A  let a dialog pass the gate\n"
    "  R  watch the body for dialogs       D  sync documents    W  wait for smart mode\n";

}  // namespace

std::string table_text(Revision revision) {
  return rows_text() + "\n" + profiles_text(revision) + std::string(legend);
}

std::string former_text() {
  std::string out = "dialog_killer  allow_modal  row\n";
  for (const bool killer : {true, false}) {
    for (const bool allow : {false, true}) {
      const auto& row = row_of(sim::modality::former_options(killer, allow));
      out += fmt::format("{:<13}  {:<11}  {} {}\n", killer, allow, row.number, row.name);
    }
  }
  return out + "cancel_on_modal was in no schema and is always true; D and W are always true.\n" +
         fmt::format("{}() of a script was allowModalDialog().\n", sim::modality::former_hatch);
}

nlohmann::ordered_json table_json(Revision revision) {
  using nlohmann::ordered_json;
  ordered_json out{{"rows", ordered_json::array()}, {"profiles", ordered_json::array()}};
  for (const auto& row : behaviour_rows)
    out["rows"].push_back({{"number", row.number},
                           {"name", row.name},
                           {"S", row.s},
                           {"A", row.a},
                           {"R", row.r},
                           {"start", text(row.start)},
                           {"dialog_at_gate", text(row.gate)},
                           {"dialog_in_body", text(row.body)},
                           {"preparation", text(row.preparation)},
                           {"contradiction", contradicts(row)}});
  for (const auto& profile : profiles) {
    const auto tuple = tuple_of(profile, revision);
    out["profiles"].push_back({{"name", profile.name},
                               {"row", row_of(tuple).number},
                               {"S", tuple.close_on_start},
                               {"A", tuple.allow_at_gate},
                               {"R", tuple.close_while_running},
                               {"D", tuple.sync_documents},
                               {"W", tuple.wait_smart},
                               {"progress_at_gate", port::word(tuple.progress)},
                               {"await_dispose", tuple.await_dispose},
                               {"waits_out_progress", tuple.await_progress},
                               {"post_flight", tuple.sync_after}});
  }
  return out;
}

}  // namespace conformance::modality
