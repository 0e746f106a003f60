#include "fuzz_files/formats.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/run/recorded_trace.h"
#include "conformance/run/rerun.h"
#include "conformance/run/sample.h"
#include "gate/known_failures.h"
#include "gate/report.h"
#include "gate/results_reader.h"
#include "recordings/appserver/check.h"
#include "recordings/trace/trace_check.h"
#include "results/formats.h"
#include "results/words.h"
#include "sim/files/scenario_file.h"
#include "spec/appserver/dialect.h"
#include "world/capsule.h"
#include "world/identity.h"
#include "world/recorded.h"

namespace tools {
namespace {

using Said = std::optional<std::string>;

const std::string file_name(damaged_file);

std::vector<std::string> texts_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.push_back(text_of_file(entry.path().string()));
  std::ranges::sort(out);
  return out;
}

// Scenarios.

Said read_scenario(const std::string& text) {
  const auto read = conformance::parse_any_scenario(text, file_name);
  const auto* error = std::get_if<sim::ScenarioError>(&read);
  return error == nullptr ? std::nullopt : Said(sim::show(*error));
}

FileFormat scenario_files_format() {
  FileFormat out{.good = {}, .read = read_scenario};
  for (const auto& file : scenario_files()) out.good.push_back(text_of_file(file.path));
  return out;
}

// Capsules.

Said read_one_capsule(const std::string& text) {
  const auto capsule = parse_capsule(text, file_name);
  if (!capsule) return read_scenario(text);
  constexpr std::uint64_t few_states = 200;
  look_at({.capsule = *capsule, .subject = capsule->subject, .states_max = few_states},
          sim::Serial());
  return std::nullopt;
}

FileFormat capsule_files_format() {
  FileFormat out{.good = {}, .read = read_one_capsule};
  for (const auto& file : scenario_files()) {
    const auto source = plan_source(file.path);
    if (source.rules.empty()) continue;
    out.good.push_back(
        capsule_text(source, "engine", {.rule = source.rules[0], .path = {0, 0, 0, 0, 0}}));
  }
  return out;
}

// Results.

using Areas = std::vector<const conformance::Area*>;

conformance::GateOptions small_gate() {
  conformance::GateOptions out;
  out.random_runs = 1;
  out.states_max = 50;
  return out;
}

// Keeps the lines of some of its units.
class SomeUnits final : public GateReport {
 public:
  explicit SomeUnits(const conformance::Campaign& campaign)
      : GateReport(nullptr, campaign, std::nullopt), every_(campaign.units().size() / 30 + 1) {}

  void unit_told(const conformance::Unit& unit, conformance::UnitResult& result) override {
    if (told_++ % every_ == 0) lines += lines_of(unit, result);
  }

  std::string lines;

 private:
  std::size_t every_, told_ = 0;
};

std::string results_of(const conformance::Campaign& campaign) {
  SomeUnits report(campaign);
  conformance::UnitResults results(campaign.units().size());
  const auto summary =
      campaign.run(std::vector<bool>(results.size(), true), results, sim::Serial(), report);
  nlohmann::ordered_json first;
  first["campaign"] = document_of(identity_format, identity_of(campaign, {}, std::nullopt));
  first["date"] = "2026-01-01T00:00:00Z";
  first["judged"] = "engine";
  return dump(first) + "\n" + report.lines +
         dump({{"summary", document_of(summary_format,
                                       SummaryLine{.subject = "engine", .counts = summary})}}) +
         "\n";
}

// What `merge` does with one file.
void merge_one(const RecordedCampaign& recorded, const conformance::Campaign& campaign) {
  conformance::UnitResults results(campaign.units().size());
  std::vector<std::string> from;
  take_units(recorded, campaign, results, from);
  GateReport report(nullptr, campaign, std::nullopt);
  const auto summary =
      campaign.run(std::vector<bool>(results.size()), results, sim::Serial(), report);
  report.finish(summary, campaign.options(), {});
  report.text(Paint(-1), true);
  report.json();
  const Places places(report.subject());
  junit_xml(report.results(), places, report.end());
  sarif_json(report.results(), places, report.end());
  tap_text(report.results(), report.end());
  report.step_summary(places);
}

Areas gated_areas() { return {conformance::areas().begin(), conformance::areas().end()}; }

FileFormat results_files_format() {
  FileFormat out;
  // Of each choice of areas that has a file.
  const auto campaigns = std::make_shared<std::map<Areas, conformance::Campaign>>();
  for (const auto* area : gated_areas()) {
    const auto& campaign =
        campaigns->emplace(Areas{area}, make_campaign(small_gate(), {area})).first->second;
    out.good.push_back(results_of(campaign));
  }
  out.read = [campaigns](const std::string& text) -> Said {
    const auto recorded = parse_results(text, file_name);
    if (!recorded.identity) return std::nullopt;
    const auto& identity = *recorded.identity;
    const auto known = campaigns->find(identity.areas);
    const auto is_known = [&] {
      const auto ours = identity_of(known->second, {}, std::nullopt);
      return differences(ours, identity, "").empty();
    };
    if (known != campaigns->end() && is_known())
      merge_one(recorded, known->second);
    else
      make_campaign(identity.options, identity.areas);
    return std::nullopt;
  };
  return out;
}

// Recordings.

Said read_recording(const std::string& text) {
  namespace recording = conformance::appserver;
  recording::TranscriptCheck check(spec::appserver::codex, [](const auto&) {});
  recording::TranscriptReader reader(
      [&](const recording::RecordedLine& line) { check.take(line); });
  if (reader.feed(text) && reader.finish()) {
    check.finish();
    return std::nullopt;
  }
  const auto& error = *reader.error();
  return fmt::format("{}:{}: {}", file_name, error.line, error.says);
}

FileFormat recording_files_format() {
  constexpr std::size_t bytes_max = 60'000;  // Long ones say nothing new.
  FileFormat out{.good = {}, .read = read_recording};
  const std::filesystem::path folder(ORRERY_SOURCE_DIR "/recordings/samples");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".jsonl" && entry.file_size() <= bytes_max)
      out.good.push_back(text_of_file(entry.path().string()));
  std::ranges::sort(out.good);
  return out;
}

