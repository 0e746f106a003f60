// Real threads for a search; nothing below tools may have any.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/search/parallel.h"

namespace tools {

// Keeps its threads between calls of run(). The caller of run() is one of them, so with a
// count of 1 nothing is started. Not to be called by two threads at once, nor by a task. Throws
// where the system has no more threads; and run() throws what a task threw first, once all others
// have been taken.
class Threads final : public sim::Parallel {
 public:
  explicit Threads(std::size_t count);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;

  void run(std::size_t tasks, sim::TaskRef task) const override;

 private:
  // A thread begins with its own part of the tasks, the same from job to job as long as there
  // are as many, so that what it wrote for a task is in its cache when the next job comes to
  // it. Then it takes what the others have left. Those not taken yet are counted in one word
  // with the job's number, so that a thread that comes late cannot take one of the wrong job.
  struct alignas(64) Part {
    std::atomic<std::uint64_t> left = 0;  // The job's number above, tasks below.
  };
  // The caller waits for tasks that were taken, not for threads: one that the system has not
  // got round to waking holds nobody up.
  struct Job {
    std::atomic<const sim::TaskRef*> task = nullptr;
    std::atomic<std::uint32_t> tasks = 0;
    std::atomic<std::uint32_t> number = 0;  // Goes up when a job starts, and at the end.
    std::atomic<bool> quit = false;
    alignas(64) std::atomic<std::uint32_t> done = 0;  // Tasks.
  };

  std::uint32_t part_end(std::uint32_t tasks, std::size_t part) const;
  void wait_for_jobs(std::size_t self) const;
  void work(std::size_t self) const;
  void take_all(std::size_t part) const;
  void stop() const;

  mutable std::vector<Part> parts_;  // The caller's first.
  mutable Job job_;
  mutable std::mutex thrown_mutex_;
  mutable std::exception_ptr thrown_;  // By a task of this job.
  std::vector<std::thread> workers_;
};

}  // namespace tools
