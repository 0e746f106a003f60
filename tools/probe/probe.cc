// orrery probe: a real server, driven through the rules that need no model.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "probe/trial.h"
#include "results/words.h"
#include "spec/appserver/versions.h"

namespace tools::probe {
namespace {

// The one that is known to end a server comes last.
constexpr std::array all_groups{
    Group{"handshake", "SRV-01 SRV-04", try_handshake},
    Group{"errors", "SRV-02 SRV-03 SRV-10 RPC-04", try_errors},
    Group{"framing", "WIRE-01 WIRE-04", try_framing},
    Group{"bad_lines", "SRV-04 WIRE-03 WIRE-06", try_bad_lines},
    Group{"ids", "WIRE-06 WIRE-07 WIRE-11", try_ids},
    Group{"bursts", "SRV-03 RPC-04", try_bursts},
    Group{"threads", "SES-01 SES-05 SES-08 SES-09", try_threads},
    Group{"turns", "SES-02 SES-03 SRV-05 SRV-06 SRV-08", try_turns, true, false, "SRV-05"},
    Group{"features", "SES-02 SES-09 SRV-03 SRV-06 SRV-08", try_features, true},
    Group{"end_in_turn", "SRV-09", try_end_within_a_turn, true, true},
    Group{"end_at_once", "SRV-09", try_end_at_once, false, true},
    Group{"end_in_burst", "SRV-03", try_end_within_a_burst, false, true},
    Group{"end_in_line", "WIRE-01", try_unended_line, false, true},
    Group{"bad_utf8", "SRV-04", try_bad_utf8, false, true},
};

}  // namespace

std::span<const Group> groups() { return all_groups; }

namespace {

// What orrery probe prints: a table for people, or a document for programs.
struct Counts {
  int passed = 0, failed = 0, known = 0, not_judged = 0;
};

struct Word {
  std::string_view text, json;
};
constexpr std::array<Word, 4> words{{{"passed", "passed"},
                                     {"FAILED", "failed"},
                                     {"known deviation", "known_deviation"},
                                     {"not judged", "not_judged"}}};

const Word& word_of(Verdict verdict) { return words[static_cast<std::size_t>(verdict)]; }

std::string painted(const Paint& paint, Verdict verdict) {
  const auto text = word_of(verdict).text;
  switch (verdict) {
    case Verdict::Passed: return paint.good(text);
    case Verdict::Failed: return paint.bad(text);
    case Verdict::Known:
    case Verdict::NotJudged: return paint.doubtful(text);
  }
  return {};
}

std::size_t rules_in(const Findings& findings) {
  std::set<std::string> rules;
  for (const auto& row : findings.rows)
    if (row.verdict == Verdict::Passed) rules.insert(row.rule);
  return rules.size();
}

// Which version its deviations are looked up by, if it is another than its own.
std::string how_judged(const Findings& findings) {
  const auto version = findings.version;
  const auto as = spec::appserver::judged_as(version);
  if (!as.is_known() || (as.major == version.major && as.minor == version.minor)) return {};
  return fmt::format("; that version was not measured: judged as {}.{}", as.major, as.minor);
}

Counts counts_of(const Findings& findings) {
  Counts out;
  for (const auto& row : findings.rows) {
    out.passed += row.verdict == Verdict::Passed;
    out.failed += row.verdict == Verdict::Failed;
    out.known += row.verdict == Verdict::Known;
    out.not_judged += row.verdict == Verdict::NotJudged;
  }
  return out;
}

std::string report_text(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted) {
  const Paint paint(STDOUT_FILENO);
  std::string out, group;
  for (const auto& row : findings.rows) {
    if (row.group != group) out += paint.strong(group = row.group) + "\n";
    out += fmt::format("  {:<8} {:<62} {}\n", row.rule, row.tried, painted(paint, row.verdict));
    if (!row.says.empty()) out += fmt::format("           {}\n", shown(row.says));
  }
  const auto counts = counts_of(findings);
  const auto verdict = counts.failed > 0 ? paint.bad("FAILED")
                       : interrupted     ? paint.doubtful("INTERRUPTED")
                                         : paint.good("passed");
  out += fmt::format(
      "{}: {} tries of {} rules passed, {} failed, {} known, {} not judged; {} processes, {:.1f} "
      "s\n",
      verdict, counts.passed, rules_in(findings), counts.failed, counts.known, counts.not_judged,
      findings.processes, seconds);
  out += fmt::format("server: {} ({}), dialect {}{}\n", shown(joined(settings.words)),
                     findings.user_agent.empty() ? "unknown" : shown(findings.user_agent),
                     settings.dialect->name, how_judged(findings));
  return out;
}

std::string report_json(const Settings& settings, const Findings& findings, double seconds,
                        bool interrupted) {
  nlohmann::ordered_json tries = nlohmann::ordered_json::array();
  for (const auto& row : findings.rows) {
    tries.push_back({{"rule", row.rule},
                     {"group", row.group},
                     {"tried", row.tried},
                     {"verdict", word_of(row.verdict).json}});
    if (!row.says.empty()) tries.back()["says"] = row.says;
  }
  const auto counts = counts_of(findings);
  const nlohmann::ordered_json out{{"program", settings.words},
                                   {"dialect", settings.dialect->name},
                                   {"user_agent", findings.user_agent},
                                   {"version", spec::appserver::text_of(findings.version)},
                                   {"judged_as", how_judged(findings)},
                                   {"tries", tries},
                                   {"summary",
                                    {{"passed", counts.passed},
                                     {"failed", counts.failed},
                                     {"known_deviations", counts.known},
                                     {"not_judged", counts.not_judged},
                                     {"processes", findings.processes},
                                     {"lines", findings.lines},
                                     {"seconds", seconds},
                                     {"interrupted", interrupted}}}};
  return dump(out, 2) + "\n";
}

constexpr Help probe_help{
    .command = "probe",
    .operands = "-- PROGRAM ARGS...",
    .says =
        "Starts an app-server, PROGRAM, and drives it through the rules of the protocol that need\n"
        "no model and no network: handshake, errors, framing, bad lines, ids, bursts, threads and\n"
        "the end of its input, each group with a process of its own. Prints what was tried and\n"
        "what came of it: passed, FAILED, known deviation (of a released version, with the\n"
        "reason), not judged. Every wait ends, and no process is left behind (docs/PROBE.md).\n"
        "\n"
        "PROGRAM gets our environment and working directory: give it a home of its own.\n"
        "\n"
        "Exit code: 0 nothing failed, 1 something did, 4 PROGRAM cannot be started.",
    .examples =
        "orrery probe -- codex app-server\n"
        "CODEX_HOME=$(mktemp -d) orrery probe --turns --record run.jsonl -- codex app-server\n"
        "orrery probe --dialect draft --timeout 2s --json -- ./my-server"};

const std::vector<std::string> probe_dialects{"codex", "draft"};

// What was seen somewhere in all of it; `shown`: so much of it could have been a breach.
void add_total(Findings& findings, std::string_view rule, std::string tried,
               const std::vector<std::string>& breaches, std::size_t shown) {
  Row row{std::string(rule), "all", std::move(tried), Verdict::Passed, first_of(breaches)};
  if (!breaches.empty()) {
    row.verdict = Verdict::Failed;
  } else if (shown == 0) {
    row.verdict = Verdict::NotJudged;
    row.says = "there was nothing to judge";
  }
  findings.add(std::move(row));
}

void judge_all(Findings& findings) {
  const auto& heard = findings.heard;
  add_total(findings, "WIRE-02",
            fmt::format("{} of the server are messages", counted(heard.lines, "line")),
            findings.bad_lines, heard.lines);
  add_total(findings, "SRV-03", "no second answers, and none that nobody asked for",
            findings.strays, heard.answers);
  add_total(findings, "SRV-09", "the end of its stdin ends each process, with exit code 0",
            findings.endings, heard.endings);
  add_total(findings, "PROC-01",
            fmt::format("no message on stderr, which nobody decodes ({} there)",
                        show_bytes(heard.error_bytes)),
            findings.on_stderr, heard.lines + heard.error_bytes);
}

void run_groups(const Settings& settings, Findings& findings) {
  for (const auto& group : groups()) {
    const bool skipped = group.turns && !settings.turns;
    if (skipped || (findings.processes > 0 && !findings.shaken_hands)) {
      for (const auto& rule : words_of(group.rules))
        findings.add({rule, std::string(group.name), "all of it", Verdict::NotJudged,
                      skipped ? "give --turns to start turns" : "there was no handshake"});
      continue;
    }
    Trial trial(settings, findings, std::string(group.name));
    group.run(trial);
    trial.finish(group.ends_itself);
    trial.judge(group.judged);
  }
  judge_all(findings);
  findings.add_stale();
}

Settings settings_of(const CommandLine& line, std::vector<std::string> words) {
  Settings settings;
  settings.words = std::move(words);
  if (const auto dialect = line.one_of("dialect", probe_dialects))
    settings.dialect = spec::appserver::find_dialect(probe_dialects[*dialect]);
  settings.timeout = line.duration("timeout").value_or(settings.timeout);
  settings.record = line.output_file("record");
  if (settings.record == "-") line.refuse("record", "stdout has the table; name a file.");
  settings.turns = line.has("turns");
  return settings;
}

}  // namespace
}  // namespace tools::probe

