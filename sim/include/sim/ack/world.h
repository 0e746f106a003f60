// One or two tool calls, or a session of many, the backend that acknowledges them and the frontend
// that carries them out: what may happen next, and how it happens.
#pragma once
#include <array>
#include <cstdint>
#include <variant>

#include "port/ack/facts.h"
#include "port/visit.h"
#include "sim/ack/frontend.h"
#include "sim/ack/plan.h"
#include "sim/ack/subject.h"
#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim::ack {

// Left: its client went away, and the frontend may still do what it was told.
// GivenUp: its signal did not come, and what it asked for may still be done.
enum class CallPhase : std::uint8_t { NotMade, InFlight, Over, Left, GivenUp };

// A world is copied and hashed as bytes.
struct World {
  SubjectState subject;
  FrontendAgenda agenda;
  std::array<CallPhase, calls_max> phases{};
  std::uint8_t background_left = 0;
  Frontend frontend;
  Chosen calls{};
  std::array<bool, calls_max> looks{};  // A look waits for its dispatch.
  std::uint8_t session_left = 0;        // Calls that are still to be made.
  std::uint8_t zero = 0;                // No padding: a world is hashed as bytes.
  bool operator==(const World&) const = default;
};

class Worlds {
 public:
  using World = ack::World;

  // `plan` and `subject` outlive it.
  Worlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  World initial() const;
  // Those up to an instant that is not after the first deadline, if the world is only a part
  // of one that has others.
  void choices(const World& world, Choices& out, std::int32_t until_ms = never) const;
  // Tells the sink all that an observer sees, in order: noticed(fact), heard(heard),
  // commanded(command).
  void apply(World& world, const Choice& choice, auto& sink) const;
  // Time passes and nothing happens; not beyond the first deadline.
  void pass(World& world, std::int32_t ms, auto& sink) const;
  // Something modal opens in front of the frontend, or the last such thing goes.
  void block(World& world, bool blocked) const {
    FrontendTurn(world.frontend, world.agenda, plan_).block(blocked);
  }
  // After the last response.
  void drop_what_no_longer_matters(World& world) const {
    world.agenda = {};
    world.frontend = {};
    world.background_left = 0;
  }
  // Every call that there can be has its response; of one whose client left, nothing is due.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return plan_; }

 private:
  const Plan& plan_;
  const Subject& subject_;
};

// Nothing is due any more of what the frontend does about the call.
inline bool is_quiet(const World& world, std::size_t index) {
  for (const Due what : {Due::Dispatch, Due::Process, Due::Notify, Due::Echo})
    if (world.agenda.pending(due(index, what))) return false;
  return true;
}

// One choice being applied; lives no longer than that.
template <class Sink>
class Turn {
 public:
  Turn(const Plan& plan, const Subject& subject, World& world, port::Instant at, Sink& sink)
      : plan_(plan),
        world_(world),
        at_(at),
        sink_(sink),
        subject_(subject),
        frontend_(world.frontend, world.agenda, plan) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void take(const Choice& choice) {
    act_on(choice);
    if (world_.session_left > 0 && plan_.steps.empty()) go_on();
    subject_.rebase(world_.subject, at_);
  }

 private:
  void act_on(const Choice& choice) {
    const std::size_t which = choice.slot;
    world_.agenda.cancel(which);
    if (which == slot::call) return choose(choice.alternative);
    if (which == slot::start) return start(choice.alternative);
    if (which == slot::second) return call(1, choice.alternative);
    if (which == slot::again && !plan_.steps.empty()) return step();
    if (which >= slot::again && which < slot::background)
      return call_again(which - slot::again, choice.alternative);
    Notices notices;
    if (which == slot::background) {
      background(choice.alternative, notices);
    } else if (which >= slot::planned) {
      happen(plan_.planned[which - slot::planned].what, notices);
    } else {
      const std::size_t index = which / slot::per_call;
      switch (static_cast<Due>(which % slot::per_call)) {
        case Due::Capture:
          return deliver(no_call, Captured{id_of(index), read(world_.frontend.captures[index])});
        case Due::Look:
          return deliver(no_call, Looked{id_of(index), read(world_.frontend.looks[index])});
        case Due::Timer: return deliver(no_call, TimerFired{id_of(index)});
        case Due::Dispatch: return dispatched(index, choice.alternative);
        case Due::Process:
          frontend_.process(index, effect_of(index), choice.alternative, notices);
          break;
        case Due::Notify: frontend_.notify(index, effect_of(index), notices); break;
        case Due::Echo: frontend_.echo(index, notices); break;
      }
    }
    tell(notices);
  }

