// What belongs to one run taken for another's, what a cancelled script leaves behind, and whether a
// result says that trying again may mend it (MOD-96, MOD-112 to MOD-114).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

bool in_body(const Turn& turn) { return turn.now().phase == Phase::Body; }

void note_waiting_edit(Turn& turn) {
  if (turn.got<EditWaits>() != nullptr) turn.memory().stage = 1;
  const auto* touched = turn.got<DocumentTouched>();
  if (touched != nullptr && touched->by == TouchedBy::Edit) turn.memory().stage = 0;
}

void on_result(Turn& turn, void (*change)(Finish& finish)) {
  turn.pass();
  turn.change<Finish>(change);
}

constexpr Deviation neighbour_rows[]{
    {"zombie_return_taken", "MOD-112", "modality/zombie_returns",
     "takes the return of another run's script for that of its own",
     [](Turn& turn) {
       if (turn.stranger<BodyReturned>() != nullptr && in_body(turn))
         return turn.tell(BodyReturned{});
       turn.pass();
     }},
    {"zombie_error_taken", "MOD-112", "",
     "takes the error of another run's script for that of its own",
     [](Turn& turn) {
       const auto* threw = turn.stranger<BodyThrew>();
       if (threw != nullptr && in_body(turn)) return turn.tell(*threw);
       turn.pass();
     }},
    {"stranger_withdraws_both", "MOD-110 MOD-113", "",
     "ends when the caller of another run withdraws",
     [](Turn& turn) {
       if (turn.stranger<Cancelled>() != nullptr) return turn.tell(Cancelled{});
       turn.pass();
     }},
    // There is one timer for the monitors of all.
    {"second_monitor_stops_first", "MOD-113", "modality/two_runs_one_dialog",
     "stops its monitor when another run starts one",
     [](Turn& turn) {
       const bool starts = turn.stranger_said([](const Command& command) {
         const auto* start = std::get_if<StartTimer>(&command);
         return start != nullptr && start->timer == Timer::Tick;
       });
       if (starts && turn.watching()) turn.add(StopTimer{Timer::Tick});
       turn.pass();
     }},
    {"stranger_allows_for_all", "MOD-113", "", "stops its monitor when another run allows dialogs",
     [](Turn& turn) {
       const auto* called = turn.stranger<MethodCalled>();
       const bool allows = called != nullptr && called->method.method == Method::AllowModalDialog;
       if (allows && turn.watching()) turn.add(StopTimer{Timer::Tick});
       turn.pass();
     }},
    {"monitor_shared", "MOD-113", "", "fails when the monitor of another run sees a dialog",
     [](Turn& turn) {
       const bool tripped = turn.stranger_said([](const Command& command) {
         const auto* decide = std::get_if<Decide>(&command);
         return decide != nullptr && decide->reason == Reason::DialogDuringBody;
       });
       if (tripped && in_body(turn))
         turn.fail({Verdict::Failed, Stage::Monitor, Reason::DialogDuringBody, Modality::Dialog});
       turn.pass();
     }},
    {"ends_with_stranger", "MOD-71 MOD-113", "", "ends with the result of another run",
     [](Turn& turn) {
       const bool ends = turn.stranger_said(
           [](const Command& command) { return std::holds_alternative<Finish>(command); });
       if (ends && in_body(turn))
         turn.fail({Verdict::Failed, Stage::Body, Reason::BodyTimedOut, Modality::None});
       turn.pass();
     }},
    {"hop_left_behind", "MOD-96 MOD-71", "modality/edit_behind_dialog",
     "leaves a script alone whose edit waits for the event thread",
     [](Turn& turn) {
       note_waiting_edit(turn);
       turn.pass();
       if (turn.memory().stage != 0) turn.drop<CancelBody>();
     }},
    {"hop_left_by_monitor", "MOD-96 MOD-61", "",
     "leaves such a script alone when the monitor ends the run",
     [](Turn& turn) {
       note_waiting_edit(turn);
       turn.pass();
       const auto* decision = turn.decision();
       const bool trips = decision != nullptr && decision->reason == Reason::DialogDuringBody;
       if (turn.memory().stage != 0 && trips) turn.drop<CancelBody>();
     }},
    {"retry_never_said", "MOD-114", "", "never says that trying again may mend a failure",
     [](Turn& turn) { on_result(turn, [](Finish& finish) { finish.retry_later = false; }); }},
    {"retry_always_said", "MOD-114", "", "says of every failure that trying again may mend it",
     [](Turn& turn) {
       on_result(turn,
                 [](Finish& finish) { finish.retry_later = finish.verdict == Verdict::Failed; });
     }},
    {"index_not_ready_forgotten", "MOD-114", "", "does not say so of a script that needs an index",
     [](Turn& turn) {
       on_result(turn, [](Finish& finish) {
         if (finish.reason == Reason::BodyThrew) finish.retry_later = false;
       });
     }},
    {"retry_of_every_error", "MOD-114", "", "says so of every error of a script",
     [](Turn& turn) {
       on_result(turn, [](Finish& finish) {
         if (finish.reason == Reason::BodyThrew) finish.retry_later = true;
       });
     }},
    {"silence_not_retried", "MOD-114", "",
     "does not say so of an event thread that does not answer",
     [](Turn& turn) {
       on_result(turn, [](Finish& finish) {
         if (finish.reason == Reason::IdeNotResponding) finish.retry_later = false;
       });
     }},
};

}  // namespace

std::span<const Deviation> neighbour_deviations() { return neighbour_rows; }

}  // namespace conformance::modality::mutation
