#include "gate/known_failures.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/options.h"
#include "conformance/area/areas.h"
#include "conformance/run/fault.h"
#include "conformance/run/proof.h"
#include "results/formats.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

// What a list may speak of: a row that another one reddens counts once it fails by itself.
bool is_failure(const CheckResult& result) {
  return fails_gate(result) || (result.outcome == Outcome::Through && !result.unsteady);
}

bool is_crash(const CheckResult& result) {
  return result.unsteady || result.rule == conformance::fault_rule ||
         result.rule == conformance::determinism_rule;
}

KnownFinding entry_of(const CheckResult& result) {
  const bool through = !result.row.empty() &&
                       (result.check.starts_with("table/") || result.check.starts_with("sampled/"));
  return {.check = through ? "table/" + result.row : result.check,
          .rule = result.rule,
          .fails = result.outcome == Outcome::NotExercised ? "not exercised" : result.fails};
}

bool is_same(const KnownFinding& known, const CheckResult& result) {
  const auto entry = entry_of(result);
  return known.check == entry.check && known.rule == entry.rule && known.fails == entry.fails;
}

// Whether a check was judged, so that it would have failed. Of a row's random runs there is a
// result only if they fail; the row itself has one.
bool was_judged(const std::string& check, const std::vector<CheckResult>& results) {
  constexpr std::string_view sampled = "sampled/";
  const auto row = check.starts_with(sampled) ? "table/" + check.substr(sampled.size()) : check;
  return std::ranges::any_of(results, [&](const CheckResult& result) {
    const bool said = result.outcome != Outcome::Incomplete &&
                      result.outcome != Outcome::NotApplicable && result.outcome != Outcome::Error;
    return said &&
           (result.check == check || (result.check == row && result.outcome == Outcome::Pass));
  });
}

bool has_check(const conformance::Campaign& campaign, const std::string& check) {
  const auto slash = check.find('/');
  const auto kind = check.substr(0, slash);
  if (kind == "exercised" || kind == "soundness" || kind == "fault") return true;
  const auto name = slash == check.npos ? "" : check.substr(slash + 1);
  const bool of_row = kind == "table" || kind == "sampled";
  return std::ranges::any_of(campaign.units(), [&](const auto& unit) {
    return of_row ? unit.name == "row/" + name || unit.chain == "random/" + name ||
                        unit.name == "table/" + name || unit.name.starts_with("table/")
                  : unit.name == check;
  });
}

}  // namespace

KnownFailures::KnownFailures(const std::string& file, const conformance::Campaign& campaign)
    : file_(file), known_(read_known_file(file)) {
  check(campaign);
}
KnownFailures::KnownFailures(const sim::ParsedFile& file, const conformance::Campaign& campaign)
    : file_(file.file), known_(read_known_file(file)) {
  check(campaign);
}

void KnownFailures::check(const conformance::Campaign& campaign) const {
  for (const auto& each : known_) {
    if (each.rule == conformance::fault_rule || each.rule == conformance::determinism_rule)
      throw UsageError(fmt::format(
          "{}: {} is never known to fail: what a subject that crashes, or that is not the same "
          "twice, would do nobody knows.",
          file_, each.rule));
    if (!each.rule.empty() && conformance::find_rule(each.rule) == nullptr)
      throw UsageError(fmt::format("{}: \"{}\" is not a rule.", file_, each.rule));
    if (!has_check(campaign, each.check))
      throw UsageError(fmt::format("{}: \"{}\" is no check of this gate.", file_, each.check));
  }
}

void KnownFailures::apply(std::vector<CheckResult>& results,
                          conformance::GateSummary& summary) const {
  std::vector<CheckResult> stale;
  for (const auto& known : known_) {
    bool failing = false;
    for (auto& result : results) {
      const bool was_known = result.outcome == Outcome::Known;
      if (!(is_failure(result) || was_known) || is_crash(result) || !is_same(known, result))
        continue;
      failing = true;
      if (was_known || result.outcome == Outcome::Through) continue;
      --summary.count(result.outcome);
      ++summary.count(Outcome::Known);
      result.outcome = Outcome::Known;
      result.known_because = known.because;
    }
    if (failing || summary.interrupted || summary.partial || !was_judged(known.check, results))
      continue;
    const auto* rule = conformance::find_rule(known.rule);
    stale.push_back(
        {.rule = known.rule,
         .area = results.front().area,
         .level = rule == nullptr ? spec::Level::Must : rule->level,
         .check = "known/" + known.check,
         .fails = known.fails,
         .outcome = Outcome::Fail,
         .message = fmt::format("{} says that it fails by {}, {}; it does not: remove "
                                "that, and look at what it does instead",
                                file_, known.rule.empty() ? "its end" : known.rule, known.fails)});
  }
  summary.failed += stale.size();
  results.insert(results.end(), stale.begin(), stale.end());
}

WrittenKnown known_failures_of(const std::vector<CheckResult>& results) {
  WrittenKnown out;
  std::vector<KnownFinding> known;
  for (const auto& result : results) {
    if (!is_failure(result)) continue;
    if (is_crash(result)) {
      ++out.refused;
      continue;
    }
    auto entry = entry_of(result);
    entry.because = "not looked at yet";
    if (std::ranges::count(known, entry) == 0) known.push_back(std::move(entry));
  }
  out.listed = known.size();
  out.text = known_file(std::move(known));
  return out;
}

}  // namespace tools
