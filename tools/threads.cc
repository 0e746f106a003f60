#include "threads.h"

namespace tools {

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
  for (std::size_t busy = job_.busy; busy != 0; busy = job_.busy) job_.busy.wait(busy);
}

void Threads::help() const {
  for (std::uint32_t seen = 0;;) {
    job_.number.wait(seen);
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
