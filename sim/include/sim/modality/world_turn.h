// How one choice happens: the IDE changes, the engine hears of it, its commands change the
// world again.
#pragma once
#include <array>
#include <utility>

#include "port/check.h"
#include "port/modality/commands.h"
#include "port/modality/show.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/modality/world_state.h"
#include "sim/state/subject_fault.h"

namespace sim::modality {

// Far beyond what one choice leads to: a capture that takes no time, and that asks for the next.
inline constexpr std::uint32_t events_of_choice_max = 300;

// One choice being applied; lives no longer than that.
template <class Sink>
class Turn {
 public:
  // The world, and the run beside its own; null: there is none.
  Turn(const Plan& plan, const Subject& subject, World& world, Run* other, port::Instant at,
       Sink& sink)
      : plan_(plan),
        subject_(subject),
        world_(world),
        other_(other),
        at_(at),
        sink_(sink),
        ide_(world.ide, world.agenda, plan.latencies) {}

  void take(const Choice& choice);
  void begin_background();
  // Of the run with this number, whose turn it is.
  void call(const Request& request, std::size_t run);
  void befall(Background what);
  void open_dialog(EntryKind kind);
  void dispose(DialogId dialog);

  // The world has the run whose turn it is.
  void turn_to_other() {
    exchange(world_, *other_);
    second_ = !second_;
    if constexpr (requires { sink_.turn_to(second_); }) sink_.turn_to(second_);
  }

 private:
  // Does it for every run that is under way, that whose turn it is first.
  void for_each_run(const auto& act) {
    if (!world_.waits) act();
    if (other_ == nullptr || other_->waits) return;
    turn_to_other();
    act();
    turn_to_other();
  }
  void operation_due(OperationId id);
  void script_due(std::uint8_t alternative);
  void instruct(const Instruction& instruction);
  void hop();

  void tell_of_start();
  // Tells of everything that the IDE noticed, then lets what waited for it go on.
  void tell(const Notices& notices);
  void deliver(Happening what);
  void overhear(const Happening& what, const Commands& commands);
  void notice_fact(const Fact& fact);
  void obey(const Commands& commands);

  void carry_out(const Command& command);
  void ask(OperationId id, const Operation& operation);
  void capture(Artifact artifact);
  void drop_capture(Artifact artifact);
  void deliver_captures();
  // The event thread takes a task that runs under any modality, of this lane or of none.
  bool takes_tasks(std::size_t lane) const;
  bool takes_hops() const;
  bool is_ready(std::size_t lane) const;
  bool may_go_on(std::size_t lane) const;
  Window window_of(const Operation& operation) const;
  void run_tasks();
  void begin_task(std::size_t lane);
  void wait_again(std::size_t lane);
  void run_screenshot();
  void end_questions();
  bool asks_first(OperationId id);
  void resume_script();
  void cancel_body();
  void resume_body(CallId call, bool refused);

