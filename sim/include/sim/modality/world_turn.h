// How one choice happens: the IDE changes, the engine hears of it, its commands change the
// world again.
#pragma once
#include "port/check.h"
#include "port/modality/commands.h"
#include "port/overload.h"
#include "sim/modality/script.h"
#include "sim/modality/world_state.h"

namespace sim::modality {

// One choice being applied; lives no longer than that.
template <class Sink>
class Turn {
 public:
  Turn(const Plan& plan, const Subject& subject, World& world, port::Instant at, Sink& sink)
      : plan_(plan),
        subject_(subject),
        world_(world),
        at_(at),
        sink_(sink),
        ide_(world.ide, world.agenda, plan.latencies) {}

  void take(const Choice& choice);
  void call(const Request& request);

 private:
  void operation_due(OperationId id);
  void script_due(std::uint8_t alternative);
  void background_due(Background what);
  void instruct(const Instruction& instruction);

  void tell_of_start();
  // Tells of everything that the IDE noticed, then lets withheld work begin.
  void tell(const Notices& notices);
  void deliver(Happening what);
  void notice_fact(const Fact& fact);
  void obey(const Commands& commands);

  void carry_out(const Command& command);
  void ask(OperationId id, const Operation& operation);
  bool is_ready(const Operation& operation) const;
  void begin_withheld();
  void begin_write(OperationId id);
  void cancel_body();
  void resume_body(CallId call, bool refused);

  const Plan& plan_;
  const Subject& subject_;
  World& world_;
  port::Instant at_;
  Sink& sink_;
  IdeTurn ide_;
};

template <class Sink>
void Turn<Sink>::take(const Choice& choice) {
  Notices notices;
  const std::size_t which = choice.slot;
  world_.agenda.cancel(which);
  if (which < slot::operation) {
    deliver(TimerFired{static_cast<Timer>(which - slot::timer)});
  } else if (which < slot::indexing) {
    operation_due(static_cast<OperationId>(which - slot::operation));
  } else if (which == slot::indexing) {
    ide_.end_indexing(notices);
  } else if (which == slot::script) {
    script_due(choice.alternative);
  } else if (which < slot::background) {
    ide_.entry_due(which - slot::entry, notices);
  } else if (which < slot::free_background) {
    background_due(plan_.background[which - slot::background].what);
  } else {
    if (--world_.background_left > 0) world_.agenda.schedule(which, {0, never});
    background_due(plan_.free_background[choice.alternative]);
  }
  tell(notices);
}

template <class Sink>
void Turn<Sink>::call(const Request& request) {
  auto& agenda = world_.agenda;
  world_.edt_held = request.from_edt;
  for (std::size_t i = 0; i < plan_.background.size(); ++i)
    agenda.schedule(slot::background + i, plan_.background[i].window);
  if (plan_.bounds.background > 0) {
    world_.background_left = plan_.bounds.background;
    agenda.schedule(slot::free_background, {0, never});
  }
  world_.body.steps_left = plan_.bounds.steps;
  tell_of_start();
  deliver(Called{request});
}

// An observer knows how the IDE stands when the call begins; the engine has to look.
template <class Sink>
void Turn<Sink>::tell_of_start() {
  for (const auto& entry : world_.ide.stack) {
    if (is_dialog(entry.kind)) {
      sink_.noticed(DialogOpened{entry.id, true});
    } else {
      sink_.noticed(ProgressStarted{});
    }
  }
  if (world_.ide.index != Index::Smart) sink_.noticed(IndexingStarted{});
  if (world_.ide.configured) sink_.noticed(ImportFinished{});
}

template <class Sink>
void Turn<Sink>::tell(const Notices& notices) {
  for (const auto& notice : notices) {
    if (const auto* what = std::get_if<Happening>(&notice)) {
      deliver(*what);
    } else {
      notice_fact(std::get<Fact>(notice));
    }
  }
  begin_withheld();
}

template <class Sink>
void Turn<Sink>::deliver(Happening what) {
  sink_.happened(what);
  Commands commands;
  subject_.step(world_.subject, Event{at_, what}, commands);
  obey(commands);
}

template <class Sink>
void Turn<Sink>::notice_fact(const Fact& fact) {
  sink_.noticed(fact);
  Commands commands;
  subject_.overhear(world_.subject, at_, fact, commands);
  obey(commands);
}

template <class Sink>
void Turn<Sink>::obey(const Commands& commands) {
  for (const auto& command : commands) {
    sink_.commanded(command);
    carry_out(command);
  }
}

// Withheld work begins as soon as the stack is empty, forced work as soon as no progress holds the
// write lock; waiting for smart mode ends as soon as the index is ready.
template <class Sink>
bool Turn<Sink>::is_ready(const Operation& operation) const {
  if (operation.kind == OperationKind::AwaitSmart) return world_.ide.index == Index::Smart;
  return operation.forced ? !holds_write_lock(world_.ide) : world_.ide.stack.empty();
}

template <class Sink>
void Turn<Sink>::begin_withheld() {
  for (std::uint8_t i = 0; i < 2; ++i) {
    const auto& operation = world_.operations[i];
    if (operation.withheld && is_ready(operation) && !world_.edt_held)
      begin_write(static_cast<OperationId>(i));
  }
}

template <class Sink>
void Turn<Sink>::begin_write(OperationId id) {
  auto& operation = world_.operations[static_cast<std::size_t>(id)];
  operation.withheld = false;
  const bool waits = operation.kind == OperationKind::AwaitSmart;
  world_.agenda.schedule(slot::operation + static_cast<std::size_t>(id),
                         waits ? Window{0, 0} : plan_.latencies.write);
  if (!waits) sink_.noticed(WriteBegan{id});
}

template <class Sink>
void Turn<Sink>::ask(OperationId id, const Operation& asked) {
  auto& operation = world_.operations[static_cast<std::size_t>(id)];
  operation = asked;
  const auto which = slot::operation + static_cast<std::size_t>(id);
  world_.agenda.cancel(which);
  if (world_.edt_held) return;
  if (asked.kind >= OperationKind::Commit) {
    operation.withheld = true;
    begin_withheld();
  } else if (asked.kind != OperationKind::Close) {
    world_.agenda.schedule(which, {0, 0});
  } else {
    const auto window = answer_window(world_.ide, plan_.latencies, asked.dialog);
    if (window.latest >= 0) world_.agenda.schedule(which, window);
  }
}

template <class Sink>
void Turn<Sink>::operation_due(OperationId id) {
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
      const auto answer = ide_.close(operation.dialog, notices);
      deliver(CloseAnswered{id, operation.dialog, answer});
      return tell(notices);
    }
    case OperationKind::Commit: ide_.commit(notices); return end_write();
    case OperationKind::Save: ide_.save(operation.scope, notices); return end_write();
    case OperationKind::Refresh: ide_.refresh(); return end_write();
    case OperationKind::AwaitSmart: return deliver(SmartReached{id});
  }
}

