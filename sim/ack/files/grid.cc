// The delays that are in play in the one world of a scenario.
#include <algorithm>
#include <string>
#include <utility>

#include "ack/files/formats.h"

namespace sim::ack {
namespace {

class Delays {
 public:
  explicit Delays(const Plan& plan) : plan_(plan) {
    for (const auto* calls : {&plan.calls, &plan.second})
      for (const auto& call : *calls) add_row(call);
    for (const auto& step : plan.steps) {
      if (!step.event) add_row(step.call);
      add("a step's after_ms", step.after);
    }
    for (const auto& [name, window] :
         {std::pair("capture_ms", plan.latencies.capture),
          std::pair("check_ms", plan.latencies.check), std::pair("look_ms", plan.latencies.look)})
      if (window.latest > 0) add(name, window);
    constexpr std::int32_t calls = 2;
    constexpr std::int32_t ways_to_open = 3;
    constexpr std::int32_t replies = 2;
    add("process_ms", plan.latencies.process, calls * ways_to_open);
    add("notify_ms", plan.latencies.notify, calls);
    if (meets(Behaviour::Slow)) add("slow_ms", plan.latencies.slow, calls * ways_to_open);
    if (meets(Behaviour::RepliesLate) || meets(Behaviour::RepliesTwice))
      add("late_ms", plan.latencies.late, calls * replies);
    if (!plan.second.empty()) add("the second call's at_ms", plan.second_window);
    for (const auto& event : plan.planned) add(name(event.what), event.window);
  }

  std::vector<Delay> take() { return std::move(delays_); }

 private:
  void add(std::string name, Window window, std::int32_t at_once = 1) {
    delays_.push_back({std::move(name), window, at_once});
  }
  void add(std::string name, port::Duration duration) {
    add(std::move(name), Window{duration.count(), duration.count()});
  }
  void add_row(const Call& call) {
    const auto* row = row_for(*plan_.table, call.request);
    if (row == nullptr) return;
    add(call.name + "'s budget", row->budget);
    add(call.name + "'s poll interval", row->poll);
  }
  bool meets(Behaviour what) const {
    for (const auto& step : plan_.steps)
      if (std::ranges::find(step.meets, what) != step.meets.end()) return true;
    return std::ranges::find(plan_.behaviours, what) != plan_.behaviours.end() ||
           std::ranges::find(plan_.second_behaviours, what) != plan_.second_behaviours.end();
  }

  const Plan& plan_;
  std::vector<Delay> delays_;
};

}  // namespace

std::vector<Delay> delays_of(const Plan& plan) { return Delays(plan).take(); }

}  // namespace sim::ack
