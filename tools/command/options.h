// The options of one subcommand: their help, and errors that name the option, the valid
// values and the nearest match.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>

#include "command/commands.h"

namespace tools {

// A mistake in what was typed, or in a file that was named: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The program under test is not there, or may not be run: exit code 4.
class CannotStart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Help {
  std::string_view command;
  std::string_view operands = {};  // "SCENARIO"; empty if there are none.
  std::string_view says;
  std::string_view examples;                 // One per line.
  std::string (*says_of_areas)() = nullptr;  // Below what it says.
};

class CommandLine {
 public:
  explicit CommandLine(const Help& help);

  // `value` is what the help calls it: "F", "must|should|proposed".
  void option(const char* name, const char* value, const char* says);
  void flag(const char* name, const char* says);
  // Words behind "--" are a program and its arguments, and no operands.
  void takes_program() { takes_program_ = true; }
  const std::vector<std::string>& program() const { return program_; }
  // A file that is written; no two options may name the same, and no other word of the line.
  void output(const char* name, const char* says);
  // What parse() looks at last, whatever the command does with it.
  void check(std::function<void()> holds) { checks_.push_back(std::move(holds)); }

  // False: help was asked for and printed. Throws UsageError.
  bool parse(Arguments arguments);

  bool has(const std::string& name) const { return values_.count(name) != 0; }
  // The value of an option that was given; as a rule the last one counts.
  std::optional<std::string> text(const std::string& name) const;
  // All of them, in their order.
  std::vector<std::string> texts(const std::string& name) const;
  std::optional<std::uint64_t> number(const std::string& name, std::uint64_t least,
                                      std::uint64_t most) const;
  // "12G", "512M"; without a letter, bytes.
  std::optional<std::uint64_t> bytes(const std::string& name) const;
  // A file to be written; "-" is stdout. Refuses what cannot be one, so that nobody learns it
  // after a long search.
  std::optional<std::string> output_file(const std::string& name) const;
  // "30s", "5m", "1h".
  std::optional<std::chrono::milliseconds> duration(const std::string& name) const;
  std::optional<double> seconds(const std::string& name) const;  // Such an option, likewise.
  // Index into `valid`.
  std::optional<std::size_t> one_of(const std::string& name,
                                    std::span<const std::string> valid) const;
  const std::vector<std::string>& operands() const { return operands_; }
  // The only operand; `what` names it in the error.
  const std::string& operand(std::string_view what) const;

  // At most a screen: options by name alone if there are many, and the first examples.
  std::string help() const;
  std::string whole_help() const;
  // Throws a UsageError about this option.
  [[noreturn]] void refuse(const std::string& name, const std::string& why) const;

 private:
  std::string synopsis() const;
  [[noreturn]] void refuse_unknown(std::string typed) const;
  void refuse_two_in_one_file() const;
  void refuse_what_is_read() const;

  Help help_;
  boost::program_options::options_description options_;
  std::vector<std::string> names_;    // "--seed", "-j".
  std::vector<std::string> outputs_;  // "results", "junit".
  std::vector<std::string> inputs_;   // Whose value is a file; those, too.
  std::vector<std::function<void()>> checks_;
  boost::program_options::variables_map values_;
  std::vector<std::string> operands_, program_;
  bool takes_program_ = false;
};

// "500ms", "30s", "5m", "1h"; nothing if it is none.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);
std::optional<std::uint64_t> parse_number(std::string_view text);

// `"foo" is not a rule. Valid: a, b, c. Did you mean "fop"?`
std::string unknown_word(std::string_view what, std::string_view word,
                         std::span<const std::string> valid);

}  // namespace tools
