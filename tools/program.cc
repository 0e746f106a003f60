#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "command/build_id.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "process/process.h"
#include "sim/state/subject_fault.h"
#include "subject/programs.h"

namespace tools {
namespace {

constexpr std::string_view exit_codes =
    "Exit codes:\n"
    "  0         the gate passed\n"
    "  1         a rule is broken, a MUST rule was not exercised, or a known failure\n"
    "            passed\n"
    "  2         bad usage or input\n"
    "  3         the harness failed\n"
    "  4         the program under test would not start\n"
    "  5         nothing was selected\n"
    "  6         a limit came before the end of a space that should be exhausted\n"
    "  130, 143  interrupted\n";

constexpr std::string_view introduction =
    "orrery simulates an IDE, its frontend and a codex app-server under a virtual clock,\n"
    "beside the engine of an IDE agent, and judges every step by the rules. Try:\n\n"
    "  orrery conform            judge the engines that come with it: seconds\n"
    "  orrery explore modality/tick_races_return --subject mutant:result_sent_twice\n"
    "                            see a race, as its shortest run\n"
    "  orrery explain budget     what rules, mutants and scenarios say of it\n\n"
    "orrery --help lists the commands.\n";

std::string overview(CommandTable commands) {
  std::string out = "orrery COMMAND [ARGUMENT...]\n\n";
  for (const auto& command : commands)
    out += fmt::format("  {:<10}{}\n", command.name, command.does);
  return out +
         "\norrery COMMAND --help says more of one, COMMAND --help-all everything;\n"
         "orrery --help exit-codes, what they mean; orrery --version, which one this is.\n";
}

int say(const std::string& text) {
  print_out(text);
  return exit_code::passed;
}

int help(Arguments topics, CommandTable commands) {
  if (topics.empty()) return say(overview(commands));
  if (topics[0] == "exit-codes") return say(std::string(exit_codes));
  const auto found = std::ranges::find(commands, topics[0], &Command::name);
  if (found == commands.end())
    throw UsageError(fmt::format(
        "\"{}\" is nothing to have help on. Valid: exit-codes, or a command.", topics[0]));
  const std::vector<std::string> asked{"--help"};
  return found->run(asked);
}

int dispatch(Arguments arguments, CommandTable commands) {
  if (arguments.empty()) {
    print_error(std::string(introduction));
    return exit_code::usage;
  }
  const auto& word = arguments[0];
  if (word == "--help" || word == "-h" || word == "help")
    return help(arguments.subspan(1), commands);
  if (word == "--version") return say(version_text());
  const auto found = std::ranges::find(commands, word, &Command::name);
  if (found != commands.end()) return found->run(arguments.subspan(1));
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const auto& command : commands) names.emplace_back(command.name);
  const bool option = word.starts_with("-");
  if (option) names = {"--help", "--version"};
  throw UsageError(
      unknown_word(option ? "an option before the command" : "a command", word, names));
}

std::string command_name(Arguments arguments, CommandTable commands) {
  const bool known = !arguments.empty() &&
                     std::ranges::find(commands, arguments[0], &Command::name) != commands.end();
  return known ? "orrery " + arguments[0] : "orrery";
}

}  // namespace

int run_program(Arguments arguments, CommandTable others) {
  std::vector<Command> commands(gate_commands.begin(), gate_commands.end());
  commands.insert(commands.end(), others.begin(), others.end());
  const auto name = command_name(arguments, commands);
  try {
    open_standard_streams();
    catch_signals();
    sim::bring_along(own_scenarios());
    const int code = dispatch(arguments, commands);
    subject::tell_of_programs();
    if (caught_signal() != 0) return exit_code::interrupted + caught_signal();
    return an_output_failed() ? exit_code::harness : code;
  } catch (const UsageError& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
    return exit_code::usage;
  } catch (const Interrupted& stop) {
    print_error(fmt::format("{}: {}\n", name, stop.what()));
    return exit_code::interrupted + caught_signal();
  } catch (const sim::StoppedWaiting&) {
    print_error(fmt::format("{}: {}\n", name, Interrupted().what()));
    return exit_code::interrupted + caught_signal();
  } catch (const CannotStart& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
    return exit_code::cannot_start;
  } catch (const sim::OutOfRoom& full) {
    print_error(fmt::format("{}: not to its end: {}\n", name, full.why));
    return exit_code::incomplete;
  } catch (const std::bad_alloc&) {
    // What takes memory is as large as what was asked for: a limit, of this machine.
    print_error(fmt::format("{}: not to its end: there is no memory left\n", name));
    return exit_code::incomplete;
  } catch (const std::exception& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
  }
  return exit_code::harness;
}

}  // namespace tools
