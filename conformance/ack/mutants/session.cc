// Mutants that mistake what is left of calls, and where their time begins.
#include "ack/mutants/turn.h"

namespace conformance::ack {
namespace {

constexpr std::uint8_t places = 8;
constexpr int capture_step_ms = 10;

// That many places are never free again.
template <class Ended>
void keeps_place(Turn& turn, Ended ended) {
  if (const auto* called = turn.got<Called>(); called != nullptr && turn.memory.value >= places) {
    turn.out.push_back(Respond{called->call, {.status = Status::Busy}});
    return;
  }
  turn.pass();
  if (ended(turn) && turn.memory.value < places) ++turn.memory.value;
}

void says_instead(Turn& turn, Doing right, Doing wrong) {
  turn.pass();
  auto* respond = turn.find<Respond>();
  if (respond != nullptr && respond->response.doing == right) respond->response.doing = wrong;
}

constexpr Deviation session_table[]{
    {{"place_kept_by_timeout", "ACK-27", "", "a call that timed out keeps its place"},
     [](Turn& turn) {
       keeps_place(turn, [](Turn& of) {
         const auto* respond = of.find<Respond>();
         return respond != nullptr && respond->response.status == Status::Missing;
       });
     }},
    {{"place_kept_by_who_left", "ACK-27", "", "a call that its client left does so"},
     [](Turn& turn) {
       keeps_place(turn, [](Turn& of) { return of.got<Cancelled>() != nullptr; });
     }},
    {{"ids_wrap", "ACK-28", "", "the third round trip has the id of the first"},
     [](Turn& turn) {
       State state = turn.engine.state();
       state.requests %= 2;
       turn.engine = Engine(turn.engine.table(), state);
       turn.pass();
     }},
    {{"budget_from_capture", "ACK-29", "", "a capture that takes long shortens the wait"},
     [](Turn& turn) {
       const auto* captured = turn.got<Captured>();
       State state = turn.engine.state();
       for (const Call& call : state.calls)
         if (call.phase == Phase::Capturing)
           turn.memory.value = static_cast<std::uint8_t>(
               turn.memory.value + turn.event.at.time_since_epoch().count() / capture_step_ms);
       turn.pass();
       if (captured == nullptr) return;
       state = turn.engine.state();
       for (Call& call : state.calls)
         if (call.id == captured->call)
           call.dispatched -= Duration{turn.memory.value * capture_step_ms};
       turn.memory.value = 0;
       turn.engine = Engine(turn.engine.table(), state);
     }},
    {{"listener_outlives_client", "ACK-17", "ack/listener_left_behind",
      "the listener for a reply stays when its client leaves"},
     [](Turn& turn) {
       const auto* left = turn.got<Cancelled>();
       const Call* call = left == nullptr ? nullptr : turn.call(left->call);
       const bool listens = call != nullptr && call->phase == Phase::Replying;
       turn.pass();
       if (listens && turn.memory.value < places) ++turn.memory.value;
     },
     true},
    {{"only_larger_versions", "ACK-16 ACK-24", "ack/restart_counts_anew",
      "takes pushes with a larger version alone"},
     [](Turn& turn) {
       const auto* pushed = turn.got<Pushed>();
       const auto panes = turn.engine.panes();
       if (pushed != nullptr && panes.exists && pushed->version <= panes.detail) return;
       turn.pass();
     }},
    {{"store_begins_anew", "ACK-16 ACK-28", "ack/store_ready_twice",
      "a store that is registered again counts from zero"},
     [](Turn& turn) {
       const bool again = turn.got<StoreReady>() != nullptr && turn.engine.panes().exists;
       turn.pass();
       if (!again) return;
       State state = turn.engine.state();
       state.panes.generation = state.panes.version = 0;
       turn.engine = Engine(turn.engine.table(), state);
     }},
    {{"doing_untold", "ACK-33", "ack/retried_after_timeout",
      "a timeout does not say that the action may still happen"},
     [](Turn& turn) { says_instead(turn, Doing::MayHappen, Doing::Unsaid); }},
    {{"refusal_may_happen", "ACK-33", "",
      "an error that dispatched nothing says that the action may still happen"},
     After{[](Turn& turn) {
       auto* respond = turn.find<Respond>();
       if (respond != nullptr && turn.got<Called>() != nullptr &&
           respond->response.status != Status::Ok)
         respond->response.doing = Doing::MayHappen;
     }}},
    {{"done_as_missing", "ACK-34", "ack/done_signal_missing",
      "what a reply said was done may still happen, it says"},
     [](Turn& turn) { says_instead(turn, Doing::Done, Doing::MayHappen); }},
};

}  // namespace

std::span<const Deviation> session_deviations() { return session_table; }

}  // namespace conformance::ack
