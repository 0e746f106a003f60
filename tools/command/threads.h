// Real threads for a search; nothing below tools may have any.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "sim/search/parallel.h"

namespace tools {

// Keeps its threads between calls of run(). The caller of run() is one of them, so with a
// count of 1 nothing is started. Not to be called by two threads at once, nor by a task.
class Threads final : public sim::Parallel {
 public:
  explicit Threads(std::size_t count);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;

  void run(std::size_t tasks, sim::TaskRef task) const override;

 private:
  struct Job {
    const sim::TaskRef* task = nullptr;
    std::size_t tasks = 0;
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> busy = 0;      // Helpers that have not finished this job.
    std::atomic<std::uint32_t> number = 0;  // Goes up when a job starts.
    bool quit = false;
  };

  void help() const;
  void work() const;

  mutable Job job_;
  std::vector<std::thread> helpers_;
};

}  // namespace tools
