// orrery drive: the client's engine, against a real server.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conversation/tape.h"
#include "conversation/watch.h"
#include "drive/user.h"
#include "engine/appserver/secrets.h"
#include "sim/appserver/scenario.h"

namespace tools {
namespace {

using namespace drive;
using port::appserver::Seen;
using sim::appserver::ActKind;
using sim::appserver::UserStep;
using sim::appserver::When;

constexpr Help drive_help{
    .command = "drive",
    .operands = "-- PROGRAM ARGS...",
    .says =
        "Is a client: starts an app-server, PROGRAM, shakes hands, starts a thread and says the\n"
        "prompts in it, one after the other, with the engine that the gate judges. Closes when\n"
        "nothing is under way any more. Prints what the user does, sees and is told, a JSON\n"
        "document a line, {\"at_ms\":7,\"turn_shown\":{...}}, with the texts that are shown, "
        "secrets\n"
        "masked, and what breaks a rule; the last line is the summary (docs/DRIVE.md).\n"
        "\n"
        "ORRERY_DRIVE has options for every run, split at spaces: '--effort low --summary none'.\n"
        "Those of the command line come behind them, and of one value the last counts.\n"
        "\n"
        "Exit code: 0 every call, turn and login came to what it was for, a stopped turn to its "
        "stop;\n"
        "7 the server said no to one, or a turn failed; 1 one was lost, without an end; 6 "
        "nothing\n"
        "came for as long as --patience; 8 the server cannot be worked with, or crashed too "
        "often;\n"
        "4 PROGRAM cannot be started.",
    .examples =
        "orrery drive --prompt 'Say hello' -- codex app-server\n"
        "orrery drive --prompt 'run make all' --decide decline -- orrery serve\n"
        "orrery drive --stop --record run.jsonl -- codex app-server\n"
        "orrery drive --scenario appserver/interrupt_ignored -- orrery serve --fault "
        "ignore_interrupt"};

const std::vector<std::string> drive_dialects{"codex", "draft"};

// Says each prompt, in one chat, and stops each turn as soon as it shows.
std::vector<UserStep> steps_for(std::size_t prompts, bool stops) {
  std::vector<UserStep> out{{.act = {.what = ActKind::Open}},
                            {.act = {.what = ActKind::StartChat}}};
  for (std::size_t i = 0; i < prompts; ++i) {
    out.push_back({.act = {.what = ActKind::Say}, .when = When::Ready});
    if (stops) out.push_back({.act = {.what = ActKind::Stop}, .when = When::TurnShown});
  }
  return out;
}

// Of a new thread, by the options; what is not given is as before.
void set_thread(const CommandLine& line, port::appserver::Settings& settings) {
  using port::appserver::Policy, port::appserver::Sandbox;
  static const std::vector<std::string> policies(port::words<Policy>.begin(),
                                                 port::words<Policy>.end());
  static const std::vector<std::string> sandboxes(port::words<Sandbox>.begin(),
                                                  port::words<Sandbox>.end());
  if (const auto which = line.one_of("policy", policies))
    settings.policy = static_cast<Policy>(*which);
  if (const auto which = line.one_of("sandbox", sandboxes))
    settings.sandbox = static_cast<Sandbox>(*which);
  settings.network = settings.network || line.has("network");
}

// And what is set besides.
void set_options(const CommandLine& line, const engine::appserver::Dialect& dialect, Script& out) {
  out.of_threads = {.model = line.text("model").value_or(""),
                    .profile = line.text("profile").value_or(""),
                    .developer_instructions = line.text("instructions").value_or(""),
                    .writable = line.texts("writable")};
  out.of_turns = {.effort = line.text("effort").value_or(""),
                  .summary = line.text("summary").value_or(""),
                  .images = line.texts("image")};
  for (const auto* options : {&out.of_threads, &out.of_turns})
    if (const auto what = without_word(dialect, *options); !what.empty())
      line.refuse(std::string(what), "the dialect has no word for it.");
}

// Where a scenario resumes a thread, or in place of a new one.
void set_resumption(const CommandLine& line, Script& out) {
  out.resumes = line.text("resume").value_or("");
  const auto is = [](ActKind what) {
    return [what](const UserStep& step) { return step.act.what == what; };
  };
  const bool resumes = std::ranges::any_of(out.steps, is(ActKind::ResumeChat));
  if (out.resumes.empty()) {
    if (resumes) line.refuse("scenario", "its user resumes a thread: say which by --resume.");
    return;
  }
  engine::appserver::Names names;
  if (!names.thread_named(out.resumes))
    line.refuse("resume", "the name of a rollout ends with the id of its thread.");
  const auto start = std::ranges::find_if(out.steps, is(ActKind::StartChat));
  if (!resumes && start != out.steps.end()) start->act.what = ActKind::ResumeChat;
}

// A key is read from a file: who looks at processes sees their arguments.
void set_login(const CommandLine& line, Script& out) {
  out.logs_out = line.has("logout");
  out.cancels_login = line.has("cancel-login");
  const auto how = line.text("login");
  if (!how) return;
  constexpr std::string_view in_file = "key:";
  out.login.emplace();
  if (*how == "browser") return;
  if (!how->starts_with(in_file)) line.refuse("login", "say browser, or key:FILE.");
  auto read = sim::text_of_file(how->substr(in_file.size()), {"key", std::size_t{1} << 16});
  if (const auto* error = std::get_if<sim::ScenarioError>(&read))
    throw UsageError(sim::show(*error));
  *out.login = std::get<std::string>(std::move(read));
  while (!out.login->empty() && (out.login->back() == '\n' || out.login->back() == '\r'))
    out.login->pop_back();
  const auto is_visible = [](char c) { return c > ' ' && c < 127; };
  if (out.login->empty() || !std::ranges::all_of(*out.login, is_visible))
    line.refuse("login", fmt::format("{} holds no key: write one line of visible ASCII, no spaces.",
                                     how->substr(in_file.size())));
}

Script script_of(const CommandLine& line, const engine::appserver::Dialect& dialect) {
  constexpr std::size_t prompts_max = 100;
  Script out;
  out.prompts = line.texts("prompt");
  if (out.prompts.empty()) out.prompts = {"Hello"};
  if (out.prompts.size() > prompts_max)
    line.refuse("prompt", fmt::format("at most {} of them.", prompts_max));
  out.steps = steps_for(out.prompts.size(), line.has("stop"));
  if (const auto named = line.text("scenario")) {
    if (line.has("stop")) line.refuse("stop", "a scenario says itself what its user does.");
    auto loaded = sim::appserver::scenarios().load(scenario_path(*named));
    if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
      throw UsageError(sim::show(*error));
    out.steps = std::get<sim::appserver::Scenario>(loaded).plan.user;
  }
  set_options(line, dialect, out);
  set_resumption(line, out);
  for (auto& step : out.steps) {
    if (step.act.what != ActKind::StartChat) continue;
    set_thread(line, step.act.settings);
    if (!engine::appserver::has_words_for(dialect, step.act.settings))
      line.refuse(line.has("policy") ? "policy" : "scenario",
                  "the dialect has no word for a policy that it sets.");
  }
  static const std::vector<std::string> decisions(port::words<port::appserver::Decision>.begin(),
                                                  port::words<port::appserver::Decision>.end());
  if (const auto which = line.one_of("decide", decisions))
    out.decides = static_cast<port::appserver::Decision>(*which);
  constexpr std::size_t allowed_max = 8;
  out.allowed = line.texts("allow");
  if (out.allowed.size() > allowed_max)
    line.refuse("allow", fmt::format("at most {} of them.", allowed_max));
  set_login(line, out);
  out.patience = line.duration("patience").value_or(out.patience);
  return out;
}

// The worst that happened.
int code_for(const Outcome& outcome) {
  if (outcome.alarms > 0) return exit_code::unusable;
  if (outcome.waited_in_vain) return exit_code::incomplete;
  if (outcome.lost > 0 || outcome.calls_without_result > 0) return exit_code::failed;
  const bool refused = outcome.failed > 0 || outcome.errors > 0 || outcome.logins_failed > 0;
  return refused ? exit_code::refused : exit_code::passed;
}

Setting setting_of(const CommandLine& line, std::vector<std::string> words) {
  Setting out{.words = std::move(words)};
  if (const auto which = line.one_of("dialect", drive_dialects))
    out.dialect = engine::appserver::find_dialect(drive_dialects[*which]);
  out.client = {"orrery-drive", "orrery drive", ORRERY_VERSION,
                std::filesystem::current_path().string()};
  return out;
}

int run_drive(const CommandLine& line, std::vector<std::string> words) {
  const auto setting = setting_of(line, std::move(words));
  const auto script = script_of(line, *setting.dialect);
  const auto record = line.output_file("record");
  if (record == "-") line.refuse("record", "stdout has what the user sees; name a file.");
  std::optional<Record> file;
  if (record) file.emplace(*record, "orrery drive");
  using std::chrono::milliseconds, std::chrono::steady_clock;
  const auto begin = steady_clock::now();
  const auto at_ms = [&] {
    return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin).count();
  };
  Watch watch(*spec::appserver::find_dialect(setting.dialect->name),
              [&](const auto& finding) { print_out(finding_line(finding, at_ms())); });
  Tape tape(
      [&](const Tape::RecordedLine& recorded) {
        if (file) file->write(recorded);
        watch.see(recorded);
      },
      [&] {
        if (file) file->begin_part();
        watch.begin_part();
      });
  drive::User user(script);
  const auto say = [&](const std::string& what) {
    print_out(fmt::format("{{\"at_ms\":{},{}}}\n", at_ms(), what));
  };
  const Observer observer{
      .saw =
          [&](const Seen& seen, std::string_view text) {
            user.see(seen);
            if (!is_told(seen)) return;
            const auto with = text.empty() ? std::string() : ",\"text\":" + json_of(text);
            say(told(seen) + with);
          },
      .account =
          [&](const engine::appserver::AccountAct& act) {
            user.see(act);
            say(told(act));
          },
      .detail = [&](const engine::appserver::Detail& detail) { say(told(detail)); },
      .opened =
          [&](const engine::json::Value& result) {
            say("\"thread_shown\":" + told_of_thread(result));
          },
      .rejected =
          [&](const engine::rpc::Rejected& bad) {
            user.see_bad_line();
            say(fmt::format("\"bad_line\":{{\"line\":{},\"why\":{},\"excerpt\":{}}}",
                            bad.place.line, json_of(engine::rpc::text_of(bad.reason).says),
                            json_of(engine::appserver::excerpt(bad.excerpt))));
          }};
  drive::Client client(setting, observer, tape);
  while (!client.over()) client.wait(user.act(client));
  tape.finish();
  watch.finish();
  print_out(summary_line(user.outcome(), watch, at_ms()));
  if (file && file->failed()) return exit_code::harness;
  return code_for(user.outcome());
}

}  // namespace

