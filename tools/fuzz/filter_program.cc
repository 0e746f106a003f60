#include "fuzz/filter_program.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "command/options.h"
#include "command/signals.h"

namespace tools {
namespace {

using Clock = std::chrono::steady_clock;

// A program that reads in its own time gets the next part all the same; one that has let a part lie
// so long is not waited for as long again. On a busy machine it takes a while to start.
constexpr std::chrono::milliseconds patience_at_first{3'000}, patience_later{50};
constexpr std::chrono::milliseconds look_again{1};

// A program that only answers writes a few times what it reads.
std::size_t output_max(const std::string& input) {
  return (std::size_t{16} << 20) + 64 * input.size();
}

FilterRun ended(Process& process, const std::vector<std::string>& words, FilterRun run) {
  run.end = process.kill();
  run.cpu_seconds = process.cpu_seconds();
  run.errors = process.take_errors();
  if (run.end.kind == ProcessEnd::Kind::NotStarted)
    throw CannotStart(fmt::format("\"{}\" {}", words.front(), show(run.end)));
  return run;
}

}  // namespace

FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max, fuzz::Reads cuts, std::chrono::milliseconds pause) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds_max));
  FilterRun run;
  Process process(words, Process::Errors::Kept, program_memory_max);
  std::string_view nothing;
  const auto goes_on = [&](std::string_view& part, Clock::time_point until) {
    const auto event = process.exchange(part, run.output, std::min(until, deadline));
    if (event == Process::Event::Interrupted) throw Interrupted();
    run.timed_out = event == Process::Event::TimeIsUp && Clock::now() >= deadline;
    run.flooded = run.output.size() > output_max(input);
    return event != Process::Event::Ended && !run.timed_out && !run.flooded;
  };
  bool runs = true;
  auto patience = patience_at_first;
  std::string_view rest = input;
  for (std::size_t size = cuts.first; runs && !rest.empty(); size = cuts.size) {
    auto part = rest.substr(0, cuts.size == 0 ? rest.size() : size);
    rest.remove_prefix(part.size());
    while (runs && !part.empty()) runs = goes_on(part, deadline);
    const auto until = Clock::now() + patience;
    while (runs && !rest.empty() && process.unread() > 0 && Clock::now() < until)
      runs = goes_on(nothing, Clock::now() + look_again);
    if (Clock::now() >= until) patience = patience_later;
    const auto goes_on_at = Clock::now() + std::exchange(pause, {});
    while (runs && !rest.empty() && Clock::now() < goes_on_at) runs = goes_on(nothing, goes_on_at);
  }
  process.close_input();
  while (runs) runs = goes_on(nothing, deadline);
  return ended(process, words, std::move(run));
}

FilterRun run_in_steps(const std::vector<std::string>& words, const std::string& line,
                       std::size_t count, std::chrono::milliseconds wait, double seconds_max,
                       std::vector<std::size_t>& answers) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds_max));
  Process process(words, Process::Errors::Kept, program_memory_max);
  FilterRun run;
  std::string_view nothing;
  const auto answered = [&] {
    return static_cast<std::size_t>(std::ranges::count(run.output, '\n'));
  };
  bool runs = true;
  const auto wait_for = [&](std::string_view& part, Clock::time_point until) {
    const auto event = process.exchange(part, run.output, std::min(until, deadline));
    if (event == Process::Event::Interrupted) throw Interrupted();
    run.timed_out = event != Process::Event::Ended && Clock::now() >= deadline;
    runs = event != Process::Event::Ended && !run.timed_out;
  };
  answers.clear();
  for (std::size_t i = 1; i <= count; ++i) {
    std::string_view part = line;
    while (runs && !part.empty()) wait_for(part, deadline);
    const auto read_by = Clock::now() + patience_at_first;
    while (runs && process.unread() > 0 && Clock::now() < read_by)
      wait_for(nothing, Clock::now() + look_again);
    const auto until = Clock::now() + wait;
    while (runs && answered() < i && Clock::now() < until) wait_for(nothing, until);
    answers.push_back(answered());
  }
  process.close_input();
  while (runs) wait_for(nothing, deadline);
  answers.push_back(answered());
  return ended(process, words, std::move(run));
}

}  // namespace tools
