#include "engine/monitor/engine.h"

#include <algorithm>

#include "monitor/discovery.h"
#include "monitor/ports.h"
#include "monitor/worker.h"
#include "port/check.h"
#include "port/visit.h"

namespace engine::monitor {
namespace {

std::uint32_t mixed(std::uint32_t value) {
  value = (value ^ (value >> 16)) * 0x7feb352dU;
  value = (value ^ (value >> 15)) * 0x846ca68bU;
  return value ^ (value >> 16);
}

}  // namespace

// One event being handled; lives no longer than that.
template <class Capacity>
class Step : Discovery<Capacity>, Workers<Capacity>, PortScan<Capacity> {
 public:
  Step(const Limits& limits, std::uint32_t seed, BasicState<Capacity>& state, Commands& out)
      : Discovery<Capacity>(state, out, limits, *this, *this),
        Workers<Capacity>(state, out, limits, seed),
        PortScan<Capacity>(state, out, limits),
        state_(state),
        out_(out) {}

  void on(const Started&) {
    CHECK(state_.life == Life::New);
    state_.life = Life::Running;
    this->begin_scan();
    this->begin_round();
  }
  void on(const FolderListed& event) { this->listed(event); }
  void on(const MarkerRead& event) { this->read(event); }
  void on(const Answered& event) { this->answered(event); }
  void on(const LineRead& event) { this->line_read(event); }
  void on(const Ended& event) { this->ended(event.connection); }
  void on(const ProbeEnded& event) { this->probe_ended(event); }
  void on(const AddressWanted& event) { this->address_wanted(event.pid); }
  void on(const StreamTried& event) { this->stream_tried(event); }
  void on(const HeadAnswered& event) { this->head_answered(event); }
  void on(const Slept&) {
    this->scan_is_due();
    this->woke();
  }
  void on(const TimerFired& event) {
    switch (event.timer.kind) {
      case TimerKind::Scan: return this->scan_is_due();
      case TimerKind::Worker: return this->worker_timer({event.timer.of});
      case TimerKind::Round: return this->begin_round();
      case TimerKind::Probe: break;
    }
    this->probe_is_late(static_cast<std::uint16_t>(event.timer.of));
  }
  void on(const Stopped&) {
    out_.emplace_back(CancelTimer{{TimerKind::Scan, 0}});
    this->stop_workers();
    this->stop_ports();
    state_ = {};
    state_.life = Life::Over;
  }
  using Discovery<Capacity>::settle;

 private:
  BasicState<Capacity>& state_;
  Commands& out_;
};

Duration pause_after(const Limits& limits, std::uint32_t seed, Pid pid, std::uint8_t failures) {
  auto base = limits.backoff_least.count();
  for (std::uint8_t i = 1; i < failures; ++i)
    base = std::min(2 * base, limits.backoff_most.count());
  const auto spread = base / 100 * limits.jitter_percent;
  const auto drawn = mixed(seed ^ mixed(pid.value ^ mixed(failures)));
  const auto jitter = drawn % (2 * static_cast<std::uint32_t>(spread) + 1);
  return Duration{base - spread + static_cast<std::int32_t>(jitter)};
}

template <class Capacity>
void BasicEngine<Capacity>::step(const Event& event, Commands& out) {
  if (state_.life == Life::Over) return;
  Step<Capacity> step(*limits_, seed_, state_, out);
  port::visit([&](const auto& what) { step.on(what); }, event);
  step.settle();
}

template class BasicEngine<Live>;
template class BasicEngine<Small>;

}  // namespace engine::monitor
