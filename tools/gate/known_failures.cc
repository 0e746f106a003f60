#include "gate/known_failures.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "conformance/area/areas.h"
#include "results/junit.h"
#include "results/words.h"
#include "sim/files/format.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

using namespace sim::format;
using conformance::CheckResult;
using conformance::Outcome;

constexpr int known_format = 1;
constexpr std::size_t text_bytes_max = 2'000;
constexpr std::size_t known_max = 10'000;

struct KnownFile {
  int format = known_format;
  std::vector<KnownFailure> known;
};

constexpr Row entry_rows[] = {
    {"name", at<&KnownFailure::name>, any_text(text_bytes_max),
     "A rule, or a check that is no table's: `directed/...` or `scenario/...`.", Is::Required},
    {"because", at<&KnownFailure::because>, any_text(text_bytes_max), "Why.", Is::Required}};
constexpr Type entry_type = object(entry_rows, "What is known to fail.");
constexpr Row known_file_rows[] = {
    {"known_failures", at<&KnownFile::format>, integer(known_format, known_format),
     "The format of the file.", Is::Required},
    {"known", at<&KnownFile::known>,
     list(entry_type, {.what = "known failures", .most = known_max}), "Each once.", Is::Required}};
constexpr Type known_file_type = object(known_file_rows, "What a subject is known to fail.");

sim::ParsedFile loaded(const std::string& file) {
  auto out = sim::load_file(file);
  if (const auto* error = std::get_if<sim::ScenarioError>(&out))
    throw UsageError(sim::show(*error));
  return std::move(std::get<sim::ParsedFile>(out));
}

bool fails(const CheckResult& result) { return fails_gate(result); }

bool names(const KnownFailure& known, const CheckResult& result) {
  return result.rule == known.name || result.check == known.name;
}

}  // namespace

KnownFailures::KnownFailures(const std::string& file, const conformance::Campaign& campaign)
    : KnownFailures(loaded(file), campaign) {}

KnownFailures::KnownFailures(const sim::ParsedFile& file, const conformance::Campaign& campaign)
    : file_(file.file) {
  sim::Reader reader;
  KnownFile read;
  sim::format::read(reader, file.root, known_file_type, spot(read));
  if (reader.failed()) throw UsageError(sim::show(reader.error(file.text, file.root, file.file)));
  known_ = std::move(read.known);
  const auto is_unit = [&](const std::string& name) {
    return std::ranges::any_of(campaign.units(), [&](const auto& unit) {
      return unit.name == name && (name.starts_with("directed/") || name.starts_with("scenario/"));
    });
  };
  for (const auto& each : known_) {
    if (conformance::find_rule(each.name) == nullptr && !is_unit(each.name))
      throw UsageError(
          fmt::format("{}: \"{}\" is neither a rule nor a check of this gate.", file_, each.name));
    if (each.because.empty())
      throw UsageError(fmt::format("{}: \"{}\" needs a reason: because.", file_, each.name));
  }
}

void KnownFailures::apply(std::vector<CheckResult>& results, conformance::GateSummary& summary) {
  std::vector<CheckResult> stale;
  for (const auto& known : known_) {
    const CheckResult* passing = nullptr;
    bool failing = false;
    for (auto& result : results) {
      if (!names(known, result)) continue;
      if (result.outcome == Outcome::Pass) passing = &result;
      if (!fails(result)) continue;
      failing = true;
      ++count_;
      auto& counted = result.outcome == Outcome::Fail ? summary.failed : summary.not_exercised;
      --counted;
      result.outcome = Outcome::Skipped;
      result.message = "known to fail: " + known.because;
      result.known_because = known.because;
    }
    if (failing || passing == nullptr || summary.interrupted || summary.partial) continue;
    stale.push_back(
        {.rule = passing->rule,
         .area = passing->area,
         .level = passing->level,
         .check = "known/" + known.name,
         .outcome = Outcome::Fail,
         .message = fmt::format("{} says that it fails, and it passes: remove it", file_)});
  }
  summary.failed += stale.size();
  results.insert(results.end(), stale.begin(), stale.end());
}

std::string known_failures_text(const std::vector<CheckResult>& results) {
  KnownFile out;
  for (const auto& result : results) {
    if (!fails(result)) continue;
    const auto& name = result.rule.empty() ? result.check : result.rule;
    if (std::ranges::find(out.known, name, &KnownFailure::name) == out.known.end())
      out.known.push_back({name, "not looked at yet: " + result.check});
  }
  return document_of(known_file_type, out).dump(2) + "\n";
}

}  // namespace tools
