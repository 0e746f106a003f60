// --subject, of a command that judges one: an engine, a mutant, or a program.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "command/options.h"

namespace tools::subject {

// --subject and --patience. A program that is named is started when the command line is parsed,
// and throws CannotStart if it cannot be.
void add_subject_option(CommandLine& line, std::string_view by_default);

inline constexpr std::chrono::milliseconds usual_patience{5'000};

// --patience alone, of a command that starts a program which it does not judge.
void add_patience_option(CommandLine& line);
std::chrono::milliseconds patience_of(const CommandLine& line);

// The name of the program that was named, if one was: "exec:python3 ack.py".
std::optional<std::string> program_name(const CommandLine& line);

// Says on stderr what the program was told, and how fast it answered.
void tell_of_programs();

}  // namespace tools::subject
