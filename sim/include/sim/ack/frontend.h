// The simulated frontend of an action tool: what it shows, what the backend can read of it,
// and how it treats what it is told to do. It knows the truth.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include <boost/container/static_vector.hpp>

#include "port/ack/facts.h"
#include "sim/ack/plan.h"
#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim::ack {

inline constexpr std::size_t calls_max = 3;
inline constexpr std::uint8_t viewers_max = 4;

// What may be due of one call, in the natural order of one instant.
enum class Due : std::uint8_t { Capture, Dispatch, Process, Notify, Echo, Look, Timer };

namespace slot {
inline constexpr std::size_t per_call = 7;
inline constexpr std::size_t call = per_call * calls_max;  // Which one comes first,
inline constexpr std::size_t start = call + 1;             // and how it all stands then.
inline constexpr std::size_t second = start + 1;
inline constexpr std::size_t again = second + 1;  // One per number, in a session.
inline constexpr std::size_t background = again + calls_max;
inline constexpr std::size_t planned = background + 1;  // One per planned event.
inline constexpr std::size_t count = planned + planned_max;
}  // namespace slot
using FrontendAgenda = Agenda<slot::count>;

constexpr std::size_t due(std::size_t index, Due what) {
  return index * slot::per_call + static_cast<std::size_t>(what);
}
// Calls are numbered from 1 in the order in which they are made; in a session, as numbers are free.
constexpr CallId id_of(std::size_t index) { return {static_cast<std::uint16_t>(index + 1)}; }
// Whether a call of these worlds may have this number; a subject may say any.
constexpr bool is_followed(CallId call) { return call != no_call && call.value <= calls_max; }
constexpr std::size_t index_of(CallId call) { return call.value - 1u; }

// One action that the frontend was told of.
struct Action {
  std::uint8_t request = 0;  // Of its round trip; 0 without one.
  Behaviour behaviour{};     // From its dispatch on.
  std::uint8_t outcome = 0;  // OpenFile: which of the three ways it went.
  bool changed = false;      // It was carried out: what follows is its doing.
  bool told = false;         // Its event has arrived, or was lost on the way.
  bool withheld = false;     // It is due as soon as nothing blocks the frontend.
  bool replied = false;      // Too early.
  std::uint8_t version = 0;  // That it gave the panes; 0: it did not change them.
  bool operator==(const Action&) const = default;
};

struct Frontend {
  SubjectSet tracked;  // Soft dialogs that the tracker holds.
  SubjectSet shown;    // What is really open.
  SubjectSet windows;  // Of which there is one each.
  // What the capture and the look under way read.
  std::array<Probe, calls_max> captures{};
  std::array<Probe, calls_max> looks{};
  std::array<Action, calls_max> actions{};
  std::array<std::uint8_t, calls_max> events{};  // Of a row with two: so many came.
  std::array<PathId, viewers_max> viewers{};     // What each shows; none: it is not open.
  std::uint8_t version = 0;                      // So many changes of panes and tabs.
  SubjectId about = no_subject;  // What the first call, or the last of a session, is about.
  bool has_tracker = false;
  bool has_windows = false;
  bool stalled = false;
  bool blocked = false;  // Something that is modal is open: nothing is carried out.
  bool no_items = false;
  bool no_path = false;
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const Frontend&) const = default;
};

// What follows of a change, for the engine or for an observer alone. It names whose action caused
// it, whether or not that call is still in flight.
using Notice = std::variant<Heard, Fact>;
using Notices = boost::container::static_vector<Notice, subjects_max + 8>;

// Applies changes to one frontend and its agenda. Refers to both; lives for one turn.
class FrontendTurn {
 public:
  FrontendTurn(Frontend& frontend, FrontendAgenda& agenda, const Plan& plan)
      : frontend_(frontend), agenda_(agenda), plan_(plan) {}

