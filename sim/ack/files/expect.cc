// What a scenario of tool calls expects of its runs. What stands beside the results holds for
// the first call of each.
#include "ack/files/formats.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using format::boolean;
using format::Codec;
using format::Object;
using port::ack::Status;

Object<ExpectedCall> details_format() {
  return Object<ExpectedCall>()
      .member("processed", &ExpectedCall::processed, boolean(),
              "Whether the frontend had carried the action out at the response.")
      .member("dispatches", &ExpectedCall::dispatches, format::integer<std::uint8_t>(0, 254),
              "How many events were sent to the frontend.")
      .member("noted", &ExpectedCall::noted, boolean(),
              "Whether it was noted that the signal held before.")
      .member("noted_open", &ExpectedCall::noted_open, boolean(),
              "Whether it was noted that a viewer of the path is still open.");
}

Object<ExpectedCall> call_members() {
  const auto status = format::worded<Status>(
      status_names, {"the signal came", "the table has no such tool", "parameters are wrong",
                     "the signal did not come", "what the signal is read of does not exist yet",
                     "another call is in flight", "the frontend's own error",
                     "nobody is answered: the client disconnected"});
  Object<ExpectedCall> out("One result. A detail that is left out may be anything.");
  out.member("status", &ExpectedCall::status, format::one_of("a status", status),
             "How the call ends.")
      .required();
  return out.part(format::itself, details_format())
      .member("elapsed_ms", &ExpectedCall::elapsed_ms, format::milliseconds<std::int32_t>(0),
              "Of `missing`: how long the call says that it waited.")
      .then([](Reader& reader, const JsonValue& json, ExpectedCall& call) {
        if (const auto* elapsed = member_of(json, "elapsed_ms");
            elapsed != nullptr && call.status != Status::Missing)
          reader.fail(*elapsed, "Only a call whose signal is `missing` says how long it waited.",
                      "Take this out.");
      });
}

}  // namespace

Codec<ExpectedCall> expected_call_format() {
  return format::named("call_result", call_members().codec());
}

Codec<std::uint8_t> classes_format() {
  return format::bits("a class of lies", "classes", class_names);
}

Codec<Expectation> expectation_format() {
  Object<ExpectedResult> result("One result. A detail that is left out may be anything.");
  result.part(&ExpectedResult::call, call_members())
      .member("second", &ExpectedResult::second, expected_call_format(), "Of the second call.");
  Object<format::Expected<Expectation>> beside;
  beside
      .part(
          [](auto& draft) -> auto& { return draft.usual.call; }, details_format())
      .member(
          "classes", [](auto& draft) -> auto& { return draft.expect.classes; }, classes_format(),
          "The lies that the signals bring with them and that some run tells.");
  return format::expectation<Expectation>(result.codec(), results_max, beside);
}

}  // namespace sim::ack