  const Effect& effect_of(std::size_t index) const {
    return ack::effect_of(plan_, world_.calls, world_.frontend, index);
  }

  void choose(std::uint8_t alternative) {
    world_.calls[0] = alternative;
    world_.frontend.about = effect_of(0).subject;
    world_.agenda.schedule(slot::start, {0, 0});
  }

  void start(std::uint8_t alternative) {
    const Start& begin = plan_.starts[alternative];
    if (begin.store) deliver(no_call, StoreReady{});
    Notices notices;
    frontend_.start(begin, notices);
    tell(notices);
    if (!plan_.second.empty()) world_.agenda.schedule(slot::second, plan_.second_window);
    if (plan_.session > 0) world_.session_left = static_cast<std::uint8_t>(plan_.session - 1);
    if (!plan_.steps.empty()) world_.agenda.schedule(slot::again, plan_.steps[0].after);
    world_.background_left = plan_.background_max;
    if (world_.background_left > 0) world_.agenda.schedule(slot::background, {0, never});
    for (std::size_t i = 0; i < plan_.planned.size(); ++i)
      world_.agenda.schedule(slot::planned + i, plan_.planned[i].window);
    call(0, world_.calls[0]);
  }

  void call(std::size_t index, std::uint8_t alternative) {
    world_.calls[index] = alternative;
    world_.phases[index] = CallPhase::InFlight;
    const auto& request = call_of(plan_, world_.calls, index).request;
    deliver(no_call, Called{id_of(index), request});
  }

  void call_again(std::size_t index, std::uint8_t alternative) {
    if (--world_.session_left == 0 && plan_.steps.empty())
      for (std::size_t i = 0; i < calls_max; ++i) world_.agenda.cancel(slot::again + i);
    world_.frontend.actions[index] = {};
    world_.frontend.events[index] = 0;
    call(index, alternative);
    world_.frontend.about = effect_of(index).subject;
  }
  // What comes next of a session that is written down. A call waits until a number is free.
  void step() {
    constexpr std::int32_t wait_ms = 100;
    const std::size_t at = plan_.steps.size() - world_.session_left;
    const Step& next = plan_.steps[at];
    std::size_t index = next.number > 0 && is_free(next.number - 1u) ? next.number - 1u : 0;
    if (next.number == 0 || !is_free(index))
      while (index < calls_max && !is_free(index)) ++index;
    if (!next.event && index == calls_max)
      return world_.agenda.schedule(slot::again, {wait_ms, wait_ms});
    if (at + 1 < plan_.steps.size()) world_.agenda.schedule(slot::again, plan_.steps[at + 1].after);
    if (!next.event) return call_again(index, static_cast<std::uint8_t>(at + 1));
    --world_.session_left;
    Notices notices;
    happen(*next.event, notices);
    tell(notices);
  }
  bool is_free(std::size_t index) const {
    return world_.phases[index] != CallPhase::InFlight && is_quiet(world_, index);
  }
  // Numbers are free again when nothing is due any more of the calls that had them.
  void go_on() {
    for (std::size_t index = 0; index < calls_max; ++index) {
      if (is_free(index) && !world_.agenda.pending(slot::again + index))
        world_.agenda.schedule(slot::again + index, plan_.second_window);
    }
  }

