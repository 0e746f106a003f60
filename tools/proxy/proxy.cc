// orrery proxy: between any client and any server.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/numbers.h"
#include "command/options.h"
#include "command/output.h"
#include "conformance/story/print.h"
#include "conversation/record.h"
#include "net/listen_option.h"
#include "proxy/passing.h"
#include "proxy/relay.h"
#include "recordings/appserver/check.h"

namespace tools {
namespace {

using namespace proxy;
using conformance::appserver::TranscriptCheck;
using conformance::appserver::TranscriptFinding;
using sim::appserver::is_of_messages;
using spec::appserver::Side;

constexpr Help proxy_help{
    .command = "proxy",
    .operands = "-- PROGRAM ARGS...",
    .says =
        "Stands between a client, our stdin and stdout, and an app-server, PROGRAM, and passes on\n"
        "every byte as it is. Records both directions (docs/TRANSCRIPTS.md), judges them while\n"
        "they pass, a line on stderr for each breach, and puts faults into what the server says:\n"
        "those of messages and bytes that `orrery serve` has (--faults names them).\n"
        "\n"
        "What is recorded and judged is what the client was given.\n"
        "\n"
        "Exit code: that of PROGRAM, 128 and its signal if one ended it, 4 if it cannot be\n"
        "started; with --strict 1 if a rule was broken or a fault hit nothing.",
    .examples =
        "orrery proxy --record session.jsonl -- codex app-server\n"
        "orrery proxy --check --strict -- codex app-server\n"
        "orrery proxy --fault drop_notice:turn_completed --fault split@3 -- codex app-server\n"
        "orrery proxy --fault-rate 0.1 --fault truncate@any --seed 7 -- codex app-server"};

const std::vector<std::string> proxy_dialects{"codex", "draft"};

// Says what the judge finds, as it finds it. Behind the first fault, what is wrong with the
// server's lines is ours, and does not count.
class Watch {
 public:
  Watch(const spec::appserver::Dialect& dialect, const Passing& passing)
      : passing_(passing), check_(dialect, [this](const auto& finding) { take(finding); }) {}

  void see(const Tape::RecordedLine& line) { check_.take(line); }
  void finish() { check_.finish(); }
  std::uint64_t breaches() const { return breaches_; }

 private:
  void take(const TranscriptFinding& finding) {
    if (finding.rule == spec::no_rule) return;
    const bool ours = passing_.injected() > 0 && finding.side == Side::Server;
    breaches_ += ours ? 0 : 1;
    const auto& rule = spec::appserver::protocol_rules[finding.rule];
    print_error(fmt::format("orrery proxy: line {} at {:.4f} s: {} {} ({}): {}{}\n",
                            finding.place.line, static_cast<double>(finding.place.time_us) / 1e6,
                            rule.id, conformance::show(rule.level),
                            finding.side == Side::Client ? "client" : "server", finding.says,
                            ours ? " (behind an injected fault)" : ""));
  }

  const Passing& passing_;
  TranscriptCheck check_;
  std::uint64_t breaches_ = 0;
};

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
  std::optional<Record> file;
  if (record) file.emplace(*record, "orrery proxy");
  const bool strict = line.has("strict"), judges = strict || line.has("check");
  const auto& name = proxy_dialects[dialect.value_or(0)];
  const auto settings = faults::settings_of(line, is_of_messages, is_of_messages);
  Passing passing(settings, *engine::appserver::find_dialect(name),
                  faults::told_on_stderr("orrery proxy"));
  Watch watch(*spec::appserver::find_dialect(name), passing);
  Tape tape([&](const Tape::RecordedLine& recorded) {
    if (file) file->write(recorded);
    if (judges) watch.see(recorded);
  });
  const auto end = Relay(words, passing, tape).run();
  tape.finish();
  watch.finish();
  const auto missed = passing.missed();
  for (const auto& fault : missed)
    print_error(fmt::format("orrery proxy: {} hit nothing: the server said {}\n", fault,
                            counted(passing.lines(), "line")));
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
  line.option("dialect", "codex|draft", "What they speak; codex if not given.");
  line.output("record", "Keep what passes as a recording for orrery check.");
  add_listen_option(line);
  faults::add_options(line);
  line.flag("check", "Judge what passes by the rules of the protocol.");
  line.flag("strict", "The same, and exit with 1 if a rule was broken or a fault hit nothing.");
  // What follows `--` is a command line of its own.
  const auto dashes = std::ranges::find(arguments, "--");
  const auto own = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
  if (!line.parse(own)) return exit_code::passed;
  if (line.has("faults")) {
    print_out(faults::listing(is_of_messages));
    return exit_code::passed;
  }
  if (!line.operands().empty() || dashes == arguments.end() || dashes + 1 == arguments.end())
    throw UsageError(
        "give the server and its arguments after --, as in: orrery proxy -- codex "
        "app-server");
  serve_clients_if_asked(line, "proxy", arguments);
  return run_proxy(line, {dashes + 1, arguments.end()});
}

}  // namespace tools
