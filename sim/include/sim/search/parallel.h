// How a search uses several processors without knowing threads, which are banned here.
#pragma once
#include <cstddef>
#include <memory>

namespace sim {

// A callable taken by reference; it must outlive the call that it is passed to.
class TaskRef {
 public:
  template <class F>
  explicit TaskRef(const F& task)
      : task_(std::addressof(task)), call_([](const void* object, std::size_t index) {
          (*static_cast<const F*>(object))(index);
        }) {}

  void operator()(std::size_t index) const { call_(task_, index); }

 private:
  const void* task_;
  void (*call_)(const void*, std::size_t);
};

class Parallel {
 public:
  virtual ~Parallel() = default;
  // Calls task(0) to task(tasks - 1), each once, in any order and at the same time if it
  // likes, and returns after the last one.
  virtual void run(std::size_t tasks, TaskRef task) const = 0;
};

class Serial final : public Parallel {
 public:
  void run(std::size_t tasks, TaskRef task) const override {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
  }
};

}  // namespace sim
