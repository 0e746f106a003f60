// The call, its limits, the IDE and what happens beside it.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "modality/scenario_reader.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using Value = const JsonValue&;

constexpr std::array<std::string_view, 4> document_names{"clean", "uncommitted", "unsaved",
                                                         "stale"};
constexpr std::array documents{clean, uncommitted, unsaved, stale};
static_assert(document_names.size() == documents.size());

void read_tuple(Reader& reader, Value value, Plan::Call& call) {
  auto& raw = call.request.raw;
  reader.fields(value, {{"S", [&](Value v) { raw.close_on_start = reader.boolean(v); }},
                        {"A", [&](Value v) { raw.allow_at_gate = reader.boolean(v); }},
                        {"R", [&](Value v) { raw.close_while_running = reader.boolean(v); }},
                        {"D", [&](Value v) { raw.sync_documents = reader.boolean(v); }},
                        {"W", [&](Value v) { raw.wait_smart = reader.boolean(v); }},
                        {"await_dispose", [&](Value v) { raw.await_dispose = reader.boolean(v); }},
                        {"progress_at_gate", [&](Value v) {
                           raw.progress = reader.enumerator<ProgressAtGate>(
                               v, progress_at_gate_names, "what to do with a progress at the gate");
                         }}});
  call.request.mode = Mode::Raw;
}

void read_behaviour(Reader& reader, Value value, Behaviour& behaviour) {
  reader.fields(
      value,
      {{"answer_ms", [&](Value v) { behaviour.answer = reader.window(v, Reader::Never::Allowed); }},
       {"dispose_ms", [&](Value v) { behaviour.dispose = reader.window(v, Reader::Never::AsEnd); }},
       {"ends_ms", [&](Value v) { behaviour.ends = reader.window(v, Reader::Never::Allowed); }}});
}

void read_latencies(Reader& reader, Value value, Latencies& latencies) {
  const auto kinds = names_of<EntryKind>(entry_kinds);
  const auto behaviour_of = [&](std::size_t kind) {
    return [&reader, &latencies, kind](Value v) {
      read_behaviour(reader, v, latencies.entries[kind]);
    };
  };
  static_assert(entry_kinds == 10);
  reader.fields(
      value,
      {{"write_ms", [&](Value v) { latencies.write = reader.window(v, Reader::Never::AsEnd); }},
       {"indexing_ms",
        [&](Value v) { latencies.indexing = reader.window(v, Reader::Never::AsEnd); }},
       {kinds[0], behaviour_of(0)},
       {kinds[1], behaviour_of(1)},
       {kinds[2], behaviour_of(2)},
       {kinds[3], behaviour_of(3)},
       {kinds[4], behaviour_of(4)},
       {kinds[5], behaviour_of(5)},
       {kinds[6], behaviour_of(6)},
       {kinds[7], behaviour_of(7)},
       {kinds[8], behaviour_of(8)},
       {kinds[9], behaviour_of(9)}});
}

}  // namespace

void read_call(Reader& reader, const JsonValue& value, Plan& plan) {
  auto& call = plan.calls[0];
  const JsonValue* modal = nullptr;
  const JsonValue* tuple = nullptr;
  reader.fields(
      value,
      {{"modal",
        [&](Value v) {
          modal = &v;
          call.request.mode = reader.enumerator<Mode>(v, mode_names, "a mode");
        }},
       {"tuple",
        [&](Value v) {
          tuple = &v;
          read_tuple(reader, v, call);
        }},
       {"timeout_ms",
        [&](Value v) { call.request.body_timeout = port::Duration{reader.milliseconds(v, 0)}; }},
       {"defect",
        [&](Value v) {
          const auto which = reader.one_of(v, defect_names, "what is wrong with the call");
          call.request.defect = static_cast<Defect>(which + 1);
        }},
       {"from_edt", [&](Value v) { call.request.from_edt = reader.boolean(v); }}});
  if (reader.failed()) return;
  call.name = call_name(call.request);
  if (modal != nullptr && tuple != nullptr)
    reader.fail(value, "A call has a mode or a tuple, not both.", "Take one of the two out.");
  if (modal == nullptr && tuple == nullptr)
    reader.fail(value, "The call says neither `modal` nor `tuple`.",
                "Write {\"modal\": \"smart_non_modal\"}, for example.");
}

void read_limits(Reader& reader, const JsonValue& value, Limits& limits) {
  const auto duration = [&](port::Duration& field, std::int32_t least = 1) {
    return [&reader, &field, least](Value v) {
      field = port::Duration{reader.milliseconds(v, least)};
    };
  };
  reader.fields(value, {{"base", [](Value) {}},  // Read before everything else.
                        {"monitor_period_ms", duration(limits.monitor_period)},
                        {"sync_bound_ms", duration(limits.sync_bound)},
                        {"smart_bound_ms", duration(limits.smart_bound)},
                        {"poll_period_ms", duration(limits.poll_period)},
                        {"wait_budget_ms", duration(limits.wait_budget, 0)},
                        {"note_period_ms", duration(limits.note_period)},
                        {"dispose_bound_ms", duration(limits.dispose_bound)}});
}

void read_ide(Reader& reader, const JsonValue& value, Plan& plan) {
  static const auto kinds = names_of<EntryKind>(entry_kinds);
  static const auto indexes = names_of<Index>(3);
  auto& start = plan.start;
  reader.fields(value,
                {{"stack",
                  [&](Value v) {
                    reader.each(v, scenario_stack_max, "entries of the stack", [&](Value item) {
                      start.stack.push_back(
                          reader.enumerator<EntryKind>(item, kinds, "a kind of modal entry"));
                    });
                  }},
                 {"documents",
                  [&](Value v) {
                    reader.each(v, documents_max, "documents", [&](Value item) {
                      start.documents.push_back(
                          documents[reader.one_of(item, document_names, "a state of a document")]);
                    });
                  }},
                 {"index",
                  [&](Value v) {
                    start.index = reader.enumerator<Index>(v, indexes, "a state of the index");
                  }},
                 {"configured", [&](Value v) { start.configured = reader.boolean(v); }},
                 {"latencies", [&](Value v) { read_latencies(reader, v, plan.latencies); }}});
}

void read_background(Reader& reader, const JsonValue& value, Plan& plan) {
  static const auto events = names_of<Background>(background_kinds);
  reader.each(value, background_max, "background events", [&](Value item) {
    BackgroundEvent event;
    reader.fields(
        item,
        {{"event",
          [&](Value v) {
            event.what = reader.enumerator<Background>(v, events, "a background event");
          },
          true},
         {"at_ms", [&](Value v) { event.window = reader.window(v, Reader::Never::AsEnd); }, true}});
    plan.background.push_back(event);
  });
}

}  // namespace sim::modality