template <class Sink>
void Turn<Sink>::background_due(Background what) {
  Notices notices;
  switch (what) {
    case Background::OpenNonModal: ide_.open_non_modal(notices); break;
    case Background::TopCloses: ide_.close_top(notices); break;
    case Background::IndexingStarts: ide_.start_indexing(Index::DumbEnding, notices); break;
    case Background::EndlessIndexingStarts: ide_.start_indexing(Index::DumbEndless, notices); break;
    case Background::ImportFinishes:
      world_.ide.configured = true;
      notices.push_back(Fact{ImportFinished{}});
      break;
    case Background::DiskChanges: ide_.write_disk(); break;
    case Background::SaveAsks: world_.ide.save_asks = true; break;
    case Background::CommitAsks: world_.ide.commit_asks = true; break;
    case Background::OpenClosable:
    case Background::OpenSlow:
    case Background::OpenRefusing:
    case Background::OpenReopening:
    case Background::OpenQuestioning:
    case Background::OpenUnresponsive:
    case Background::OpenPassing:
    case Background::ProgressStarts:
    case Background::EndlessProgressStarts: ide_.open(*opens(what), notices); break;
  }
  tell(notices);
}

template <class Sink>
void Turn<Sink>::script_due(std::uint8_t alternative) {
  auto& body = world_.body;
  switch (advance(body, alternative)) {
    case Advance::Return: body = {.phase = BodyPhase::Ended}; return deliver(BodyReturned{});
    case Advance::Throw: body = {.phase = BodyPhase::Ended}; return deliver(BodyThrew{});
    case Advance::LeaveBlock:
      return instruct({.op = Op::Call, .call = {.method = Method::LeaveModalDialogAllowed}});
    case Advance::Instruction: return instruct(next_instruction(body, plan_));
  }
}

