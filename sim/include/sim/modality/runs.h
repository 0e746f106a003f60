// The model of several runs in one IDE: two at once, or one behind the other while the script of
// the first goes on. What they share is the IDE's: its event thread, its stack, its documents.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/modality/world.h"

namespace sim::modality {

// The slots of the second run stand behind those of the first one's world.
inline constexpr std::size_t first_slot_of_second = slot::count;
static_assert(first_slot_of_second + run_slot::count <= 256);
constexpr bool is_of_second(const Choice& choice) { return choice.slot >= first_slot_of_second; }
constexpr bool is_call(const Choice& choice) {
  return choice.slot == first_slot_of_second + run_slot::call;
}

// There are two places. Runs have numbers, from 0, and take the places in turn.
constexpr std::size_t place_of(std::size_t run) { return run % 2; }
// The last that took a place, or will, of so many that were called.
constexpr std::size_t run_in(std::size_t place, std::size_t called) {
  if (called < place + 2) return place;
  return called - 1 - (place_of(called - 1) == place ? 0 : 1);
}
constexpr std::size_t called(const TwoRuns& world) {
  return (world.second.waits && world.second.later == 0 ? 1u : 2u) + world.second.later;
}

// Like Worlds. A sink may have turn_to(second): what it is told from then on is of the run in that
// place; and begin_call(): until the run that comes there hears Called it is told how the IDE
// stands. `plan` and `subject` outlive it.
class RunsWorlds {
 public:
  using World = TwoRuns;

  RunsWorlds(const Plan& plan, const Subject& subject) : one_(plan, subject) {}

  World initial() const;
  void choices(const World& world, Choices& out, std::int32_t until_ms = never) const;
  void apply(World& world, const Choice& choice, auto& sink) const;
  // The same, and the IDE stays as it is after the results.
  void happen(World& world, const Choice& choice, auto& sink) const;
  void pass(World& world, std::int32_t ms, auto& sink) const;

  // What another world makes happen now.
  static constexpr std::size_t runs = 2;
  void befall(World& world, Background what, std::size_t run, auto& sink) const {
    now(world, run, sink, [&](auto& turn) { turn.befall(what); });
  }
  // The call of a run that waits for it; the run's plan has one.
  void begin(World& world, std::size_t run, auto& sink) const {
    now(world, run, sink, [&](auto& turn) { turn.call(calls(run)[0].request, run); });
  }
  void open_dialog(World& world, EntryKind kind, auto& sink) const {
    now(world, 0, sink, [&](auto& turn) { turn.open_dialog(kind); });
  }
  void dispose(World& world, DialogId dialog, auto& sink) const {
    now(world, 0, sink, [&](auto& turn) { turn.dispose(dialog); });
  }
  static bool waits(const World& world, std::size_t run) {
    return run == 0 ? world.first.waits : world.second.waits;
  }
  static bool finished(const World& world, std::size_t run) {
    return run == 0 ? world.first.finished : world.second.finished;
  }
  static std::int32_t deadline(const World& world) {
    return std::min(world.first.agenda.deadline(), world.second.agenda.deadline());
  }

  // Every call has ended and nothing of it is left, or it has not begun and will not of itself.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return one_.plan(); }

 private:
  const std::vector<Plan::Call>& calls(std::size_t run) const {
    return run == 0 ? plan().calls : plan().another[run - 1].calls;
  }
  template <class Sink, class Do>
  void now(World& world, std::size_t place, Sink& sink, const Do& act,
           port::Instant at = port::Instant{}) const {
    Turn<Sink> turn(plan(), one_.subject(), world.first, &world.second, at, sink);
    if (place != 0) turn.turn_to_other();
    act(turn);
    if (place != 0) turn.turn_to_other();
  }
  void advance(World& world, std::int32_t ms, auto& sink) const {
    if (ms == 0) return;
    if (!world.first.waits || !world.second.waits)
      sink.noticed(Fact{port::modality::TimePassed{port::Duration{ms}}});
    world.first.agenda.advance(ms);
    world.second.agenda.advance(ms);
  }
  // Nothing of the run in this place will happen any more.
  static bool is_over(const World& world, std::size_t place);
  bool all_were_called(const World& world) const {
    return called(world) == 1 + plan().another.size();
  }
  // The place of an older run is that of the next.
  void make_room(World& world, std::size_t run) const;
  // The next is called some time after it may be.
  void let_next_come(World& world) const;
  void rebase(World& world, std::int32_t ms) const {
    const port::Instant at{port::Duration{ms}};
    one_.subject().rebase(world.first.subject, at);
    one_.subject().rebase(world.second.subject, at);
  }

  Worlds one_;
};

void RunsWorlds::apply(World& world, const Choice& choice, auto& sink) const {
  happen(world, choice, sink);
  auto& first = world.first;
  if (first.finished && world.second.finished && all_were_called(world))
    drop_what_no_longer_matters(first.ide, first.agenda, first.background_left);
}

void RunsWorlds::pass(World& world, std::int32_t ms, auto& sink) const {
  advance(world, ms, sink);
  rebase(world, ms);
}

void RunsWorlds::happen(World& world, const Choice& choice, auto& sink) const {
  auto& first = world.first;
  auto& second = world.second;
  if (choice.slot == slot::setup) {
    const Plan::Call* called = set_up(first.setup, first.ide, first.agenda, plan(), choice);
    if (called == nullptr) return;
    const auto& at = plan().another[0].at;
    if (at.latest >= 0 && !plan().waits) second.agenda.schedule(run_slot::call, at);
    now(world, 0, sink, [&](auto& turn) {
      turn.begin_background();
      if (!plan().waits) turn.call(called->request, 0);
    });
    return;
  }
  advance(world, choice.after_ms, sink);
  const port::Instant at{port::Duration{choice.after_ms}};
  if (is_call(choice)) {
    second.agenda.cancel(run_slot::call);
    const auto run = modality::called(world);
    make_room(world, run);
    const auto& request = calls(run)[choice.alternative].request;
    now(
        world, place_of(run), sink, [&](auto& turn) { turn.call(request, run); }, at);
  } else {
    auto taken = choice;
    if (is_of_second(choice)) {
      const auto own = choice.slot - first_slot_of_second;
      second.agenda.cancel(own);
      taken.slot = static_cast<std::uint8_t>(run_slot::in_world(own));
    }
    now(
        world, is_of_second(choice), sink, [&](auto& turn) { turn.take(taken); }, at);
  }
  let_next_come(world);
  rebase(world, choice.after_ms);
}

}  // namespace sim::modality
