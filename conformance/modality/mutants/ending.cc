// Broken post-flights, refreshes and results (MOD-05, MOD-80 to MOD-92).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

constexpr Finish success{Verdict::Ok, Stage::Post, Reason::None, Modality::None};

void without_warning(Turn& turn, Warning unwanted) {
  turn.pass();
  turn.drop_if([&](const Command& command) {
    const auto* warning = std::get_if<Warn>(&command);
    return warning != nullptr && warning->warning == unwanted;
  });
}

// The tuple that syncs before and after, with the sync before the body made up.
void sync_after_only(Turn& turn, Mode mode) {
  auto& chosen = turn.memory().stage;
  const auto* called = turn.got<Called>();
  if (called != nullptr && called->request.mode == mode) {
    chosen = 1;
    Request request = called->request;
    request.raw = options_of(mode);
    request.raw.sync_documents = true;
    request.mode = Mode::Raw;
    turn.tell(Called{request});
    if (mode == Mode::Unleashed && turn.asks(Step::GateRead)) turn.answer(Modality::None);
  } else {
    turn.pass();
  }
  if (chosen == 1 && turn.now().phase == Phase::PreFlight) turn.pretend_sync();
  for (const auto look : {Step::PostRead, Step::SyncAssert})
    if (chosen == 1 && turn.asks(look)) turn.answer(Modality::None);
}

void no_refresh_with(Turn& turn, Verdict verdict) {
  turn.pass();
  const Finish* finish = turn.finish();
  if (finish != nullptr && finish->verdict == verdict) turn.drop<ScheduleRefresh>();
}

