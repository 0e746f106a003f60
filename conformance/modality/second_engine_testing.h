// A second engine of modality, written from the rules alone and for tests alone: the judge has to
// take it as it takes ours.
//
// A straight interpreter. What a call has to do is a queue of tasks, a task is a short program, and
// an operation of a program ends with an answer or with its deadline. It looks before every act,
// lists dialogs before each close, and has one timer, which runs to the nearest of its deadlines.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "modality/second_acts_testing.h"
#include "modality/second_state_testing.h"
#include "port/check.h"

namespace conformance::modality::second {

// One event being heard; lives no longer than that.
class Step : Acts {
 public:
  using Acts::Acts;

  void hear(const Happening& what) {
    std::visit(
        [&](const auto& event) {
          if constexpr (requires { event.operation; })
            if (!answered(event.operation)) return;
          on(event);
        },
        what);
    mind_timer();
  }

 private:
  void on(const Called& e) { begin(e.request); }
  void on(const ModalityRead& e) {
    e.operation == OperationId::Monitor ? saw_beside(e.modality) : read(e.modality);
  }
  void on(const DialogsListed& e) {
    e.operation == OperationId::Monitor ? ticked(e.dialogs) : listed(e.dialogs);
  }
  void on(const SmartRead& e) { end_task(e.smart); }
  void on(const CloseAnswered& e) { close_answered(e.answer); }
  void on(const WriteEnded&) { leave_write(), proceed(); }
  void on(const SmartReached&) { reached_smart(); }
  void on(const Captured& e) { captured(e.artifact); }
  void on(const TimerFired&) { fire(); }
  void on(const MethodCalled& e) { method(e.call, e.method); }
  void on(const BodyReturned&) { returned(); }
  void on(const BodyThrew& error) { threw(error); }
  void on(const DialogDisposed& e) { disposed(e.dialog); }
  void on(const Cancelled&) { withdraw(); }

  // The interpreter.

  Act act() const { return op().act; }
  const Program& program() const { return programs[static_cast<std::size_t>(s_.task)]; }
  const Op& op() const { return program().ops[s_.pc]; }

  void start(Task task) {
    s_.task = task;
    s_.pc = 0;
    if (task == Task::Gate) s_.since = s_.noted = at_;
    run();
  }

  void next_task() {
    std::uint8_t task = 0;
    while ((s_.todo >> task & 1u) == 0) ++task;
    s_.todo = static_cast<std::uint8_t>(s_.todo & (s_.todo - 1u));
    start(static_cast<Task>(task));
  }

  void run() {
    constexpr auto main = OperationId::Main;
    const bool forced = s_.task == Task::ForcedSync;
    switch (act()) {
      case Act::End: return end_task(s_.task == Task::Smart ? s_.noted - s_.since : 0);
      case Act::Sweep: return look(ListDialogs{main});
      case Act::Gate:
      case Act::Look:
      case Act::TellModal: return look(ReadModality{main});
      case Act::Commit: return write(Commit{main, s_.scope}, forced);
      case Act::Save: return write(Save{main, s_.scope, forced}, forced);
      case Act::Refresh: return write(Refresh{main, s_.scope, forced}, forced);
      case Act::AwaitSmart:
        s_.since = at_;
        s_.step_due = at_ + limits_.smart_bound.count();
        return ask(AwaitSmart{main});
      case Act::StartBody: return start_body();
      case Act::TellSmart: return look(ReadSmart{main});
    }
  }

  void proceed() {
    ++s_.pc;
    run();
  }

  void end_sweep() {
    const auto closed = report();
    end_task(static_cast<std::int32_t>(closed.size()), closed);
  }

  void end_task(std::int32_t value = 0, const DialogList& closed = {}) {
    s_.step_due = s_.since = s_.noted = never;
    s_.scope = Scope::All;
    switch (s_.phase) {
      case Phase::Before: return next_task();
      case Phase::Method:
        s_.phase = Phase::Script;
        s_.task = Task::Sweep;
        s_.pc = 0;
        s_.await_dispose = false;
        return give(value, closed);
      case Phase::After: return succeed();
      case Phase::Tripped:
        return end({Verdict::Failed, Stage::Monitor, Reason::DialogDuringBody, Modality::Dialog});
      case Phase::Idle:
      case Phase::Script:
      case Phase::Ending:
      case Phase::Over: CHECK(s_.phase == Phase::Before);
    }
  }

  // Operations and their answers.

  void saw_beside(Modality modality) {
    if (modality == Modality::Dialog) fail(Reason::ModalDuringSync, modality);
  }

  void read(Modality modality) {
    if (act() == Act::Gate) return gate(modality);
    if (act() == Act::TellModal) return end_task(modality != Modality::None);
    if (modality != Modality::None) return fail(op().if_modal, modality);
    proceed();
  }