// Recordings of streams.

// What is said of a text that is read in pieces of so many bytes, and why it is refused.
struct Judged {
  std::vector<std::string> says;
  Said refused;
  bool operator==(const Judged&) const = default;
};

Judged judged(const conformance::Area& area, std::string_view text, std::size_t piece) {
  Judged out;
  const auto& rules = area.facts().rules;
  const auto check = conformance::trace_check(
      area, {.slack = *area.checks().facts().trace_slack,
             .sink = [&](const conformance::TraceFinding& finding) {
               const auto rule = finding.rule ? rules[*finding.rule].id : "note";
               out.says.push_back(
                   fmt::format("{}:{}: {}: {}", finding.line, finding.time_ms, rule, finding.says));
             }});
  bool taken = true;
  for (; taken && !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    taken = check->feed(text.substr(0, piece));
  if (taken && check->finish()) {
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const auto rule = static_cast<std::uint8_t>(i);
      out.says.push_back(fmt::format("{}: {}, {} times", rules[rule].id,
                                     static_cast<int>(check->outcome(rule)), check->broken(rule)));
    }
    return out;
  }
  const auto& error = *check->error();
  out.refused = fmt::format("{}:{}: {}", file_name, error.line, error.says);
  return out;
}

// The same is said of it, however it comes.
Said read_pieces(const conformance::Area& area, const std::string& text) {
  constexpr std::size_t few_bytes = 61;
  const auto whole = judged(area, text, text.size());
  if (whole != judged(area, text, few_bytes))
    throw std::logic_error("something else is said of it in pieces");
  return whole.refused;
}

FileFormat stream_files_format() {
  FileFormat out{.good = texts_in(ORRERY_SOURCE_DIR "/examples/streams"), .read = {}};
  const auto takes = [&](const conformance::Area* area) {
    return area->checks().facts().trace_slack && !judged(*area, out.good[0], 1).refused;
  };
  const auto all = conformance::areas();
  const auto& area = **std::ranges::find_if(all, takes);
  out.read = [&area](const std::string& text) { return read_pieces(area, text); };
  return out;
}

// Traces of calls: of the natural run of each scenario. What no area takes is refused.

FileFormat trace_files_format() {
  FileFormat out;
  std::vector<const conformance::Area*> told;
  for (const auto& file : scenario_files()) {
    const auto source = plan_source(file.path);
    const auto* area = source.plan.area();
    if (area->checks().trace_head(source.plan).is_null()) continue;
    if (std::ranges::find(told, area) == told.end()) told.push_back(area);
    constexpr std::size_t steps_max = 10'000;
    out.good.push_back(conformance::recorded_trace(
        source.plan,
        conformance::rerun({.plan = source.plan, .path = {}, .natural_steps = steps_max})));
  }
  out.read = [told](const std::string& text) {
    Said refused;
    for (const auto* each : told)
      if (!(refused = read_pieces(*each, text))) break;
    return refused;
  };
  return out;
}