namespace tools {

int probe_command(Arguments arguments) {
  using namespace probe;
  CommandLine line(probe_help);
  line.option("dialect", "codex|draft", "What the server speaks; codex if not given.");
  line.option("timeout", "DURATION", "How long each wait may take: 10s (the default), 2m.");
  line.output("record",
              "Keep what was said, a recording for each group: of run.jsonl, "
              "run.handshake.jsonl and so on.");
  line.flag("turns",
            "Start turns too, which are interrupted at once. A server that has credentials and "
            "network may ask its model.");
  line.option(
      "known", "FILE",
      "What the server is known to fail, with a reason each: it counts, and does not fail.");
  line.output("write-known", "Such a file, of what fails now.");
  line.flag("json", "Print JSON instead of text.");
  // What follows `--` is a command line of its own.
  const auto dashes = std::ranges::find(arguments, "--");
  const auto own = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
  if (!line.parse(own)) return exit_code::passed;
  if (!line.operands().empty() || dashes == arguments.end() || dashes + 1 == arguments.end())
    throw UsageError(
        "give the server and its arguments after --, as in: orrery probe -- codex "
        "app-server");
  const auto settings = settings_of(line, {dashes + 1, arguments.end()});
  ProgressLine progress;
  Findings findings;
  if (const auto file = line.text("known")) findings.known = KnownFindings(*file);
  const auto written = line.output_file("write-known");
  findings.on_row = [&](const Row& row) {
    if (progress.due())
      progress.show(
          fmt::format("{}, {}: {}", counted(findings.rows.size(), "row"), row.group, row.tried));
  };
  bool interrupted = false;
  try {
    run_groups(settings, findings);
  } catch (const Interrupted&) {
    interrupted = true;
  }
  progress.clear();
  const auto seconds = progress.elapsed().count();
  print_out(line.has("json") ? report_json(settings, findings, seconds, interrupted)
                             : report_text(settings, findings, seconds, interrupted));
  if (interrupted) throw Interrupted();
  if (written && !write_whole_file(*written, known_file(findings.unknown)))
    return exit_code::harness;
  return counts_of(findings).failed > 0 ? exit_code::failed : exit_code::passed;
}

}  // namespace tools
