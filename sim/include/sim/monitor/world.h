// A machine with marker files, IDEs and ports, and a monitor on it: what may happen next, and how
// it happens.
#pragma once
#include <cstddef>
#include <cstdint>

#include "port/flat_list.h"
#include "port/monitor/facts.h"
#include "port/visit.h"
#include "sim/monitor/plan.h"
#include "sim/monitor/subject.h"
#include "sim/monitor/world_state.h"
#include "sim/search/model.h"

namespace sim::monitor {

// Whether it would change anything now.
bool matters(const World& world, const Happening& what);

// At most so many of one choice.
using Notices = port::FlatList<Fact, 24>;

// The IDEs' end of the streams, and the rest of the machine; tells what an observer sees of it.
// Refers to the world; lives for one turn.
class Surroundings {
 public:
  Surroundings(const Plan& plan, World& world, Notices& out)
      : plan_(plan), world_(world), out_(out) {}

  void begin();
  // What the monitor hears of itself is not done here: AddressAsked.
  void happen(const Happening& what);

  void connect(const Connect& command);
  void disconnect(ConnectionId connection);
  void ping(std::size_t stream);
  // Takes what arrives, and sees to what follows it.
  Item arrive(std::size_t stream);
  // Of the answer of a port.
  ProbeEnded probed(std::size_t port) const;
  void probe(std::size_t port);

 private:
  void ask(std::size_t stream, TextId token);
  // `seq`: of a snapshot.
  // `other`: the list that it tells, if that is not the IDE's.
  void say(std::size_t stream, LineKind kind, std::uint16_t seq = 0, ListId other = no_list);
  void say_snapshot(std::size_t stream);
  // A line that nothing has happened for.
  void say_unasked(std::size_t ide, What what);
  void changed(std::size_t ide);
  void cut(std::size_t ide);
  void silence(std::size_t ide);
  void put(std::size_t stream, const Item& item);
  void note(const Fact& fact) { out_.push_back(fact); }
  void make_endless(std::size_t ide);
  bool held_up(std::size_t stream, LineKind line) const;
  bool other_stalls(std::size_t ide) const;

  const Plan& plan_;
  World& world_;
  Notices& out_;
};

class Worlds {
 public:
  using World = monitor::World;

  // `plan` and `subject` outlive it; nothing is wrong with the plan (fault_of).
  Worlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  World initial() const;
  void choices(const World& world, Choices& out) const;
  // Tells the sink all that an observer sees, in order: noticed(fact), heard(event),
  // commanded(command).
  void apply(World& world, const Choice& choice, auto& sink) const;
  // The monitor was stopped, and nothing that it began is left.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return plan_; }

 private:
  const Plan& plan_;
  const Subject& subject_;
};

// "marker_written pid=7 2"
std::string text_of(const Plan& plan, const Happening& what);

// One choice being applied; lives no longer than that.
template <class Sink>
class Turn {
 public:
  Turn(const Plan& plan, const Subject& subject, World& world, Sink& sink)
      : plan_(plan),
        subject_(subject),
        world_(world),
        sink_(sink),
        around_(plan, world, notices_) {}

  void take(const Choice& choice) {
    at_ = port::Instant{port::Duration{choice.after_ms}};
    act_on(choice);
    subject_.rebase(world_.subject, at_);
  }

 private:
  void act_on(const Choice& choice) {
    const std::size_t which = choice.slot;
    world_.agenda.cancel(which);
    if (which == slot::start) {
      around_.begin();
      tell();
      return deliver(Started{});
    }
    if (which < slot::folder) return happen(plan_.planned[which - slot::planned].happening);
    if (which == slot::free) return happen_freely(choice.alternative);
    if (which == slot::stop) return stop();
    if (which == slot::folder) return deliver(listing());
    if (which == slot::read) return deliver(reading());
    if (which < slot::ping) return arrive(which - slot::deliver);
    if (which < slot::probe) {
      around_.ping(which - slot::ping);
      return tell();
    }
    if (which < slot::tried) return deliver(around_.probed(which - slot::probe));
    if (which < slot::scan) return own_server(which);
    deliver(TimerFired{timer(which)});
  }

