// orrery serve: the mock app-server, for real clients.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <random>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "area/area.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "conversation/tape.h"
#include "engine/codec/rpc.h"
#include "faults/settings.h"
#include "net/gateway.h"
#include "serve/mock.h"
#include "serve/results.h"
#include "sim/appserver/scenario.h"
#include "spec/appserver/versions.h"

namespace tools::serve {
namespace {

using sim::appserver::Fate;

// The mock server on a client's pipes: bytes in, bytes out, and time between its steps.
//
// A client that does not read is waited for, and not read from meanwhile: no more than what an
// outbox has room for and one reading's answers are kept.
struct Pace {
  std::chrono::milliseconds step{20};   // From one step of a turn to the next;
  bool fast = false;                    // or as soon as the client has taken what was said.
  std::chrono::milliseconds late{500};  // Of a response that is delayed.
};

class Conversation {
 public:
  // Reads and writes these descriptors. What is said goes on the tape.
  Conversation(Mock& mock, const Pace& pace, int in, int out, Tape& tape)
      : mock_(mock), pace_(pace), in_(in), out_(out), tape_(tape), outbox_(out, pace.late, tape) {}

  // Until the end of the input, or that of the server by its own doing. The exit code. Throws
  // Interrupted.
  int run();

 private:
  using Clock = std::chrono::steady_clock;
  // The exit code, once it is over.
  std::optional<int> over() const;
  void collect();
  bool may_read() const { return !input_ended_ && outbox_.has_room(); }
  bool may_step() { return !input_ended_ && outbox_.has_room() && mock_.may_step(); }
  Clock::time_point wake_at();
  void step_if_due();
  void read_some();
  void finish();

