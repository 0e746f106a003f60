// orrery serve: the mock app-server, for real clients.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "area/area.h"
#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conversation/record.h"
#include "faults/settings.h"
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

bool any_fault(Fault) { return true; }
// Ends or silences nothing.
bool is_harmless(Fault fault) { return fault < Fault::RefuseSpawn; }

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
  if (const auto dialect = line.one_of("dialect", serve_dialects))
    out.dialect = find_dialect(serve_dialects[*dialect]);
  out.home = std::filesystem::temp_directory_path().string();
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
  line.option("dialect", "codex|draft",
              "What it speaks; codex if neither this nor a scenario says.");
  line.option("scenario", "NAME|FILE", "Its turns and faults, for all turns.");
  faults::add_options(line);
  line.option("speed", "real|fast", "fast: a turn goes on as soon as the client has read.");
  line.option("latency", "MS",
              "Milliseconds from one step of a turn to the next; 20 if not given.");
  line.output("record", "Keep what was said, for orrery check.");
  line.flag("version", "Say what `codex --version` says, and end.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.has("version")) {
    print_out(fmt::format("codex-cli {} (orrery mock)\n", mocked_version));
    return exit_code::passed;
  }
  if (line.has("faults")) {
    print_out(faults::listing(any_fault));
    return exit_code::passed;
  }
  auto settings = settings_of(line);
  const auto pace = pace_of(line);
  NamedPlans named;
  settings.named = [&](const std::string& prompt) { return named.find(prompt); };
  settings.on_fault = faults::told_on_stderr("orrery serve");
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
