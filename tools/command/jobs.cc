#include "command/jobs.h"

#include <algorithm>
#include <thread>

#include "command/threads.h"

namespace tools {

namespace {

constexpr std::uint64_t jobs_max = 1024;

}  // namespace

void add_jobs_option(CommandLine& line) {
  line.option("jobs,j", "N", "Threads; as many as there are processors by default.");
  line.check([&line] { line.number("jobs", 1, jobs_max); });
}

std::unique_ptr<sim::Parallel> parallel_of(const CommandLine& line) {
  const auto processors =
      std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, jobs_max);
  return std::make_unique<Threads>(line.number("jobs", 1, jobs_max).value_or(processors));
}

}  // namespace tools
