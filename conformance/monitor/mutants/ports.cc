// Mutants that mistake ports.
#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

constexpr Deviation port_table[]{
    {{"slow_port", "MON-30", "monitor/slow_port", "waits for a port without a bound"},
     [](Limits& limits) { limits.probe = Duration{60'000}; }},
    {{"too_many_at_once", "MON-30", "", "probes more ports at once than it may"},
     After{[](Turn& turn) {
       const auto& state = turn.engine.state();
       const auto& limits = turn.engine.limits();
       if (turn.find<Probe>() == nullptr || state.next_port >= limits.ports_count()) return;
       turn.out.push_back(Probe{limits.port(state.next_port)});
     }}},
    {{"scan_blocks_markers", "MON-30", "monitor/scan_blocks_markers",
      "looks at no marker while it probes"},
     [](Turn& turn) {
       const auto* fired = turn.got<TimerFired>();
       const bool waits = fired != nullptr && fired->timer.kind == TimerKind::Scan &&
                          !turn.engine.state().probing.empty();
       if (!waits) return turn.pass();
       turn.out.push_back(SetTimer{fired->timer, Duration{500}});
     }},
    {{"ports_are_left_out", "MON-30", "", "stops at the first port that hangs"},
     After{[](Turn& turn) {
       if (turn.find<CancelProbe>() != nullptr) turn.drop<Probe>();
     }}},
    {{"ports_once", "MON-30", "", "looks at the ports once"},
     [](Turn& turn) {
       const auto* fired = turn.got<TimerFired>();
       if (fired == nullptr || fired->timer.kind != TimerKind::Round) return turn.pass();
       turn.out.push_back(SetTimer{fired->timer, turn.engine.limits().round});
     }},
    {{"same_port_again", "MON-30", "", "probes the first port again and again"},
     [](Turn& turn) {
       const auto* ended = turn.got<ProbeEnded>();
       if (ended == nullptr || ended->port != turn.engine.limits().port(0)) return turn.pass();
       turn.out.push_back(Probe{ended->port});
     }},
    {{"rounds_late", "MON-30", "", "looks at the ports every minute"},
     [](Limits& limits) { limits.round = Duration{60'000}; }},
    {{"marks_but_the_first", "MON-33", "",
      "tells of a marker that comes later at all ports but the first"},
     After{[](Turn& turn) {
       const auto first = turn.engine.limits().port(0);
       if (turn.got<MarkerRead>() != nullptr)
         turn.drop<PortShown>([&](const PortShown& shown) { return shown.port == first; });
     }}},
    {{"not_an_ide", "MON-31", "monitor/not_an_ide", "takes any answer for an IDE's"},
     hears([](ProbeEnded& ended) {
       if (ended.result == ProbeResult::NotAnIde) ended = {ended.port, ProbeResult::Ide, {9}};
     })},
    {{"ide_stays_at_its_port", "MON-31", "", "never tells that an IDE is gone"},
     After{[](Turn& turn) { turn.drop<PortGone>(); }}},
    {{"probe_after_stop", "MON-32", "monitor/probe_after_stop", "lets probes go on when it stops"},
     After{[](Turn& turn) {
       if (turn.got<Stopped>() != nullptr) turn.drop<CancelProbe>();
     }}},
    {{"joined_by_build", "MON-33", "monitor/two_ides_one_build",
      "takes an IDE at a port for the one of a marker that has its build"},
     After{[](Turn& turn) {
       auto* shown = turn.find<PortShown>();
       if (shown == nullptr) return;
       for (const auto& ide : turn.engine.state().ides)
         shown->marked = shown->marked || ide.marker.build == shown->build;
     }}},
    {{"own_server_unseen", "MON-52", "", "passes over an IDE's own server"},
     hears([](ProbeEnded& ended) {
       if (ended.result == ProbeResult::OwnServer) ended = {ended.port, ProbeResult::NotAnIde, {}};
     })},
    {{"never_joined", "MON-33", "", "tells of every port as one without a marker"},
     changes([](PortShown& shown) { shown.marked = false; })},
};

}  // namespace

std::span<const Deviation> port_deviations() { return port_table; }

}  // namespace conformance::monitor
