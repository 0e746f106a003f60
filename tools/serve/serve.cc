// orrery serve: the mock app-server, for real clients.
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "serve/conversation.h"
#include "serve/mock.h"
#include "serve/results.h"
#include "sim/appserver/scenario.h"

namespace tools {
namespace {

using namespace serve;
using namespace sim::appserver;

constexpr Help serve_help{
    .command = "serve",
    .operands = "",
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
        "as its first argument, serves; ORRERY_SERVE then has our arguments (docs/SERVE.md).\n"
        "\n"
        "Exit code: 0 stdin ended, 101 it crashed as a fault wanted it, 143 terminated.",
    .examples =
        "orrery serve\n"
        "orrery serve --scenario appserver/interrupt_ignored --record talk.jsonl\n"
        "orrery serve --fault drop_response:turn_start --fault ask_malformed@2\n"
        "orrery serve --fault-rate 0.05 --seed 7 --speed fast\n"
        "orrery probe -- orrery serve\n"
        "ln -s $(command -v orrery) codex && ORRERY_SERVE='--latency 100' ./codex app-server"};

const std::vector<std::string> serve_dialects{"codex", "draft"};
const std::vector<std::string> serve_speeds{"real", "fast"};

template <class E>
std::optional<E> enumerator(std::string_view word) {
  for (std::size_t i = 0; i < port::words<E>.size(); ++i)
    if (port::words<E>[i] == word) return static_cast<E>(i);
  return std::nullopt;
}

std::vector<std::string> fault_names() {
  std::vector<std::string> out;
  for (const auto word : port::words<Fault>) out.emplace_back(word);
  for (const auto word : port::words<ByteFault>) out.emplace_back(word);
  return out;
}

// The alternative of ToClient that is called so.
std::optional<std::uint8_t> message_kind(std::string_view word) {
  std::optional<std::uint8_t> out;
  [&]<class... Each>(const std::variant<Each...>*) {
    ((port::record<Each>.name == word ? void(out = kind_of<Each>()) : void()), ...);
  }(static_cast<const ToClient*>(nullptr));
  return out;
}

// NAME[:OF][@N].
struct TypedFault {
  std::string name, of;
  std::uint64_t nth = 1;
  bool any = false;
};
TypedFault typed_fault(const CommandLine& line, const std::string& typed) {
  TypedFault out;
  const auto at = typed.find('@');
  const auto what = typed.substr(0, at);
  const auto colon = what.find(':');
  out.name = what.substr(0, colon);
  if (colon != std::string::npos) out.of = what.substr(colon + 1);
  const auto which = at == std::string::npos ? "1" : typed.substr(at + 1);
  out.any = which == "any";
  const auto nth = out.any ? std::optional<std::uint64_t>(1) : parse_number(which);
  if (!nth || *nth < 1 || *nth > 250)
    line.refuse("fault",
                fmt::format("\"{}\": say {}@3, the third time, or {}@any.", typed, what, what));
  out.nth = *nth;
  return out;
}

void add_fault(const CommandLine& line, const std::string& word, MockSettings& settings) {
  const auto typed = typed_fault(line, word);
  if (typed.any && (settings.rate == 0 || !typed.of.empty()))
    line.refuse("fault", "@any needs --fault-rate, and no :OF.");
  if (const auto bytes = enumerator<ByteFault>(typed.name)) {
    if (typed.any)
      settings.drawn_bytes.push_back(*bytes);
    else
      settings.bytes.push_back({*bytes, typed.nth});
    return;
  }
  const auto fault = enumerator<Fault>(typed.name);
  if (!fault) line.refuse("fault", unknown_word("a fault", typed.name, fault_names()));
  if (typed.any) return settings.drawn.push_back(*fault);
  if (settings.faults.size() == planned_max)
    line.refuse("fault", fmt::format("at most {} of the server's faults at once.", planned_max));
  PlannedFault planned{.what = *fault, .nth = static_cast<std::uint8_t>(typed.nth)};
  planned.method = enumerator<Method>(typed.of);
  planned.message = message_kind(typed.of);
  if (!typed.of.empty() && !planned.method && !planned.message)
    line.refuse("fault", fmt::format("\"{}\" is neither a method, such as turn_start, nor a "
                                     "message, such as item_delta.",
                                     typed.of));
  settings.faults.push_back(planned);
}

// Those that end or silence nothing.
std::vector<Fault> faults_of_messages() {
  std::vector<Fault> out;
  for (auto i = 0; i < static_cast<int>(Fault::RefuseSpawn); ++i)
    out.push_back(static_cast<Fault>(i));
  return out;
}

double rate_of(const CommandLine& line) {
  const auto text = line.text("fault-rate");
  if (!text) return 0;
  double out = -1;
  const auto end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, out);
  if (read.ec != std::errc() || read.ptr != end || !(out > 0 && out <= 1))
    line.refuse("fault-rate", fmt::format("\"{}\" is no probability such as 0.05.", *text));
  return out;
}

Scenario scenario_at(const std::string& path) {
  auto loaded = load_scenario(path);
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

MockSettings settings_of(const CommandLine& line) {
  MockSettings out;
  if (const auto named = line.text("scenario")) {
    const auto plan = scenario_at(scenario_path(*named)).plan.server;
    out.dialect = plan.dialect;
    out.turns = plan.turns;
    out.stored = plan.stored;
    out.faults = plan.faults;
    if (out.faults.size() > planned_max)
      line.refuse("scenario", fmt::format("{} has more than {} faults.", *named, planned_max));
  }
  if (const auto dialect = line.one_of("dialect", serve_dialects))
    out.dialect = find_dialect(serve_dialects[*dialect]);
  out.rate = rate_of(line);
  out.seed = line.number("seed", 0, UINT64_MAX).value_or(1);
  for (const auto& typed : line.texts("fault")) add_fault(line, typed, out);
  if (out.rate > 0 && out.drawn.empty() && out.drawn_bytes.empty())
    out.drawn = faults_of_messages();
  out.home = std::filesystem::temp_directory_path().string();
  return out;
}

Pace pace_of(const CommandLine& line) {
  Pace out;
  if (const auto ms = line.number("latency", 0, 600'000)) out.step = std::chrono::milliseconds(*ms);
  if (const auto speed = line.one_of("speed", serve_speeds)) out.fast = *speed == 1;
  return out;
}

// Nobody may read our stderr: it must not fill up.
auto told_on_stderr() {
  constexpr int told_max = 100;
  return [left = told_max](std::string_view fault) mutable {
    if (left == 0) return;
    --left;
    print_error(fmt::format("orrery serve: fault {}\n", fault));
  };
}

}  // namespace

int serve_command(Arguments arguments) {
  CommandLine line(serve_help);
  line.option("dialect", "codex|draft",
              "What it speaks; codex if neither this nor a scenario says.");
  line.option("scenario", "NAME|FILE", "Its turns and faults, for all turns.");
  line.option("fault", "NAME[:OF][@N]",
              "What goes wrong, at the first or at the N-th opportunity, or with --fault-rate at "
              "@any; OF: only of this method or message. A fault of bytes counts lines. May be "
              "given again.");
  line.option("fault-rate", "P",
              "Besides, each step goes wrong with this probability: by the faults @any, or else by "
              "one of its messages.");
  line.option("seed", "N", "Of what is drawn.");
  line.option("speed", "real|fast", "fast: a turn goes on as soon as the client has read.");
  line.option("latency", "MS",
              "Milliseconds from one step of a turn to the next; 20 if not given.");
  line.output("record", "Keep what was said, for orrery check.");
  line.flag("faults", "Name the faults, and end.");
  line.flag("version", "Say what `codex --version` says, and end.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.has("version")) {
    print_out(fmt::format("codex-cli {} (orrery mock)\n", mocked_version));
    return exit_code::passed;
  }
  if (line.has("faults")) {
    for (const auto& name : fault_names()) print_out(name + "\n");
    return exit_code::passed;
  }
  auto settings = settings_of(line);
  const auto pace = pace_of(line);
  NamedPlans named;
  settings.named = [&](const std::string& prompt) { return named.find(prompt); };
  settings.on_fault = told_on_stderr();
  std::shared_ptr<Output> record;
  if (const auto path = line.output_file("record")) record = open_output(*path);
  Tape tape([&](const Tape::RecordedLine& recorded) {
    if (record) record->write(recording_line(recorded));
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
