// orrery proxy: between any client and any server.
#include <algorithm>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/numbers.h"
#include "command/options.h"
#include "command/output.h"
#include "conformance/appserver/check.h"
#include "conformance/story/print.h"
#include "proxy/relay.h"

namespace tools {
namespace {

using namespace proxy;
using conformance::appserver::TranscriptCheck;
using conformance::appserver::TranscriptFinding;
using spec::appserver::Side;

constexpr Help proxy_help{
    .command = "proxy",
    .operands = "-- PROGRAM ARGS...",
    .says =
        "Stands between a client, our stdin and stdout, and an app-server, PROGRAM, and passes on\n"
        "every byte as it is. Records both directions (docs/TRANSCRIPTS.md), judges them while\n"
        "they pass, a line on stderr for each breach, and puts faults into what the server says:\n"
        "\n"
        "  split      a line is written in two parts, 20 ms apart\n"
        "  merge      it loses its newline, and so stands on one line with the next\n"
        "  truncate   it loses its end, but for the newline\n"
        "  garbage    it comes behind a line of garbage; blank: behind a blank line\n"
        "  nul        it has a NUL in it; bad_utf8: a byte that is not UTF-8\n"
        "  bom        it begins with a byte order mark\n"
        "  delay      it comes 100 ms later, and what follows it too\n"
        "  drop       it does not come; duplicate: it comes twice; swap: behind the next one\n"
        "\n"
        "NAME@N hits the server's line N, NAME alone one line in eight, as drawn from --seed. "
        "What\n"
        "is recorded and judged is what the client was given.\n"
        "\n"
        "Exit code: that of PROGRAM, 128 and its signal if one ended it, 4 if it cannot be\n"
        "started; with --strict 1 if a rule was broken or a fault hit nothing.",
    .examples =
        "orrery proxy --record session.jsonl -- codex app-server\n"
        "orrery proxy --check --strict -- codex app-server\n"
        "orrery proxy --fault drop@3 --fault split --seed 7 -- codex app-server"};

const std::vector<std::string> proxy_dialects{"codex", "draft"};

// Says what the judge finds, as it finds it. Behind the first fault, what is wrong with the
// server's lines is ours, and does not count.
class Watch {
 public:
  Watch(const spec::appserver::Dialect& dialect, const Faults& faults)
      : faults_(faults), check_(dialect, [this](const auto& finding) { take(finding); }) {}

  void see(const Tape::RecordedLine& line) { check_.take(line); }
  void finish() { check_.finish(); }
  std::uint64_t breaches() const { return breaches_; }

 private:
  void take(const TranscriptFinding& finding) {
    if (finding.rule == spec::appserver::no_rule) return;
    const bool ours = faults_.injected() > 0 && finding.place.from == Side::Server;
    breaches_ += ours ? 0 : 1;
    const auto& rule = spec::appserver::protocol_rules[finding.rule];
    print_error(fmt::format("orrery proxy: line {} at {:.4f} s: {} {}: {}{}\n", finding.place.line,
                            static_cast<double>(finding.place.time_us) / 1e6, rule.id,
                            conformance::show(rule.level), finding.says,
                            ours ? " (behind an injected fault)" : ""));
  }

  const Faults& faults_;
  TranscriptCheck check_;
  std::uint64_t breaches_ = 0;
};

std::vector<Fault> faults_of(const CommandLine& line) {
  std::vector<Fault> out;
  for (const auto& text : line.texts("fault")) {
    if (const auto fault = parse_fault(text)) {
      out.push_back(*fault);
      continue;
    }
    std::vector<std::string> valid;
    for (const auto& word : fault_words) valid.emplace_back(word.name);
    line.refuse("fault", unknown_word("a fault, NAME or NAME@N,", text, valid));
  }
  return out;
}

int exit_code_of(const ProcessEnd& end, const std::vector<std::string>& words) {
  switch (end.kind) {
    case ProcessEnd::Kind::NotStarted:
      throw CannotStart(fmt::format("\"{}\" {}", words.front(), show(end)));
    case ProcessEnd::Kind::Exited: return end.value;
    case ProcessEnd::Kind::Signalled: return exit_code::interrupted + end.value;
  }
  return exit_code::harness;
}

int run_proxy(const CommandLine& line, const std::vector<std::string>& words) {
  const auto dialect = line.one_of("dialect", proxy_dialects);
  const auto record = line.output_file("record");
  if (record == "-") line.refuse("record", "stdout is the client's; name a file.");
  const auto file = record ? open_output(*record) : nullptr;
  const bool strict = line.has("strict"), judges = strict || line.has("check");
  Faults faults(faults_of(line), line.number("seed", 0, UINT64_MAX).value_or(1));
  Watch watch(*spec::appserver::find_dialect(proxy_dialects[dialect.value_or(0)]), faults);
  Tape tape([&](const Tape::RecordedLine& recorded) {
    if (file) file->write(recording_line(recorded));
    if (judges) watch.see(recorded);
  });
  const auto end = Relay(words, faults, tape).run();
  tape.finish();
  watch.finish();
  const auto missed = faults.missed();
  for (const auto& fault : missed)
    print_error(fmt::format("orrery proxy: {} hit nothing: the server said {}\n", show(fault),
                            counted(faults.lines(), "line")));
  const int code = exit_code_of(end, words);
  if (judges && watch.breaches() > 0)
    print_error(fmt::format("orrery proxy: {} in {}\n", counted(watch.breaches(), "finding"),
                            counted(tape.lines(), "line")));
  if (strict && (watch.breaches() > 0 || !missed.empty())) return exit_code::failed;
  return file && file->failed() ? exit_code::harness : code;
}

}  // namespace

int proxy_command(Arguments arguments) {
  CommandLine line(proxy_help);
  line.option("dialect", "codex|draft", "What they speak, for --check; codex if not given.");
  line.output("record", "Keep what passes as a recording for orrery check.");
  line.option("fault", "NAME[@N]", "Put a fault into what the server says; may be repeated.");
  line.option("seed", "N", "Which lines faults hit, and where; 1 unless given.");
  line.flag("check", "Judge what passes by the rules of the protocol.");
  line.flag("strict", "The same, and exit with 1 if a rule was broken or a fault hit nothing.");
  // What follows `--` is a command line of its own.
  const auto dashes = std::ranges::find(arguments, "--");
  const auto own = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
  if (!line.parse(own)) return exit_code::passed;
  if (!line.operands().empty() || dashes == arguments.end() || dashes + 1 == arguments.end())
    throw UsageError(
        "give the server and its arguments after --, as in: orrery proxy -- codex "
        "app-server");
  return run_proxy(line, {dashes + 1, arguments.end()});
}

}  // namespace tools
