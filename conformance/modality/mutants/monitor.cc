// Broken monitors (MOD-60 to MOD-67).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

constexpr Finish dialog_during_body{Verdict::Failed, Stage::Monitor, Reason::DialogDuringBody,
                                    Modality::Dialog};

// What a tick's look found; null for any other event.
const DialogsListed* tick_listed(const Turn& turn) {
  const auto* listed = turn.got<DialogsListed>();
  return listed != nullptr && listed->operation == OperationId::Monitor ? listed : nullptr;
}

bool trips(const Turn& turn) {
  return turn.was().phase == Phase::Body && turn.now().phase == Phase::Tripped;
}

// Has the engine see these dialogs at a tick of which the world knows nothing.
void trip(Turn& turn, const DialogList& dialogs) {
  turn.tell(TimerFired{Timer::Tick});
  turn.drop(ListDialogs{OperationId::Monitor});
  turn.drop(StartTimer{Timer::Tick, turn.limits().monitor_period});
  turn.tell(DialogsListed{OperationId::Monitor, dialogs});
}

void tick_of_our_own(Turn& turn) {
  turn.ignore();
  turn.add(StartTimer{Timer::Tick, turn.limits().monitor_period});
  turn.add(ListDialogs{OperationId::Monitor});
}

void look_of_our_own(Turn& turn, const DialogsListed& listed) {
  turn.ignore();
  if (!listed.dialogs.empty()) turn.fail(dialog_during_body);
}

