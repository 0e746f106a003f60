// What a scenario of tool calls expects of its runs. Words beside `results` hold for the
// first call of each result that does not say otherwise.
#include "ack/scenario_reader.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using Value = const JsonValue&;

void add_details(Reader& reader, ExpectedCall& call, std::vector<Reader::Field>& out) {
  const auto flag = [&reader](std::optional<bool>& field) {
    return [&reader, &field](Value v) { field = reader.boolean(v); };
  };
  out.push_back({"processed", flag(call.processed)});
  out.push_back({"dispatches", [&reader, &call](Value v) {
                   call.dispatches = static_cast<std::uint8_t>(reader.integer(v, 0, 254));
                 }});
  out.push_back({"noted", flag(call.noted)});
}

ExpectedCall read_one(Reader& reader, Value value, const ExpectedCall& defaults,
                      std::vector<Reader::Field> fields) {
  auto call = defaults;
  const JsonValue* elapsed = nullptr;
  fields.push_back({"status",
                    [&](Value v) {
                      call.status =
                          reader.enumerator<engine::ack::Status>(v, status_names, "a status");
                    },
                    true});
  add_details(reader, call, fields);
  fields.push_back({"elapsed_ms", [&](Value v) {
                      elapsed = &v;
                      call.elapsed_ms = reader.milliseconds(v, 0);
                    }});
  reader.fields(value, fields);
  if (!reader.failed() && elapsed != nullptr && call.status != engine::ack::Status::Missing)
    reader.fail(*elapsed, "Only a call whose signal is `missing` says how long it waited.",
                "Take this out.");
  return call;
}

}  // namespace

std::uint8_t read_classes(Reader& reader, const JsonValue& value) {
  std::uint8_t bits = 0;
  reader.each(value, class_names.size(), "classes", [&](Value item) {
    const auto which = reader.one_of(item, class_names, "a class of lies");
    bits = static_cast<std::uint8_t>(bits | 1u << which);
  });
  return bits;
}

ExpectedCall read_expected_call(Reader& reader, const JsonValue& value) {
  return read_one(reader, value, {}, {});
}

void read_expectation(Reader& reader, const JsonValue& value, Expectation& expect) {
  ExpectedCall defaults;
  const JsonValue* results = nullptr;
  std::vector<Reader::Field> fields{
      {"results", [&](Value v) { results = &v; }, true},
      {"classes", [&](Value v) { expect.classes = read_classes(reader, v); }}};
  add_details(reader, defaults, fields);
  reader.fields(value, fields);
  if (reader.failed()) return;
  reader.each(*results, results_max, "results", [&](Value item) {
    ExpectedResult result;
    const auto second = [&](Value v) { result.second = read_expected_call(reader, v); };
    result.call = read_one(reader, item, defaults, {Reader::Field{"second", second}});
    expect.results.push_back(result);
  });
  if (!reader.failed() && expect.results.empty())
    reader.fail(*results, "No result is allowed.", "Name at least one, or leave `expect` out.");
}

}  // namespace sim::ack
