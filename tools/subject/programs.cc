#include "subject/programs.h"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command/output.h"
#include "command/words.h"
#include "conformance/run/programs.h"
#include "conformance/story/print.h"
#include "subject/piped.h"

namespace tools::subject {
namespace {

// What is left of the name behind "exec:", or the words behind "--".
std::vector<std::string> words_of(const CommandLine& line) {
  const auto name = line.text("subject").value_or("");
  if (name == "exec") {
    if (line.program().empty())
      line.refuse("subject", "exec needs a program: exec:COMMAND, or exec -- PROGRAM ARGS.");
    return line.program();
  }
  if (!line.program().empty()) throw UsageError("a program behind -- needs --subject exec.");
  if (!conformance::names_program(name)) return {};
  auto words = boost::program_options::split_unix(name.substr(conformance::program_prefix.size()));
  if (words.empty()) line.refuse("subject", "exec: names no command.");
  return words;
}

std::shared_ptr<PipedProgram>& opened() {
  static std::shared_ptr<PipedProgram> program;
  return program;
}

void open(const CommandLine& line) {
  auto words = words_of(line);
  if (words.empty()) {
    if (line.has("patience")) line.refuse("patience", "only of a program.");
    return;
  }
  const auto memory = line.bytes("max-memory");
  opened() = std::make_shared<PipedProgram>(
      std::move(words), patience_of(line),
      memory ? *memory - conformance::search_memory(*memory, conformance::program_prefix)
             : kept_bytes_default);
  conformance::add_program(*program_name(line), opened());
  if (const auto typed = line.text("patience"))
    conformance::add_replay_words(" --patience " + conformance::shell_word(*typed));
}

std::string rate(std::uint64_t events, double seconds) {
  return seconds > 0 ? grouped(static_cast<std::uint64_t>(static_cast<double>(events) / seconds))
                     : "0";
}

}  // namespace

void add_patience_option(CommandLine& line) {
  line.option("patience", "DURATION", "How long a program may take for an answer; 5s by default.");
}

std::chrono::milliseconds patience_of(const CommandLine& line) {
  return line.duration("patience").value_or(usual_patience);
}

void add_subject_option(CommandLine& line, std::string_view by_default) {
  static std::string says;
  says = fmt::format(
      "What is judged: {}, or a program: exec:COMMAND, or exec -- PROGRAM ARGS "
      "(docs/SUBJECTS.md).",
      by_default);
  line.option("subject", "NAME", says.c_str());
  add_patience_option(line);
  line.takes_program();
  line.check([&line] { open(line); });
}

std::optional<std::string> program_name(const CommandLine& line) {
  const auto name = line.text("subject").value_or("");
  if (name != "exec") return conformance::names_program(name) ? std::optional(name) : std::nullopt;
  std::string out;
  for (const auto& word : line.program())
    out += (out.empty() ? "" : " ") + conformance::shell_word(word);
  return std::string(conformance::program_prefix) + out;
}

void tell_of_programs() {
  const auto program = std::exchange(opened(), nullptr);
  if (program == nullptr) return;
  const auto told = program->told();
  const auto& hello = program->hello();
  const auto single = told.events - told.batched_events;
  print_error(fmt::format(
      "program: {}, {}; {} started, {} failed\n"
      "  told {} events in {} messages: {} one by one ({} a second and process), {} in batches "
      "({} a second)\n"
      "  asked {} times, {} of them answered from memory; {} answers tried twice\n",
      hello.name.empty() ? "no name" : hello.name,
      grade_words[static_cast<std::size_t>(hello.grade)],
      told.processes == 1 ? "1 process" : grouped(told.processes) + " processes",
      grouped(told.faults), grouped(told.events), grouped(told.messages), grouped(single),
      rate(single, told.seconds - told.batch_seconds), grouped(told.batched_events),
      rate(told.batched_events, told.batch_seconds), grouped(told.questions),
      grouped(told.questions - told.answers), grouped(told.tried_twice)));
}

}  // namespace tools::subject
