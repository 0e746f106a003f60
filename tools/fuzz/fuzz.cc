// orrery fuzz: damaged lines against the codec, or against any decoder that is a program.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "fuzz/codec_campaign.h"
#include "fuzz/file.h"
#include "fuzz/lines_campaign.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

// orrery fuzz lines: a decoder that is a program, judged line by line.

constexpr double program_hang_seconds = 10;
constexpr int replay_times = 10;
constexpr double replay_seconds = 10, growth_seconds = 120;

FuzzFile file_of(const DecoderProgram& program, const Found& found) {
  return {.target = "lines",
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
                              {"fails_alike", campaign.fails_alike()},
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
  if (campaign.fails_alike())
    print_out(fmt::format(
        "  the first {} streams failed alike, and no line was answered: no more were asked\n",
        LinesCampaign::alike_max));
  else if (campaign.not_asked() > 0)
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

// `program` and its arguments; gives the exit code.
int fuzz_lines(const CommandLine& line, const std::vector<std::string>& words) {
  const auto program = program_given(line, words);
  if (const auto path = line.text("replay")) return replay_lines(line, *path, program);
  if (words.empty()) throw UsageError("fuzz lines: give the program after --");
  const auto save = line.output_file("save");
  const bool json = line.has("json");
  LinesCampaign::Plan plan{.seed = line.number("seed", 0, UINT64_MAX).value_or(1),
                           .runs_max = line.number("runs", 1, UINT64_MAX).value_or(0)};
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

constexpr Help fuzz_help{
    .command = "fuzz",
    .operands = "codec|lines [-- PROGRAM ARGS...]",
    .says =
        "Feeds damaged JSON lines to a decoder and judges what it says of every byte.\n"
        "codec: the codec of this program, in a process of its own. Accounting, any cutting into\n"
        "reads, the line after a bad one, other JSON libraries, time, crashes, hangs.\n"
        "lines: PROGRAM, which reads bytes on its stdin and prints {\"accept\": MESSAGE} or\n"
        "{\"reject\": REASON} for each line that is not blank, unless its contract is another. "
        "What\n"
        "fails is made as small as possible, with its cause and a line for a shell that shows it;\n"
        "--save keeps it and --replay judges it again.",
    .examples =
        "orrery fuzz codec --seed 7 --time 30s\n"
        "orrery fuzz codec --subject mutant:stops_at_nul --save found.json\n"
        "orrery fuzz codec --replay found.json\n"
        "orrery fuzz lines --time 20s -- python3 examples/decoders/lines.py\n"
        "orrery fuzz lines --profile json -- python3 examples/decoders/lines.py json"};

std::string name_of(const fuzz::CodecMutant& mutant) {
  return "mutant:" + std::string(mutant.name);
}

std::string subject_name(const CommandLine& line) {
  auto name = line.text("subject").value_or("engine");
  if (fuzz::make_subject(name)) return name;
  std::vector<std::string> valid{"engine"};
  for (const auto& mutant : fuzz::codec_mutants()) valid.push_back(name_of(mutant));
  line.refuse("subject", unknown_word("a subject", name, valid));
}

CodecCampaign campaign_of(const CommandLine& line) {
  CodecCampaign campaign;
  campaign.subject = subject_name(line);
  campaign.seed = line.number("seed", 0, UINT64_MAX).value_or(1);
  campaign.runs_max = line.number("runs", 1, UINT64_MAX).value_or(0);
  campaign.seconds = campaign.runs_max > 0 ? 0 : 30;
  campaign.seconds = line.seconds("time").value_or(campaign.seconds);
  campaign.hang_seconds = line.seconds("hang").value_or(campaign.hang_seconds);
  return campaign;
}

int print_report(const CodecCampaign& campaign, const CodecReport& report, bool json) {
  const Paint paint(STDOUT_FILENO);
  if (json) {
    print_out(fuzz_report_json(campaign, report) + "\n");
  } else {
    const auto done = fmt::format(
        "{} in {:.1f} s, {} in {:.1f} s ({}/s), {}, seed {}", counted(report.edges, "edge"),
        report.edges_seconds, counted(report.runs, "input"), report.inputs_seconds(),
        show_rate(report.runs, report.inputs_seconds()), show_bytes(report.bytes), campaign.seed);
    if (report.finding) {
      print_out(fmt::format("{} {}: {}\n", paint.bad("FAIL"), report.finding->kind,
                            report.finding->says));
      if (!report.smallest.pieces.empty()) print_out(fuzz_case_text(report.smallest));
      const auto found = report.edge > 0 ? fmt::format("edge {}", report.edge)
                         : report.smallest.pieces.empty()
                             ? std::string("as lines of a megabyte were tried")
                             : fmt::format("input {} of seed {}", report.index, campaign.seed);
      print_out(fmt::format("  found   {}, after {:.2f} s\n", found, report.seconds));
      if (!report.smallest.pieces.empty())
        print_out(fmt::format("  shrunk  from {} bytes to {}, in {:.1f} s\n", report.found_bytes,
                              fuzz_case_bytes(report.smallest), report.shrink_seconds));
    } else {
      const auto verdict =
          report.interrupted ? paint.doubtful("INTERRUPTED") : paint.good("passed");
      print_out(fmt::format(
          "{}: {}, 0 findings; memory at most {} after 50,000 inputs, {} at the "
          "end\n",
          verdict, done, show_bytes(report.memory_early), show_bytes(report.memory_late)));
    }
  }
  return report.finding ? exit_code::failed : exit_code::passed;
}

int replay_codec(const CommandLine& line, const std::string& path) {
  const auto file = read_fuzz_file(path);
  const auto subject = line.has("subject") ? subject_name(line) : file.subject;
  if (!fuzz::make_subject(subject))
    throw UsageError(fmt::format("{}: no subject is called \"{}\"", path, subject));
  const auto finding = judge_guarded(
      file.input, subject,
      line.seconds("hang").value_or(file.hang_seconds.value_or(CodecCampaign().hang_seconds)));
  const Paint paint(STDOUT_FILENO);
  if (!finding) {
    print_out(fmt::format("{}: {} holds no finding for {}\n", paint.good("passed"), shown(path),
                          subject));
    return exit_code::passed;
  }
  print_out(fmt::format("{} {}: {}\n{}", paint.bad("FAIL"), finding->kind, finding->says,
                        fuzz_case_text(file.input)));
  return exit_code::failed;
}

int fuzz_the_codec(const CommandLine& line) {
  for (const std::string option : {"profile", "bad-lines", "last-line", "blank-lines"})
    if (line.has(option))
      line.refuse(option, "it is for lines; the codec reads messages of the app-server");
  if (const auto path = line.text("replay")) return replay_codec(line, *path);
  const auto campaign = campaign_of(line);
  const auto save = line.output_file("save");
  ProgressLine progress;
  const auto report = fuzz_codec(campaign, [&](const CodecProgress& at) {
    if (progress.due())
      progress.show(
          fmt::format("{}, {}/s", counted(at.runs, "input"), show_rate(at.runs, at.seconds)));
  });
  progress.clear();
  const auto code = print_report(campaign, report, line.has("json"));
  if (!report.finding || !save) return code;
  const FuzzFile file{.target = "codec",
                      .subject = campaign.subject,
                      .finding = *report.finding,
                      .hang_seconds = campaign.hang_seconds,
                      .input = report.smallest};
  if (!write_whole_file(*save, fuzz_file_text(file))) return exit_code::harness;
  tell_replay(file, *save);
  return code;
}

}  // namespace

int fuzz_command(Arguments arguments) {
  CommandLine line(fuzz_help);
  line.option("seed", "N", "Which inputs; 1 unless given.");
  line.option("time", "DURATION", "How long: 30s (the default), 5m.");
  line.option("runs", "N", "How many inputs; then --time is no limit unless given.");
  line.option("hang", "DURATION",
              "How long one run of PROGRAM may take, 10s; or one input of the codec, 5s of a "
              "processor.");
  line.option("profile", "json|jsonrpc|app-server|mcp",
              "lines: what a message is; app-server unless given.");
  line.option("bad-lines", "report|skip|stop",
              "lines: what PROGRAM does at a bad line; report unless given.");
  line.option("last-line", "counts|dropped",
              "lines: what a last line without its newline is; counts unless given.");
  line.option("blank-lines", "silent|reported",
              "lines: whether blank lines are bad ones; silent unless given.");
  line.option("subject", "NAME", "codec: engine (the default) or mutant:NAME.");
  line.option("replay", "FILE", "Judge a saved input again.");
  line.output("save", "Where the smallest input that fails is kept.");
  line.flag("details", "lines: print what was asked how often, by rule, vector and mutation.");
  line.flag("json", "Print JSON instead of text.");
  // What follows `--` is a command line of its own.
  const auto dashes = std::ranges::find(arguments, "--");
  const auto own = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
  std::vector<std::string> program;
  if (dashes != arguments.end()) program.assign(dashes + 1, arguments.end());
  if (!line.parse(own)) return exit_code::passed;
  if (line.operands().size() > 1 && line.operands()[0] == "lines")
    throw UsageError(
        "fuzz lines: the program stands behind --, and what follows it is its own: "
        "orrery fuzz lines [OPTION...] -- PROGRAM ARGS...");
  const auto& target = line.operand("a target: codec or lines");
  if (target == "codec") return fuzz_the_codec(line);
  if (target == "lines") return fuzz_lines(line, program);
  const std::vector<std::string> valid{"codec", "lines"};
  throw UsageError(unknown_word("a target", target, valid));
}

}  // namespace tools