  Reading read(const Probe& probe) const {
    if (probe.kind == ProbeKind::Generation) return subject_.panes(world_.subject);
    if (probe.kind == ProbeKind::Items && !subject_.panes(world_.subject).exists) return {};
    return frontend_.read(probe);
  }

  void dispatched(std::size_t index, std::uint8_t alternative) {
    frontend_.hear(index, behaviours_of(plan_, world_.calls, index)[alternative]);
    if (!world_.looks[index]) return;
    world_.looks[index] = false;
    world_.agenda.schedule(due(index, Due::Look), plan_.latencies.look);
  }

  void background(std::uint8_t alternative, Notices& notices) {
    if (--world_.background_left > 0) world_.agenda.schedule(slot::background, {0, never});
    happen(plan_.background[alternative], notices);
  }
  void happen(Background what, Notices& notices) {
    if (!matters(what, plan_, world_.frontend, subject_.panes(world_.subject).exists)) return;
    if (what == Background::MoveFocus) return deliver(no_call, FocusMoved{Pane::Right});
    if (what == Background::StoreComes) return deliver(no_call, StoreReady{});
    if (what == Background::ClientReads) return client_reads();
    if (what == Background::ClientLeaves) return client_leaves();
    frontend_.happen(what, notices);
    if (what == Background::Restarts && subject_.panes(world_.subject).exists)
      notices.push_back(Heard{no_call, StoreReady{}});
  }

  void client_reads() { sink_.noticed(Fact(PanesRead{subject_.panes(world_.subject)})); }
  void client_leaves() {
    std::size_t index = 0;
    if (plan_.session > 0)
      while (index + 1 < calls_max && world_.phases[index] != CallPhase::InFlight) ++index;
    if (world_.phases[index] != CallPhase::InFlight) return;
    // Whatever is said of it from now on is said of no call in flight.
    end(index);
    world_.phases[index] = CallPhase::Left;
    deliver(no_call, Cancelled{id_of(index)});
  }

  void tell(const Notices& notices) {
    for (const auto& notice : notices) {
      if (const auto* heard = std::get_if<Heard>(&notice)) {
        const auto* replied = std::get_if<Replied>(&heard->what);
        deliver(replied != nullptr ? call_asking(replied->request) : cause(heard->by), heard->what);
      } else {
        note(std::get<Fact>(notice));
      }
    }
  }

  void note(Fact fact) {
    // A call that is over is nobody's any more, not even when it is carried out.
    bool over = false;
    port::visit(
        [&](auto& each) {
          if constexpr (requires { each.call; }) {
            over = world_.phases[index_of(each.call)] != CallPhase::InFlight;
            if (over) note_late(index_of(each.call), each);
          }
          if constexpr (requires { each.by; }) each.by = cause(each.by);
        },
        fact);
    if (!over) sink_.noticed(fact);
  }