  const Plan& plan_;
  const Subject& subject_;
  World& world_;
  Run* other_;
  bool second_ = false;  // It is the second's turn.
  port::Instant at_;
  Sink& sink_;
  IdeTurn ide_;
  sim::ActsOfInstant acts_{events_of_choice_max};
  std::array<bool, artifact_kinds> taken_{};  // Captured at once, and not told of yet.
};

template <class Sink>
void Turn<Sink>::take(const Choice& choice) {
  Notices notices;
  const std::size_t which = choice.slot;
  world_.agenda.cancel(which);
  world_.ide.posted_now = false;
  if (which < slot::operation) {
    deliver(TimerFired{static_cast<Timer>(which - slot::timer)});
  } else if (which < slot::capture) {
    operation_due(static_cast<OperationId>(which - slot::operation));
  } else if (which < slot::indexing) {
    deliver(Captured{static_cast<Artifact>(which - slot::capture)});
  } else if (which == slot::indexing) {
    ide_.end_indexing(notices);
  } else if (which == slot::thread) {
    ide_.free_thread(notices);
  } else if (which == slot::question) {
    ide_.ask(notices);
  } else if (which == slot::script) {
    script_due(choice.alternative);
  } else if (which < slot::background) {
    ide_.entry_due(which - slot::entry, notices);
  } else if (which < slot::free_background) {
    befall(plan_.background[which - slot::background].what);
  } else {
    if (--world_.background_left > 0) world_.agenda.schedule(which, {0, never});
    befall(plan_.free_background[choice.alternative]);
  }
  tell(notices);
}

template <class Sink>
void Turn<Sink>::tell(const Notices& notices) {
  for (const auto& notice : notices) {
    if (const auto* what = std::get_if<Happening>(&notice)) {
      for_each_run([&] { deliver(*what); });
    } else {
      notice_fact(std::get<Fact>(notice));
    }
  }
  for_each_run([&] {
    run_tasks();
    end_questions();
    resume_script();
  });
}

template <class Sink>
void Turn<Sink>::deliver(Happening what) {
  sink_.heard(what);
  // A capture that takes no time may lead to the next within this choice.
  acts_.count(at_, [&] { return port::modality::show(what); });
  Commands commands;
  subject_.step(world_.subject, Event{at_, what}, commands);
  obey(commands);
  if (other_ != nullptr && !other_->waits) overhear(what, commands);
}

template <class Sink>
void Turn<Sink>::overhear(const Happening& what, const Commands& commands) {
  turn_to_other();
  Commands said;
  subject_.overhear_run(world_.subject, at_, what, commands, said);
  obey(said);
  turn_to_other();
}

template <class Sink>
void Turn<Sink>::notice_fact(const Fact& fact) {
  if (world_.waits && (other_ == nullptr || other_->waits)) return;  // Nobody looks yet.
  sink_.noticed(fact);
  Commands commands;
  subject_.overhear(world_.subject, at_, fact, commands);
  obey(commands);
}

template <class Sink>
void Turn<Sink>::obey(const Commands& commands) {
  for (const auto& command : commands) {
    const bool rests_on_captures = std::holds_alternative<CloseDialog>(command) ||
                                   std::holds_alternative<ScheduleRefresh>(command);
    if (rests_on_captures) deliver_captures();
    sink_.commanded(command);
    carry_out(command);
  }
  deliver_captures();
}

// A save over a file that changed behind the IDE asks, and ends only once its question has gone.
template <class Sink>
bool Turn<Sink>::asks_first(OperationId id) {
  auto& operation = world_.operations[static_cast<std::size_t>(id)];
  if (operation.kind != OperationKind::Save || operation.answered) return false;
  if (world_.ide.stack.full() || !has_conflict(world_.ide, operation.scope)) return false;
  operation.dialog = DialogId{world_.ide.next_dialog};
  Notices notices;
  ide_.open(EntryKind::Closable, notices);
  if (notices.empty()) return false;
  tell(notices);
  return true;
}

template <class Sink>
void Turn<Sink>::end_questions() {
  for (std::size_t i = 0; i < 2; ++i) {
    auto& operation = world_.operations[i];
    const bool asks = operation.kind == OperationKind::Save && operation.dialog != DialogId{};
    if (!asks || operation.answered || shows(world_.ide, operation.dialog)) continue;
    operation.answered = true;
    world_.agenda.schedule(slot::operation + i, {0, 0});
  }
}

template <class Sink>
void Turn<Sink>::ask(OperationId id, const Operation& asked) {
  auto& operation = world_.operations[static_cast<std::size_t>(id)];
  operation = asked;
  const auto which = slot::operation + static_cast<std::size_t>(id);
  world_.agenda.cancel(which);
  operation.withheld = true;
  run_tasks();
}

template <class Sink>
void Turn<Sink>::capture(Artifact artifact) {
  const auto index = static_cast<std::size_t>(artifact);
  const auto& window = plan_.latencies.captures[index];
  if (artifact == Artifact::Screenshot && !takes_tasks(world_.operations.size())) {
    world_.shot_waits = true;
    return;
  }
  taken_[index] = window == Window{0, 0};
  if (!taken_[index] && window.latest >= 0) world_.agenda.schedule(slot::capture + index, window);
}

template <class Sink>
void Turn<Sink>::drop_capture(Artifact artifact) {
  const auto index = static_cast<std::size_t>(artifact);
  taken_[index] = false;
  if (artifact == Artifact::Screenshot) world_.shot_waits = false;
  world_.agenda.cancel(slot::capture + index);
}

// What takes no time is there before what rests on it, and before anything else happens.
template <class Sink>
void Turn<Sink>::deliver_captures() {
  for (std::uint8_t i = 0; i < artifact_kinds; ++i)
    if (std::exchange(taken_[i], false)) deliver(Captured{Artifact{i}});
}

template <class Sink>
void Turn<Sink>::operation_due(OperationId id) {
  if (asks_first(id)) return;
  auto& pending = world_.operations[static_cast<std::size_t>(id)];
  const auto operation = pending;
  pending = {};
  Notices notices;
  const auto end_write = [&] {
    tell(notices);
    deliver(WriteEnded{id});
  };
  switch (operation.kind) {
    case OperationKind::None: return;
    case OperationKind::ReadModality: return deliver(ModalityRead{id, modality(world_.ide)});
    case OperationKind::ListDialogs: return deliver(DialogsListed{id, showing(world_.ide)});
    case OperationKind::ReadSmart: return deliver(SmartRead{id, world_.ide.index == Index::Smart});
    case OperationKind::Close: {
      const auto answer =
          operation.answered ? CloseAnswer::Accepted : ide_.close(operation.dialog, notices);
      const bool is_told_later = answer == CloseAnswer::Accepted && plan_.latencies.told.latest > 0;
      if (is_told_later && !operation.answered) {
        pending = operation;
        pending.answered = true;
        world_.agenda.schedule(slot::operation + static_cast<std::size_t>(id),
                               plan_.latencies.told);
      } else {
        deliver(CloseAnswered{id, operation.dialog, answer});
      }
      return tell(notices);
    }
    case OperationKind::Commit: ide_.commit(operation.scope, notices); return end_write();
    case OperationKind::Save:
      ide_.save(operation.scope, operation.extent, notices);
      return end_write();
    case OperationKind::Refresh:
      ide_.refresh(operation.scope, TouchedBy::Write, notices);
      return end_write();
    case OperationKind::AwaitSmart: return deliver(SmartReached{id});
  }
}

template <class Sink>
void Turn<Sink>::carry_out(const Command& command) {
  using Kind = OperationKind;
  const auto timer_slot = [](Timer timer) { return slot::timer + static_cast<std::size_t>(timer); };
  port::visit(
      port::Overload{
          [&](const ReadModality& c) { ask(c.operation, {Kind::ReadModality}); },
          [&](const ListDialogs& c) { ask(c.operation, {Kind::ListDialogs}); },
          [&](const ReadSmart& c) { ask(c.operation, {Kind::ReadSmart}); },
          [&](const CloseDialog& c) {
            ask(c.operation, {.kind = Kind::Close, .dialog = c.dialog});
          },
          [&](const Commit& c) {
            ask(c.operation, {Kind::Commit, c.scope});
          },
          [&](const Save& c) {
            ask(c.operation,
                {.kind = Kind::Save, .scope = c.scope, .extent = c.extent, .forced = c.forced});
          },
          [&](const Refresh& c) {
            ask(c.operation, {.kind = Kind::Refresh, .scope = c.scope, .forced = c.forced});
          },
          [&](const AwaitSmart& c) { ask(c.operation, {Kind::AwaitSmart}); },
          [&](const Cancel& c) {
            world_.operations[static_cast<std::size_t>(c.operation)] = {};
            world_.agenda.cancel(slot::operation + static_cast<std::size_t>(c.operation));
            for_each_run([&] { run_tasks(); });
          },
          [&](const StartTimer& c) {
            world_.agenda.schedule(timer_slot(c.timer), {c.after.count(), c.after.count()});
          },
          [&](const StopTimer& c) { world_.agenda.cancel(timer_slot(c.timer)); },
          [&](const Capture& c) { capture(c.artifact); },
          [&](const DropCapture& c) { drop_capture(c.artifact); },
          [&](const ScheduleRefresh&) {
            Notices notices;
            ide_.refresh(Scope::All, TouchedBy::Other, notices);
            for (const auto& notice : notices) notice_fact(std::get<Fact>(notice));
          },
          [&](const StartBody&) {
            if (world_.body.phase != BodyPhase::NotStarted) return;
            world_.body.phase = BodyPhase::Running;
            world_.agenda.schedule(slot::script, {0, 0});
          },
          [&](const CancelBody&) { cancel_body(); },
          [&](const Return& c) { resume_body(c.call, false); },
          [&](const Refuse& c) { resume_body(c.call, true); },
          [&](const Finish& c) {
            world_.finished = true;
            if (c.reason == Reason::CalledFromEdt && world_.ide.holder == Holder::Caller)
              world_.ide.holder = Holder::Nobody;
          },
          // Records: the sink has them.
          [](const ReportDialog&) {}, [](const ReportSmartWait&) {}, [](const ReportProgress&) {},
          [](const Warn&) {}, [](const Decide&) {}},
      command);
}

}  // namespace sim::modality
