// A client of an app-server, the pipes and the process between them, the mock server and a user:
// what may happen next, and how it happens.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include "port/appserver/facts.h"
#include "port/flat_list.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/appserver/plan.h"
#include "sim/appserver/server.h"
#include "sim/appserver/subject.h"
#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim::appserver {

inline constexpr std::size_t timers_max = 14;
inline constexpr std::uint8_t to_server_max = 16, to_client_max = 40;

// What may be due, in the natural order of one instant.
namespace slot {
inline constexpr std::size_t to_server = 0;
inline constexpr std::size_t to_client = 1;
inline constexpr std::size_t turn = 2;  // The next step of the turn; one slot per thread.
inline constexpr std::size_t process = turn + threads_max;  // It has started, or is known to end.
inline constexpr std::size_t late = process + 1;            // A delayed response arrives.
inline constexpr std::size_t exit = late + 1;               // The process ends as it was told to.
inline constexpr std::size_t frame = exit + 1;
inline constexpr std::size_t user = frame + 1;
inline constexpr std::size_t timer = user + 1;
inline constexpr std::size_t beside = timer + timers_max;
inline constexpr std::size_t free = beside + acts_max;
inline constexpr std::size_t count = free + 1;
}  // namespace slot
using WorldAgenda = Agenda<slot::count>;

enum class ProcessPhase : std::uint8_t {
  None,
  Starting,
  Alive,
  Ended,  // And its client does not know that.
  Muted,  // Alive, but its output is closed, and its client knows that.
};
struct Process {
  std::uint32_t id = 0;
  ProcessPhase phase{};
  bool input_closed = false;
  bool told_to_end = false;  // By a signal.
  std::uint8_t started = 0;  // So many have been, up to 255.
  bool operator==(const Process&) const = default;
};

// What one user has seen of a chat.
struct ChatSeen {
  bool used = false;
  bool ready = false;
  bool shown = false;  // Its turn, since something was said.
  bool over = false;   // Likewise.
  bool operator==(const ChatSeen&) const = default;
};
struct User {
  std::array<std::uint32_t, asks_max> asks{};  // In the order in which they were shown.
  std::array<ChatSeen, chats_max> chats{};
  std::uint8_t step = 0;  // The next one.
  std::uint8_t asked = 0;
  std::uint8_t withdrawn = 0;  // Bits, by that order.
  std::uint8_t calls = 0;      // Bits: that call was made.
  bool gone = false;           // Knows that a process is.
  bool back = false;
  bool closing = false;  // The next step is to close: nothing else is to be expected.
  bool closed = false;
  std::uint8_t free_left = 0;
  std::uint8_t covered = 0;  // Bits, by that order: what asks stands behind something else.
  std::array<std::uint8_t, 2> zero{};
  bool operator==(const User&) const = default;
};

// A timer of the client's, without padding.
struct RunningTimer {
  std::uint32_t of = 0;
  TimerKind kind{};
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const RunningTimer&) const = default;
};

// A world is copied and hashed as bytes.
struct World {
  SubjectState subject;
  WorldAgenda agenda;
  Server server;
  port::FlatList<Letter, to_server_max> to_server;
  port::FlatList<Letter, to_client_max> to_client;
  Letter late;  // Its message, and below the process that it comes from; zero: there is none.
  std::uint32_t late_of = 0;
  Process process;
  User user;
  std::array<RunningTimer, timers_max> timers;  // In order; those that do not run are zero.
  // The client did more than there is room for here: it sent, or set, what was lost.
  bool flooded = false;
  bool screen_held = false;  // What draws it is busy with something else,
  bool frame_waits = false;  // and a frame waits for it.
  bool zero = false;
  bool operator==(const World&) const = default;
};

class Worlds {
 public:
  using World = appserver::World;

  // `plan` and `subject` outlive it; nothing is wrong with the plan (fault_of).
  Worlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  World initial() const;
  // Those up to an instant that is not after the first deadline, if the world is only a part
  // of one that has others.
  void choices(const World& world, Choices& out, std::int32_t until_ms = never) const;
  // Tells the sink all that an observer sees, in order: noticed(fact), heard(happening),
  // commanded(command).
  void apply(World& world, const Choice& choice, auto& sink) const;
  // Time passes and nothing happens; not beyond the first deadline.
  void pass(World& world, std::int32_t ms, auto& sink) const;
  // What other worlds make of this one, now: what is as good as an act of the user's, the end of a
  // call in the IDE, whether the user can see anything there, and which approvals, by bits, have no
  // button that could be pressed.
  void do_now(World& world, const Act& act, auto& sink) const;
  void end_call(World& world, std::uint8_t item, bool failed, auto& sink) const;
  void hold_screen(World& world, bool held) const;
  void cover_approvals(World& world, std::uint8_t covered) const;
  // The user has closed, no process is left, and nothing is pending.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return plan_; }

 private:
  const Plan& plan_;
  const Subject& subject_;
};

// The items that calls in the IDE carry out now, as far as a process waits for them.
boost::container::static_vector<std::uint8_t, threads_max * items_max> in_ide(const World& world);

// Whether an act would mean anything now.
bool matters(const Act& act, const User& user);
// Whether that is a decision and nobody can press its button.
bool is_covered(const Act& act, const User& user);
// Whether what the step waits for is there; `idle`: nothing is to be expected.
bool holds(const UserStep& step, const User& user, bool idle);
// What an act tells the client; it matters.
Happening happening_of(const Act& act, const User& user);
// What follows from it for what the user knows.
void note_act(const Act& act, User& user);
// What the user sees of a command.
void note(const Command& command, User& user);

// The parts of a world that no subject and no sink is needed for. Refers to it; lives for one turn.
class Surroundings {
 public:
  Surroundings(const Plan& plan, World& world) : plan_(plan), world_(world) {}

  // What is to be expected of what there is now.
  void expect();

  void spawn(ProcessId process);
  void close_input(ProcessId process);
  void signal(ProcessId process, bool kill);
  void send(ProcessId process, const ToServer& message);
  void set_timer(const Timer& timer, port::Duration after);
  void cancel_timer(const Timer& timer);
  void text_kept() {
    if (world_.screen_held)
      world_.frame_waits = true;
    else if (!world_.agenda.pending(slot::frame))
      world_.agenda.schedule(slot::frame, plan_.latencies.frame);
  }
  void hold_screen(bool held);

  bool serves() const {
    return world_.process.phase == ProcessPhase::Alive && world_.server.fate == Fate::Lives;
  }
  // After the server's turn: what it said is under way.
  void put(const SpokenList& spoken);
  // The process is no more; what is under way from it may still arrive.
  void end_process();
  void forget_process();
  // Takes the timer out of its row.
  Timer take_timer(std::size_t index);

 private:
  bool has_room() const { return world_.to_client.size() + spoken_max <= to_client_max; }
  void cancel_turns() {
    for (std::size_t i = 0; i < threads_max; ++i) world_.agenda.cancel(slot::turn + i);
  }
  void expect_user();
  bool is_idle() const;
  bool has_plans() const;
  void expect_when(std::size_t which, bool wanted, Window window);

  const Plan& plan_;
  World& world_;
};

}  // namespace sim::appserver

#include "sim/appserver/world_turn.h"
