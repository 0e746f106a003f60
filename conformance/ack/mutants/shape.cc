// Mutants that listen to parameters, answer in another shape, or do not end with their answer.
#include "ack/mutants/turn.h"

namespace conformance::ack {
namespace {

void answer_instead(Turn& turn, Status status, Status instead) {
  turn.pass();
  auto* respond = turn.find<Respond>();
  if (respond != nullptr && respond->response.status == status) respond->response.status = instead;
}

constexpr Deviation altered_shapes[]{
    {{"poll_by_parameter", "ACK-07 ACK-04", "",
      "what is to be done to one thing alone is looked for half as often"},
     [](Turn& turn) {
       if (const auto* called = turn.got<Called>(); called != nullptr)
         turn.memory.call = static_cast<std::uint8_t>(called->request.one ? called->call.value : 0);
       turn.pass();
       auto* set = turn.find<SetTimer>();
       if (set != nullptr && set->call.value == turn.memory.call) set->after *= 2;
     }},
    {{"ok_names_the_signal", "ACK-08", "", "OK carries the signal that it saw"},
     [](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       const Call* call = looked == nullptr ? nullptr : turn.call(looked->call);
       if (call == nullptr) return turn.pass();
       const Row row = turn.row_of(*call);
       turn.pass();
       if (auto* respond = turn.find<Respond>();
           respond != nullptr && respond->response.status == Status::Ok)
         respond->response.signal = {row.signal, row.subject, 0};
     }},
    {{"nothing_awaited_is_missing", "ACK-06", "",
      "what waits for nothing says that its signal is missing"},
     After{[](Turn& turn) {
       auto* respond = turn.find<Respond>();
       if (respond != nullptr && turn.find<Dispatch>() != nullptr)
         respond->response.status = Status::Missing;
     }}},
    {{"target_minded", "ACK-08", "",
      "a tool that is about no dialog refuses a request that names one"},
     [](Turn& turn) {
       const auto* called = turn.got<Called>();
       const Row* row =
           called == nullptr ? nullptr : find_row(turn.engine.table(), called->request);
       if (row == nullptr || row->target != no_target || called->request.target == no_target)
         return turn.pass();
       turn.out.push_back(Respond{called->call, {.status = Status::InvalidParams}});
     }},
    {{"unknown_tool_as_invalid", "ACK-08", "",
      "a tool that there is not is invalid params of one that there is"},
     [](Turn& turn) { answer_instead(turn, Status::UnknownTool, Status::InvalidParams); }},
    {{"invalid_as_unknown_tool", "ACK-08 ACK-12", "",
      "a request that a tool does not take is an unknown tool"},
     [](Turn& turn) { answer_instead(turn, Status::InvalidParams, Status::UnknownTool); }},
    {{"missing_as_invalid", "ACK-06 ACK-19", "", "a missing signal is blamed on the parameters"},
     [](Turn& turn) { answer_instead(turn, Status::Missing, Status::InvalidParams); }},
    {{"ok_on_giving_up", "ACK-31", "", "says OK when the budget is over"},
     changes([](Respond& respond) {
       if (respond.response.status == Status::Missing) respond.response = {};
     })},
    {{"answers_the_other", "ACK-18", "", "gives a call the answer of another in flight"},
     After{[](Turn& turn) {
       auto* respond = turn.find<Respond>();
       const auto& others = turn.engine.state().calls;
       if (respond != nullptr && !others.empty()) respond->call = others[0].id;
     }}},
    {{"replies_unheard", "ACK-32", "", "hears no reply of the frontend"}, unheard<Replied>},
    {{"notes_always", "ACK-21", "", "that the signal held before is noted of every call"},
     [](Turn& turn) {
       const auto* captured = turn.got<Captured>();
       const Call* call = captured == nullptr ? nullptr : turn.call(captured->call);
       if (call == nullptr) return turn.pass();
       const Row row = turn.row_of(*call);
       turn.pass();
       const bool appears =
           row.signal == SignalKind::SoftDialogAppeared || row.signal == SignalKind::WindowAppeared;
       if (appears && turn.find<NoteHeld>() == nullptr)
         turn.out.insert(turn.out.begin(), NoteHeld{captured->call, {row.signal, row.subject, 0}});
     }},
    {{"second_thoughts", "ACK-17", "", "a call that gave up says OK at the next push"},
     After{[](Turn& turn) {
       const auto* respond = turn.find<Respond>();
       if (respond != nullptr && respond->response.status == Status::Missing) {
         turn.memory.call = static_cast<std::uint8_t>(respond->call.value);
       } else if (turn.got<Pushed>() != nullptr && turn.memory.call != 0) {
         turn.out.push_back(Respond{{turn.memory.call}, {}});
         turn.memory.call = 0;
       }
     }}},
    {{"answers_nobody", "ACK-17", "", "says OK to a call that nobody made, at a push"},
     After{[](Turn& turn) {
       if (turn.got<Pushed>() != nullptr) turn.out.push_back(Respond{no_call, {}});
     }}},
    {{"late_looks_count", "ACK-17", "",
      "a look that is answered after the end of its call says OK once more"},
     [](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       const bool late = looked != nullptr && turn.call(looked->call) == nullptr;
       if (late) turn.out.push_back(Respond{looked->call, {}});
       turn.pass();
     }},
    {{"late_captures_count", "ACK-17", "",
      "a capture that is answered late dispatches for the call that has its number now"},
     [](Turn& turn) {
       const auto* captured = turn.got<Captured>();
       const Call* call = captured == nullptr ? nullptr : turn.call(captured->call);
       if (call != nullptr && call->phase != Phase::Capturing && call->phase != Phase::Checking)
         turn.out.push_back(Dispatch{call->id, {}});
       turn.pass();
     }},
    {{"late_look_is_the_last", "ACK-05", "",
      "a look from before the deadline is the last one if it is answered after it"},
     After{[](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       if (looked == nullptr || turn.find<Look>() == nullptr) return;
       const Call& call = *turn.call(looked->call);
       const Row& row = turn.row_of(call);
       turn.drop<Look>();
       turn.respond(looked->call, {.status = Status::Missing,
                                   .signal = {row.signal, row.subject, call.bound},
                                   .elapsed = turn.event.at - call.dispatched});
     }}},
    {{"opened_path_noted", "ACK-26", "",
      "a viewer that is opened is noted as still open if its path is named"},
     [](Turn& turn) {
       const auto* called = turn.got<Called>();
       if (called != nullptr && called->request.path != no_path && !called->request.one) {
         turn.memory.call = static_cast<std::uint8_t>(called->call.value);
         turn.memory.value = called->request.path.value;
       }
       turn.pass();
       const auto* respond = turn.find<Respond>();
       if (respond == nullptr || respond->call.value != turn.memory.call) return;
       turn.out.insert(turn.out.begin(), NoteStillOpen{respond->call, {turn.memory.value}});
       turn.memory.call = 0;
     }},
    {{"looks_for_nobody", "ACK-17", "",
      "looks once more for a call with a number that there is not"},
     After{[](Turn& turn) {
       if (const auto* look = turn.find<Look>()) turn.out.push_back(Look{{0x101}, look->probe});
     }}},
};

}  // namespace

std::span<const Deviation> shape_deviations() { return altered_shapes; }

}  // namespace conformance::ack
