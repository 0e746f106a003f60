#include <algorithm>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "process/process.h"
#include "subject/programs.h"

namespace tools {
namespace {

constexpr std::string_view exit_codes =
    "Exit codes: 0 the gate passed; 1 a rule is broken or a MUST rule was not exercised;\n"
    "2 bad usage or input; 3 the harness failed; 4 the program under test would not start;\n"
    "5 nothing was selected; 6 a limit came before the end of a space that should be exhausted;\n"
    "130, 143 interrupted.\n";

std::string overview() {
  std::string out =
      "orrery COMMAND [ARGUMENT...]\n\n"
      "A deterministic simulator and conformance gate for IDE agents.\n\nCommands:\n";
  for (const auto& command : commands)
    out += fmt::format("  {:<10}{}\n", command.name, command.does);
  return out +
         "\n  orrery COMMAND --help says more about each; --version, which one this is.\n\n"
         "Examples:\n"
         "  orrery conform\n"
         "  orrery explore modality/tick_races_return --subject mutant:result_sent_twice\n"
         "  orrery explain MOD-42\n\n" +
         std::string(exit_codes);
}

int dispatch(Arguments arguments) {
  if (arguments.empty()) throw UsageError("which command? orrery --help lists them.");
  const auto& word = arguments[0];
  if (word == "--help" || word == "-h" || word == "help") {
    print_out(overview());
    return exit_code::passed;
  }
  if (word == "--version") {
    print_out("orrery " ORRERY_VERSION "\n");
    return exit_code::passed;
  }
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

std::string command_name(Arguments arguments) {
  const bool known = !arguments.empty() &&
                     std::ranges::find(commands, arguments[0], &Command::name) != commands.end();
  return known ? "orrery " + arguments[0] : "orrery";
}

}  // namespace

int run_program(Arguments arguments) {
  const auto name = command_name(arguments);
  try {
    open_standard_streams();
    catch_signals();
    const int code = dispatch(arguments);
    subject::tell_of_programs();
    if (caught_signal() != 0) return exit_code::interrupted + caught_signal();
    return standard_output()->failed() ? exit_code::harness : code;
  } catch (const UsageError& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
    return exit_code::usage;
  } catch (const Interrupted& stop) {
    print_error(fmt::format("{}: {}\n", name, stop.what()));
    return exit_code::interrupted + caught_signal();
  } catch (const CannotStart& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
    return exit_code::cannot_start;
  } catch (const std::bad_alloc&) {
    print_error(fmt::format("{}: out of memory\n", name));
  } catch (const std::exception& error) {
    print_error(fmt::format("{}: {}\n", name, error.what()));
  }
  return exit_code::harness;
}

}  // namespace tools