  Mock& mock_;
  Pace pace_;
  int in_, out_;
  Tape& tape_;
  engine::rpc::Decoder decoder_;
  faults::Outbox outbox_;
  Clock::time_point step_at_{};
  Clock::time_point fades_at_ = Clock::time_point::max();
  bool stepping_ = false;  // A step is due at that time.
  bool input_ended_ = false;
};

// How long an ending waits for its client to read.
constexpr std::chrono::milliseconds last_words{250};
// As a Rust program that panics.
constexpr int crashed = 101;

// The message without members that nobody knows, which may hold what another reader refuses.
std::string known_part(const engine::rpc::Accepted& accepted) {
  static constexpr std::array<std::string_view, 5> known{"id", "method", "params", "result",
                                                         "error"};
  std::string out;
  for (const auto& member : accepted.members) {
    const auto key = member.key.decoded();
    if (std::ranges::find(known, key) == known.end()) continue;
    out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", key, member.value.raw);
  }
  return out + "}";
}

std::optional<int> Conversation::over() const {
  switch (mock_.fate()) {
    case Fate::Crashed: return crashed;
    case Fate::ExitedZero: return exit_code::passed;
    case Fate::Fades:
      if (Clock::now() >= fades_at_) return crashed;
      return std::nullopt;
    case Fate::Hangs:
    case Fate::ClosedInput:
      // Only a signal ends it, or that nobody is left.
      if (input_ended_ && !outbox_.has_reader()) return exit_code::passed;
      return std::nullopt;
    case Fate::ClosedOutput:
    case Fate::Lives: break;
  }
  return input_ended_ ? std::optional<int>(mock_.exit_code()) : std::nullopt;
}

int Conversation::run() {
  for (;;) {
    collect();
    if (const auto code = over()) {
      finish();
      return *code;
    }
    std::array<pollfd, 2> waits{
        pollfd{may_read() ? in_ : -1, POLLIN, 0},
        pollfd{outbox_.has_reader() ? out_ : -1,
               static_cast<short>(outbox_.wants_to_write() ? POLLOUT : 0), 0}};
    if (wait_for(waits, std::min(wake_at(), outbox_.wake_at())) == Woken::Signal)
      throw Interrupted();
    if ((waits[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) outbox_.lose_reader();
    if (waits[0].revents != 0) read_some();
    collect();
    outbox_.write_some();
    step_if_due();
  }
}

Conversation::Clock::time_point Conversation::wake_at() {
  if (mock_.fate() == Fate::Fades) return fades_at_;
  if (!may_step()) {
    stepping_ = false;
    return Clock::time_point::max();
  }
  if (!std::exchange(stepping_, true)) step_at_ = Clock::now() + pace_.step;
  if (!pace_.fast) return step_at_;
  return outbox_.empty() ? Clock::now() : Clock::time_point::max();
}

void Conversation::step_if_due() {
  if (!may_step()) return;
  const bool due = pace_.fast ? outbox_.empty() : stepping_ && Clock::now() >= step_at_;
  if (!due) return;
  mock_.step();
  step_at_ = Clock::now() + pace_.step;
}

void Conversation::collect() {
  for (auto& each : mock_.take()) outbox_.put(std::move(each));
  outbox_.set_endless(mock_.endless());
  if (mock_.fate() == Fate::Fades && fades_at_ == Clock::time_point::max())
    fades_at_ = Clock::now() + std::chrono::milliseconds(sim::appserver::fading_ms);
  if (mock_.fate() == Fate::ClosedInput && !std::exchange(input_ended_, true)) ::close(in_);
  if (mock_.fate() == Fate::ClosedOutput && outbox_.empty() && outbox_.has_reader()) {
    ::close(out_);
    outbox_.lose_reader();
  }
}

void Conversation::read_some() {
  std::array<char, std::size_t{1} << 16> bytes;
  const auto count = ::read(in_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  const auto hear = [this](const engine::rpc::Item& item) {
    if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
      mock_.hear(known_part(*accepted));
  };
  if (count <= 0) {
    input_ended_ = true;
    return decoder_.finish(hear);
  }
  const std::string_view heard(bytes.data(), static_cast<std::size_t>(count));
  tape_.take(Tape::Side::Client, heard);
  decoder_.feed(heard, hear);
}

void Conversation::finish() {
  collect();
  outbox_.set_endless(false);
  const auto until = Clock::now() + last_words;
  while (!outbox_.empty() && outbox_.has_reader()) {
    std::array<pollfd, 1> wait{
        pollfd{out_, static_cast<short>(outbox_.wants_to_write() ? POLLOUT : 0), 0}};
    const auto woken = wait_for(wait, std::min(until, outbox_.wake_at()));
    if (woken == Woken::Signal || Clock::now() >= until) return;
    if ((wait[0].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return;
    outbox_.write_some();
  }
}

}  // namespace
}  // namespace tools::serve

namespace tools {
namespace {

using namespace serve;
using namespace sim::appserver;

constexpr Help serve_help{
    .command = "serve",
    .says =
        "Is the mock app-server, on stdin and stdout, for a real client to be tried against: the\n"
        "one that the scenarios of the app-server have, faults included. The end of stdin ends "
        "it.\n"
        "\n"
        "What a turn does is said by its prompt: one that is the name of a scenario plays its "
        "turn\n"
        "and its faults; one that begins with \"run \" asks for approval of that command, and\n"
        "pretends to run it; any other is echoed. With --scenario all play that scenario.\n"
        "\n"
        "In the place of codex: a link to this program whose name begins with codex, or "
        "app-server\n"
        "as its first argument, serves; ORRERY_SERVE then has our arguments, or ORRERY_PROXY\n"
        "those of orrery proxy, which then stands between (docs/SERVE.md).\n"
        "\n"
        "Exit code: 0 stdin ended, 101 it crashed as a fault wanted it, 143 terminated.",
    .examples =
        "orrery serve\n"
        "orrery serve --scenario appserver/interrupt_ignored --record talk.jsonl\n"
        "orrery serve --fault drop_response:turn_start --fault ask_malformed@2\n"
        "orrery serve --fault-rate 0.05 --seed 7 --speed fast\n"
        "orrery probe -- orrery serve\n"
        "ln -s $(command -v orrery) codex && ORRERY_SERVE='--latency 100' ./codex app-server"};

const std::vector<std::string> serve_speeds{"real", "fast"};
const std::vector<std::string> login_scripts{"complete", "fail", "wait"};

bool any_fault(Fault) { return true; }
// Ends or silences nothing.
bool is_harmless(Fault fault) { return fault < Fault::RefuseSpawn; }

Scenario scenario_at(const std::string& path) {
  auto loaded = scenarios().load(path);
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw UsageError(sim::show(*error));
  return std::get<Scenario>(std::move(loaded));
}

// The plans of scenarios that prompts name, each read once.
class NamedPlans {
 public:
  const ServerPlan* find(const std::string& prompt) {
    const auto first = prompt.find_first_not_of(" \n\t\r");
    if (first == std::string::npos || prompt.size() > 200) return nullptr;
    auto name = prompt.substr(first, prompt.find_last_not_of(" \n\t\r") + 1 - first);
    const auto prefix = std::string(sim::appserver::area) + "/";
    if (!name.starts_with(prefix)) name = prefix + name;
    if (const auto known = plans_.find(name); known != plans_.end()) return &known->second;
    for (const auto& file : scenario_files())
      if (file.name == name)
        return &plans_.emplace(name, scenario_at(file.path).plan.server).first->second;
    return nullptr;
  }

 private:
  std::map<std::string, ServerPlan> plans_;
};

std::string reply_in(const std::string& path) {
  constexpr std::size_t bytes_max = std::size_t{16} << 20;
  auto read = sim::text_of_file(path, {"reply", bytes_max});
  if (const auto* error = std::get_if<sim::ScenarioError>(&read))
    throw UsageError(sim::show(*error));
  return std::get<std::string>(std::move(read));
}

std::int64_t now_ms() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

// DIALECT, or codex:VERSION, which has the ways of that version as far as they are known.
void set_dialect(const CommandLine& line, const std::string& word, MockSettings& out) {
  static Dialect as_old = dialects[0];
  const auto colon = word.find(':');
  out.dialect = find_dialect(word.substr(0, colon));
  if (out.dialect == nullptr || (colon != word.npos && out.dialect != &dialects[0]))
    line.refuse("dialect", fmt::format("\"{}\": say codex, codex:0.140 or draft.", word));
  if (colon == word.npos) return;
  const auto version = spec::appserver::version_in("/" + word.substr(colon + 1) + ".0");
  if (!version.is_known())
    line.refuse("dialect", fmt::format("\"{}\" names no version, as codex:0.140 does.", word));
  out.version = spec::appserver::text_of(version);
  as_old.steers_elsewhere =
      spec::appserver::find_deviation(version, "SRV-08", "turn/start during a turn") != nullptr;
  out.dialect = &as_old;
}

MockSettings settings_of(const CommandLine& line) {
  MockSettings out;
  out.faults = faults::settings_of(line, any_fault, is_harmless);
  if (const auto named = line.text("scenario")) {
    const auto plan = scenario_at(scenario_path(*named)).plan.server;
    out.dialect = plan.dialect;
    out.turns = plan.turns;
    out.stored = plan.stored;
    auto& planned = out.faults.planned;
    planned.insert(planned.begin(), plan.faults.begin(), plan.faults.end());
    if (planned.size() > faults_max)
      line.refuse("fault", fmt::format("with those of {}, at most {} of messages or the server.",
                                       *named, faults_max));
  }
  if (const auto dialect = line.text("dialect")) set_dialect(line, *dialect, out);
  if (const auto login = line.one_of("login", login_scripts))
    out.login = static_cast<LoginScript>(*login);
  if (const auto path = line.text("reply")) out.reply = reply_in(*path);
  out.home = std::filesystem::temp_directory_path().string();
  out.cwd = std::filesystem::current_path().string();
  out.now_ms = now_ms;
  std::random_device random;
  out.instance = {static_cast<std::uint64_t>(now_ms()),
                  std::uint64_t{random()} << 32u | std::uint64_t{random()}};
  return out;
}

Pace pace_of(const CommandLine& line) {
  Pace out;
  if (const auto ms = line.number("latency", 0, 600'000)) out.step = std::chrono::milliseconds(*ms);
  if (const auto speed = line.one_of("speed", serve_speeds)) out.fast = *speed == 1;
  return out;
}

}  // namespace

int serve_app_server(Arguments arguments) {
  CommandLine line(serve_help);
  add_area_option(line, "serve");
  line.option("dialect", "codex[:VERSION]|draft",
              "What it speaks; codex if neither this nor a scenario says, of 0.169 if no version "
              "is named.");
  line.option("reply", "FILE", "What it answers to prompts that ask for nothing else.");
  line.option("login", "complete|fail|wait",
              "How a login ends: completed if not given; wait: when it is cancelled.");
  line.option("scenario", "NAME|FILE", "Its turns and faults, for all turns.");
  faults::add_options(line);
  net::add_listen_option(line);
  line.option("speed", "real|fast", "fast: a turn goes on as soon as the client has read.");
  line.option("latency", "MS",
              "Milliseconds from one step of a turn to the next; 20 if not given.");
  line.output("record", "Keep what was said, for orrery check.");
  line.flag("methods", "Name the methods that it takes beside the first ones, and end.");
  line.flag("version", "Say what `codex --version` says, and end.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.has("version")) {
    print_out(fmt::format("codex-cli {} (orrery mock)\n", mocked_version));
    return exit_code::passed;
  }
  if (line.has("methods")) {
    for (const auto method : Mock::methods()) print_out(fmt::format("{}\n", method));
    return exit_code::passed;
  }
  if (line.has("faults")) {
    print_out(faults::listing(any_fault));
    return exit_code::passed;
  }
  net::serve_clients_if_asked(line, "serve", arguments);
  auto settings = settings_of(line);
  const auto pace = pace_of(line);
  NamedPlans named;
  settings.named = [&](const std::string& prompt) { return named.find(prompt); };
  settings.on_fault = faults::told_on_stderr("orrery serve");
  settings.on_refused = faults::told_on_stderr("orrery serve", "refused");
  std::optional<Record> record;
  if (const auto path = line.output_file("record")) record.emplace(*path, "orrery serve");
  Tape tape([&](const Tape::RecordedLine& recorded) {
    if (record) record->write(recorded);
  });
  Mock mock(settings);
  if (mock.refuses_to_start()) return exit_code::cannot_start;
  if (mock.ignores_terminate()) std::signal(SIGTERM, SIG_IGN);
  Conversation conversation(mock, pace, STDIN_FILENO, STDOUT_FILENO, tape);
  const auto finish = [&] { tape.finish(); };
  try {
    const int code = conversation.run();
    finish();
    return code;
  } catch (...) {
    finish();
    throw;
  }
}

}  // namespace tools
