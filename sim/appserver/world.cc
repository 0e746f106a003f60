#include "sim/appserver/world.h"

#include <tuple>
#include <utility>

#include "port/check.h"
#include "sim/search/agenda_choices.h"

namespace sim::appserver {

static_assert(std::has_unique_object_representations_v<World>);
static_assert(std::is_trivially_copyable_v<World>);

namespace {

auto order_of(const auto& timer) { return std::tuple(timer.kind, timer.of); }

bool means_anything(const Act& act, const User& user) {
  return matters(act, user) && !is_covered(act, user);
}

}  // namespace

boost::container::static_vector<std::uint8_t, threads_max * items_max> in_ide(const World& world) {
  boost::container::static_vector<std::uint8_t, threads_max * items_max> out;
  const auto fate = world.server.fate;
  const bool ended = fate == Fate::Crashed || fate == Fate::ExitedZero;
  if (world.process.phase != ProcessPhase::Alive || ended) return out;
  for (const auto& thread : world.server.threads)
    for (const auto& item : thread.turn.items)
      if (item.phase == ItemPhase::InIde) out.push_back(item.id);
  return out;
}

World Worlds::initial() const {
  CHECK(fault_of(plan_).empty());
  World world{};
  world.subject = subject_.initial();
  world.server = initial_server(plan_.server);
  world.user.free_left = plan_.free.empty() ? std::uint8_t{0} : plan_.free_max;
  for (std::size_t i = 0; i < plan_.beside.size(); ++i)
    world.agenda.schedule(slot::beside + i, plan_.beside[i].window);
  if (world.user.free_left > 0) world.agenda.schedule(slot::free, {0, never});
  Surroundings(plan_, world).expect();
  return world;
}

void Worlds::hold_screen(World& world, bool held) const {
  Surroundings(plan_, world).hold_screen(held);
}

void Worlds::cover_approvals(World& world, std::uint8_t covered) const {
  if (std::exchange(world.user.covered, covered) != covered) Surroundings(plan_, world).expect();
}

void Worlds::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  const unsigned dares = may_dare(plan_.server.faults, world.server.faults);
  // What one choice may do in more than one way: the acts, or which faults happen.
  const auto alternatives = [&](std::size_t which) {
    return which == slot::free ? plan_.free.size() : which <= slot::process ? dares + 1 : 1;
  };
  const auto may = [&](std::size_t which, std::size_t alternative, std::int32_t) {
    return which == slot::free ? means_anything(plan_.free[alternative], world.user)
                               : (alternative & ~std::size_t{dares}) == 0;
  };
  const auto deadline = std::min(until_ms, world.agenda.deadline());
  add_choices(world.agenda, 0, plan_.grid, deadline, alternatives, may, out);
}

bool Worlds::final(const World& world) const {
  if (!world.user.closed || world.process.phase != ProcessPhase::None) return false;
  for (std::size_t which = 0; which < slot::count; ++which)
    if (world.agenda.pending(which)) return false;
  return true;
}

// Surroundings.

void Surroundings::hold_screen(bool held) {
  if (std::exchange(world_.screen_held, held) == held) return;
  if (held && world_.agenda.pending(slot::frame)) {
    world_.agenda.cancel(slot::frame);
    world_.frame_waits = true;
  } else if (!held && std::exchange(world_.frame_waits, false)) {
    world_.agenda.schedule(slot::frame, plan_.latencies.frame);
  }
}

void Surroundings::expect_when(std::size_t which, bool wanted, Window window) {
  if (!wanted)
    world_.agenda.cancel(which);
  else if (!world_.agenda.pending(which))
    world_.agenda.schedule(which, window);
}

void Surroundings::expect() {
  const auto phase = world_.process.phase;
  const auto& latencies = plan_.latencies;
  const bool readable = phase == ProcessPhase::Alive || phase == ProcessPhase::Ended;
  expect_when(slot::to_client, readable && !world_.to_client.empty(), latencies.receive);
  expect_when(slot::to_server, serves() && has_room() && !world_.to_server.empty(), latencies.send);
  for (std::size_t thread = 0; thread < threads_max; ++thread) {
    SpokenList none;
    const bool goes_on =
        serves() && has_room() && ServerTurn(plan_.server, world_.server, none).may_step(thread);
    const bool descends = world_.server.threads[thread].opener != 0;
    expect_when(slot::turn + thread, goes_on,
                descends ? Window{subagent_ms, subagent_ms} : latencies.step);
  }
  const bool alive = phase == ProcessPhase::Alive || phase == ProcessPhase::Muted;
  const auto fate = world_.server.fate;
  const bool left = alive && (fate == Fate::ClosedOutput || fate == Fate::ClosedInput);
  const bool reads = serves() ? world_.to_server.empty() : left;
  const bool end_of_input = reads && world_.process.input_closed;
  const bool fades = alive && world_.server.fate == Fate::Fades && !world_.process.told_to_end;
  expect_when(slot::exit, end_of_input || fades || (alive && world_.process.told_to_end),
              fades ? latencies.fade : latencies.exit);
  expect_user();
}

