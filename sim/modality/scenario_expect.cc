// What a scenario expects of its runs. Words beside `results` hold for each result that
// does not say otherwise.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "modality/scenario_reader.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using Value = const JsonValue&;

std::uint8_t read_warnings(Reader& reader, Value value) {
  std::uint8_t bits = 0;
  reader.each(value, warning_names.size(), "warnings", [&](Value item) {
    const auto which = reader.one_of(item, warning_names, "a warning");
    bits = static_cast<std::uint8_t>(bits | 1u << which);
  });
  return bits;
}

std::vector<std::uint8_t> read_order(Reader& reader, Value value) {
  std::vector<std::uint8_t> order;
  reader.each(value, closings_max, "closings", [&](Value item) {
    order.push_back(static_cast<std::uint8_t>(reader.integer(item, 1, 255)));
  });
  return order;
}

// The fields that a result and the expectation share, then those of one of them.
void read_details(Reader& reader, Value value, ExpectedResult& result,
                  std::array<Reader::Field, 3> own) {
  const auto flag = [&](std::optional<bool>& field) {
    return [&reader, &field](Value v) { field = reader.boolean(v); };
  };
  const auto number = [&](std::optional<std::uint8_t>& field) {
    return [&reader, &field](Value v) {
      field = static_cast<std::uint8_t>(reader.integer(v, 0, 254));
    };
  };
  std::vector<Reader::Field> fields;
  for (auto& field : own)
    if (field.read != nullptr) fields.push_back(std::move(field));
  const std::array shared{
      Reader::Field{"body_starts", flag(result.body_starts)},
      Reader::Field{"on_disk", flag(result.on_disk)},
      Reader::Field{"closed", number(result.closed)},
      Reader::Field{"warnings", [&](Value v) { result.warnings = read_warnings(reader, v); }},
      Reader::Field{"screenshots", number(result.screenshots)},
      Reader::Field{"thread_dumps", number(result.thread_dumps)},
      Reader::Field{"writes", number(result.writes)},
      Reader::Field{"looks", number(result.looks)},
      Reader::Field{"close_order", [&](Value v) { result.close_order = read_order(reader, v); }}};
  fields.insert(fields.end(), shared.begin(), shared.end());
  reader.fields(value, fields);
}

}  // namespace

ExpectedResult read_result(Reader& reader, const JsonValue& value, const ExpectedResult& defaults) {
  auto result = defaults;
  bool staged = false;
  bool reasoned = false;
  read_details(
      reader, value, result,
      {Reader::Field{"verdict",
                     [&](Value v) {
                       result.verdict = reader.enumerator<Verdict>(v, verdict_names, "a verdict");
                     },
                     true},
       Reader::Field{"stage",
                     [&](Value v) {
                       result.stage = failing_stages[reader.one_of(
                           v, failing_stage_names, "a stage at which a call can fail")];
                       staged = true;
                     }},
       Reader::Field{"reason", [&](Value v) {
                       result.reason = reader.enumerator<Reason>(v, reason_names, "a reason");
                       reasoned = true;
                     }}});
  if (reader.failed()) return result;
  const bool failed = result.verdict == Verdict::Failed;
  if (failed && !(staged && reasoned))
    reader.fail(value, "A failed result needs a stage and a reason.",
                "Write {\"verdict\": \"failed\", \"stage\": \"gate\", \"reason\": "
                "\"dialog_at_gate\"}, for example.");
  if (!failed && (staged || reasoned))
    reader.fail(value, "A result that is ok has no stage and no reason.", "Take them out.");
  return result;
}

void read_expectation(Reader& reader, const JsonValue& value, Expectation& expect) {
  ExpectedResult defaults;
  const JsonValue* results = nullptr;
  read_details(reader, value, defaults,
               {Reader::Field{"results", [&](Value v) { results = &v; }, true}, {}, {}});
  if (reader.failed()) return;
  reader.each(*results, results_max, "results",
              [&](Value item) { expect.results.push_back(read_result(reader, item, defaults)); });
  if (!reader.failed() && expect.results.empty())
    reader.fail(*results, "No result is allowed.", "Name at least one, or leave `expect` out.");
}

}  // namespace sim::modality
