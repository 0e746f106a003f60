// Mutants that do the right things at the wrong time, twice, or not at all.
#include "ack/mutants/turn.h"
#include "port/check.h"

namespace conformance::ack {
namespace {

// A reading at which the signal does not hold.
Reading unmet(SignalKind kind) {
  const bool goes =
      kind == SignalKind::SoftDialogDisappeared || kind == SignalKind::WindowDisappeared;
  return goes ? Reading{true, 1} : Reading{};
}

void set_version(Turn& turn, std::uint32_t version) {
  State state = turn.engine.state();
  state.panes.version = version;
  turn.engine = Engine(turn.engine.table(), state);
}
void write_what_is_left(Turn& turn) {
  if (turn.memory.stage == 1) set_version(turn, turn.memory.value);
  turn.memory.stage = turn.memory.value = 0;
}

constexpr Deviation altered_steps[]{
    {{"ok_at_dispatch", "ACK-03", "ack/fire_and_forget",
      "OK is said at dispatch, whatever the frontend does"},
     After{[](Turn& turn) {
       const auto* look = turn.find<Look>();
       const auto* dispatch = turn.find<Dispatch>();
       if (look == nullptr || dispatch == nullptr) return;
       const CallId call = look->call;
       turn.drop<Look>();
       turn.respond(call, {});
     }}},
    {{"settings_closed_at_dispatch", "ACK-03", "ack/settings_close_no_listener",
      "closing the settings is OK at dispatch"},
     After{[](Turn& turn) {
       const auto* look = turn.find<Look>();
       if (look == nullptr || turn.find<Dispatch>() == nullptr) return;
       const CallId call = look->call;
       if (turn.row_of(*turn.call(call)).signal != SignalKind::WindowDisappeared) return;
       turn.drop<Look>();
       turn.respond(call, {});
     }}},
    {{"capture_after_dispatch", "ACK-01", "ack/capture_after_dispatch",
      "the generation is captured after the dispatch"},
     After{[](Turn& turn) {
       if (const auto* capture = turn.find<Capture>();
           capture != nullptr && capture->probe.kind == ProbeKind::Generation) {
         turn.out.insert(turn.out.begin(), Dispatch{capture->call, {}});
       } else if (turn.got<Captured>() != nullptr && turn.find<Look>() != nullptr &&
                  turn.find<Look>()->probe.kind == ProbeKind::Generation) {
         turn.drop<Dispatch>();
       }
     }}},
    {{"no_capture", "ACK-01", "", "the generation is not captured: any push ever is enough"},
     After{[](Turn& turn) {
       const auto* capture = turn.find<Capture>();
       if (capture == nullptr || capture->probe.kind != ProbeKind::Generation) return;
       const CallId call = capture->call;
       turn.drop<Capture>();
       turn.tell(Captured{call, {true, 0}});
     }}},
    {{"dispatches_twice", "ACK-02", "", "the event is dispatched twice"}, After{[](Turn& turn) {
       if (const auto* dispatch = turn.find<Dispatch>())
         turn.out.insert(turn.out.begin(), Dispatch(*dispatch));
     }}},
    {{"never_dispatches", "ACK-02", "", "the event is not dispatched at all"},
     After{[](Turn& turn) { turn.drop<Dispatch>(); }}},
    {{"no_first_look", "ACK-04", "", "the first look comes after one poll interval"},
     After{[](Turn& turn) {
       const auto* look = turn.find<Look>();
       if (look == nullptr || turn.find<Dispatch>() == nullptr) return;
       const CallId call = look->call;
       turn.drop<Look>();
       turn.tell(Looked{call, unmet(turn.row_of(*turn.call(call)).signal)});
     }}},
    {{"gives_up_without_a_look", "ACK-05", "ack/deadline_tie",
      "at the deadline it gives up without a last look"},
     After{[](Turn& turn) {
       const auto* look = turn.find<Look>();
       if (look == nullptr || turn.got<TimerFired>() == nullptr) return;
       const CallId call = look->call;
       if (turn.call(call)->phase != Phase::LookingLast) return;
       turn.drop<Look>();
       turn.tell(Looked{call, unmet(turn.row_of(*turn.call(call)).signal)});
     }}},
    // Errors.
    {{"nameless_error", "ACK-06", "", "the error does not name the missing signal"},
     changes([](Respond& respond) { respond.response.signal = {}; })},
    {{"boundless_error", "ACK-06", "",
      "the error does not name the generation or count that the signal is compared with"},
     changes([](Respond& respond) { respond.response.signal.bound = 0; })},
    {{"timeless_error", "ACK-06", "", "the error does not say how long it waited"},
     changes([](Respond& respond) { respond.response.elapsed = {}; })},
    {{"early_error", "ACK-06 ACK-19", "", "it gives up after the second look"},
     After{[](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       if (looked == nullptr || turn.find<SetTimer>() == nullptr) return;
       const Call* call = turn.call(looked->call);
       if (turn.event.at == call->dispatched) return;
       const auto& row = turn.row_of(*call);
       const Response response{.status = Status::Missing,
                               .signal = {row.signal, row.subject, call->bound},
                               .elapsed = turn.event.at - call->dispatched};
       turn.drop<SetTimer>();
       turn.respond(looked->call, response);
     }}},
    {{"no_fast_fail", "ACK-12", "ack/no_viewer_open",
      "closing a viewer with none open dispatches and waits"},
     [](Turn& turn) {
       const auto* captured = turn.got<Captured>();
       const Call* call = captured == nullptr ? nullptr : turn.call(captured->call);
       const bool none = call != nullptr && captured->reading == Reading{true, 0} &&
                         turn.row_of(*call).signal == SignalKind::WindowCountBelow;
       if (none) return turn.tell(Captured{captured->call, {true, 1}});
       turn.pass();
     }},
    {{"not_ready_as_none_open", "ACK-23", "",
      "without a list of windows there is nothing to close"},
     changes([](Respond& respond) {
       if (respond.response.status == Status::NotReady)
         respond.response.status = Status::InvalidParams;
     })},
    {{"no_note", "ACK-21", "", "that the signal held before is not noted"},
     After{[](Turn& turn) { turn.drop<NoteHeld>(); }}},
    // Start-up.
    {{"open_holds_without_tracker", "ACK-22", "ack/startup_tracker_missing",
      "what does not exist yet lets an opening hold"},
     [](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       const Call* call = looked == nullptr ? nullptr : turn.call(looked->call);
       if (call == nullptr || looked->reading.exists) return turn.pass();
       const auto signal = turn.row_of(*call).signal;
       const bool opens =
           signal == SignalKind::SoftDialogAppeared || signal == SignalKind::WindowAppeared;
       turn.tell(Looked{looked->call, {opens, opens ? 1u : 0u}});
     }},
    {{"close_waits_for_tracker", "ACK-22", "",
      "what does not exist yet keeps a closing from holding"},
     [](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       const Call* call = looked == nullptr ? nullptr : turn.call(looked->call);
       if (call == nullptr || looked->reading.exists) return turn.pass();
       const auto signal = turn.row_of(*call).signal;
       const bool closes =
           signal == SignalKind::SoftDialogDisappeared || signal == SignalKind::WindowDisappeared;
       turn.tell(Looked{looked->call, {closes, closes ? 1u : 0u}});
     }},
    // Round trips.
    {{"any_reply", "ACK-10 ACK-17", "ack/late_reply_to_next_call",
      "a reply ends the oldest round trip, whatever its id"},
     [](Turn& turn) {
       const auto* replied = turn.got<Replied>();
       const auto& calls = turn.engine.state().calls;
       const auto oldest = std::ranges::find(calls, Phase::Replying, &Call::phase);
       if (replied == nullptr || oldest == calls.end()) return turn.pass();
       turn.tell(Replied{oldest->request, replied->ok, replied->text});
     }},
    {{"check_fails_at_error_reply", "FLT-01", "",
      "a check of its own fails when a reply is an error"},
     [](Turn& turn) {
       const auto* replied = turn.got<Replied>();
       CHECK(replied == nullptr || replied->ok);
       turn.pass();
     }},
    {{"refusal_as_ok", "ACK-11", "", "an error reply is taken for OK"}, hears([](Replied& replied) {
       replied = {replied.request, true, {}};
     })},
    {{"refusal_without_kind", "ACK-11", "", "the kind of an error reply is lost"},
     changes([](Respond& respond) { respond.response.refusal = {}; })},
    {{"garbage_as_ok", "ACK-11", "ack/reply_cannot_be_read",
      "a reply that cannot be read is taken for OK"},
     hears([](Replied& replied) {
       if (replied.refusal == Refusal::Malformed) replied = {replied.request};
     })},
    {{"reply_without_id", "ACK-10", "", "a reply without an id ends the oldest call"},
     [](Turn& turn) {
       const auto* replied = turn.got<Replied>();
       const auto& calls = turn.engine.state().calls;
       const bool ends = replied != nullptr && replied->request == RequestId{} && !calls.empty();
       if (!ends) return turn.pass();
       turn.respond(calls[0].id, {});
     }},
    {{"refusal_without_text", "ACK-11", "", "the text of an error reply is lost"},
     changes([](Respond& respond) { respond.response.text = {}; })},
    // The panes.
    {{"tabs_do_not_count", "ACK-16", "ack/tabs_bypass_generation",
      "a push of tabs does not bump the generation"},
     [](Turn& turn) {
       const auto* pushed = turn.got<Pushed>();
       if (pushed != nullptr && pushed->kind == PushKind::Tabs)
         return turn.tell(FocusMoved{pushed->pane});
       turn.pass();
     }},
    {{"pushes_of_the_same_do_not_count", "ACK-16", "ack/unchanged_listing",
      "a push that carries the version that is there already does not bump"},
     [](Turn& turn) {
       const auto* pushed = turn.got<Pushed>();
       if (pushed != nullptr && pushed->version == turn.engine.panes().detail)
         return turn.tell(FocusMoved{pushed->pane});
       turn.pass();
     }},
    {{"pushes_count_twice", "ACK-16", "", "a push bumps the generation twice"},
     After{[](Turn& turn) {
       if (turn.got<Pushed>() != nullptr) turn.pass();
     }}},
    {{"unknown_panes_count", "ACK-16", "", "a push for an unknown pane bumps"},
     hears([](Pushed& pushed) {
       pushed = {Pane::Left, pushed.kind};
     })},
    {{"focus_counts", "ACK-16", "", "a change of focus bumps the generation"},
     [](Turn& turn) {
       const auto* moved = turn.got<FocusMoved>();
       if (moved == nullptr) return turn.pass();
       turn.tell(Pushed{moved->pane, PushKind::State});
     }},
    {{"bump_before_write", "ACK-24 ACK-25", "ack/bump_before_write",
      "a push bumps the generation at once, and is written when something else happens"},
     [](Turn& turn) {
       write_what_is_left(turn);
       const auto* pushed = turn.got<Pushed>();
       const State before = turn.engine.state();
       turn.pass();
       if (pushed == nullptr || pushed->pane == Pane::Unknown || !before.panes.exists) return;
       turn.memory.stage = 1;
       turn.memory.value = static_cast<std::uint8_t>(pushed->version);
       set_version(turn, before.panes.version);
     }},
    {{"ok_before_write", "ACK-25", "",
      "a push says OK for the call that waits for it, and is written afterwards"},
     [](Turn& turn) {
       if (turn.memory.stage == 1) {
         turn.memory.stage = 0;
         turn.tell(Pushed{Pane::Left, PushKind::State, turn.memory.value});
       }
       const auto* pushed = turn.got<Pushed>();
       const auto& calls = turn.engine.state().calls;
       const auto waits = [&](const Call& call) {
         return call.phase == Phase::Waiting &&
                turn.row_of(call).signal == SignalKind::GenerationAdvanced;
       };
       const auto waiting = std::ranges::find_if(calls, waits);
       const bool comes = pushed != nullptr && pushed->pane != Pane::Unknown &&
                          turn.engine.panes().exists && waiting != calls.end();
       if (!comes) return turn.pass();
       turn.memory.stage = 1;
       turn.memory.value = static_cast<std::uint8_t>(pushed->version);
       const CallId call = waiting->id;
       turn.out.push_back(CancelTimer{call});
       turn.respond(call, {});
     }},
    // Viewers.
    {{"path_not_noted", "ACK-26", "ack/wrong_viewer_closed",
      "that a viewer of the path is still open is not noted"},
     After{[](Turn& turn) { turn.drop<NoteStillOpen>(); }}},
    {{"path_always_noted", "ACK-26", "",
      "that a viewer of the path is still open is noted of every one that is closed"},
     [](Turn& turn) {
       const auto* looked = turn.got<Looked>();
       const Call* call = looked == nullptr ? nullptr : turn.call(looked->call);
       if (call == nullptr || call->path == no_path) return turn.pass();
       turn.tell(Looked{looked->call, {looked->reading.exists, looked->reading.value, 1}});
     }},
    // Clients that go away.
    {{"cancel_unheard", "ACK-17", "ack/client_leaves", "it does not hear that a client went away"},
     unheard<Cancelled>},
    // Calls beside each other.
    {{"full_drops_the_oldest", "ACK-18", "",
      "one call more than it can track takes the place of the oldest"},
     [](Turn& turn) {
       State state = turn.engine.state();
       if (turn.got<Called>() != nullptr && state.calls.full()) {
         state.calls.erase(0);
         turn.engine = Engine(turn.engine.table(), state);
       }
       turn.pass();
     }},
    {{"one_look_for_all", "ACK-18 ACK-03", "", "what one call's look sees ends the other call too"},
     After{[](Turn& turn) {
       const auto* respond = turn.find<Respond>();
       const bool ended = turn.got<Looked>() != nullptr && respond != nullptr &&
                          respond->response.status == Status::Ok;
       if (!ended || turn.engine.state().calls.empty()) return;
       const Call& other = turn.engine.state().calls[0];
       if (other.phase != Phase::Waiting) return;
       const CallId call = other.id;
       turn.out.push_back(CancelTimer{call});
       turn.respond(call, {});
     }}},
};

}  // namespace

std::span<const Deviation> step_deviations() { return altered_steps; }

}  // namespace conformance::ack
