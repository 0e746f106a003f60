// How a script acts in the turn of a choice.
#pragma once
#include "sim/modality/script.h"
#include "sim/modality/world_turn.h"

namespace sim::modality {

// Of the error that an instruction throws.
constexpr TextId text_of(Op op) {
  return {static_cast<std::uint8_t>(1 + static_cast<unsigned>(op))};
}

template <class Sink>
void Turn<Sink>::resume_script() {
  auto& awaited = world_.body.awaited;
  const auto& ide = world_.ide;
  const bool comes = (awaited == Awaited::Smart && ide.index == Index::Smart) ||
                     (awaited == Awaited::Configured && ide.configured) ||
                     (awaited == Awaited::Hop && takes_hops());
  if (!comes) return;
  if (awaited != Awaited::Hop) awaited = Awaited::Nothing;
  world_.agenda.schedule(slot::script, {0, 0});
}

// The edit that waited for the event thread; it waits on if somebody else was faster.
template <class Sink>
void Turn<Sink>::hop() {
  auto& body = world_.body;
  if (!takes_hops()) return;
  Notices notices;
  ide_.edit(body.edits, notices);
  body.awaited = Awaited::Nothing;
  body.edits = {};
  world_.agenda.schedule(slot::script, {0, 0});
  tell(notices);
}

template <class Sink>
void Turn<Sink>::script_due(std::uint8_t alternative) {
  auto& body = world_.body;
  if (body.awaited == Awaited::Hop) return hop();
  switch (advance(body, alternative)) {
    case Advance::Return: body = {.phase = BodyPhase::Ended}; return deliver(BodyReturned{});
    case Advance::Throw: {
      const TextId text{body.thrown};
      body = {.phase = BodyPhase::Ended};
      return deliver(BodyThrew{text, text == text_of(Op::ReadIndex)});
    }
    case Advance::LeaveBlock:
      return instruct({.op = Op::Call, .call = {.method = Method::LeaveModalDialogAllowed}});
    case Advance::Instruction: return instruct(next_instruction(body, plan_));
  }
}

template <class Sink>
void Turn<Sink>::instruct(const Instruction& instruction) {
  auto& body = world_.body;
  const auto& document = world_.ide.documents[static_cast<std::size_t>(instruction.document)];
  Notices notices;
  const auto read = [&](std::uint8_t text) {
    if (text != newest(document)) notices.push_back(Fact{StaleRead{instruction.document}});
  };
  const auto wait_for = [&](Awaited awaited) {
    body.awaited = awaited;
    resume_script();
  };
  // Each instruction has a text of its own.
  const auto throws_unless = [&](bool good) {
    if (!good) body.thrown = text_of(instruction.op).value;
  };
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
    case Op::Throw: throws_unless(false); break;
    case Op::ReadIndex: throws_unless(world_.ide.index == Index::Smart); break;
    case Op::Sleep: next = {instruction.ms, instruction.ms}; break;
    case Op::HoldThread:
      next = {instruction.ms, instruction.ms};
      ide_.take_thread(next, notices);
      break;
    case Op::IgnoreCancel: body.ignores_cancel = true; break;
    case Op::SmartRead: return wait_for(Awaited::Smart);
    case Op::ReadModel: throws_unless(world_.ide.configured); break;
    case Op::AwaitConfigured: return wait_for(Awaited::Configured);
    case Op::Edit:
      if (!takes_hops()) {
        body.edits = instruction.document;
        notice_fact(EditWaits{instruction.document});
        return wait_for(Awaited::Hop);
      }
      ide_.edit(instruction.document, notices);
      break;
    case Op::WriteDisk: ide_.write_disk(instruction.document, notices); break;
    case Op::ReadPsi: read(document.psi); break;
    case Op::ReadDisk: read(document.disk); break;
    case Op::ReadVfs: read(document.vfs); break;
    case Op::Open: ide_.open(instruction.kind, notices); break;
    case Op::OpenNonModal: ide_.open(EntryKind::NonModal, notices); break;
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

}  // namespace sim::modality
