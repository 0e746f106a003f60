#include "command/threads.h"

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

Threads::Threads(std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) helpers_.emplace_back([this] { help(); });
}

Threads::~Threads() {
  job_.quit = true;
  ++job_.number;
  job_.number.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Threads::run(std::size_t tasks, sim::TaskRef task) const {
  job_.task = &task;
  job_.tasks = tasks;
  job_.next = 0;
  if (helpers_.empty() || tasks < 2) return work();
  job_.busy = helpers_.size();
  ++job_.number;
  job_.number.notify_all();
  work();
  for (std::size_t busy = job_.busy; busy != 0; busy = job_.busy)
    wait_until_changed(job_.busy, busy);
}

void Threads::help() const {
  for (std::uint32_t seen = 0;;) {
    wait_until_changed(job_.number, seen);
    ++seen;  // Each job waits for every helper, so none is missed.
    if (job_.quit) return;
    work();
    if (--job_.busy == 0) job_.busy.notify_one();
  }
}

void Threads::work() const {
  for (std::size_t i = job_.next++; i < job_.tasks; i = job_.next++) (*job_.task)(i);
}

}  // namespace tools
