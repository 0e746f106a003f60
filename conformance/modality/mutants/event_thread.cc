// Broken looks and broken withdrawals (MOD-49, MOD-94, MOD-95, MOD-110, MOD-111).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

const ModalityRead* looked_beside(const Turn& turn) {
  const auto* read = turn.got<ModalityRead>();
  return read != nullptr && read->operation == OperationId::Monitor ? read : nullptr;
}

void on_look_bound(Turn& turn, Duration (*changed)(Duration)) {
  turn.pass();
  turn.change<StartTimer>([&](StartTimer& start) {
    if (start.timer == Timer::Look) start.after = changed(start.after);
  });
}

template <class Change>
void on_silence(Turn& turn, Change change) {
  turn.pass();
  if (turn.fired(Timer::Look)) change();
}

bool ticks_unanswered(const Turn& turn) {
  return turn.fired(Timer::Tick) && Turn::asked(turn.was(), OperationId::Monitor);
}

bool withdraws(const Turn& turn) {
  const bool over = turn.was().phase == Phase::Ending || turn.was().phase == Phase::Done ||
                    turn.was().phase == Phase::Tripped;
  return turn.got<Cancelled>() != nullptr && !over;
}

template <class Change>
void on_withdrawal(Turn& turn, Change change) {
  const bool now = withdraws(turn);
  turn.pass();
  if (now) change();
}

