// Broken sweeps (MOD-10 to MOD-14).
#include "modality/mutants/turn.h"
#include "port/check.h"

namespace conformance::modality::mutation {

namespace {

constexpr std::uint8_t listing = 1, closing = 2, swept = 3;

void end_own_sweep(Turn& turn) {
  turn.memory().stage = swept;
  turn.add(ReadModality{OperationId::Main});
}

}  // namespace

void begin_own_sweep(Turn& turn) {
  turn.memory().stage = listing;
  turn.add(ListDialogs{OperationId::Main});
}

bool own_sweep(Turn& turn) {
  auto& stage = turn.memory().stage;
  const auto* listed = turn.got<DialogsListed>();
  if (stage == listing && listed != nullptr && listed->operation == OperationId::Main) {
    turn.ignore();
    if (listed->dialogs.empty()) {
      end_own_sweep(turn);
      return true;
    }
    stage = closing;
    turn.add(Capture{Artifact::Screenshot, Stage::Sweep});
    turn.add(CloseDialog{OperationId::Main, listed->dialogs[0]});
    turn.add(StartTimer{Timer::Dispose, turn.limits().dispose_bound});
    return true;
  }
  const bool late = turn.fired(Timer::Dispose);
  if (stage != closing || (turn.got<CloseAnswered>() == nullptr && !late)) return false;
  turn.ignore();
  turn.add(StopTimer{Timer::Dispose});
  if (late) turn.add(Cancel{OperationId::Main});
  end_own_sweep(turn);
  return true;
}

namespace {

bool in_sweep(Step step) { return step == Step::SweepClose || step == Step::SweepDispose; }

Stage cause_of(const State& state) {
  return state.phase == Phase::Tripped ? Stage::Monitor : Stage::Sweep;
}

// Takes every dialog still to be closed for gone.
void close_no_more(Turn& turn) {
  for (;;) {
    turn.skip(Artifact::Screenshot);
    if (!turn.asks(Step::SweepClose)) return;
    const DialogId next = turn.now().sweep[turn.now().sweep_next].dialog;
    turn.answer(CloseAnswered{OperationId::Main, next, CloseAnswer::Gone});
  }
}

void outcome_as_closed(Turn& turn, Outcome outcome) {
  turn.pass();
  turn.change<ReportDialog>([&](ReportDialog& report) {
    if (report.outcome == outcome) report.outcome = Outcome::Closed;
  });
}

constexpr Deviation sweep_rows[]{
    {"sweep_shallow_first", "MOD-10", "modality/shallow_first_sweep",
     "closes the outermost dialog first",
     [](Turn& turn) {
       const auto* listed = turn.got<DialogsListed>();
       if (listed == nullptr) return turn.pass();
       DialogsListed reversed = *listed;
       std::reverse(reversed.dialogs.begin(), reversed.dialogs.end());
       turn.tell(reversed);
     }},
    {"parent_closed_first", "MOD-10", "modality/parent_closed_first",
     "closes the dialog below the topmost one first",
     [](Turn& turn) {
       const auto* listed = turn.got<DialogsListed>();
       if (listed == nullptr || listed->dialogs.size() < 2) return turn.pass();
       DialogsListed swapped = *listed;
       std::swap(swapped.dialogs[0], swapped.dialogs[1]);
       turn.tell(swapped);
     }},
    {"sweep_topmost_only", "MOD-10", "", "closes the topmost dialog only",
     [](Turn& turn) {
       const auto* listed = turn.got<DialogsListed>();
       if (listed == nullptr || listed->dialogs.empty()) return turn.pass();
       DialogsListed shorter{listed->operation, {}};
       shorter.dialogs.push_back(listed->dialogs[0]);
       turn.tell(shorter);
     }},
    {"sweep_stops_at_refusal", "MOD-10", "", "gives up when a dialog refuses to close",
     After{[](Turn& turn) {
       const auto* answered = turn.got<CloseAnswered>();
       if (answered != nullptr && answered->answer == CloseAnswer::Refused) close_no_more(turn);
     }}},
    {"check_fails_at_refusal", "FLT-01", "",
     "a check of its own fails when a dialog refuses to close",
     [](Turn& turn) {
       const auto* answered = turn.got<CloseAnswered>();
       CHECK(answered == nullptr || answered->answer != CloseAnswer::Refused);
       turn.pass();
     }},
    {"refused_close_awaited", "MOD-10", "", "waits for the disposal of a dialog that refused",
     [](Turn& turn) {
       auto& awaited = turn.memory().dialog;
       const auto* answered = turn.got<CloseAnswered>();
       if (answered != nullptr && answered->answer == CloseAnswer::Refused) {
         awaited = answered->dialog.value;
         return turn.ignore();
       }
       if (awaited == 0 || !turn.fired(Timer::Dispose)) return turn.pass();
       turn.tell(CloseAnswered{OperationId::Main, DialogId{awaited}, CloseAnswer::Refused});
       awaited = 0;
     }},
    {"sweep_second_pass", "MOD-10 MOD-12", "",
     "looks again after the sweep and closes what it finds",
     [](Turn& turn) {
       if (own_sweep(turn)) return;
       turn.pass();
       if (!in_sweep(turn.was().step)) return;
       if (turn.asks(Step::WaitLook) || turn.asks(Step::GateRead)) {
         turn.take_back();
         return begin_own_sweep(turn);
       }
       if (!turn.has<Return>() || turn.memory().stage == swept) return;
       turn.memory().stage = swept;
       turn.drop<Return>();
       turn.tell(MethodCalled{turn.was().call, {.method = Method::CloseModalDialogs}});
     }},
    {"screenshot_after_close", "MOD-10 MOD-11", "", "takes the screenshot after the close request",
     After{[](Turn& turn) {
       if (!turn.asks(Step::SweepClose)) return;
       const Command screenshot = Capture{Artifact::Screenshot, cause_of(turn.now())};
       turn.drop(screenshot);
       turn.add(screenshot);
     }}},
    {"dump_on_empty_sweep", "MOD-11", "modality/empty_sweep_dump",
     "takes the thread dump before it knows of any dialog", After{[](Turn& turn) {
       const auto* listed = turn.got<DialogsListed>();
       if (turn.was().step == Step::SweepList && listed != nullptr && listed->dialogs.empty())
         turn.add_first(Capture{Artifact::ThreadDump, Stage::Sweep});
     }}},
    {"sweep_without_dump", "MOD-11", "", "closes dialogs without a thread dump",
     After{[](Turn& turn) {
       if (turn.was().step == Step::SweepList)
         turn.drop(Capture{Artifact::ThreadDump, Stage::Sweep});
     }}},
    {"dump_per_close", "MOD-11", "", "takes a thread dump before each close", After{[](Turn& turn) {
       if (turn.now().step == Step::SweepShot && in_sweep(turn.was().step))
         turn.add(Capture{Artifact::ThreadDump, cause_of(turn.now())});
     }}},
    {"one_screenshot_per_sweep", "MOD-11", "", "takes a screenshot before the first close only",
     After{[](Turn& turn) {
       if (turn.now().step == Step::SweepShot && in_sweep(turn.was().step))
         turn.skip(Artifact::Screenshot);
     }}},
    {"no_disposal_wait", "MOD-12", "modality/slow_dispose_survivor",
     "goes on as soon as a close is accepted", After{[](Turn& turn) {
       if (turn.now().step != Step::SweepDispose) return;
       turn.add(StopTimer{Timer::Dispose});
       turn.tell(TimerFired{Timer::Dispose});
     }}},
    {"disposal_not_heard", "MOD-12 MOD-13", "", "waits out the disposal bound whatever happens",
     [](Turn& turn) {
       if (turn.got<DialogDisposed>() != nullptr) return turn.ignore();
       turn.pass();
     }},
    {"early_disposal_not_heard", "MOD-12 MOD-13", "modality/disposed_before_answer",
     "counts a dialog that went before its close was answered as pending",
     [](Turn& turn) {
       if (turn.got<DialogDisposed>() != nullptr && turn.now().step == Step::SweepClose)
         return turn.ignore();
       turn.pass();
     }},
    {"disposal_unbounded", "MOD-12 MOD-91", "", "waits for an answer or a disposal for ever",
     After{[](Turn& turn) {
       turn.drop_if([](const Command& command) {
         const auto* start = std::get_if<StartTimer>(&command);
         return start != nullptr && start->timer == Timer::Dispose;
       });
     }}},
    {"await_dispose_ignored", "MOD-12", "", "waits for disposals even where that is switched off",
     [](Turn& turn) {
       if (const auto* called = turn.got<Called>()) {
         Request request = called->request;
         request.raw.await_dispose = true;
         return turn.tell(Called{request});
       }
       if (const auto* called = turn.called(Method::CloseModalDialogs))
         return turn.tell(MethodCalled{called->call, {.method = Method::CloseModalDialogs}});
       turn.pass();
     }},
    {"refused_reported_closed", "MOD-13", "", "reports a dialog that refused as closed",
     [](Turn& turn) { outcome_as_closed(turn, Outcome::Refused); }},
    {"pending_reported_closed", "MOD-13", "", "reports a dialog that still shows as closed",
     [](Turn& turn) { outcome_as_closed(turn, Outcome::Pending); }},
    {"sweep_unreported", "MOD-13", "", "does not report what it closed",
     After{[](Turn& turn) { turn.drop<ReportDialog>(); }}},
    {"cut_sweep_unreported", "MOD-13 MOD-61", "",
     "does not report what a sweep had closed that is cut short",
     [](Turn& turn) {
       const bool sweeps =
           turn.was().step == Step::SweepClose || turn.was().step == Step::SweepDispose;
       const bool in_body = sweeps && turn.was().phase == Phase::Body;
       turn.pass();
       if (in_body && turn.now().phase != Phase::Body) turn.drop<ReportDialog>();
     }},
    {"close_count_of_all", "MOD-13 MOD-100", "", "counts refused and pending dialogs as closed",
     After{[](Turn& turn) {
       std::int32_t reports = 0;
       turn.change<ReportDialog>([&](ReportDialog&) { ++reports; });
       if (reports > 0) turn.change<Return>([&](Return& returned) { returned.value = reports; });
     }}},
    {"refusal_fails_run", "MOD-13", "", "fails the run when a dialog refuses to close",
     After{[](Turn& turn) {
       bool refused = false;
       turn.change<ReportDialog>(
           [&](ReportDialog& report) { refused = refused || report.outcome == Outcome::Refused; });
       if (!refused || (!turn.asks(Step::WaitLook) && !turn.asks(Step::GateRead))) return;
       turn.take_back();
       turn.fail({Verdict::Failed, Stage::Sweep, Reason::DialogAtGate, Modality::Dialog});
     }}},
    {"sweep_saves", "MOD-14 MOD-45", "", "saves before it closes a dialog", After{[](Turn& turn) {
       if (!turn.asks(Step::SweepClose)) return;
       turn.add_before<CloseDialog>(Save{OperationId::Main, Scope::All});
       turn.add_before<CloseDialog>(Cancel{OperationId::Main});
     }}},
};

}  // namespace

std::span<const Deviation> sweep_deviations() { return sweep_rows; }

}  // namespace conformance::modality::mutation