  void start(const Start& begin, Notices& out);
  // The event of a tool arrives.
  void hear(std::size_t index, Behaviour behaviour);
  // The second event of its row was sent: what was due of the first is not any more.
  void begin_again(std::size_t index);
  void process(std::size_t index, const Effect& effect, std::uint8_t outcome, Notices& out);
  void notify(std::size_t index, const Effect& effect, Notices& out);
  // The second reply of RepliesTwice.
  void echo(std::size_t index, Notices& out);
  void happen(Background what, Notices& out);
  // While it is blocked it hears of actions and carries out none. When that ends, each is due
  // again, as if it had just arrived.
  void block(bool blocked);

  Reading read(const Probe& probe) const;

 private:
  void expect_processing(std::size_t index);
  void change(std::size_t index, const Effect& effect, Notices& out);
  void report(std::size_t index, const Effect& effect, Notices& out);
  void reply(std::size_t index, Notices& out);
  void track(CallId by, SubjectId dialog, bool open, Notices& out);
  void open_window(CallId by, SubjectId window, Notices& out);
  void close_window(CallId by, SubjectId window, Notices& out);
  void restart(Notices& out);
  void open_viewer(CallId by, PathId path, Notices& out);
  // Of those that show a path for which the predicate holds.
  void close_first_viewer(CallId by, auto predicate, Notices& out);
  void close_last_viewer(Notices& out);
  void close_viewers(CallId by, Notices& out);

  Frontend& frontend_;
  FrontendAgenda& agenda_;
  const Plan& plan_;
};

// The calls that were chosen: index into Plan::calls and Plan::second; of steps the place behind
// the first call.
using Chosen = std::array<std::uint8_t, calls_max>;
inline const Call& call_of(const Plan& plan, const Chosen& chosen, std::size_t index) {
  if (!plan.steps.empty() && chosen[index] > 0) return plan.steps[chosen[index] - 1u].call;
  return (index == 0 || plan.session > 0 ? plan.calls : plan.second)[chosen[index]];
}

// What the event does that comes next, or came last.
inline const Effect& effect_of(const Plan& plan, const Chosen& chosen, const Frontend& frontend,
                               std::size_t index) {
  const Call& call = call_of(plan, chosen, index);
  return frontend.events[index] > 1 ? call.second : call.effect;
}

inline bool is_window(const Plan& plan, SubjectId subject) {
  return subject.value < plan.table->windows;
}
inline bool is_soft_dialog(const Plan& plan, SubjectId subject) {
  return subject != no_subject && !is_window(plan, subject);
}

// Which behaviours the action of a call may meet.
inline const std::vector<Behaviour>& behaviours_of(const Plan& plan, const Chosen& chosen,
                                                   std::size_t index) {
  if (!plan.steps.empty() && chosen[index] > 0) return plan.steps[chosen[index] - 1u].meets;
  const bool of_its_own = index > 0 && !plan.second_behaviours.empty();
  return of_its_own ? plan.second_behaviours : plan.behaviours;
}

// Whether an action can meet this; `round_trip`: a reply is awaited.
bool applies(Behaviour behaviour, const Effect& effect, bool round_trip);

std::uint8_t viewers_open(const Frontend& frontend);

// Whether the event would change anything now.
bool matters(Background what, const Plan& plan, const Frontend& frontend, bool store_exists);

// How many ways a slot may go at most, and whether it may go one of them now: the search
// skips what would change nothing.
std::size_t alternatives_of(const Plan& plan, std::size_t which);
bool may_happen(const Plan& plan, const Frontend& frontend, const Chosen& chosen, bool store_exists,
                std::size_t which, std::size_t alternative);
// Who acts when a choice is taken; the label says it in words.
enum class Actor : std::uint8_t { Setup, Client, Engine, Frontend, Background };
Actor actor_of(const Choice& choice);
Label label_of(const Plan& plan, const Chosen& chosen, const Choice& choice);

}  // namespace sim::ack
