#include "fuzz/lines.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/numbers.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/whole_file.h"
#include "fuzz/file.h"
#include "fuzz/lines_campaign.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

constexpr double program_hang_seconds = 10;
constexpr int replay_times = 10;
constexpr double replay_seconds = 10, growth_seconds = 120;

FuzzFile file_of(const DecoderProgram& program, const Found& found) {
  return {.target = "lines",
          .subject = {},
          .finding = {found.why.fault.kind, found.why.fault.says},
          .hang_seconds = program.hang_seconds,
          .profile = std::string(name_of(program.profile)),
          .contract = program.contract,
          .program = program.words,
          .input = found.why.smallest};
}

// One that answers by chance may be right once. So it is asked as often as the time allows.
JudgedRun judge_often(const DecoderProgram& program, const fuzz::Case& input) {
  const auto until = FaultTrial::after(replay_seconds);
  JudgedRun run;
  for (int times = 0; times < replay_times; ++times) {
    run = judge_program(program, input, *run_program(program, input));
    if (!run.faults.empty() || FaultTrial::Clock::now() >= until) break;
  }
  return run;
}

int replay_lines(const CommandLine& line, const std::string& path, DecoderProgram program) {
  const auto file = read_fuzz_file(path);
  if (program.words.empty()) program.words = file.program;
  if (program.words.empty()) throw UsageError(path + ": names no program; give one after --");
  program.profile = *fuzz::profile_of(file.profile);
  program.contract = file.contract;
  if (!line.has("hang")) program.hang_seconds = file.hang_seconds.value_or(program.hang_seconds);
  auto run = judge_often(program, file.input);
  if (file.finding.kind == late_answer().kind &&
      promptness_of(program, FaultTrial::after(replay_seconds)) == Promptness::Behind)
    run.faults.push_back(late_answer());
  if (file.finding.kind == slow_kind)
    if (auto growth = growth_of(program, FaultTrial::after(growth_seconds)); growth.steep)
      run.faults.push_back(std::move(growth.steep->fault));
  for (const auto& fault : run.faults)
    print_out(found_text({.why = {.smallest = file.input,
                                  .cause = {.text = "as it was saved"},
                                  .fault = fault,
                                  .errors = run.errors}},
                         program.words));
  if (run.faults.empty()) print_out("passed: the program answers this input as it should\n");
  return run.faults.empty() ? exit_code::passed : exit_code::failed;
}

nlohmann::ordered_json report_of(const LinesCampaign& campaign, const Contract& asked) {
  const auto& program = campaign.program();
  nlohmann::ordered_json json{{"profile", name_of(program.profile)},
                              {"contract", options_text(asked)},
                              {"contract_seen", options_text(program.contract)},
                              {"lines", campaign.lines()},
                              {"seconds", campaign.seconds()},
                              {"cut_short", campaign.cut_short()},
                              {"answers_at_the_end", campaign.promptness() == Promptness::AtTheEnd},
                              {"growth_asked", campaign.growth_asked()},
                              {"faults", nlohmann::ordered_json::array()}};
  for (const auto& found : campaign.found())
    json["faults"].push_back(found_json(found, program.words));
  json["wrong_vectors"] = campaign.wrong_vectors();
  json["vectors_not_asked"] = campaign.not_asked();
  json["coverage"] = campaign.coverage().json();
  return json;
}