int drive_command(Arguments arguments) {
  CommandLine line(drive_help);
  line.option("prompt", "TEXT",
              "What is said; given again, one turn after the other. Hello if not.");
  line.flag("stop", "Each turn is stopped as soon as it shows.");
  line.option(
      "decide", "WORD",
      "What approvals are decided as when they show: accept, accept_for_session, decline or "
      "cancel; without it they time out.");
  line.option(
      "allow", "COMMAND",
      "Is approved unasked, and shown: that command in this folder, and nothing that begins "
      "like it; again for another one.");
  line.option("scenario", "NAME|FILE", "What its user does is done.");
  line.option("model", "NAME", "Which model the thread has.");
  line.option("profile", "NAME", "Which profile of the server's configuration.");
  line.option("instructions", "TEXT", "What the model is told about its task, beside the prompts.");
  line.option("policy", "WORD",
              "When approvals are asked for: untrusted, on_failure, on_request or never.");
  line.option("sandbox", "WORD", "read_only, workspace_write or full_access.");
  line.option("writable", "FOLDER", "May be written in as well; again for another one.");
  line.flag("network", "Commands may use the network.");
  line.option("effort", "WORD", "How long the model thinks about each turn.");
  line.option("summary", "WORD", "Of its thoughts: auto, concise, detailed or none.");
  line.option("image", "URL|FILE", "Is said with each prompt; again for another one.");
  line.option("resume", "ID|PATH", "Goes on in this thread, or in that of this rollout.");
  line.option("login", "browser|key:FILE",
              "Logs in first, in a browser or with the key that stands in the file.");
  line.flag("cancel-login", "As soon as it shows.");
  line.flag("logout", "At the end.");
  line.option("dialect", "codex|draft", "What the server speaks; codex if not given.");
  line.option("patience", "DURATION",
              "Who sees nothing for so long closes: 5m (the default), 30s.");
  line.output("record", "Keep what was said, for orrery check.");
  // What follows `--` is a command line of its own.
  const auto dashes = std::ranges::find(arguments, "--");
  const auto* usual = std::getenv("ORRERY_DRIVE");
  auto own = words_of(usual == nullptr ? "" : usual);
  own.insert(own.end(), arguments.begin(), dashes);
  if (!line.parse(own)) return exit_code::passed;
  if (!line.operands().empty() || dashes == arguments.end() || dashes + 1 == arguments.end())
    throw UsageError(
        "give the server and its arguments after --, as in: orrery drive -- codex "
        "app-server");
  return run_drive(line, {dashes + 1, arguments.end()});
}

}  // namespace tools
