// orrery merge: the parts of a campaign as the one gate that they make up.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "gate/journal.h"
#include "gate/report.h"
#include "gate/results_reader.h"
#include "subject/programs.h"
#include "world/identity.h"
#include "world/own_table.h"

namespace tools {
namespace {

constexpr Help merge_help{
    .command = "merge",
    .operands = "FILE...",
    .says =
        "Puts the results of the shards of one campaign together, and prints and ends as the one\n"
        "uninterrupted `orrery conform` would have. To be run with the program that made them, "
        "and\n"
        "with the --subject that they are of, if that is a program. A unit that stands in several\n"
        "files counts once; if units are missing it says which and ends with 6.",
    .examples =
        "orrery merge shard-1.jsonl shard-2.jsonl shard-3.jsonl\n"
        "orrery merge results/*.jsonl --results whole.jsonl --junit junit.xml\n"
        "orrery merge of_mine/*.jsonl --subject exec:./mine\n"
        "orrery merge results/*.jsonl --json | jq .summary"};

constexpr std::size_t missing_shown = 5;

std::vector<RecordedCampaign> read_files(const std::vector<std::string>& paths) {
  if (paths.empty()) throw UsageError("merge needs the results of a campaign: FILE...");
  std::vector<RecordedCampaign> out;
  for (const auto& path : paths) {
    auto recorded = read_results(path);
    // Killed before its first line was whole.
    if (!recorded.identity)
      print_error(fmt::format("orrery merge: {}: nothing was written there\n", path));
    else
      out.push_back(std::move(recorded));
  }
  if (out.empty()) throw UsageError("none of the files holds results. Run the shards first.");
  return out;
}

void refuse_strangers(const std::vector<RecordedCampaign>& files,
                      const conformance::Campaign& campaign) {
  const auto& first = files.front();
  const auto wanted = without_shard(*first.identity);
  for (const auto& file : files) {
    const auto differ = differences(wanted, without_shard(*file.identity), file.file);
    if (!differ.empty())
      throw UsageError(fmt::format("{} and {} are of two campaigns; here is the first:\n{}",
                                   first.file, file.file, differ));
  }
  const auto ours = without_shard(identity_of(campaign, {}, std::nullopt));
  const auto differ = differences(ours, wanted, first.file);
  if (!differ.empty())
    throw UsageError(
        fmt::format("{} was made by another program than this one:\n{}Merge with the "
                    "program that made the results.",
                    first.file, differ));
}

// What the results are of. A program among them says in its greeting what is not applicable, and
// is asked for its behaviour.
void refuse_other_subject(const CommandLine& line, const RecordedCampaign& first) {
  const auto& own = first.identity->options.subject;
  const auto named = subject_of_file(line, own, first.file + " is");
  if (named != own)
    line.refuse("subject", fmt::format("{} is of \"{}\", not of \"{}\".", first.file, own, named));
}

// Which units are missing, by shard if all files are of one division.
void tell_missing(const conformance::Campaign& campaign,
                  const std::vector<conformance::Shard>& shards,
                  const std::vector<std::size_t>& missing) {
  const auto count = shards.front().count;
  const bool alike = std::ranges::all_of(
      shards, [&](const conformance::Shard& shard) { return shard.count == count; });
  const auto owners = conformance::shards_of(campaign.units(), alike ? count : 1);
  std::map<std::uint32_t, std::vector<std::size_t>> by_shard;
  for (const auto unit : missing) by_shard[owners[unit]].push_back(unit);
  for (const auto& [shard, units] : by_shard) {
    std::string names;
    for (std::size_t i = 0; i < std::min(units.size(), missing_shown); ++i)
      names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", campaign.units()[units[i]].name);
    if (units.size() > missing_shown)
      names += fmt::format(" and {} more", grouped(units.size() - missing_shown));
    const auto where = alike && count > 1 ? fmt::format(" of shard {}/{}", shard, count) : "";
    print_error(fmt::format("orrery merge: {}{} missing: {}\n", counted(units.size(), "unit"),
                            where, names));
  }
}

std::unique_ptr<Journal> open_journal(const CommandLine& line,
                                      const conformance::Campaign& campaign) {
  const auto path = line.text("results");
  if (!path) return nullptr;
  return Journal::begin(*path, identity_of(campaign, {}, std::nullopt));
}

}  // namespace

int merge(Arguments arguments) {
  CommandLine line(merge_help);
  add_scenarios_option(line);
  add_table_option(line);
  add_limits_option(line);
  subject::add_subject_option(line, "what the results are of, if it is no program");
  GateOutputs::add_options(line);
  if (!line.parse(arguments)) return exit_code::passed;
  take_table(line);
  take_limits(line);
  const auto files = read_files(line.operands());
  const auto& what = *files.front().identity;
  if (what.options.timed)
    throw UsageError(fmt::format(
        "{}:1: /campaign/timed: Its random runs shared a duration, so nobody can say which there "
        "should be. Use --runs N in place of a duration.",
        files.front().file));
  refuse_other_subject(line, files.front());
  auto options = what.options;
  options.more_scenarios = more_scenarios_of(line);
  const auto campaign = make_campaign(options, what.areas);
  refuse_strangers(files, campaign);
  conformance::UnitResults results(campaign.units().size());
  std::vector<std::string> from;
  std::vector<conformance::Shard> shards;
  for (const auto& file : files) {
    take_units(file, campaign, results, from);
    shards.push_back(file.identity->shard);
  }
  const GateOutputs outputs(line);
  GateReport report(open_journal(line, campaign), campaign, std::nullopt);
  report.dated(what.date, what.judged);
  const auto missing = campaign.missing(results);
  if (!missing.empty()) tell_missing(campaign, shards, missing);
  const std::vector<bool> nothing(results.size());
  const auto summary = campaign.run(nothing, results, sim::Serial(), report);
  report.finish(summary, what.options, {});
  return outputs.write(report);
}

}  // namespace tools