constexpr Deviation event_thread_rows[]{
    {"no_look_beside_write", "MOD-49", "modality/question_during_save",
     "does not look while a write is withheld",
     [](Turn& turn) {
       if (turn.fired(Timer::Poll) && turn.was().step != Step::WaitPoll) return turn.ignore();
       turn.pass();
     }},
    {"look_beside_ignored", "MOD-49", "",
     "looks while a write is withheld, and waits on under a dialog",
     [](Turn& turn) {
       if (looked_beside(turn) == nullptr) return turn.pass();
       turn.tell(ModalityRead{OperationId::Monitor, Modality::None});
     }},
    {"progress_fails_write", "MOD-49", "",
     "fails a sync under a progress that shows while a write is under way",
     [](Turn& turn) {
       const auto* read = looked_beside(turn);
       if (read != nullptr && read->modality == Modality::Progress)
         return turn.tell(ModalityRead{OperationId::Monitor, Modality::Dialog});
       turn.pass();
     }},
    {"looks_beside_once", "MOD-49", "", "looks once while a write is withheld",
     After{[](Turn& turn) {
       if (turn.fired(Timer::Poll) && turn.was().step != Step::WaitPoll)
         turn.drop(StartTimer{Timer::Poll, turn.limits().poll_period});
     }}},
    {"look_unbounded", "MOD-94 MOD-91", "modality/frozen_event_thread",
     "waits for an event thread that does not answer for ever", After{[](Turn& turn) {
       turn.drop_if([](const Command& command) {
         const auto* start = std::get_if<StartTimer>(&command);
         return start != nullptr && start->timer == Timer::Look;
       });
     }}},
    {"look_given_up_early", "MOD-94", "", "gives a look up at half its bound",
     [](Turn& turn) { on_look_bound(turn, [](Duration bound) { return bound / 2; }); }},
    {"look_given_up_late", "MOD-94", "", "gives a look up at twice its bound",
     [](Turn& turn) { on_look_bound(turn, [](Duration bound) { return bound * 2; }); }},
    {"silence_reported_as_timeout", "MOD-94", "",
     "tells an event thread that does not answer as a timeout of the sync",
     changes_result([](Finish& finish) {
       if (finish.reason == Reason::IdeNotResponding) finish.reason = Reason::SyncTimedOut;
     })},
    {"silence_takes_screenshot", "MOD-94", "",
     "wants a screenshot of an event thread that does not answer",
     [](Turn& turn) {
       on_silence(turn, [&] {
         if (turn.decision() != nullptr)
           turn.add_before<Capture>(Capture{Artifact::Screenshot, Stage::Gate});
       });
     }},
    {"silence_without_dump", "MOD-94", "",
     "takes no thread dump of an event thread that does not answer",
     [](Turn& turn) { on_silence(turn, [&] { turn.skip(Artifact::ThreadDump); }); }},
    {"silence_says_gate", "MOD-94", "", "blames the gate for every look that is not answered",
     changes_result([](Finish& finish) {
       if (finish.reason == Reason::IdeNotResponding) finish.stage = Stage::Gate;
     })},
    {"silent_look_left", "MOD-94", "", "leaves the look behind that was not answered",
     [](Turn& turn) { on_silence(turn, [&] { turn.drop<Cancel>(); }); }},
    {"silence_after_body_fails", "MOD-94 MOD-81", "",
     "fails the run over a look of the post-flight",
     [](Turn& turn) {
       if (!turn.fired(Timer::Look) || turn.was().phase != Phase::PostFlight) return turn.pass();
       turn.fail({Verdict::Failed, Stage::Sync, Reason::IdeNotResponding, Modality::None});
     }},
    // The look of the monitor that is not answered is waited for until the script's own timeout.
    {"monitor_waits_for_ever", "MOD-94", "", "waits for the monitor's look that is not answered",
     [](Turn& turn) {
       if (!ticks_unanswered(turn)) return turn.pass();
       turn.ignore();
       turn.add(StartTimer{Timer::Tick, turn.limits().monitor_period});
     }},
    {"two_looks_of_monitor", "MOD-95", "", "asks at each tick, answered or not",
     After{[](Turn& turn) {
       if (ticks_unanswered(turn) && !turn.has<ListDialogs>())
         turn.add(ListDialogs{OperationId::Monitor});
     }}},
    {"late_answer_ignored", "MOD-95 MOD-60 MOD-61", "modality/slow_look",
     "takes no account of what the monitor's look shows when it is late",
     [](Turn& turn) {
       const auto* listed = turn.got<DialogsListed>();
       const bool late = listed != nullptr && listed->operation == OperationId::Monitor &&
                         turn.age_of_look() > Duration::zero();
       if (!late) return turn.pass();
       turn.tell(DialogsListed{OperationId::Monitor, {}});
     }},
    {"goes_on_for_nobody", "MOD-110", "modality/caller_leaves",
     "does not hear that its caller has left",
     [](Turn& turn) {
       if (turn.got<Cancelled>() == nullptr) return turn.pass();
       turn.ignore();
     }},
    // It is heard of when the script has ended, and not before.
    {"withdrawal_waits_for_script", "MOD-110", "", "lets a script run on whose caller has left",
     [](Turn& turn) {
       if (withdraws(turn) && turn.was().phase == Phase::Body) return turn.ignore();
       turn.pass();
     }},
    {"withdrawn_script_runs_on", "MOD-110", "",
     "ends for a caller who has left, and does not cancel the script",
     [](Turn& turn) { on_withdrawal(turn, [&] { turn.drop<CancelBody>(); }); }},
    {"withdrawn_work_left", "MOD-110", "",
     "leaves behind what was under way for a caller who has left",
     [](Turn& turn) { on_withdrawal(turn, [&] { turn.drop<Cancel>(); }); }},
    {"withdrawn_capture_left", "MOD-110", "", "leaves behind a capture for a caller who has left",
     [](Turn& turn) { on_withdrawal(turn, [&] { turn.drop<DropCapture>(); }); }},
    {"withdrawal_takes_dump", "MOD-110", "", "takes a thread dump for a caller who has left",
     [](Turn& turn) {
       on_withdrawal(turn, [&] {
         turn.add_before<Finish>(Capture{Artifact::ThreadDump, Stage::Gate});
         turn.add_before<Finish>(DropCapture{Artifact::ThreadDump});
       });
     }},
    {"withdrawal_told_as_timeout", "MOD-110", "", "tells that its caller has left as a timeout",
     changes_result([](Finish& finish) {
       if (finish.reason == Reason::Cancelled) finish.reason = Reason::BodyTimedOut;
     })},
    {"answers_who_has_left", "MOD-110 MOD-05", "", "tells a caller who has left that all went well",
     changes([](Finish& finish) {
       if (finish.reason == Reason::Cancelled)
         finish = {Verdict::Ok, Stage::Post, Reason::None, Modality::None};
     })},
    {"late_withdrawal_overturns", "MOD-111 MOD-05", "",
     "changes the result when its caller leaves behind the decision",
     [](Turn& turn) {
       auto& late = turn.memory().stage;
       if (turn.got<Cancelled>() != nullptr && turn.was().phase == Phase::Ending) late = 1;
       turn.pass();
       if (late == 0) return;
       turn.change<Finish>([](Finish& finish) { finish.reason = Reason::Cancelled; });
     }},
};

}  // namespace

std::span<const Deviation> event_thread_deviations() { return event_thread_rows; }

}  // namespace conformance::modality::mutation
