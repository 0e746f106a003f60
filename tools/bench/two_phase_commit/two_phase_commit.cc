// One search of two-phase commit, to be timed beside SPIN: see two_phase_commit.py.
//
//   two_phase_commit MANAGERS THREADS [--exact] [--edges]
//
// Prints one JSON object. Seconds are those of the search alone, as in SPIN's own print.
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "command/threads.h"
#include "search/two_phase_commit.h"
#include "sim/search/explore.h"

namespace {

struct Arguments {
  std::uint32_t managers = 0;
  std::uint32_t threads = 0;
  bool exact = false;
  bool edges = false;
};

bool number_from(std::string_view text, std::uint32_t most, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && 0 < number && number <= most;
}

bool parse(int count, char** words, Arguments& out) {
  if (count < 3 || !number_from(words[1], 15, out.managers) ||
      !number_from(words[2], 64, out.threads))
    return false;
  for (int i = 3; i < count; ++i) {
    const std::string_view word = words[i];
    if (word != "--exact" && word != "--edges") return false;
    (word == "--exact" ? out.exact : out.edges) = true;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  if (!parse(count, words, arguments)) {
    fmt::print(stderr,
               "usage: two_phase_commit MANAGERS THREADS [--exact] [--edges]\n"
               "MANAGERS from 1 to 15, THREADS from 1 to 64\n");
    return 2;
  }
  const sim::TwoPhaseCommit model(arguments.managers);
  const tools::Threads threads(arguments.threads);
  const sim::SearchOptions options{.edges = arguments.edges, .exact = arguments.exact};
  const auto start = std::chrono::steady_clock::now();
  const auto result = sim::explore(model, options, threads);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print(
      "{{\"states\":{},\"transitions\":{},\"complete\":{},\"seconds\":{:.3f},\"bytes_peak\":{}}}\n",
      result.states, result.transitions, result.complete(), took.count(), result.bytes_peak);
  return result.complete() ? 0 : 1;
}
