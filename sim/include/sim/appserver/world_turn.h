// How one choice happens in the world of a client and its server; world.h includes it.
#pragma once
#include <utility>
#include <variant>

#include "port/appserver/facts.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/appserver/server.h"
#include "sim/appserver/world.h"

namespace sim::appserver {

// One choice being applied; lives no longer than that.
template <class Sink>
class WorldTurn {
 public:
  WorldTurn(const Plan& plan, const Subject& subject, World& world, port::Instant at, Sink& sink)
      : plan_(plan), subject_(subject), world_(world), at_(at), sink_(sink), around_(plan, world) {}
  WorldTurn(const WorldTurn&) = delete;
  WorldTurn& operator=(const WorldTurn&) = delete;

  void take(const Choice& choice) {
    const std::size_t which = choice.slot;
    if (which < slot::timer || which >= slot::beside) world_.agenda.cancel(which);
    dares_ = which <= slot::process ? choice.alternative : Dares{0};
    if (which >= slot::timer && which < slot::beside)
      deliver(TimerFired{around_.take_timer(which - slot::timer)});
    else if (which >= slot::turn && which < slot::process)
      serve([&](ServerTurn& turn) { turn.step(which - slot::turn); });
    else if (which >= slot::beside && which < slot::free)
      press(plan_.beside[which - slot::beside].act);
    else
      take_single(which, choice.alternative);
    settle();
  }
  void do_now(const Act& what) {
    act(what);
    settle();
  }
  void end_call(std::uint8_t item, bool failed) {
    serve([&](ServerTurn& turn) { turn.call_ended(item, failed); });
    settle();
  }

 private:
  void settle() {
    around_.expect();
    subject_.rebase(world_.subject, at_);
  }

  void take_single(std::size_t which, std::size_t alternative) {
    switch (which) {
      case slot::process: return process_due();
      case slot::to_server: return reach_server();
      case slot::to_client: return reach_client();
      case slot::late: return late_arrives();
      case slot::exit: return end_by_order();
      case slot::frame: return deliver(FrameDue{});
      case slot::user: return user_step();
      default:  // One of the free acts.
        if (--world_.user.free_left > 0) world_.agenda.schedule(slot::free, {0, never});
        return press(plan_.free[alternative]);
    }
  }

  void process_due() {
    const ProcessId process{world_.process.id};
    if (world_.process.phase == ProcessPhase::Starting) {
      if (fires(Fault::RefuseSpawn)) return gone();
      world_.process.phase = ProcessPhase::Alive;
      world_.user.back = world_.process.started > 0;
      if (world_.process.started < 255) ++world_.process.started;
      deliver(ProcessStarted{process});
      return serve([](ServerTurn& turn) { turn.start(); });
    }
    gone();
  }

  void gone() {
    const ProcessId process{world_.process.id};
    const bool alive = world_.process.phase == ProcessPhase::Alive;
    world_.to_client.clear();
    world_.agenda.cancel(slot::to_client);
    if (alive)
      world_.process.phase = ProcessPhase::Muted;
    else
      around_.forget_process();
    world_.user.gone = true;
    deliver(ProcessGone{process});
  }

  void reach_server() {
    const auto letter = world_.to_server[0];
    world_.to_server.erase(0);
    serve([&](ServerTurn& turn) { turn.hear(to_server(letter)); });
  }

  void reach_client() {
    arrive();
    if (!world_.to_client.empty() && fires(Fault::MergeLines)) arrive();
  }
  void arrive() {
    const auto letter = world_.to_client[0];
    world_.to_client.erase(0);
    if (fires(Fault::LoseLine, letter)) return;
    deliver(Received{{world_.process.id}, to_client(letter)});
  }
  void late_arrives() {
    const auto letter = std::exchange(world_.late, {});
    const ProcessId process{std::exchange(world_.late_of, 0)};
    deliver(Received{process, to_client(letter)});
  }

  void end_by_order() {
    const ProcessId process{world_.process.id};
    const bool muted = world_.process.phase == ProcessPhase::Muted;
    if (!world_.process.told_to_end)
      sink_.noticed(Fact(ProcessExited{process, fires(Fault::BadExit) ? bad_exit_code : 0}));
    muted ? around_.forget_process() : around_.end_process();
  }

