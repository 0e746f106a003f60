// orrery fuzz: damaged lines against the codec, or against any decoder that is a program.
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/numbers.h"
#include "command/options.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/terminal.h"
#include "command/whole_file.h"
#include "fuzz/codec_campaign.h"
#include "fuzz/file.h"
#include "fuzz/lines.h"

namespace tools {
namespace {

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