void print_report(const LinesCampaign& campaign, double seconds_max, bool details) {
  const Paint paint(STDOUT_FILENO);
  const auto& found = campaign.found();
  const bool is_whole = campaign.not_asked() == 0 && !campaign.cut_short();
  const auto verdict = caught_signal() != 0 ? paint.doubtful("INTERRUPTED")
                       : !found.empty()     ? paint.bad("FAILED")
                       : is_whole           ? paint.good("passed")
                                            : paint.doubtful("passed so far");
  if (campaign.not_asked() > 0)
    print_out(fmt::format("  not asked for want of time: {}; --time with more\n",
                          counted(campaign.not_asked(), "vector")));
  if (const double beyond = campaign.seconds() - seconds_max; seconds_max > 0 && beyond > 1)
    print_out(
        campaign.last_small_seconds() > beyond
            ? fmt::format("  the last fault was made small for {:.1f} s, which --time is "
                          "no limit of\n",
                          campaign.last_small_seconds())
            : fmt::format("  the first run of the program ended {:.1f} s behind --time\n", beyond));
  if (campaign.promptness() == Promptness::AtTheEnd)
    print_out(
        "  no answer comes before its input ends: it does not flush them, or waits for more; who "
        "waits for one waits for ever\n");
  if (found.empty() && !campaign.growth_asked())
    print_out("  what large inputs cost is not known for want of time; --time with more\n");
  if (campaign.cut_short())
    print_out("  the last run was ended by --time, slower than any before: it may hang\n");
  if (details)
    for (const auto& [kind, names] : campaign.wrong_vectors())
      print_out(fmt::format("  {}: {}\n    {}\n", kind, counted(names.size(), "wrong vector"),
                            fmt::join(names, ", ")));
  print_out(details ? campaign.coverage().table() : campaign.coverage().one_line());
  const auto wrappers = std::ranges::count_if(
      found, [](const Found& each) { return is_of_the_wrapper(each.why.fault); });
  print_out(fmt::format(
      "{}: {} of profile {} fed to {} processes in {:.1f} s, {}{}\n", verdict,
      counted(campaign.lines(), "piece"), name_of(campaign.program().profile), campaign.runs(),
      campaign.seconds(), counted(found.size(), "fault"),
      wrappers > 0 ? fmt::format(", {} of them the wrapper's", wrappers) : std::string()));
}

// The index of the word that was given, or 0.
template <std::size_t Count>
std::size_t word_given(const CommandLine& line, const std::string& option,
                       const std::array<std::string_view, Count>& words) {
  const std::vector<std::string> valid(words.begin(), words.end());
  return line.one_of(option, valid).value_or(0);
}

DecoderProgram program_given(const CommandLine& line, const std::vector<std::string>& words) {
  std::vector<std::string> profiles;
  for (const auto profile : fuzz::profiles) profiles.emplace_back(name_of(profile));
  const auto profile = line.one_of("profile", profiles);
  DecoderProgram out{.words = words,
                     .hang_seconds = line.seconds("hang").value_or(program_hang_seconds),
                     .profile = profile ? fuzz::profiles[*profile] : fuzz::Profile::AppServer};
  out.contract.bad_lines = static_cast<BadLines>(word_given(line, "bad-lines", bad_lines_words));
  out.contract.last_line_dropped = word_given(line, "last-line", last_line_words) == 1;
  out.contract.blank_lines_reported = word_given(line, "blank-lines", blank_lines_words) == 1;
  return out;
}

}  // namespace

int fuzz_lines(const CommandLine& line, const std::vector<std::string>& words) {
  const auto program = program_given(line, words);
  if (const auto path = line.text("replay")) return replay_lines(line, *path, program);
  if (words.empty()) throw UsageError("fuzz lines: give the program after --");
  const auto save = line.output_file("save");
  const bool json = line.has("json");
  LinesCampaign::Plan plan{.seed = line.number("seed", 0, UINT64_MAX).value_or(1),
                           .runs_max = line.number("runs", 1, UINT64_MAX).value_or(0),
                           .tell = {}};
  if (plan.runs_max > 0) plan.seconds = 0;
  plan.seconds = line.seconds("time").value_or(plan.seconds);
  bool saved = true, is_first = true;
  const LinesCampaign* running = nullptr;
  plan.tell = [&](const Found& found) {
    if (!json) print_out(found_text(found, words));
    if (!save || !std::exchange(is_first, false)) return;
    const auto file = file_of(running->program(), found);
    saved = write_whole_file(*save, fuzz_file_text(file));
    if (saved) tell_replay(file, *save);
  };
  if (!json)
    print_out(fmt::format("profile {}: a line is {}\n  asked   a program that {}\n",
                          name_of(program.profile), asks(program.profile),
                          asked_text(program.contract)));
  LinesCampaign campaign(program, plan);
  running = &campaign;
  campaign.run();
  if (json) {
    print_out(report_of(campaign, program.contract)
                  .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
              "\n");
  } else {
    print_report(campaign, plan.seconds, line.has("details"));
  }
  if (!saved) return exit_code::harness;
  return campaign.found().empty() ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
