// Mutants that mistake a sleep of the machine for the silence of IDEs, or pass over it.
#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

constexpr Deviation sleep_table[]{
    {{"sleep_is_silence", "MON-29", "monitor/machine_sleeps",
      "drops on waking what said nothing while the machine slept"},
     After{[](Turn& turn) {
       if (turn.got<Slept>() == nullptr || turn.is_over()) return;
       turn.change([](auto& state) {
         for (auto& ide : state.ides) ide.woke = false;
       });
       const auto ides = turn.engine.state().ides;
       for (const auto& ide : ides)
         if (ide.connection != no_connection)
           turn.tell(TimerFired{{TimerKind::Worker, ide.marker.pid.value}});
     }}},
    {{"sleep_is_passed_over", "MON-29", "",
      "drops a stream right after a sleep that it said nothing before"},
     After{[](Turn& turn) {
       if (turn.got<Slept>() == nullptr) return;
       turn.change([](auto& state) {
         for (auto& ide : state.ides) ide.woke = false;
       });
     }}},
    {{"sleep_without_a_look", "MON-29", "", "looks at no marker on waking"}, unheard<Slept>},
    {{"dead_stream_after_sleep", "MON-29", "",
      "believes for ever in a stream that it had before a sleep"},
     After{[](Turn& turn) {
       if (turn.got<Slept>() == nullptr) return;
       for (const auto& ide : turn.engine.state().ides)
         if (ide.connection != no_connection)
           turn.out.push_back(CancelTimer{{TimerKind::Worker, ide.marker.pid.value}});
     }}},
};

}  // namespace

std::span<const Deviation> sleep_deviations() { return sleep_table; }

}  // namespace conformance::monitor