void Surroundings::expect_user() {
  if (world_.user.closed) return world_.agenda.cancel(slot::user);
  const auto step = world_.user.step;
  const bool held = step < plan_.user.size() && is_covered(plan_.user[step].act, world_.user);
  if (held && !world_.user.closing) world_.agenda.cancel(slot::user);
  const bool may_go_on =
      !held && step < plan_.user.size() && holds(plan_.user[step], world_.user, is_idle());
  if (world_.user.closing && (may_go_on || !is_idle())) {
    world_.user.closing = false;
    world_.agenda.cancel(slot::user);
  }
  if (world_.agenda.pending(slot::user)) return;
  if (may_go_on) return world_.agenda.schedule(slot::user, plan_.user[step].window);
  // What is waited for will not come.
  world_.user.closing = is_idle() && !has_plans();
  if (world_.user.closing) world_.agenda.schedule(slot::user, {patience_ms, patience_ms});
}

bool Surroundings::has_plans() const {
  for (std::size_t which = slot::beside; which < slot::free; ++which)
    if (world_.agenda.pending(which) && world_.agenda.at(which).latest != never) return true;
  return false;
}

// Nothing comes but by an act of the user's.
bool Surroundings::is_idle() const {
  if (!in_ide(world_).empty() || world_.frame_waits) return false;
  for (std::size_t which = 0; which < slot::user; ++which)
    if (world_.agenda.pending(which)) return false;
  for (std::size_t i = 0; i < timers_max; ++i)
    if (world_.agenda.pending(slot::timer + i) && world_.timers[i].kind != TimerKind::Healthy)
      return false;
  return true;
}

void Surroundings::spawn(ProcessId process) {
  forget_process();
  world_.process.id = process.value;
  world_.process.phase = ProcessPhase::Starting;
  world_.agenda.schedule(slot::process, plan_.latencies.start);
}

void Surroundings::close_input(ProcessId process) {
  if (ProcessId{world_.process.id} == process && world_.process.phase != ProcessPhase::None)
    world_.process.input_closed = true;
}

void Surroundings::signal(ProcessId process, bool kill) {
  auto& its = world_.process;
  if (ProcessId{its.id} != process) return;
  const bool starting = its.phase == ProcessPhase::Starting;
  const bool alive = its.phase == ProcessPhase::Alive || its.phase == ProcessPhase::Muted;
  if (starting) end_process();
  if (!alive) return;
  its.told_to_end = true;
  if (world_.server.fate == Fate::Fades) world_.agenda.cancel(slot::exit);  // It ends sooner.
  if (kill) world_.agenda.schedule(slot::exit, {0, 0});
}

void Surroundings::send(ProcessId process, const ToServer& message) {
  const auto& its = world_.process;
  const bool there = its.phase == ProcessPhase::Starting || its.phase == ProcessPhase::Alive;
  if (ProcessId{its.id} != process || !there || its.input_closed) return;
  if (world_.to_server.full())
    world_.flooded = true;
  else
    world_.to_server.push_back(letter_of(message));
}

void Surroundings::put(const SpokenList& spoken) {
  for (const auto& each : spoken) {
    const auto* message = std::get_if<ToClient>(&each.what);
    if (message == nullptr) continue;
    if (each.late && world_.late_of == 0) {
      world_.late = letter_of(*message);
      world_.late_of = world_.process.id;
      world_.agenda.schedule(slot::late, plan_.latencies.late);
    } else {
      world_.to_client.push_back(letter_of(*message));
    }
  }
}

void Surroundings::end_process() {
  world_.process.phase = ProcessPhase::Ended;
  world_.to_server.clear();
  for (const auto which : {slot::to_server, slot::exit}) world_.agenda.cancel(which);
  cancel_turns();
  world_.agenda.schedule(slot::process, plan_.latencies.gone);
}

void Surroundings::forget_process() {
  const auto started = world_.process.started;
  world_.process = {.started = started};
  world_.to_server.clear();
  world_.to_client.clear();
  for (const auto which : {slot::process, slot::to_server, slot::to_client, slot::exit})
    world_.agenda.cancel(which);
  cancel_turns();
}

void Surroundings::set_timer(const Timer& timer, port::Duration after) {
  cancel_timer(timer);
  if (world_.agenda.pending(slot::timer + timers_max - 1)) {
    world_.flooded = true;
    return;
  }
  std::size_t at = timers_max - 1;
  for (; at > 0; --at) {
    const bool before = world_.agenda.pending(slot::timer + at - 1) &&
                        order_of(world_.timers[at - 1]) < order_of(timer);
    if (before) break;
    if (!world_.agenda.pending(slot::timer + at - 1)) continue;
    world_.timers[at] = world_.timers[at - 1];
    world_.agenda.schedule(slot::timer + at, world_.agenda.at(slot::timer + at - 1));
  }
  const auto ms = std::max(after.count(), 0);
  world_.timers[at] = {.of = timer.of, .kind = timer.kind};
  world_.agenda.schedule(slot::timer + at, {ms, ms});
}

void Surroundings::cancel_timer(const Timer& timer) {
  for (std::size_t i = 0; i < timers_max; ++i)
    if (world_.agenda.pending(slot::timer + i) && order_of(world_.timers[i]) == order_of(timer)) {
      take_timer(i);
      return;
    }
}

Timer Surroundings::take_timer(std::size_t index) {
  const Timer out{world_.timers[index].kind, world_.timers[index].of};
  for (std::size_t i = index; i + 1 < timers_max; ++i) world_.timers[i] = world_.timers[i + 1];
  world_.timers[timers_max - 1] = {};
  world_.agenda.remove(slot::timer + index, slot::timer + timers_max);
  return out;
}

}  // namespace sim::appserver
