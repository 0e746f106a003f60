#include "command/threads.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "port/check.h"

namespace tools {

namespace {

// Phases of a search follow each other within microseconds, and going to sleep and being
// woken takes longer than most of them last. So a thread looks for a while before it sleeps.
template <class T>
void wait_until_changed(const std::atomic<T>& value, T old) {
  constexpr int looks = 4000;
  for (int i = 0; i < looks; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  value.wait(old);
}

}  // namespace

Threads::Threads(std::size_t count) : parts_(std::max(count, std::size_t{1})) {
  try {
    for (std::size_t i = 1; i < count; ++i) workers_.emplace_back([this, i] { wait_for_jobs(i); });
  } catch (const std::system_error& fault) {
    stop();
    for (std::thread& worker : workers_) worker.join();
    throw std::runtime_error(
        fmt::format("only {} of {} threads could be started: {}; ask for fewer with -j",
                    workers_.size() + 1, count, fault.code().message()));
  }
}

Threads::~Threads() {
  stop();
  for (std::thread& worker : workers_) worker.join();
}

void Threads::stop() const {
  job_.quit = true;
  ++job_.number;
  job_.number.notify_all();
}

void Threads::run(std::size_t tasks, sim::TaskRef task) const {
  if (workers_.empty() || tasks < 2) {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
    return;
  }
  CHECK(tasks <= 0xffffffff);
  const auto count = static_cast<std::uint32_t>(tasks);
  const std::uint32_t number = job_.number + 1;
  job_.task = &task;
  job_.tasks = count;
  job_.done = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const std::uint32_t begin = part == 0 ? 0 : part_end(count, part - 1);
    parts_[part].left = std::uint64_t{number} << 32 | (part_end(count, part) - begin);
  }
  job_.number = number;
  job_.number.notify_all();
  work(0);
  for (std::uint32_t done = job_.done; done != count; done = job_.done)
    wait_until_changed(job_.done, done);
  if (auto thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
}

std::uint32_t Threads::part_end(std::uint32_t tasks, std::size_t part) const {
  return static_cast<std::uint32_t>(std::uint64_t{tasks} * (part + 1) / parts_.size());
}

void Threads::wait_for_jobs(std::size_t self) const {
  for (std::uint32_t seen = 0;;) {
    wait_until_changed(job_.number, seen);
    seen = job_.number;
    if (job_.quit) return;
    work(self);
  }
}

void Threads::work(std::size_t self) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) take_all((self + i) % parts_.size());
}

// What is read about a job holds if one of its tasks can be taken afterwards: nothing of it
// changes before all of them are done.
void Threads::take_all(std::size_t part) const {
  std::atomic<std::uint64_t>& in_part = parts_[part].left;
  for (std::uint64_t left = in_part; static_cast<std::uint32_t>(left) != 0;) {
    const sim::TaskRef* const task = job_.task;
    const std::uint32_t tasks = job_.tasks;
    if (!in_part.compare_exchange_weak(left, left - 1)) continue;
    try {
      (*task)(part_end(tasks, part) - static_cast<std::uint32_t>(left));
    } catch (...) {
      const std::lock_guard lock(thrown_mutex_);
      if (thrown_ == nullptr) thrown_ = std::current_exception();
    }
    if (++job_.done == tasks) job_.done.notify_one();
    left = in_part;
  }
}

}  // namespace tools