// Known failures. What is taken is applied to a gate in which everything fails.

FileFormat known_files_format() {
  const auto campaign =
      std::make_shared<conformance::Campaign>(make_campaign(small_gate(), gated_areas()));
  std::vector<conformance::CheckResult> results;
  for (const auto& unit : campaign->units())
    if (unit.name.starts_with("directed/") || unit.name.starts_with("scenario/"))
      results.push_back({.check = unit.name, .outcome = conformance::Outcome::Fail});
  constexpr std::size_t some = 40;
  FileFormat out;
  for (std::size_t i = 0; i + some <= results.size(); i += some)
    out.good.push_back(known_failures_of({results.begin() + static_cast<std::ptrdiff_t>(i),
                                          results.begin() + static_cast<std::ptrdiff_t>(i + some)})
                           .text);
  out.read = [campaign, results](const std::string& text) -> Said {
    const auto parsed = sim::parse_file(text, file_name);
    if (const auto* error = std::get_if<sim::ScenarioError>(&parsed)) return sim::show(*error);
    KnownFailures known(std::get<sim::ParsedFile>(parsed), *campaign);
    auto judged = results;
    conformance::GateSummary summary;
    summary.failed = judged.size();
    known.apply(judged, summary);
    if (summary.failed + summary.known != judged.size())
      throw std::logic_error("a failure is neither known nor told");
    return std::nullopt;
  };
  return out;
}

// Limits. By what is taken a run is judged.

FileFormat limits_files_format() {
  const auto all = conformance::areas();
  const auto& area =
      **std::ranges::find_if(all, [](const auto* each) { return each->files().takes_limits(); });
  FileFormat out{.good = texts_in(ORRERY_SOURCE_DIR "/examples/limits"), .read = {}};
  out.read = [&area](const std::string& text) -> Said {
    const auto parsed = sim::parse_file(text, file_name);
    if (const auto* error = std::get_if<sim::ScenarioError>(&parsed)) return sim::show(*error);
    if (const auto error = area.files().take_limits(std::get<sim::ParsedFile>(parsed)))
      return sim::show(*error);
    area.worlds().sample({.subject = {"engine"}, .row = 0, .runs = 1}, sim::Serial(),
                         [](std::uint64_t) { return true; });
    return std::nullopt;
  };
  return out;
}

// Tool tables.

// Each has a name of its own, since the first of a name is the only one; what is taken is judged.
Said read_table(const conformance::Area& area, const std::string& text) {
  static std::uint64_t count = 0;
  auto parsed = sim::parse_file(text, file_name);
  if (const auto* error = std::get_if<sim::ScenarioError>(&parsed)) return sim::show(*error);
  auto& file = std::get<sim::ParsedFile>(parsed);
  for (auto& member : file.root.items)
    if (member.name == "name") member.text = fmt::format("t{}", ++count);
  const auto added = area.files().add_table(file);
  if (const auto* error = std::get_if<sim::ScenarioError>(&added)) return sim::show(*error);
  const auto& revision = std::get<std::string>(added);
  area.worlds().table({.revision = revision});
  area.words().table_text(revision);
  for (std::size_t row = 0; row < area.worlds().sampled_rows(revision); ++row)
    area.worlds().sample({.subject = {"engine"}, .row = row, .revision = revision, .runs = 1},
                         sim::Serial(), [](std::uint64_t) { return true; });
  return std::nullopt;
}

FileFormat table_files_format() {
  const auto all = conformance::areas();
  const auto& area =
      **std::ranges::find_if(all, [](const auto* each) { return each->files().takes_tables(); });
  return {.good = texts_in(ORRERY_SOURCE_DIR "/examples/tables"),
          .read = [&area](const std::string& text) { return read_table(area, text); }};
}

const std::map<std::string, FileFormat (*)(), std::less<>> formats{
    {"capsule", capsule_files_format}, {"known", known_files_format},
    {"limits", limits_files_format},   {"recording", recording_files_format},
    {"results", results_files_format}, {"scenario", scenario_files_format},
    {"streams", stream_files_format},  {"table", table_files_format},
    {"trace", trace_files_format}};

}  // namespace

const std::vector<std::string>& file_formats() {
  static const auto out = [] {
    std::vector<std::string> names;
    for (const auto& [name, make] : formats) names.push_back(name);
    return names;
  }();
  return out;
}

FileFormat file_format(std::string_view name) { return formats.find(name)->second(); }

}  // namespace tools