  void user_step() {
    const auto step = world_.user.step;
    if (world_.user.closing) return act({.what = ActKind::Close});
    ++world_.user.step;
    act(plan_.user[step].act);
  }
  // By hand, beside the script: nobody presses what is covered, and the script has opened.
  void press(const Act& what) {
    if (what.what != ActKind::Open && !is_covered(what, world_.user)) act(what);
  }
  void act(const Act& what) {
    if (!matters(what, world_.user)) return;
    if (std::exchange(world_.user.closing, false)) world_.agenda.cancel(slot::user);
    const auto happening = happening_of(what, world_.user);
    note_act(what, world_.user);
    if (what.what == ActKind::Close)
      for (std::size_t i = slot::beside; i <= slot::free; ++i) world_.agenda.cancel(i);
    deliver(happening);
  }

  bool fires(Fault fault) {
    SpokenList none;
    return ServerTurn(plan_.server, world_.server, none, dares_).fires(fault);
  }
  bool fires(Fault fault, const Letter& letter) {
    SpokenList none;
    return ServerTurn(plan_.server, world_.server, none, dares_).fires(fault, to_client(letter));
  }

  void serve(auto what) {
    SpokenList spoken;
    ServerTurn turn(plan_.server, world_.server, spoken, dares_);
    what(turn);
    for (const auto& each : spoken)
      if (const auto* done = std::get_if<CarriedOut>(&each.what)) sink_.noticed(Fact(*done));
    around_.put(spoken);
    const auto fate = world_.server.fate;
    if (fate == Fate::ClosedOutput || fate == Fate::ClosedInput)
      world_.agenda.schedule(slot::process, plan_.latencies.gone);
    if (fate != Fate::Crashed && fate != Fate::ExitedZero) return;
    sink_.noticed(Fact(ProcessExited{{world_.process.id}, fate == Fate::Crashed ? 101 : 0}));
    around_.end_process();
  }

  void deliver(const Happening& what) {
    sink_.heard(what);
    Commands commands;
    subject_.step(world_.subject, {at_, what}, commands);
    for (const auto& command : commands) {
      sink_.commanded(command);
      note(command, world_.user);
      port::visit(port::Overload{
                      [&](const Spawn& each) { around_.spawn(each.process); },
                      [&](const CloseInput& each) { around_.close_input(each.process); },
                      [&](const Terminate& each) {
                        if (!fires(Fault::IgnoreTerminate)) around_.signal(each.process, false);
                      },
                      [&](const Kill& each) { around_.signal(each.process, true); },
                      [&](const Send& each) { around_.send(each.process, each.message); },
                      [&](const SetTimer& each) { around_.set_timer(each.timer, each.after); },
                      [&](const CancelTimer& each) { around_.cancel_timer(each.timer); },
                      [&](const TextAppended&) { around_.text_kept(); },
                      [&](const TextReplaced&) { around_.text_kept(); },
                      [](const auto&) {},
                  },
                  command);
    }
  }

  const Plan& plan_;
  const Subject& subject_;
  World& world_;
  port::Instant at_;
  Sink& sink_;
  Surroundings around_;
  Dares dares_ = 0;  // Which faults of any opportunity take one of this choice.
};

template <class Sink>
void Worlds::apply(World& world, const Choice& choice, Sink& sink) const {
  if (choice.after_ms > 0) sink.noticed(Fact(TimePassed{port::Duration{choice.after_ms}}));
  world.agenda.advance(choice.after_ms);
  WorldTurn<Sink>(plan_, subject_, world, port::Instant{port::Duration{choice.after_ms}}, sink)
      .take(choice);
}

void Worlds::pass(World& world, std::int32_t ms, auto& sink) const {
  if (ms == 0) return;
  sink.noticed(Fact(TimePassed{port::Duration{ms}}));
  world.agenda.advance(ms);
  subject_.rebase(world.subject, port::Instant{port::Duration{ms}});
}

template <class Sink>
void Worlds::do_now(World& world, const Act& act, Sink& sink) const {
  WorldTurn<Sink>(plan_, subject_, world, {}, sink).do_now(act);
}

template <class Sink>
void Worlds::end_call(World& world, std::uint8_t item, bool failed, Sink& sink) const {
  WorldTurn<Sink>(plan_, subject_, world, {}, sink).end_call(item, failed);
}

}  // namespace sim::appserver
