// What the second engine of modality keeps, and the programs that it runs.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "port/flat_list.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"

namespace conformance::modality::second {

using namespace port::modality;
using port::Duration;

// clang-format off
// In the order in which a call goes through the first five. AwaitProgress is a Gate of the body.
enum class Task : std::uint8_t {
  Sweep, Gate, Sync, Smart, Body, ForcedSync, SaveProject, Assert, TellModal, TellSmart };

enum class Act : std::uint8_t {
  End, Sweep, Gate, Look, Commit, Save, Refresh, AwaitSmart, StartBody, TellModal, TellSmart };
struct Op {
  Act act = Act::End;
  Reason if_modal = Reason::None;  // Look.
};
struct Program {
  Stage stage;  // Of its artifacts, and of its failure before the body.
  std::array<Op, 8> ops;
};

inline constexpr std::array<Program, 10> programs{{
  {Stage::Sweep, {{{Act::Sweep}}}},
  {Stage::Gate,  {{{Act::Gate}}}},
  {Stage::Sync,  {{{Act::Look, Reason::ModalBeforeSync}, {Act::Commit},
                   {Act::Look, Reason::ModalDuringSync}, {Act::Save},
                   {Act::Look, Reason::ModalDuringSync}, {Act::Refresh},
                   {Act::Look, Reason::ModalDuringSync}}}},
  {Stage::Smart, {{{Act::Look, Reason::ModalBeforeSmart}, {Act::AwaitSmart},
                   {Act::Look, Reason::ModalAfterSmart}}}},
  {Stage::Body,  {{{Act::StartBody}}}},
  {Stage::Sync,  {{{Act::Save}, {Act::Refresh}}}},
  {Stage::Sync,  {{{Act::Look, Reason::ModalBeforeSync}, {Act::Save},
                   {Act::Look, Reason::ModalDuringSync}}}},
  {Stage::Gate,  {{{Act::Look, Reason::ModalAsserted}}}},
  {Stage::Body,  {{{Act::TellModal}}}},
  {Stage::Body,  {{{Act::TellSmart}}}},
}};
// clang-format on

enum class Phase : std::uint8_t { Idle, Before, Script, Method, After, Tripped, Ending, Over };

enum class Fate : std::uint8_t { Untried, Missed, Asked, Accepted, Refused };
struct Target {
  DialogId dialog{};
  Fate fate = Fate::Untried;
  bool disposed = false;
  bool operator==(const Target&) const = default;
};

// An instant that does not come. All others are relative to the origin that rebase() moves.
inline constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();

// Of a result; the rest follows from it.
struct Ended {
  Verdict verdict{};
  Stage stage{};
  Reason reason{};
  Modality blocked_by{};
  std::uint8_t artifacts = 0;
  TextId text{};
};

struct State {
  // Deadlines: of the operation under way (a bound or the next poll), the tick, the body.
  std::int32_t step_due = never, tick_due = never, body_due = never;
  std::int32_t capture_due = never;           // Of what is captured.
  std::int32_t look_due = never;              // Of the main lane's look,
  std::int32_t listen_due = never;            // and the monitor's.
  std::int32_t beside_due = never;            // The next look beside a write.
  std::int32_t timer = never;                 // When the timer fires.
  std::int32_t since = never, noted = never;  // A wait began; its last note.
  std::int32_t body_timeout = 0;              // Until the body starts.
  port::FlatList<Target, dialogs_max> sweep{};
  Phase phase = Phase::Idle;
  Task task = Task::Sweep;
  std::uint8_t pc = 0;
  std::uint8_t todo = 0;  // Bit t: Task t, before the body.
  bool allow = false, refuse_progress = false, await_progress = false, watch = false;
  bool sync_after = false, await_dispose = false;
  bool trip_awaits = false;  // As await_dispose, once the monitor sweeps.
  bool asked = false;        // The main lane owes an answer,
  bool listening = false;    // and the monitor's,
  bool beside = false;       // for a look beside a write.
  Scope scope = Scope::All;
  std::uint8_t call = 0;
  std::uint8_t blocks = 0, blocks_watched = 0;
  std::uint8_t capturing = 0;  // Bit a: Artifact a.
  Ended result{};              // To be said when all is captured; how much is counted before.
  std::array<std::uint8_t, 2> zero{};
};
static_assert(std::has_unique_object_representations_v<State>);

inline Reason refusal(const Request& request) {
  switch (request.defect) {
    case Defect::UnknownMode: return Reason::UnknownMode;
    case Defect::FormerParameter: return Reason::FormerParameter;
    case Defect::BadTimeout: return Reason::BadTimeout;
    case Defect::None: break;
  }
  if (request.body_timeout <= Duration::zero()) return Reason::BadTimeout;
  return request.from_edt ? Reason::CalledFromEdt : Reason::None;
}

// As the tuple or the profile has it.
inline State begun(const Request& request) {
  const bool by_tuple = request.mode == Mode::Raw, free = request.mode == Mode::Unleashed;
  const bool smart = request.mode == Mode::SmartNonModal;
  const auto& raw = request.raw;
  const auto has = [&](bool letter) { return by_tuple ? letter : smart; };
  State out{.body_timeout = request.body_timeout.count(),
            .phase = Phase::Before,
            .allow = by_tuple ? raw.allow_at_gate : free,
            .refuse_progress = by_tuple ? raw.progress == ProgressAtGate::Refuse : !free,
            .await_progress = smart,
            .watch = has(raw.close_while_running),
            .sync_after = has(raw.sync_documents),
            .await_dispose = !by_tuple || raw.await_dispose,
            .trip_awaits = !by_tuple || raw.await_dispose};
  const auto add = [&](Task task, bool wanted) {
    out.todo = static_cast<std::uint8_t>(out.todo | unsigned{wanted} << static_cast<int>(task));
  };
  add(Task::Sweep, has(raw.close_on_start));
  add(Task::Gate, true);
  add(Task::Sync, has(raw.sync_documents));
  add(Task::Smart, has(raw.wait_smart));
  add(Task::Body, true);
  return out;
}

// Moves the origin of time to `now`.
inline void rebase(State& state, std::int32_t now) {
  for (auto* instant :
       {&state.step_due, &state.tick_due, &state.body_due, &state.capture_due, &state.look_due,
        &state.listen_due, &state.beside_due, &state.timer, &state.since, &state.noted})
    if (*instant != never) *instant -= now;
}

}  // namespace conformance::modality::second