  // The dialog-less wait and the gate are one loop: the look that ends the wait is the gate's.
  void gate(Modality modality) {
    const bool waits = s_.phase == Phase::Method || s_.await_progress;
    const auto budget = limits_.wait_budget.count();
    if (modality == Modality::None) return proceed();
    if (modality == Modality::Progress && waits && budget > 0) {
      if (at_ - s_.since >= budget) return fail(Reason::ProgressOutlivedBudget, modality);
      s_.step_due = std::min(at_ + limits_.poll_period.count(), s_.since + budget);
      return;
    }
    if (modality == Modality::Dialog && !s_.allow) return fail(Reason::DialogAtGate, modality);
    if (s_.refuse_progress && !s_.allow) return fail(Reason::ProgressAtGate, modality);
    const auto skip = [&](Task task, Warning warning) {
      const auto bit = 1u << static_cast<unsigned>(task);
      if ((s_.todo & bit) != 0) say(Warn{warning, Reason::None});
      s_.todo = static_cast<std::uint8_t>(s_.todo & ~bit);
    };
    skip(Task::Smart, Warning::SmartSkipped);
    skip(Task::Sync, Warning::SyncSkipped);
    proceed();
  }

  void reached_smart() {
    s_.step_due = never;
    s_.noted = at_;  // The look that follows is no part of the wait.
    if (s_.phase == Phase::Before) say(ReportSmartWait{Duration{s_.noted - s_.since}});
    proceed();
  }

  // A sweep.

  void listed(const DialogList& dialogs) {
    if (s_.sweep.empty()) {
      if (dialogs.empty()) return end_task();
      for (const auto dialog : dialogs) s_.sweep.push_back({dialog});
      capture(Artifact::ThreadDump, Stage::Sweep);
    }
    shoot_first_of(dialogs);
  }

  void shoot_first_of(const DialogList& dialogs) {
    for (auto& target : s_.sweep) {
      if (target.fate != Fate::Untried) continue;
      target.fate = Fate::Missed;
      if (std::find(dialogs.begin(), dialogs.end(), target.dialog) == dialogs.end()) continue;
      const auto cause = s_.phase == Phase::Tripped ? Stage::Monitor : Stage::Sweep;
      return capture(Artifact::Screenshot, cause);
    }
    end_sweep();
  }

  void captured(Artifact artifact) {
    const auto bit = 1u << static_cast<unsigned>(artifact);
    if ((s_.capturing & bit) == 0) return;
    s_.capturing = static_cast<std::uint8_t>(s_.capturing & ~bit);
    if (s_.result.artifacts < 255) ++s_.result.artifacts;
    if (s_.capturing == 0) captures_over();
  }

  void captures_over() {
    s_.capture_due = never;
    if (s_.phase == Phase::Ending) return conclude();
    auto& target = latest();
    target.fate = Fate::Asked;
    s_.step_due = at_ + limits_.dispose_bound.count();
    ask(CloseDialog{OperationId::Main, target.dialog});
  }

  void close_next() {
    s_.step_due = never;
    if (s_.sweep.back().fate != Fate::Untried) return end_sweep();
    if (s_.phase != Phase::Tripped) return look(ListDialogs{OperationId::Main});
    DialogList left;  // It was decided over these, and the IDE need not answer any more.
    for (const auto& target : s_.sweep) left.push_back(target.dialog);
    shoot_first_of(left);
  }

  Target& latest() {
    return *(std::find_if(s_.sweep.begin(), s_.sweep.end(),
                          [](const Target& target) { return target.fate == Fate::Untried; }) -
             1);
  }

  void close_answered(CloseAnswer answer) {
    auto& target = latest();
    target.fate = answer == CloseAnswer::Accepted  ? Fate::Accepted
                  : answer == CloseAnswer::Refused ? Fate::Refused
                                                   : Fate::Missed;
    if (target.fate != Fate::Accepted || target.disposed || !s_.await_dispose) close_next();
  }

  void disposed(DialogId dialog) {
    for (auto& target : s_.sweep)
      if (target.dialog == dialog) target.disposed = true;
    if (s_.sweep.empty() || s_.step_due == never) return;
    if (const auto& target = latest(); target.dialog == dialog && target.fate == Fate::Accepted)
      close_next();
  }

  // The call and its body.

  void give(std::int32_t value, const DialogList& closed = {}) {
    say(Return{CallId{std::exchange(s_.call, std::uint8_t{0})}, value, closed});
  }

  void begin(const Request& request) {
    if (s_.phase != Phase::Idle) return;
    if (const auto reason = refusal(request); reason != Reason::None) {
      say(Decide{Stage::Surface, reason});
      s_.phase = Phase::Over;
      return say(Finish{Verdict::Failed, Stage::Surface, reason, Modality::None});
    }
    s_ = begun(request);
    say(ScheduleRefresh{});
    next_task();
  }

  void start_body() {
    s_.phase = Phase::Script;
    s_.body_due = at_ + s_.body_timeout;
    s_.body_timeout = 0;
    if (s_.watch) arm();
    s_.allow = s_.refuse_progress = s_.await_progress = s_.await_dispose = s_.watch = false;
    say(StartBody{});
  }

