// The scan of ports, and what it has to do with markers. Not for others to include.
#pragma once
#include <algorithm>

#include "engine/monitor/engine.h"

namespace engine::monitor {

template <class Capacity>
class PortScan {
 public:
  PortScan(BasicState<Capacity>& state, Commands& out, const Limits& limits)
      : state_(state), out_(out), limits_(limits) {}

  // The markers are others than before.
  void join() {
    for (std::uint16_t i = 0; i != limits_.ports_count(); ++i) show(i, state_.ports[i].build);
  }

 protected:
  void begin_round() {
    state_.next_port = 0;
    go_on();
  }
  void probe_ended(const ProbeEnded& event) {
    forget(event.port);
    out_.emplace_back(CancelTimer{timer(event.port)});
    see(event.port, event.build);
  }
  void probe_is_late(std::uint16_t port) {
    forget(port);
    out_.emplace_back(CancelProbe{port});
    see(port, no_text);
  }
  void stop_ports() {
    for (const auto port : state_.probing) {
      out_.emplace_back(CancelProbe{port});
      out_.emplace_back(CancelTimer{timer(port)});
    }
    out_.emplace_back(CancelTimer{{TimerKind::Round, 0}});
  }

 private:
  static Timer timer(std::uint16_t port) { return {TimerKind::Probe, port}; }

  void forget(std::uint16_t port) {
    auto& probing = state_.probing;
    const auto found = std::find(probing.begin(), probing.end(), port);
    probing.erase(static_cast<std::size_t>(found - probing.begin()));
  }
  void see(std::uint16_t port, TextId build) {
    for (std::uint16_t i = 0; i != limits_.ports_count(); ++i)
      if (limits_.port(i) == port) show(i, build);
    go_on();
  }
  void show(std::uint16_t index, TextId build) {
    SeenPort& seen = state_.ports[index];
    const auto port = limits_.port(index);
    // By the address alone: two IDEs may have one build (MON-33).
    const auto names = [port](const Ide& ide) {
      const auto& marker = ide.marker;
      return ide.is_told() &&
             (marker.web_port == port || marker.own_port == port || marker.target.port == port);
    };
    const bool marked =
        build != no_text && std::any_of(state_.ides.begin(), state_.ides.end(), names);
    const SeenPort now{.build = build, .marked = marked};
    if (now == seen) return;
    seen = now;
    if (build == no_text)
      out_.emplace_back(PortGone{port});
    else
      out_.emplace_back(PortShown{port, build, marked});
  }
  void go_on() {
    while (state_.next_port < limits_.ports_count() &&
           state_.probing.size() < limits_.probes_at_once) {
      const auto port = limits_.port(state_.next_port++);
      state_.probing.push_back(port);
      out_.emplace_back(Probe{port});
      out_.emplace_back(SetTimer{timer(port), limits_.probe});
    }
    if (state_.probing.empty() && limits_.ports_count() > 0)
      out_.emplace_back(SetTimer{{TimerKind::Round, 0}, limits_.round});
  }

  BasicState<Capacity>& state_;
  Commands& out_;
  const Limits& limits_;
};

}  // namespace engine::monitor
