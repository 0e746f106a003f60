// Mutants that mistake what is left of calls, and where their time begins.
#include <array>

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

constexpr std::array session_table{
    Deviation{{"place_kept_by_timeout", "ACK-27", "", "a call that timed out keeps its place"},
              nullptr,
              [](Turn& turn) {
                keeps_place(turn, [](Turn& of) {
                  const auto* respond = of.first<Respond>();
                  return respond != nullptr && respond->response.status == Status::Missing;
                });
              }},
    Deviation{{"place_kept_by_who_left", "ACK-27", "", "a call that its client left does so"},
              nullptr,
              [](Turn& turn) {
                keeps_place(turn, [](Turn& of) { return of.got<Cancelled>() != nullptr; });
              }},
    Deviation{{"ids_wrap", "ACK-28", "", "the third round trip has the id of the first"},
              nullptr,
              [](Turn& turn) {
                State state = turn.engine.state();
                state.requests %= 2;
                turn.engine = Engine(turn.engine.table(), state);
                turn.pass();
              }},
    Deviation{{"budget_from_capture", "ACK-29", "", "a capture that takes long shortens the wait"},
              nullptr,
              [](Turn& turn) {
                const auto* captured = turn.got<Captured>();
                State state = turn.engine.state();
                for (const Call& call : state.calls)
                  if (call.phase == Phase::Capturing)
                    turn.memory.value = static_cast<std::uint8_t>(
                        turn.memory.value +
                        turn.event.at.time_since_epoch().count() / capture_step_ms);
                turn.pass();
                if (captured == nullptr) return;
                state = turn.engine.state();
                for (Call& call : state.calls)
                  if (call.id == captured->call)
                    call.dispatched -= Duration{turn.memory.value * capture_step_ms};
                turn.memory.value = 0;
                turn.engine = Engine(turn.engine.table(), state);
              }},
};

}  // namespace

std::span<const Deviation> session_deviations() { return session_table; }

}  // namespace conformance::ack
