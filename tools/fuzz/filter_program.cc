#include "fuzz/filter_program.h"

#include <chrono>

#include <fmt/format.h>

#include "command/options.h"
#include "command/signals.h"

namespace tools {
namespace {

// A program that only answers writes a few times what it reads.
std::size_t output_max(const std::string& input) {
  return (std::size_t{16} << 20) + 64 * input.size();
}

}  // namespace

FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds_max));
  FilterRun run;
  Process process(words);
  std::string_view rest = input;
  for (auto event = Process::Event::Moved; event != Process::Event::Ended;) {
    if (rest.empty()) process.close_input();
    event = process.exchange(rest, run.output, deadline);
    if (event == Process::Event::Interrupted) throw Interrupted();
    run.timed_out = event == Process::Event::TimeIsUp;
    run.flooded = run.output.size() > output_max(input);
    if (run.timed_out || run.flooded) break;
  }
  run.end = process.kill();
  if (run.end.kind == ProcessEnd::Kind::NotStarted)
    throw CannotStart(fmt::format("\"{}\" {}", words.front(), show(run.end)));
  return run;
}

}  // namespace tools