constexpr Deviation monitor_rows[]{
    {"monitor_before_preflight", "MOD-60", "", "watches the pre-flight steps too",
     [](Turn& turn) {
       auto& early = turn.memory().stage;
       const bool before = early == 1 && turn.was().phase == Phase::PreFlight;
       if (before && turn.fired(Timer::Tick)) return tick_of_our_own(turn);
       const auto* listed = tick_listed(turn);
       if (before && listed != nullptr) return look_of_our_own(turn, *listed);
       turn.pass();
       const bool waits = turn.now().phase == Phase::PreFlight;
       if (turn.got<Called>() != nullptr && waits && turn.now().options.close_while_running) {
         early = 1;
         turn.add(StartTimer{Timer::Tick, turn.limits().monitor_period});
       } else if (before && !waits && !turn.watching()) {
         turn.add_first(StopTimer{Timer::Tick});
       }
     }},
    {"monitor_watches_post_flight", "MOD-60", "", "does not stop when the body returns",
     [](Turn& turn) {
       auto& late = turn.memory().stage;
       if (late == 1 && turn.fired(Timer::Tick)) return tick_of_our_own(turn);
       const auto* listed = tick_listed(turn);
       if (late == 1 && listed != nullptr) return look_of_our_own(turn, *listed);
       turn.pass();
       if (turn.was_watching() && turn.now().phase == Phase::PostFlight) {
         late = 1;
         turn.drop(StopTimer{Timer::Tick});
       }
       if (late == 0 || !turn.has<Finish>()) return;
       late = 0;
       turn.add_before<Finish>(StopTimer{Timer::Tick});
     }},
    {"monitor_period_doubled", "MOD-60", "", "looks every other period",
     changes([](StartTimer& start) {
       if (start.timer == Timer::Tick) start.after *= 2;
     })},
    {"monitor_first_tick_at_once", "MOD-60 MOD-66 MOD-65", "", "looks as soon as it is started",
     After{[](Turn& turn) {
       if (turn.was_watching()) return;
       turn.change<StartTimer>([](StartTimer& start) {
         if (start.timer == Timer::Tick) start.after = Duration::zero();
       });
     }}},
    {"monitor_ticks_once", "MOD-60", "", "looks once and never again", After{[](Turn& turn) {
       if (turn.fired(Timer::Tick))
         turn.drop(StartTimer{Timer::Tick, turn.limits().monitor_period});
     }}},
    {"monitor_lets_body_run", "MOD-61", "", "cancels the body only after the sweep",
     [](Turn& turn) {
       auto& runs = turn.memory().stage;
       turn.pass();
       if (trips(turn)) {
         runs = 1;
         turn.drop<CancelBody>();
       }
       if (runs == 0 || !turn.has<Finish>()) return;
       runs = 0;
       turn.add_first(CancelBody{});
     }},
    {"monitor_dumps_twice", "MOD-61", "", "takes a second thread dump before the result",
     After{[](Turn& turn) {
       const auto* finish = turn.finish();
       if (finish != nullptr && finish->reason == Reason::DialogDuringBody)
         turn.add_before<ScheduleRefresh>(Capture{Artifact::ThreadDump, Stage::Monitor});
     }}},
    {"monitor_without_dump", "MOD-61 MOD-11", "", "takes no thread dump when it trips",
     After{[](Turn& turn) {
       if (trips(turn)) turn.skip(Artifact::ThreadDump);
     }}},
    {"monitor_closes_nothing", "MOD-61 MOD-10", "", "fails the run and leaves the dialog open",
     After{[](Turn& turn) {
       if (!trips(turn)) return;
       for (;;) {
         turn.skip(Artifact::Screenshot);
         if (!turn.asks(Step::SweepClose)) return;
         const DialogId next = turn.now().sweep[turn.now().sweep_next].dialog;
         turn.answer(CloseAnswered{OperationId::Main, next, CloseAnswer::Gone});
       }
     }}},
    {"monitor_wants_two_sightings", "MOD-61", "", "acts only when a second tick finds a dialog too",
     [](Turn& turn) {
       auto& seen = turn.memory().stage;
       const auto* listed = tick_listed(turn);
       if (listed == nullptr || listed->dialogs.empty()) {
         if (listed != nullptr) seen = 0;
         return turn.pass();
       }
       if (seen == 1) return turn.pass();
       seen = 1;
       turn.tell(DialogsListed{listed->operation, {}});
     }},
    {"monitor_timeout_wins", "MOD-61", "", "lets the body's timeout decide while it sweeps",
     [](Turn& turn) {
       auto& runs = turn.memory().stage;
       if (runs == 1 && turn.fired(Timer::Body)) {
         runs = 0;
         return turn.fail({Verdict::Failed, Stage::Body, Reason::BodyTimedOut, Modality::None});
       }
       turn.pass();
       if (trips(turn)) {
         runs = 1;
         turn.drop(StopTimer{Timer::Body});
       }
       if (runs == 0 || !turn.has<Finish>()) return;
       runs = 0;
       turn.add_first(StopTimer{Timer::Body});
     }},
    {"monitor_failure_says_body", "MOD-61", "", "blames the body for what the monitor found",
     changes_result([](Finish& finish) {
       if (finish.stage == Stage::Monitor) finish.stage = Stage::Body;
     })},
    {"monitor_counts_progress", "MOD-62", "modality/progress_trips_monitor",
     "fails the run over a progress",
     [](Turn& turn) {
       auto& showing = turn.memory().count;
       if (turn.got<ProgressStarted>() != nullptr) ++showing;
       if (turn.got<ProgressEnded>() != nullptr && showing > 0) --showing;
       turn.pass();
       const auto* listed = tick_listed(turn);
       const bool clear = listed == nullptr || !listed->dialogs.empty() || showing == 0;
       if (clear || turn.now().phase != Phase::Body) return;
       Finish finish = dialog_during_body;
       finish.blocked_by = Modality::Progress;
       turn.fail(finish);
     }},
    {"monitor_reacts_to_events", "MOD-63 MOD-61 MOD-60", "modality/blink_dialog",
     "acts when a dialog opens and not at a tick", After{[](Turn& turn) {
       const auto* opened = turn.got<DialogOpened>();
       if (opened == nullptr || !opened->modal || !turn.watching()) return;
       DialogList dialogs;
       dialogs.push_back(opened->dialog);
       trip(turn, dialogs);
     }}},
    // Two watchers look at the same instants: every look is made twice.
    // The old watcher goes on by the timer of the ticks, the new one by that of the polls.
    {"two_watchers", "MOD-64 MOD-66", "modality/rearmed_monitor",
     "starts a second watcher beside the first",
     [](Turn& turn) {
       auto& [watchers, looks, dialog, value] = turn.memory();
       const Duration period = turn.limits().monitor_period;
       if (turn.fired(Timer::Tick) && watchers > 0) {
         turn.add(StartTimer{Timer::Tick, period});
         if (watchers < 2 || Turn::asked(turn.now(), OperationId::Monitor)) return;
         looks = 1;
         return turn.add(ListDialogs{OperationId::Monitor});
       }
       const auto* listed = tick_listed(turn);
       if (listed != nullptr && looks == 1) {
         looks = 0;
         if (!listed->dialogs.empty() && turn.watching()) trip(turn, listed->dialogs);
       } else if (turn.fired(Timer::Poll) && watchers == 2) {
         turn.tell(TimerFired{Timer::Tick});
       } else {
         turn.pass();
       }
       if (turn.called(Method::AllowModalDialog) != nullptr && turn.was_watching() &&
           watchers == 0) {
         turn.drop(StopTimer{Timer::Tick});
         watchers = 1;
       }
       if (turn.called(Method::MonitorAndCloseModalDialogs) != nullptr && watchers == 1)
         watchers = 2;
       if (watchers == 2) {
         turn.change<StartTimer>([](StartTimer& start) {
           if (start.timer == Timer::Tick) start.timer = Timer::Poll;
         });
         turn.change<StopTimer>([](StopTimer& stop) {
           if (stop.timer == Timer::Tick) stop.timer = Timer::Poll;
         });
       }
       if (watchers == 0 || turn.now().phase == Phase::Body) return;
       watchers = 0;
       turn.add_first(StopTimer{Timer::Tick});
     }},
    {"restart_resets_period", "MOD-64", "", "begins a new period when started again",
     After{[](Turn& turn) {
       const bool again = turn.was_watching() && turn.watching();
       if (again && turn.called(Method::MonitorAndCloseModalDialogs) != nullptr)
         turn.add_first(StartTimer{Timer::Tick, turn.limits().monitor_period});
     }}},
    {"monitor_sweeps_at_start", "MOD-65", "modality/monitor_sweeps_at_start",
     "closes what shows when it is started",
     [](Turn& turn) {
       auto& held = turn.memory().stage;  // 1: the start of the body, 2: the method's return.
       turn.pass();
       if (held != 0 && turn.has<Return>()) {
         if (held == 1) turn.add(StartBody{});
         if (held == 1) turn.drop<Return>();
         turn.change<Return>([](Return& returned) { returned.value = 0; });
         held = 0;
       }
       const bool starts = !turn.was_watching() && turn.watching();
       if (!starts || held != 0) return;
       CallId call{};
       if (turn.has<StartBody>()) {
         held = 1;
         turn.drop<StartBody>();
       } else if (const auto* called = turn.called(Method::MonitorAndCloseModalDialogs)) {
         held = 2;
         call = called->call;
         turn.drop<Return>();
       } else {
         return;
       }
       turn.tell(MethodCalled{call, {.method = Method::CloseModalDialogs}});
     }},
    {"late_return_overturns", "MOD-67 MOD-61", "",
     "lets a body that returns late turn the result around",
     [](Turn& turn) {
       auto& returned = turn.memory().stage;
       if (turn.was().phase == Phase::Tripped && turn.got<BodyReturned>() != nullptr) returned = 1;
       turn.pass();
       if (returned == 0) return;
       turn.change<Finish>([](Finish& finish) {
         finish = {Verdict::Ok, Stage::Post, Reason::None, Modality::None};
       });
     }},
};

}  // namespace

std::span<const Deviation> monitor_deviations() { return monitor_rows; }

}  // namespace conformance::modality::mutation
