// What a scenario expects of its runs.
#include <array>

#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using namespace format;
using port::modality::Verdict;
using Draft = Expected<Expectation>;

constexpr Type count = integer(0, 254);
constexpr Type closing = integer(1, 255);

// What may also stand beside the results.
constexpr Row detail_rows[] = {
    {"body_starts", at<&ExpectedRun::body_starts>, boolean(), "Whether the script began."},
    {"on_disk", at<&ExpectedRun::on_disk>, boolean(),
     "Whether, at the result, the disk holds all that the script wrote in the editor; true where "
     "it wrote nothing."},
    {"stale_reads", at<&ExpectedRun::stale_reads>, count,
     "How often the script read a text that was not the newest: an unsaved one is newer than the "
     "disk's."},
    {"lost_texts", at<&ExpectedRun::lost_texts>, count,
     "How often, up to the result, one of two texts of a document that stood apart, in memory and "
     "on the disk, was written over or dropped."},
    {"closed", at<&ExpectedRun::closed>, count,
     "Dialogs that the call reports as closed, over all its sweeps."},
    {"warnings", at<&ExpectedRun::warnings>, bits("a warning", "warnings", warning_names),
     "Exactly the kinds of warnings of the run, in any order."},
    {"screenshots", at<&ExpectedRun::screenshots>, count, "Screenshots kept with the run."},
    {"thread_dumps", at<&ExpectedRun::thread_dumps>, count, "Thread dumps kept with the run."},
    {"lost", at<&ExpectedRun::lost>, count,
     "Screenshots and thread dumps that did not come and were given up."},
    {"writes", at<&ExpectedRun::writes>, count,
     "Commits, saves and awaited refreshes that the IDE began before the result."},
    {"looks", at<&ExpectedRun::looks>, count,
     "How often the monitor looked for dialogs: once per tick."},
    {"close_order", at<&ExpectedRun::close_order>,
     list(closing, {.what = "closings", .most = closings_max}),
     "The dialogs that the call asked to close, in order, by number: 1 was the first to open, or "
     "the outermost at the start."}};

constexpr auto reason_says = sentences(
    "of a call that is ok", "`modal` is no mode", "a parameter that `modal` replaced",
    "no positive, finite timeout", "the caller held the event dispatch thread",
    "a dialog before the script", "a modality without a dialog there",
    "a modality without a dialog outlived the wait", "modal before a sync", "a sync raised a modal",
    "a sync took too long", "modal before the wait for smart mode",
    "modal after the wait for smart mode", "indexing took too long",
    "`assertNonModal` found a modal", "the monitor saw a dialog", "a script error",
    "the script took too long", "the event thread did not answer", "the caller withdrew");

constexpr auto stage_words = [] {
  std::array<Word, failing_stages.size()> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {failing_stage_names[i], failing_stages[i]};
  return out;
}();

bool is_failed(const ExpectedRun& result) { return result.verdict == Verdict::Failed; }

void check_failure(Reader& reader, const JsonValue& json, const ExpectedRun& result) {
  const bool staged = member_of(json, "stage") != nullptr;
  const bool reasoned = member_of(json, "reason") != nullptr;
  const bool failed = is_failed(result);
  if (failed && !(staged && reasoned))
    reader.fail(json, "A failed result needs a stage and a reason.",
                "Write {\"verdict\": \"failed\", \"stage\": \"gate\", \"reason\": "
                "\"dialog_at_gate\"}, for example.");
  if (!failed && (staged || reasoned))
    reader.fail(json, "A result that is ok has no stage and no reason.", "Take them out.");
}

constexpr Row rows_of_run[] = {
    {"verdict", at<&ExpectedRun::verdict>, one_of("a verdict", verdict_names),
     "Whether the call succeeded.", Is::Required},
    {"stage", at<&ExpectedRun::stage>, one_of("a stage at which a call can fail", stage_words),
     "Of a failure: where.", 0, when<&is_failed>},
    {"reason", at<&ExpectedRun::reason>, one_of("a reason", reason_names, reason_says),
     "Of a failure: why.", 0, when<&is_failed>},
    part(itself<ExpectedRun>, object(detail_rows))};
constexpr Type type_of_run = object(rows_of_run, "Of one run.").then(check<&check_failure>);
constexpr Row result_rows[] = {
    part(at<&ExpectedResult::first>, type_of_run),
    {"second", at<&ExpectedResult::second>, type_of_run, "Of the second run."},
    {"third", at<&ExpectedResult::third>, type_of_run, "Of the third."},
    {"fourth", at<&ExpectedResult::fourth>, type_of_run, "Of the fourth."}};
constexpr Type result_type =
    object(result_rows, "One result. A detail that is left out may be anything.");
constexpr Type results_type = results(result_type, results_max);
constexpr Row expectation_rows[] = {
    results_row<Expectation>(results_type),
    part(at<&Draft::usual, &ExpectedResult::first>, object(detail_rows))};

}  // namespace

constexpr Type result_format = result_type;

constexpr Type expectation_format = expectation<Expectation>(expectation_rows);

}  // namespace sim::modality
