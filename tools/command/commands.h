// The subcommands of the program. Each takes the arguments after its name and gives the exit
// code, which a signal that was caught (signals.h) overrules; a mistake of the person who typed
// them is thrown as UsageError.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tools {

// What the program says when it ends.
namespace exit_code {
inline constexpr int passed = 0;
// A rule is broken, a MUST rule was not exercised, or a known failure passed.
inline constexpr int failed = 1;
inline constexpr int usage = 2;
inline constexpr int harness = 3;
inline constexpr int cannot_start = 4;  // The program under test.
inline constexpr int nothing_selected = 5;
inline constexpr int incomplete = 6;     // A limit came before the end of a space.
inline constexpr int refused = 7;        // By the program, in words: of drive.
inline constexpr int unusable = 8;       // So is the program: of drive.
inline constexpr int interrupted = 128;  // Plus the number of the signal.
}  // namespace exit_code

using Arguments = std::span<const std::string>;

int conform(Arguments arguments);
int merge(Arguments arguments);
int selftest(Arguments arguments);
int explore(Arguments arguments);
int replay(Arguments arguments);
int shrink(Arguments arguments);
int list(Arguments arguments);
int table(Arguments arguments);
int explain(Arguments arguments);
int check(Arguments arguments);
int fuzz_command(Arguments arguments);
int probe_command(Arguments arguments);
int proxy_command(Arguments arguments);
int serve_command(Arguments arguments);
int drive_command(Arguments arguments);
int watch_command(Arguments arguments);
int subject_command(Arguments arguments);
int export_command(Arguments arguments);

struct Command {
  std::string_view name, does;
  int (*run)(Arguments);
};
// What judges and searches on its own: a program by itself, which the front door builds first.
inline constexpr std::array gate_commands{
    Command{"conform", "Judges the engine, or a mutant of it, by every rule.", conform},
    Command{"merge", "Puts the results of a gate's parts together.", merge},
    Command{"selftest", "Shows that every mutant is caught by the rules it names.", selftest},
    Command{"explore", "Searches every schedule of one scenario.", explore},
    Command{"replay", "Takes one schedule again and prints it.", replay},
    Command{"shrink", "Makes a failing run as small as it can be.", shrink},
    Command{"subject", "Tries a program that is to be a subject.", subject_command},
    Command{"export", "Prints an area's checks as data for other languages.", export_command},
    Command{"list", "Names the rules, scenarios or mutants.", list},
    Command{"table", "Prints the behaviour table.", table},
    Command{"explain", "Says what a rule asks for, and what checks it.", explain},
};
// What reads, drives or stands for real programs.
inline constexpr std::array field_commands{
    Command{"check", "Judges what was recorded: conversations, traces, streams.", check},
    Command{"probe", "Drives a real app-server through the rules.", probe_command},
    Command{"proxy", "Stands between a client and a server.", proxy_command},
    Command{"serve", "Is a mock app-server or a mock IDE, for real clients.", serve_command},
    Command{"drive", "Is a client, for real app-servers.", drive_command},
    Command{"watch", "Finds running IDEs and follows them.", watch_command},
    Command{"fuzz", "Feeds damaged lines to a decoder.", fuzz_command},
};
using CommandTable = std::span<const Command>;

// A program of the gate's commands and of `others`: `arguments` without its own name. Never throws.
int run_program(Arguments arguments, CommandTable others = {});

}  // namespace tools
