// What a scenario expects of its runs.
#include "modality/files/formats.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

std::vector<format::Word<Stage>> failing_stage_words() {
  std::vector<format::Word<Stage>> out;
  for (const auto stage : failing_stages) out.push_back({port::word(stage), stage, {}});
  return out;
}

using format::Codec;
using format::Object;
using format::one_of;
using format::worded;
using port::modality::Reason;
using port::modality::Verdict;

// What may also stand beside the results.
Object<ExpectedResult> details_format() {
  const auto count = format::integer<std::uint8_t>(0, 254);
  const auto order = format::list(format::integer<std::uint8_t>(1, 255),
                                  {.what = "closings", .most = closings_max});
  return Object<ExpectedResult>()
      .member("body_starts", &ExpectedResult::body_starts, format::boolean(),
              "Whether the script began.")
      .member("on_disk", &ExpectedResult::on_disk, format::boolean(),
              "Whether, at the result, the disk holds all that the script wrote in the editor; "
              "true where it wrote nothing.")
      .member("stale_reads", &ExpectedResult::stale_reads, count,
              "How often the script read a text that was not the newest: an unsaved one is newer "
              "than the disk's.")
      .member("closed", &ExpectedResult::closed, count,
              "Dialogs that the call reports as closed, over all its sweeps.")
      .member("warnings", &ExpectedResult::warnings,
              format::bits("a warning", "warnings", warning_names),
              "Exactly the kinds of warnings of the run, in any order.")
      .member("screenshots", &ExpectedResult::screenshots, count, "Screenshots kept with the run.")
      .member("thread_dumps", &ExpectedResult::thread_dumps, count,
              "Thread dumps kept with the run.")
      .member("lost", &ExpectedResult::lost, count,
              "Screenshots and thread dumps that did not come and were given up.")
      .member("writes", &ExpectedResult::writes, count,
              "Commits, saves and awaited refreshes that the IDE began before the result.")
      .member("looks", &ExpectedResult::looks, count,
              "How often the monitor looked for dialogs: once per tick.")
      .member("close_order", &ExpectedResult::close_order, order,
              "The dialogs that the call asked to close, in order, by number: 1 was the first to "
              "open, or the outermost at the start.");
}

Codec<Reason> reason_format() {
  return one_of(
      "a reason",
      worded<Reason>(
          reason_names,
          {"of a call that is ok", "`modal` is no mode", "a parameter that `modal` replaced",
           "no positive, finite timeout", "the caller held the event dispatch thread",
           "a dialog before the script", "a modality without a dialog there",
           "a modality without a dialog outlived the wait", "modal before a sync",
           "a sync raised a modal", "a sync took too long", "modal before the wait for smart mode",
           "modal after the wait for smart mode", "indexing took too long",
           "`assertNonModal` found a modal", "the monitor saw a dialog", "a script error",
           "the script took too long"}));
}

void check_failure(Reader& reader, const JsonValue& json, const ExpectedResult& result) {
  const bool staged = member_of(json, "stage") != nullptr;
  const bool reasoned = member_of(json, "reason") != nullptr;
  const bool failed = result.verdict == Verdict::Failed;
  if (failed && !(staged && reasoned))
    reader.fail(json, "A failed result needs a stage and a reason.",
                "Write {\"verdict\": \"failed\", \"stage\": \"gate\", \"reason\": "
                "\"dialog_at_gate\"}, for example.");
  if (!failed && (staged || reasoned))
    reader.fail(json, "A result that is ok has no stage and no reason.", "Take them out.");
}

}  // namespace

Codec<ExpectedResult> result_format() {
  const auto failed = [](const ExpectedResult& result) {
    return result.verdict == Verdict::Failed;
  };
  Object<ExpectedResult> out("One result. A detail that is left out may be anything.");
  out.member("verdict", &ExpectedResult::verdict,
             one_of("a verdict", worded<Verdict>(verdict_names)), "Whether the call succeeded.")
      .required();
  out.member("stage", &ExpectedResult::stage,
             one_of("a stage at which a call can fail", failing_stage_words()),
             "Of a failure: where.")
      .when(failed);
  out.member("reason", &ExpectedResult::reason, reason_format(), "Of a failure: why.").when(failed);
  return out.part(format::itself, details_format()).then(check_failure).codec();
}

Codec<Expectation> expectation_format() {
  Object<format::Expected<Expectation>> beside;
  beside.part(&format::Expected<Expectation>::usual, details_format());
  return format::expectation<Expectation>(result_format(), results_max, beside);
}

}  // namespace sim::modality