  void happen(const Happening& what) {
    if (!matters(world_, what)) return;
    // Time that nobody on the machine has does not pass in its world.
    if (what.what == What::MachineSleeps)
      return deliver(Slept{port::Duration{static_cast<std::int32_t>(what.number)}});
    if (what.what == What::AddressAsked) return deliver(AddressWanted{plan_.ides[what.where].pid});
    around_.happen(what);
    tell();
  }
  void happen_freely(std::uint8_t alternative) {
    if (--world_.free_left > 0) world_.agenda.schedule(slot::free, {0, never});
    happen(plan_.free[alternative]);
  }
  void stop() {
    world_.stopped = true;
    world_.free_left = 0;
    for (std::size_t i = 0; i < planned_max; ++i) world_.agenda.cancel(slot::planned + i);
    world_.agenda.cancel(slot::free);
    deliver(Stopped{});
  }

  FolderListed listing() const {
    FolderListed out{.folder = world_.folder, .pids = {}};
    if (world_.folder != Folder::Listed) return out;
    for (std::size_t i = 0; i < plan_.ides.size(); ++i)
      if (world_.files[i].is != FileIs::Absent) out.pids.push_back(plan_.ides[i].pid);
    return out;
  }
  MarkerRead reading() {
    const auto at = world_.reading;
    world_.reading = 0;
    MarkerRead out{.pid = plan_.ides[at].pid};
    const auto& file = world_.files[at];
    switch (file.is) {
      case FileIs::Absent: out.reading = Reading::Gone; break;
      case FileIs::Torn: out.reading = Reading::Torn; break;
      case FileIs::Unreadable: out.reading = Reading::Unreadable; break;
      case FileIs::Whole: out.reading = plan_.contents[file.content].reading; break;
    }
    if (file.is == FileIs::Whole) out.field = plan_.contents[file.content].field;
    if (out.reading != Reading::Good) return out;
    out.marker = plan_.contents[file.content].marker;
    out.alive = world_.machines[at].alive && !plan_.ides[at].elsewhere;
    out.began = world_.machines[at].began;
    return out;
  }

  void arrive(std::size_t stream) {
    const auto id = world_.streams[stream].id;
    const auto item = around_.arrive(stream);
    tell();
    switch (item.kind) {
      case ItemKind::Answer: return deliver(Answered{id, item.number});
      case ItemKind::End: return deliver(Ended{id});
      case ItemKind::Line: break;
    }
    deliver(LineRead{id, {item.line, item.seq, {item.instance}, {item.number}}});
  }
  void own_server(std::size_t which) {
    const bool tries = which < slot::head;
    const auto at = which - (tries ? slot::tried : slot::head);
    const auto& ide = plan_.ides[at];
    const auto& machine = world_.machines[at];
    const bool up = machine.alive && machine.is == ServerIs::Up && !machine.silent;
    auto& asked = tries ? world_.asked[at].stream : world_.asked[at].sse;
    const auto address = asked[0];
    asked.erase(0);
    if (!asked.empty()) schedule(which, plan_.latencies.own_server);
    const bool fails = machine.is == ServerIs::Failing && !machine.silent;
    const std::uint16_t status = up      ? ide.stream_status
                                 : fails ? std::uint16_t{500}
                                         : std::uint16_t{0};
    if (tries)
      deliver(StreamTried{ide.pid, address, status});
    else
      deliver(HeadAnswered{ide.pid, address, up});
  }

