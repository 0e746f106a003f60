#include "sim/modality/outcome.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace sim::modality {

static_assert(std::has_unique_object_representations_v<Outcome>);
static_assert(std::is_trivially_copyable_v<Outcome>);

namespace {

std::string show_warnings(std::uint8_t warnings) {
  std::string out;
  for (std::size_t i = 0; i < port::words<Warning>.size(); ++i) {
    if ((warnings >> i & 1u) == 0) continue;
    if (!out.empty()) out += '+';
    out += port::words<Warning>[i];
  }
  return out.empty() ? "none" : out;
}

std::string show_result(Verdict verdict, Stage stage, Reason reason) {
  if (verdict == Verdict::Ok) return "ok";
  return fmt::format("failed at {}: {}", port::word(stage), port::word(reason));
}

bool allows(const ExpectedRun& wanted, const Outcome& got) {
  if (got.results != 1 || wanted.verdict != got.verdict) return false;
  const bool failed = got.verdict == Verdict::Failed;
  if (failed && (wanted.stage != got.stage || wanted.reason != got.reason)) return false;
  if (wanted.close_order) {
    const std::span closings(got.close_order.data(), got.closings);
    if (!std::ranges::equal(*wanted.close_order, closings)) return false;
  }
  return is_allowed(wanted.body_starts, got.body_starts) &&
         is_allowed(wanted.on_disk, got.on_disk) &&
         is_allowed(wanted.stale_reads, got.stale_reads) &&
         is_allowed(wanted.lost_texts, got.lost_texts) && is_allowed(wanted.closed, got.closed) &&
         is_allowed(wanted.warnings, got.warnings) &&
         is_allowed(wanted.screenshots, got.screenshots) &&
         is_allowed(wanted.thread_dumps, got.thread_dumps) && is_allowed(wanted.lost, got.lost) &&
         is_allowed(wanted.writes, got.writes) && is_allowed(wanted.looks, got.looks);
}

bool allows(const ExpectedResult& wanted, const Outcomes& got) {
  auto run = got.runs.begin();
  return allows(wanted.first, *run) && std::ranges::all_of(wanted.later(), [&](const auto* later) {
           return ++run, !*later || allows(**later, *run);
         });
}

}  // namespace

bool is_of_the_ide(const Fact& fact) {
  return !std::holds_alternative<WriteBegan>(fact) && !std::holds_alternative<StaleRead>(fact) &&
         !std::holds_alternative<EditWaits>(fact);
}

Fact as_others_see(const Fact& fact) {
  const auto* touched = std::get_if<DocumentTouched>(&fact);
  if (touched == nullptr) return fact;
  auto others = *touched;
  others.by = TouchedBy::Other;
  return others;
}

void Outcome::commanded(const Command& command) {
  if (const auto* finish = std::get_if<Finish>(&command)) {
    count_one(results);
    verdict = finish->verdict;
    stage = finish->stage;
    reason = finish->reason;
  } else if (std::holds_alternative<StartBody>(command)) {
    body_starts = true;
  } else if (const auto* report = std::get_if<ReportDialog>(&command)) {
    if (report->outcome == port::modality::Outcome::Closed) count_one(closed);
  } else if (const auto* warn = std::get_if<Warn>(&command)) {
    warnings = static_cast<std::uint8_t>(warnings | 1u << static_cast<unsigned>(warn->warning));
  } else if (std::holds_alternative<DropCapture>(command)) {
    count_one(lost);
  } else if (const auto* look = std::get_if<ListDialogs>(&command)) {
    if (look->operation == OperationId::Monitor) count_one(looks);
  } else if (const auto* close = std::get_if<CloseDialog>(&command)) {
    if (closings < closings_max) close_order[closings++] = close->dialog.value;
  }
}

void Outcome::heard(const Happening& what) {
  const auto* captured = std::get_if<Captured>(&what);
  if (captured == nullptr || results > 0) return;
  count_one(captured->artifact == Artifact::Screenshot ? screenshots : thread_dumps);
}

void Outcome::noticed(const Fact& fact) {
  // What an abandoned script still does is not this call's.
  if (results > 0) return;
  if (const auto* touched = std::get_if<DocumentTouched>(&fact)) {
    const unsigned bit = 1u << static_cast<unsigned>(touched->document);
    const unsigned others = lacking & ~bit;
    const bool lacks = touched->lacking && (touched->by == TouchedBy::Edit || (lacking & bit) != 0);
    lacking = static_cast<std::uint8_t>(others | (lacks ? bit : 0u));
    on_disk = lacking == 0;
  }
  if (std::holds_alternative<StaleRead>(fact)) count_one(stale_reads);
  if (std::holds_alternative<TextLost>(fact)) count_one(lost_texts);
  if (std::holds_alternative<WriteBegan>(fact)) count_one(writes);
}

std::uint32_t matching(const Expectation& expect, const Outcomes& outcomes) {
  return matching_results(expect.results,
                          [&](const ExpectedResult& result) { return allows(result, outcomes); });
}

std::string show(const Outcome& outcome) {
  auto out = show_result(outcome.verdict, outcome.stage, outcome.reason);
  if (outcome.results != 1) out = fmt::format("{} results, the last: {}", outcome.results, out);
  out += fmt::format(
      ", body_starts {}, on_disk {}, stale_reads {}, lost_texts {}, closed {}, warnings {}, "
      "screenshots {}, thread_dumps {}, lost {}, writes {}, looks {}",
      outcome.body_starts, outcome.on_disk, outcome.stale_reads, outcome.lost_texts, outcome.closed,
      show_warnings(outcome.warnings), outcome.screenshots, outcome.thread_dumps, outcome.lost,
      outcome.writes, outcome.looks);
  const auto begin = outcome.close_order.begin();
  return out + fmt::format(", close_order [{}]", fmt::join(begin, begin + outcome.closings, ", "));
}

std::string show(const Outcomes& outcomes) {
  auto out = show(outcomes.runs[0]);
  for (std::size_t run = 1; run < runs_max; ++run)
    if (outcomes.runs[run].results > 0)
      out += fmt::format("; the {} run: {}", run_names[run], show(outcomes.runs[run]));
  return out;
}

namespace {

std::string show_run(const ExpectedRun& result) {
  auto out = show_result(result.verdict, result.stage, result.reason);
  const auto add = [&](const char* name, const auto& wanted) {
    if (wanted) out += fmt::format(", {} {}", name, *wanted);
  };
  add("body_starts", result.body_starts);
  add("on_disk", result.on_disk);
  add("stale_reads", result.stale_reads);
  add("lost_texts", result.lost_texts);
  add("closed", result.closed);
  if (result.warnings) out += ", warnings " + show_warnings(*result.warnings);
  add("screenshots", result.screenshots);
  add("thread_dumps", result.thread_dumps);
  add("lost", result.lost);
  add("writes", result.writes);
  add("looks", result.looks);
  if (result.close_order)
    out += fmt::format(", close_order [{}]", fmt::join(*result.close_order, ", "));
  return out;
}

}  // namespace

std::string show(const ExpectedResult& result) {
  auto out = show_run(result.first);
  std::size_t run = 0;
  for (const auto* later : result.later()) {
    ++run;
    if (*later) out += fmt::format("; the {} run: {}", run_names[run], show_run(**later));
  }
  return out;
}

}  // namespace sim::modality