constexpr Deviation ending_rows[]{
    // The body returns while a tick's look, or the sweep that follows it, is under way.
    {"result_sent_twice", "MOD-05 MOD-67", "modality/tick_races_return",
     "sends the body's result and the monitor's",
     [](Turn& turn) {
       auto& raced = turn.memory().stage;
       const bool returned = turn.got<BodyReturned>() != nullptr;
       const auto* listed = turn.got<DialogsListed>();
       const bool looked = listed != nullptr && listed->operation == OperationId::Monitor;
       if (raced == 1 && looked) {
         raced = 0;
         turn.ignore();
         return turn.add(
             Finish{Verdict::Failed, Stage::Monitor, Reason::DialogDuringBody, Modality::Dialog});
       }
       turn.pass();
       if (returned && turn.was().phase == Phase::Tripped) {
         turn.add(ScheduleRefresh{});
         turn.add(success);
       }
       if (returned && Turn::asked(turn.was(), OperationId::Monitor)) {
         raced = 1;
         turn.drop(Cancel{OperationId::Monitor});
       }
     }},
    {"tick_after_result", "MOD-05 MOD-60", "", "ticks once more after the result",
     [](Turn& turn) {
       auto& runs = turn.memory().stage;
       if (runs == 1 && turn.fired(Timer::Tick)) {
         runs = 0;
         turn.ignore();
         return turn.add(ListDialogs{OperationId::Monitor});
       }
       turn.pass();
       if (!turn.was_watching() || !turn.has<Finish>()) return;
       runs = 1;
       turn.drop(StopTimer{Timer::Tick});
     }},
    {"success_says_body", "MOD-05 MOD-06", "", "names the wrong stage of a success",
     changes_result([](Finish& finish) {
       if (finish.verdict == Verdict::Ok) finish.stage = Stage::Body;
     })},
    {"success_captured", "MOD-08", "", "takes a screenshot of a call that nothing went wrong in",
     After{[](Turn& turn) {
       bool succeeds = false;
       turn.change<Finish>([&](Finish& finish) { succeeds = finish.verdict == Verdict::Ok; });
       if (succeeds) turn.add_before<Decide>(Capture{Artifact::Screenshot, Stage::Post});
     }}},
    {"no_post_flight", "MOD-80", "modality/edits_lost_after_ok", "does not sync after the body",
     After{[](Turn& turn) {
       if (!turn.asks(Step::PostRead)) return;
       turn.answer(Modality::Dialog);
       turn.drop(Warn{Warning::PostSyncSkipped, Reason::None});
     }}},
    {"post_flight_reuses_gate_read", "MOD-80", "modality/stale_gate_snapshot",
     "decides on the post-flight by what the gate read",
     [](Turn& turn) {
       auto& known = turn.memory().value;
       const auto* read = turn.got<ModalityRead>();
       if (read != nullptr && turn.was().step == Step::GateRead)
         known = static_cast<std::uint8_t>(read->modality);
       turn.pass();
       if (turn.asks(Step::PostRead)) turn.answer(static_cast<Modality>(known));
     }},
    {"post_flight_without_read", "MOD-80", "", "begins the post-flight without a read",
     After{[](Turn& turn) {
       if (turn.asks(Step::PostRead)) turn.answer(Modality::None);
     }}},
    {"post_flight_on_throw", "MOD-80 MOD-72", "", "syncs after a body that threw",
     [](Turn& turn) {
       auto& threw = turn.memory().stage;
       const bool ends = turn.was().phase == Phase::Body && turn.got<BodyThrew>() != nullptr;
       if (ends && turn.was().options.sync_after) {
         threw = 1;
         turn.tell(BodyReturned{});
       } else {
         turn.pass();
       }
       if (threw == 0) return;
       turn.change_result([](Finish& finish) {
         finish = {Verdict::Failed, Stage::Body, Reason::BodyThrew, Modality::None};
       });
     }},
    {"post_flight_failure_fails_run", "MOD-81", "", "fails the run when the post-flight fails",
     After{[](Turn& turn) {
       Reason reason = Reason::None;
       turn.change<Warn>([&](Warn& warning) {
         if (warning.warning == Warning::PostSyncFailed) reason = warning.reason;
       });
       if (reason == Reason::None) return;
       turn.drop<Warn>();
       turn.change_result([&](Finish& finish) {
         finish = {Verdict::Failed, Stage::Post, reason, Modality::None};
       });
     }}},
    {"post_flight_failure_silent", "MOD-81", "", "does not warn of a post-flight that failed",
     [](Turn& turn) { without_warning(turn, Warning::PostSyncFailed); }},
    {"post_flight_failure_undumped", "MOD-81", "",
     "takes no thread dump of a post-flight that failed", After{[](Turn& turn) {
       bool fails = false;
       turn.change<Warn>([&](const Warn& warning) {
         fails = fails || warning.warning == Warning::PostSyncFailed;
       });
       if (fails) turn.drop<Capture>();
     }}},
    {"post_flight_skip_silent", "MOD-82", "", "does not warn of a post-flight that was skipped",
     [](Turn& turn) { without_warning(turn, Warning::PostSyncSkipped); }},
    {"post_sync_in_non_modal", "MOD-83", "modality/hidden_post_sync",
     "syncs after the body of a non_modal call",
     [](Turn& turn) { sync_after_only(turn, Mode::NonModal); }},
    {"post_sync_in_unleashed", "MOD-83", "", "syncs after the body of an unleashed call",
     [](Turn& turn) { sync_after_only(turn, Mode::Unleashed); }},
    {"no_refresh_at_start", "MOD-84", "", "schedules no refresh before the pre-flight",
     After{[](Turn& turn) {
       if (turn.got<Called>() != nullptr) turn.drop<ScheduleRefresh>();
     }}},
    {"no_refresh_on_failure", "MOD-84", "", "schedules no refresh before a failure",
     [](Turn& turn) { no_refresh_with(turn, Verdict::Failed); }},
    {"no_refresh_on_success", "MOD-84", "", "schedules no refresh before a success",
     [](Turn& turn) { no_refresh_with(turn, Verdict::Ok); }},
    {"refresh_twice_at_start", "MOD-84", "", "schedules two refreshes before the pre-flight",
     After{[](Turn& turn) {
       if (turn.got<Called>() != nullptr && turn.has<ScheduleRefresh>())
         turn.add_first(ScheduleRefresh{});
     }}},
    {"refresh_on_refusal", "MOD-84", "", "schedules a refresh for a call that it refuses",
     After{[](Turn& turn) {
       const Finish* finish = turn.finish();
       if (finish != nullptr && finish->stage == Stage::Surface)
         turn.add_before<Finish>(ScheduleRefresh{});
     }}},
    {"refresh_after_result", "MOD-84 MOD-05", "", "schedules the last refresh after the result",
     After{[](Turn& turn) {
       if (!turn.has<Finish>() || !turn.has<ScheduleRefresh>()) return;
       turn.drop<ScheduleRefresh>();
       turn.add(ScheduleRefresh{});
     }}},
    {"refresh_before_post_flight", "MOD-84 MOD-80", "",
     "schedules the last refresh before the post-flight",
     [](Turn& turn) {
       auto& done = turn.memory().stage;
       turn.pass();
       if (turn.asks(Step::PostRead)) {
         done = 1;
         turn.add_before<ReadModality>(ScheduleRefresh{});
       } else if (done == 1 && turn.has<Finish>()) {
         turn.drop<ScheduleRefresh>();
       }
     }},
    {"refresh_awaited", "MOD-84", "", "awaits the first refresh, which a modal withholds",
     [](Turn& turn) {
       auto& awaited = turn.memory().stage;
       if (awaited == 1 && turn.got<WriteEnded>() != nullptr) {
         awaited = 2;
         turn.ignore();
         if (turn.now().step == Step::SweepList) return turn.add(ListDialogs{OperationId::Main});
         return turn.add(ReadModality{OperationId::Main});
       }
       turn.pass();
       if (turn.got<Called>() == nullptr || turn.now().step == Step::None) return;
       awaited = 1;
       turn.take_back();
       turn.drop<ScheduleRefresh>();
       turn.add(Refresh{OperationId::Main, Scope::All});
     }},
    // After the first artifact, where there is one.
    {"decided_late", "MOD-05", "", "tells its decision after the first artifact",
     After{[](Turn& turn) {
       const Decide* early = turn.decision();
       if (early == nullptr || !turn.has<Capture>()) return;
       const Decide late = *early;
       const auto first = std::ranges::find_if(turn.out(), [](const Command& command) {
         return std::holds_alternative<Capture>(command);
       });
       turn.out().insert(first + 1, late);
       turn.out().erase(std::ranges::find(turn.out(), Command{late}));
     }}},
    {"decided_twice", "MOD-05", "", "tells its decision twice", After{[](Turn& turn) {
       if (const Decide* once = turn.decision()) turn.add_before<Decide>(Decide{*once});
     }}},
    {"decision_lost", "MOD-05", "", "never tells its decision",
     After{[](Turn& turn) { turn.drop<Decide>(); }}},
    {"decision_of_another_reason", "MOD-05", "", "decides for another reason than its result has",
     changes([](Decide& decision) {
       if (decision.reason == Reason::None) return;
       const bool timed_out = decision.reason == Reason::BodyTimedOut;
       decision.reason = timed_out ? Reason::BodyThrew : Reason::BodyTimedOut;
     })},
    {"modal_read_lost", "MOD-92 MOD-91", "", "reads in a way that a modal withholds",
     [](Turn& turn) {
       const auto* read = turn.got<ModalityRead>();
       if (read != nullptr && read->modality != Modality::None) return turn.ignore();
       turn.pass();
     }},
};

}  // namespace

std::span<const Deviation> ending_deviations() { return ending_rows; }

}  // namespace conformance::modality::mutation