  Timer timer(std::size_t which) const {
    if (which == slot::scan) return {TimerKind::Scan, 0};
    if (which == slot::round) return {TimerKind::Round, 0};
    if (which >= slot::worker && which < slot::round)
      return {TimerKind::Worker, plan_.ides[which - slot::worker].pid.value};
    return {TimerKind::Probe, static_cast<std::uint32_t>(first_port + which - slot::probing)};
  }
  // slot::count: there is no such timer here.
  std::size_t slot_of(const Timer& timer) const {
    switch (timer.kind) {
      case TimerKind::Scan: return timer.of == 0 ? slot::scan : slot::count;
      case TimerKind::Round: return timer.of == 0 ? slot::round : slot::count;
      case TimerKind::Worker: return ide_of({timer.of}, slot::worker);
      case TimerKind::Probe: break;
    }
    return port_of(static_cast<std::uint16_t>(timer.of), slot::probing);
  }
  std::size_t ide_of(Pid pid, std::size_t first) const {
    for (std::size_t i = 0; i < plan_.ides.size(); ++i)
      if (plan_.ides[i].pid == pid) return first + i;
    return slot::count;
  }
  std::size_t port_of(std::uint16_t port, std::size_t first) const {
    const bool known = port >= first_port && port < first_port + plan_.ports.size();
    return known ? first + port - first_port : slot::count;
  }

  void tell() {
    for (const auto& fact : notices_) sink_.noticed(fact);
    notices_.clear();
  }
  void deliver(const Event& event) {
    sink_.heard(event);
    Commands commands;
    subject_.step(world_.subject, {at_, event}, commands);
    for (const auto& command : commands) {
      sink_.commanded(command);
      port::visit([this](const auto& each) { this->obey(each); }, command);
    }
    tell();
  }

  void schedule(std::size_t which, Window window) {
    if (which < slot::count) world_.agenda.schedule(which, window);
  }
  void obey(const ListFolder&) { schedule(slot::folder, plan_.latencies.folder); }
  void obey(const ReadMarker& command) {
    const auto at = ide_of(command.pid, 0);
    if (at == slot::count) return;
    world_.reading = static_cast<std::uint8_t>(at);
    schedule(slot::read, plan_.latencies.read);
  }
  void obey(const Connect& command) { around_.connect(command); }
  void obey(const Disconnect& command) { around_.disconnect(command.connection); }
  void obey(const Probe& command) {
    if (const auto at = port_of(command.port, 0); at != slot::count) around_.probe(at);
  }
  void obey(const CancelProbe& command) {
    if (const auto at = port_of(command.port, slot::probe); at != slot::count)
      world_.agenda.cancel(at);
  }
  void obey(const TryStream& command) {
    const auto at = ide_of(command.pid, 0);
    if (at != slot::count) ask(world_.asked[at].stream, command.address, slot::tried + at);
  }
  void obey(const AskHead& command) {
    const auto at = ide_of(command.pid, 0);
    if (at != slot::count) ask(world_.asked[at].sse, command.address, slot::head + at);
  }
  void ask(Addresses& asked, TextId address, std::size_t which) {
    if (asked.full()) {
      world_.flooded = true;
      return;
    }
    asked.push_back(address);
    if (asked.size() == 1) schedule(which, plan_.latencies.own_server);
  }
  void obey(const SetTimer& command) {
    const auto ms = command.after.count();
    schedule(slot_of(command.timer), {ms, ms});
  }
  void obey(const CancelTimer& command) {
    if (const auto at = slot_of(command.timer); at != slot::count) world_.agenda.cancel(at);
  }
  // What is shown.
  void obey(const auto&) {}

  const Plan& plan_;
  const Subject& subject_;
  World& world_;
  Sink& sink_;
  port::Instant at_{};  // From before the choice.
  Notices notices_;
  Surroundings around_;
};

template <class Sink>
void Worlds::apply(World& world, const Choice& choice, Sink& sink) const {
  if (choice.after_ms > 0) {
    sink.noticed(Fact(TimePassed{port::Duration{choice.after_ms}}));
    world.agenda.advance(choice.after_ms);
  }
  Turn<Sink>(plan_, subject_, world, sink).take(choice);
}

}  // namespace sim::monitor
