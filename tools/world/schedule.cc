#include "world/schedule.h"

#include <sstream>

#include <fmt/format.h>

#include "command/options.h"
#include "conformance/run/programs.h"

namespace tools {

sim::Path parse_schedule(const std::string& text) {
  sim::Path path;
  std::istringstream stream(text + ",");
  for (std::string word; std::getline(stream, word, ',');) {
    const auto index = parse_number(word);
    if (!index || *index > UINT16_MAX)
      throw UsageError(
          fmt::format("--schedule: \"{}\" is not the number of a choice; say 0,2,1.", word));
    path.push_back(static_cast<std::uint16_t>(*index));
  }
  return path;
}

void refuse_misfit(const sim::Path& path, const conformance::Rerun& run) {
  if (run.end != conformance::Rerun::End::NoChoice) return;
  const auto at = run.steps.size();
  throw UsageError(fmt::format("choice {} is {}, but {} there (0 to {}).", at + 1, path[at],
                               run.choices_left == 1
                                   ? "there is 1 choice"
                                   : fmt::format("there are {} choices", run.choices_left),
                               run.choices_left == 0 ? 0 : run.choices_left - 1));
}

std::string replay_command(const std::string& capsule, const std::string& subject) {
  return "orrery replay " + shell_word(capsule) +
         (conformance::names_program(subject) ? " --subject " + shell_word(subject)
                                              : std::string()) +
         conformance::replay_words();
}

std::string paint_failure(const std::string& print, const Paint& paint) {
  std::istringstream lines(print);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("FAIL")) line = paint.bad("FAIL") + line.substr(4);
    if (line.starts_with("! ")) line = paint.bad(line);
    out += line + "\n";
  }
  return out;
}

}  // namespace tools
