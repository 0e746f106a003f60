// What a scenario of tool calls expects of its runs. What stands beside the results holds for
// the first call of each.
#include "ack/files/formats.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using namespace format;
using port::ack::Status;
using Draft = Expected<Expectation>;

constexpr Row detail_rows[] = {{"processed", at<&ExpectedCall::processed>, boolean(),
                                "Whether the frontend had carried the action out at the response."},
                               {"dispatches", at<&ExpectedCall::dispatches>, integer(0, 254),
                                "How many events were sent to the frontend."},
                               {"noted", at<&ExpectedCall::noted>, boolean(),
                                "Whether it was noted that the signal held before."},
                               {"noted_open", at<&ExpectedCall::noted_open>, boolean(),
                                "Whether it was noted that a viewer of the path is still open."}};

constexpr auto status_says =
    sentences("the signal came", "the table has no such tool", "parameters are wrong",
              "the signal did not come", "what the signal is read of does not exist yet",
              "another call is in flight", "the frontend's own error",
              "nobody is answered: the client disconnected",
              "its row refuses it before anything is dispatched");

void check_elapsed(Reader& reader, const JsonValue& json, const ExpectedCall& call) {
  const auto* elapsed = member_of(json, "elapsed_ms");
  if (elapsed != nullptr && call.status != Status::Missing)
    reader.fail(*elapsed, "Only a call whose signal is `missing` says how long it waited.",
                "Take this out.");
}

constexpr Row expected_call_rows[] = {
    {"status", at<&ExpectedCall::status>, one_of("a status", status_names, status_says),
     "How the call ends.", Is::Required},
    part(itself<ExpectedCall>, object(detail_rows)),
    {"elapsed_ms", at<&ExpectedCall::elapsed_ms>, milliseconds(0),
     "Of `missing`: how long the call says that it waited."}};
constexpr Type expected_call =
    object(expected_call_rows, "One result. A detail that is left out may be anything.")
        .named("call_result")
        .then(check<&check_elapsed>);
constexpr Type lie_classes = bits("a class of lies", "classes", class_names);

constexpr Row result_rows[] = {
    part(at<&ExpectedResult::call>, expected_call),
    {"second", at<&ExpectedResult::second>, expected_call, "Of the second call."}};
constexpr Type result_type =
    object(result_rows, "One result. A detail that is left out may be anything.");
constexpr Type results_type = results(result_type, results_max);
constexpr Row expectation_rows[] = {
    results_row<Expectation>(results_type),
    part(at<&Draft::usual, &ExpectedResult::call>, object(detail_rows)),
    {"classes", at<&Draft::expect, &Expectation::classes>, lie_classes,
     "The lies that the signals bring with them and that some run tells."}};

}  // namespace

constexpr Type expected_call_format = expected_call;

constexpr Type classes_format = lie_classes;

constexpr Type expectation_format = expectation<Expectation>(expectation_rows);

}  // namespace sim::ack
