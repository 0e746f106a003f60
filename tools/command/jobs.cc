#include "command/jobs.h"

#include <algorithm>
#include <thread>

#include "command/threads.h"

namespace tools {

void add_jobs_option(CommandLine& line) {
  line.option("jobs,j", "N", "Threads; as many as there are processors by default.");
}

std::unique_ptr<sim::Parallel> parallel_of(const CommandLine& line) {
  constexpr std::uint64_t most = 1024;
  const auto processors = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, most);
  return std::make_unique<Threads>(line.number("jobs", 1, most).value_or(processors));
}

}  // namespace tools