template <class Sink>
void Turn<Sink>::instruct(const Instruction& instruction) {
  auto& body = world_.body;
  Notices notices;
  Window next{0, 0};
  switch (instruction.op) {
    case Op::Call:
      note_call(body, instruction.call.method);
      body.phase = BodyPhase::InMethod;
      return deliver(MethodCalled{CallId{body.calls}, instruction.call});
    case Op::Launch:
      world_.agenda.schedule(slot::script, next);
      return deliver(MethodCalled{CallId{body.calls++}, instruction.call});
    case Op::Never: body.phase = BodyPhase::Stuck; return;
    case Op::Throw: body.unwinding = true; break;
    case Op::ReadIndex: body.unwinding = world_.ide.index != Index::Smart; break;
    case Op::Sleep: next = {instruction.ms, instruction.ms}; break;
    case Op::IgnoreCancel: body.ignores_cancel = true; break;
    case Op::Edit: ide_.edit(notices); break;
    case Op::WriteDisk: ide_.write_disk(); break;
    case Op::Open: ide_.open(instruction.kind, notices); break;
    case Op::OpenNonModal: ide_.open_non_modal(notices); break;
    case Op::CloseTop: ide_.dismiss_top(); break;
  }
  world_.agenda.schedule(slot::script, next);
  tell(notices);
}

template <class Sink>
void Turn<Sink>::resume_body(CallId call, bool refused) {
  auto& body = world_.body;
  if (body.phase != BodyPhase::InMethod || call.value != body.calls) return;
  note_answer(body, refused);
  ++body.calls;
  body.phase = BodyPhase::Running;
  world_.agenda.schedule(slot::script, {0, 0});
}

template <class Sink>
void Turn<Sink>::cancel_body() {
  auto& body = world_.body;
  if (body.phase == BodyPhase::NotStarted || body.phase == BodyPhase::Ended) return;
  if (!body.ignores_cancel) {
    world_.agenda.cancel(slot::script);
    body = {.phase = BodyPhase::Ended};
  } else if (body.phase == BodyPhase::InMethod) {
    // The method it is in will not answer; a script that ignores the cancel goes on.
    note_answer(body, true);
    body.phase = BodyPhase::Running;
    ++body.calls;
    world_.agenda.schedule(slot::script, {0, 0});
  }
}

template <class Sink>
void Turn<Sink>::carry_out(const Command& command) {
  using Kind = OperationKind;
  const auto timer_slot = [](Timer timer) { return slot::timer + static_cast<std::size_t>(timer); };
  std::visit(
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
            ask(c.operation, {.kind = Kind::Save, .scope = c.scope, .forced = c.forced});
          },
          [&](const Refresh& c) { ask(c.operation, {.kind = Kind::Refresh, .forced = c.forced}); },
          [&](const AwaitSmart& c) { ask(c.operation, {Kind::AwaitSmart}); },
          [&](const Cancel& c) {
            world_.operations[static_cast<std::size_t>(c.operation)] = {};
            world_.agenda.cancel(slot::operation + static_cast<std::size_t>(c.operation));
          },
          [&](const StartTimer& c) {
            world_.agenda.schedule(timer_slot(c.timer), {c.after.count(), c.after.count()});
          },
          [&](const StopTimer& c) { world_.agenda.cancel(timer_slot(c.timer)); },
          [&](const ScheduleRefresh&) { ide_.refresh(); },
          [&](const StartBody&) {
            if (world_.body.phase != BodyPhase::NotStarted) return;
            world_.body.phase = BodyPhase::Running;
            world_.body.program = plan_.body.instructions.empty() ? 0 : 1;
            world_.agenda.schedule(slot::script, {0, 0});
          },
          [&](const CancelBody&) { cancel_body(); },
          [&](const Return& c) { resume_body(c.call, false); },
          [&](const Refuse& c) { resume_body(c.call, true); },
          [&](const Finish&) { world_.finished = true; },
          // Records: the sink has them.
          [](const Capture&) {}, [](const ReportDialog&) {}, [](const ReportSmartWait&) {},
          [](const ReportProgress&) {}, [](const Warn&) {}, [](const Decide&) {}},
      command);
}

}  // namespace sim::modality
