// orrery proxy: between any client and any server.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/words.h"
#include "conformance/story/print.h"
#include "conversation/tape.h"
#include "faults/settings.h"
#include "net/gateway.h"
#include "process/process.h"
#include "proxy/passing.h"
#include "recordings/appserver/check.h"

namespace tools::proxy {
namespace {

using namespace std::chrono_literals;

// Bytes between a client, which is whoever reads our stdout and writes our stdin, and a server,
// which is a process of ours, in both directions and as soon as they come.
//
// At most a megabyte waits in each direction; then whoever writes has to wait. The server ends with
// its client: what reads our stdout no more has gone, and the server is given the end of its
// stdin, then SIGTERM, then the end, two seconds apart. A signal that we caught it is sent too.
class Relay {
 public:
  // What passes is put on the tape when it was written to whom it is for.
  Relay(const std::vector<std::string>& words, Passing& passing, Tape& tape);

  // Until the server has ended and its client has all that it said.
  ProcessEnd run();

 private:
  using Time = Process::Time;

  // False: there is nothing more to do but to wait for its end.
  bool step();
  void read_client();
  // All of what is left, for as long as the client takes it.
  void flush();
  void queue(std::string_view bytes);
  void put(const std::vector<faults::Outgoing>& pieces);
  void lose_client();
  void press(Time now);

  Passing& passing_;
  Tape& tape_;
  Process process_;
  std::string to_server_;
  faults::Outbox to_client_;
  bool client_writes_ = true, input_closed_ = false;
  int pressed_ = 0;  // How often the server was told to end.
  Time press_at_{Time::max()};
};

using Clock = std::chrono::steady_clock;

constexpr std::size_t waiting_max = std::size_t{1} << 20;
constexpr std::size_t read_max = std::size_t{64} << 10;
constexpr auto patience = 2s;
// Of an answer that is delayed.
constexpr auto late = 500ms;

Relay::Relay(const std::vector<std::string>& words, Passing& passing, Tape& tape)
    : passing_(passing),
      tape_(tape),
      process_(words, Process::Errors::Ours),
      to_client_(STDOUT_FILENO, late, tape) {}

ProcessEnd Relay::run() {
  while (step()) {}
  if (const int signal = caught_signal(); signal != 0 && !process_.end()) {
    process_.signal(signal);
    process_.end_within(patience);
    std::string_view nothing;
    for (std::string said; process_.exchange(nothing, said, Clock::now()) == Process::Event::Moved;
         said.clear())
      queue(said);
  }
  std::vector<faults::Outgoing> rest;
  passing_.finish(rest);
  put(rest);
  flush();
  return process_.kill();
}

bool Relay::step() {
  const auto now = Clock::now();
  if (now >= press_at_) press(now);
  const bool due = to_client_.wants_to_write();
  std::array<pollfd, 2> client{
      pollfd{client_writes_ && to_server_.size() < waiting_max ? STDIN_FILENO : -1, POLLIN, 0},
      pollfd{to_client_.has_reader() ? STDOUT_FILENO : -1, static_cast<short>(due ? POLLOUT : 0),
             0}};
  std::string_view rest = to_server_;
  std::string said;
  const auto event = process_.exchange(rest, said, std::min(press_at_, to_client_.wake_at()),
                                       {client, !to_client_.has_room()});
  const auto written = to_server_.size() - rest.size();
  tape_.take(Tape::Side::Client, std::string_view(to_server_).substr(0, written));
  to_server_.erase(0, written);
  queue(said);
  if (event == Process::Event::Ended || event == Process::Event::Interrupted) return false;
  if (event == Process::Event::TimeIsUp) return true;
  if (client[0].revents != 0) read_client();
  if ((client[1].revents & (POLLERR | POLLNVAL)) != 0) to_client_.lose_reader();
  // At once, too, if it was only now that something came.
  to_client_.write_some();
  if (!to_client_.has_reader()) lose_client();
  if (!client_writes_ && to_server_.empty() && !input_closed_) {
    input_closed_ = true;
    process_.close_input();
  }
  return true;
}

void Relay::read_client() {
  std::array<char, read_max> bytes;
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    client_writes_ = false;
    return;
  }
  const std::string_view said(bytes.data(), static_cast<std::size_t>(count));
  passing_.hear(said);
  to_server_ += said;
}

void Relay::flush() {
  to_client_.set_endless(false);
  while (to_client_.has_reader() && (!to_client_.empty() || to_client_.has_late())) {
    // Whoever wants us to end is not made to wait for a client that does not read.
    const bool hurried = caught_signal() != 0;
    pollfd ready{STDOUT_FILENO, static_cast<short>(to_client_.wants_to_write() ? POLLOUT : 0), 0};
    if (hurried && ::poll(&ready, 1, 0) <= 0) return;
    if (!hurried && wait_for({&ready, 1}, to_client_.wake_at()) == Woken::Signal) continue;
    if ((ready.revents & (POLLERR | POLLNVAL)) != 0) return;
    to_client_.write_some();
  }
}

void Relay::queue(std::string_view bytes) {
  std::vector<faults::Outgoing> pieces;
  passing_.feed(bytes, pieces);
  put(pieces);
  to_client_.set_endless(passing_.endless());
}

void Relay::put(const std::vector<faults::Outgoing>& pieces) {
  for (const auto& piece : pieces) to_client_.put(piece);
}

void Relay::lose_client() {
  if (pressed_ > 0) return;
  client_writes_ = false;
  to_server_.clear();
  press(Clock::now());
}

void Relay::press(Time now) {
  switch (pressed_++) {
    case 0:
      input_closed_ = true;
      process_.close_input();
      break;
    case 1: process_.signal(SIGTERM); break;
    default: process_.kill();
  }
  press_at_ = now + patience;
}

}  // namespace
}  // namespace tools::proxy

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
  net::add_listen_option(line);
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
  net::serve_clients_if_asked(line, "proxy", arguments);
  return run_proxy(line, {dashes + 1, arguments.end()});
}

}  // namespace tools