  // A call that was given up or left is carried out, for nobody.
  void note_late(std::size_t index, const auto& fact) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(fact)>, Processed>)
      if (world_.phases[index] != CallPhase::Over)
        sink_.noticed(Fact(ProcessedLate{call_of(plan_, world_.calls, index).request}));
  }

  // An effect has a cause only while its call is in flight and carried out.
  CallId cause(CallId by) const {
    if (by == no_call) return by;
    const bool known = world_.phases[index_of(by)] == CallPhase::InFlight &&
                       world_.frontend.actions[index_of(by)].changed;
    return known ? by : no_call;
  }
  // The call in flight whose round trip this is, or none.
  CallId call_asking(RequestId request) const {
    for (std::size_t i = 0; i < calls_max; ++i)
      if (world_.phases[i] == CallPhase::InFlight &&
          world_.frontend.actions[i].request == request.value)
        return id_of(i);
    return no_call;
  }

  void deliver(CallId by, const Happening& what) {
    sink_.heard(Heard{by, what});
    Commands commands;
    subject_.step(world_.subject, {at_, what}, commands);
    for (const auto& command : commands) {
      sink_.commanded(command);
      port::visit([&](const auto& each) { obey(each); }, command);
    }
    count_listeners();
  }
  // More than calls that wait for a reply have left some behind.
  void count_listeners() {
    const auto listening = subject_.listening(world_.subject);
    if (listening <= 0) return;
    int waiting = 0;
    for (std::size_t i = 0; i < calls_max; ++i)
      waiting += world_.phases[i] == CallPhase::InFlight && world_.frontend.actions[i].request != 0;
    if (listening > waiting)
      sink_.noticed(Fact(ListenersLeft{static_cast<std::uint8_t>(listening - waiting)}));
  }

  // What is said of a call that is not in flight is for a judge to hear.
  void obey(const auto& command) {
    if (is_followed(command.call) && world_.phases[index_of(command.call)] == CallPhase::InFlight)
      carry_out(index_of(command.call), command);
  }

  void carry_out(std::size_t index, const Capture& command) {
    world_.frontend.captures[index] = command.probe;
    const bool checks = command.probe.kind == ProbeKind::Path;
    world_.agenda.schedule(due(index, Due::Capture),
                           checks ? plan_.latencies.check : plan_.latencies.capture);
  }
  void carry_out(std::size_t index, const Dispatch& command) {
    if (call_of(plan_, world_.calls, index).two && ++world_.frontend.events[index] > 1)
      frontend_.begin_again(index);
    world_.frontend.actions[index].request = static_cast<std::uint8_t>(command.request.value);
    world_.agenda.schedule(due(index, Due::Dispatch), {0, 0});
  }
  void carry_out(std::size_t index, const Look& command) {
    world_.frontend.looks[index] = command.probe;
    if (world_.agenda.pending(due(index, Due::Dispatch))) {
      world_.looks[index] = true;
    } else {
      world_.agenda.schedule(due(index, Due::Look), plan_.latencies.look);
    }
  }
  void carry_out(std::size_t index, const SetTimer& command) {
    const auto ms = command.after.count();
    world_.agenda.schedule(due(index, Due::Timer), {ms, ms});
  }
  void carry_out(std::size_t index, const CancelTimer&) {
    world_.agenda.cancel(due(index, Due::Timer));
  }
  void carry_out(std::size_t, const NoteHeld&) {}
  void carry_out(std::size_t, const NoteStillOpen&) {}
  void carry_out(std::size_t index, const Respond& command) {
    end(index);
    const bool is_ok = command.response.status == port::ack::Status::Ok;
    if (command.response.status == port::ack::Status::Missing)
      world_.phases[index] = CallPhase::GivenUp;
    if (is_ok && call_of(plan_, world_.calls, index).reads) client_reads();
  }
  void end(std::size_t index) {
    world_.phases[index] = CallPhase::Over;
    world_.looks[index] = false;
    world_.frontend.captures[index] = {};
    world_.frontend.looks[index] = {};
    for (const Due what : {Due::Capture, Due::Look, Due::Timer})
      world_.agenda.cancel(due(index, what));
  }

  const Plan& plan_;
  World& world_;
  port::Instant at_;
  Sink& sink_;
  const Subject& subject_;
  FrontendTurn frontend_;
};

template <class Sink>
void Worlds::apply(World& world, const Choice& choice, Sink& sink) const {
  if (choice.after_ms > 0) sink.noticed(Fact(TimePassed{port::Duration{choice.after_ms}}));
  world.agenda.advance(choice.after_ms);
  Turn<Sink>(plan_, subject_, world, port::Instant{port::Duration{choice.after_ms}}, sink)
      .take(choice);
}

void Worlds::pass(World& world, std::int32_t ms, auto& sink) const {
  if (ms == 0) return;
  sink.noticed(Fact(TimePassed{port::Duration{ms}}));
  world.agenda.advance(ms);
  subject_.rebase(world.subject, port::Instant{port::Duration{ms}});
}

}  // namespace sim::ack