  void method(CallId call, const MethodCall& called) {
    if (s_.phase == Phase::Tripped) return;
    if (s_.phase != Phase::Script) return say(Refuse{call});
    s_.call = call.value;
    const auto work = [&](Task task, Scope scope = Scope::All) {
      s_.phase = Phase::Method;
      s_.scope = scope;
      start(task);
    };
    switch (called.method) {
      case Method::MonitorAndCloseModalDialogs:
        if (s_.tick_due == never) arm();
        return give(0);
      case Method::AllowModalDialog:
        disarm();
        s_.blocks_watched = 0;
        return give(0);
      case Method::EnterModalDialogAllowed:
      case Method::LeaveModalDialogAllowed:
        return leave_or_enter(called.method) ? give(0) : say(Refuse{call});
      case Method::CloseModalDialogs:
        s_.await_dispose = called.await_dispose;
        return work(Task::Sweep);
      case Method::SyncDocuments:
        return work(called.force ? Task::ForcedSync : Task::Sync,
                    called.project_only ? Scope::Project : Scope::All);
      case Method::SaveProject: return work(Task::SaveProject, Scope::Settings);
      case Method::WaitForSmartMode: return work(Task::Smart);
      case Method::AssertNonModal: return work(Task::Assert);
      case Method::IsModal: return work(Task::TellModal);
      case Method::IsSmartMode: return work(Task::TellSmart);
      case Method::AwaitProgress:
        return limits_.wait_budget > Duration::zero() ? work(Task::Gate) : give(0);
    }
  }

  void returned() {
    if (!in_body()) return;
    s_.phase = Phase::After;
    stop_all();
    s_.blocks = s_.blocks_watched = s_.call = 0;
    if (!s_.sync_after) return succeed();
    start(Task::Sync);
  }

  void threw(const BodyThrew& error) {
    if (!in_body()) return;
    s_.phase = Phase::After;
    decide(Stage::Body, Reason::BodyThrew);
    end({Verdict::Failed, Stage::Body, Reason::BodyThrew, Modality::None, 0, error.text},
        error.index_not_ready);
  }

  // The monitor.

  void tick() {
    arm();
    listen(ListDialogs{OperationId::Monitor}, false);
  }

  void ticked(const DialogList& dialogs) {
    if (dialogs.empty()) return;
    decide(Stage::Monitor, Reason::DialogDuringBody);
    capture(Artifact::ThreadDump, Stage::Monitor);
    s_.phase = Phase::Tripped;
    s_.await_dispose = s_.trip_awaits;
    s_.task = Task::Sweep;
    s_.pc = 0;
    for (const auto dialog : dialogs) s_.sweep.push_back({dialog});
    shoot_first_of(dialogs);
  }

  // Deadlines.

  void fire() {
    s_.timer = never;
    if (due(s_.capture_due)) {
      drop_captures();
      captures_over();
    }
    if (due(s_.step_due)) step_is_due();
    if (due(s_.look_due)) fail(Reason::IdeNotResponding);
    if (due(s_.body_due)) {
      decide(Stage::Body, Reason::BodyTimedOut);
      capture(Artifact::ThreadDump, Stage::Body);
      end({Verdict::Failed, Stage::Body, Reason::BodyTimedOut, Modality::None});
    }
    if (due(s_.tick_due)) tick();
    if (due(s_.beside_due)) look_beside();
  }

  void step_is_due() {
    if (act() == Act::Sweep) {
      if (std::exchange(s_.asked, false)) say(Cancel{OperationId::Main});
      return close_next();
    }
    if (act() != Act::Gate)
      return fail(program().stage == Stage::Smart ? Reason::SmartTimedOut : Reason::SyncTimedOut);
    if (at_ - s_.noted >= limits_.note_period.count()) {
      s_.noted = at_;
      say(ReportProgress{Duration{at_ - s_.since}});
    }
    run();
  }

  // Endings.

  void fail(Reason reason, Modality blocked_by = Modality::None) {
    const bool silent = reason == Reason::IdeNotResponding;
    const auto cause = program().stage == Stage::Sweep ? Stage::Gate : program().stage;
    if (s_.phase == Phase::After) {
      if (reason == Reason::ModalBeforeSync) {
        say(Warn{Warning::PostSyncSkipped, Reason::None});
      } else {
        stop_all();
        say(Warn{Warning::PostSyncFailed, reason});
        capture(Artifact::ThreadDump, cause);
      }
      return succeed();
    }
    const auto stage = in_body() ? Stage::Body : cause;
    const bool asks = reason == Reason::ModalDuringSync && s_.beside_due != never;
    decide(stage, reason);
    if ((cause == Stage::Gate && !silent) || asks) capture(Artifact::Screenshot, cause);
    capture(Artifact::ThreadDump, cause);
    end({Verdict::Failed, stage, reason, blocked_by});
  }
};

}  // namespace conformance::modality::second
