// What follows from what an observer saw of one "execute code" call, without any rule: what shows,
// what was called, which step is taken and for how long, what runs, what became of it.
//
// Flat, without padding and without absolute time: an age counts milliseconds and saturates one
// past its bound. What can no longer matter is zero, so situations with equal futures have equal
// bytes.
//
// "Some time" and "all the time" are a set of modalities: those that a look could have told since
// the phase began. A look is possible in a moment, which is the state after one choice, when all
// its facts were told: so a dialog that opens right behind another's disposal leaves no moment
// between them.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "port/flat_list.h"
#include "spec/modality/behaviour.h"
#include "spec/modality/words.h"

namespace spec::modality {

// Modalities that looks may have told.
struct Looks {
  std::uint8_t bits = 0;
  constexpr void add(Modality told) { bits |= static_cast<std::uint8_t>(1u << index(told)); }
  constexpr bool has(Modality told) const { return (bits >> index(told) & 1u) != 0; }
  constexpr bool only(Modality told) const { return bits == 1u << index(told); }
  constexpr bool clear() const { return has(Modality::None); }
  constexpr bool modal() const { return has(Modality::Progress) || has(Modality::Dialog); }
  bool operator==(const Looks&) const = default;

 private:
  static constexpr unsigned index(Modality told) { return static_cast<unsigned>(told); }
};

enum class Phase : std::uint8_t {
  NotCalled,
  Called,    // And nothing was done yet.
  Gate,      // Sweep, wait and gate, until the first act behind them.
  Sync,      // Of the pre-flight.
  Smart,     // Of the pre-flight.
  Ready,     // The warnings of a gate that let a modal pass.
  Body,      // Runs, or a method for it.
  Returned,  // The post-flight.
  Threw,
  Decided,  // The ending.
  Ended,
};

enum class Sweep : std::uint8_t {
  None,
  Due,    // It may begin: nothing of it was seen.
  Begun,  // Its targets are listed.
  Over,
};

// What became of a dialog that showed when the sweep began.
enum class Fate : std::uint8_t {
  Untouched,
  Optional,  // A look may have missed it, or it has gone untouched.
  Asked,     // To close.
  Accepted,
  GivenUp,  // At its bound.
  Refused,
  Closed,  // It was asked to close, and was disposed.
  Over,    // Reported, or it had gone by itself.
  Missed,  // It was asked to close when it had gone already.
};

// What runs in a lane beside looks.
enum class Running : std::uint8_t { Nothing, Close, Commit, Save, Refresh, AwaitSmart };

// A look under way in a lane.
enum class Look : std::uint8_t {
  Nothing,
  Asked,
  Listing,  // Of the main lane: a sweep may begin at its answer.
  AtTick,   // Of the monitor, and asked whole periods after it was armed.
};

// Why the monitor's next tick comes when it comes, or why none does.
enum class Watch : std::uint8_t {
  Off,
  LeftOff,        // By the end of a block before which it did not watch.
  Allowed,        // By allowModalDialog.
  InBlock,        // It watched before the block withModalDialogAllowed.
  Plain,          // From here on it watches.
  Contradiction,  // By row 4 or 8; the first tick is to come.
  ByMethod,       // The same by monitorAndCloseModalDialogs,
  AfterAllow,     // behind an allowModalDialog.
  Twice,          // Started while it watched.
  ByBlock,        // By the end of a block, or started inside or behind one.
};

enum class Flag : std::uint8_t {
  // What the call asks for.
  Sweeps,
  Allows,
  Watches,
  Syncs,
  Smartens,
  Awaits,  // Disposals.
  WaitsOut,
  SyncsAfter,
  RefusesProgress,
  // What is wrong with it.
  UnknownMode,
  FormerParameter,
  BadTimeout,
  FromEdt,
  // What was done.
  Scheduled,  // The last ScheduleRefresh.
  Dumped,     // For this sweep or failure.
  Shot,       // For the next close, or this failure.
  Reached,    // Smart mode, after AwaitSmart.
  ReportedWait,
  WarnedSync,
  WarnedSmart,
  WarnedPost,
  GaveUp,          // The post-flight's sync failed, and its warning is to come.
  FromBody,        // The decision was made when the body had started.
  BodyRuns,        // As far as the subject is concerned: neither ended nor cancelled.
  LateReturn,      // After the decision.
  Refusal,         // `refused` was called when it could not be.
  Abandoned,       // The body returned while a method's operation runs: it is to be cancelled.
  Withdrawn,       // By the caller, before the decision,
  LateWithdrawal,  // and after it.
  // The method under way.
  AwaitsHere,  // Of a sweep, whoever sweeps.
  Force,
  ProjectOnly,
  // The IDE.
  Dumb,
  Imported,
  NonModal,  // A non-modal dialog was opened.
  // Windows.
  Froze,        // Progress without a dialog at some moment since the last nominal poll.
  Provisional,  // The last dialog has gone, and another may open in the same moment.
  Blinked,      // A dialog has gone since the monitor's last tick.
  Answered,     // A look of an earlier tick was answered in this instant.
  WasSmart,     // At some moment since the method was called,
  WasDumb,
  // Looks are not told: one may be under way at any time.
  LooksUntold,
  // An edit of the script waits for the event thread.
  EditWaits,
  NeedsIndex,  // The script threw since an index was not ready.
  // Other runs in the IDE.
  Neighbour,      // One is under way, or its script is.
  StrangerEnded,  // The script of one ended in this instant.
  ScriptGone,     // The script of this run ended behind its result.
  // In a log: the look of a nominal poll of the wait was answered in this instant, and a dialog
  // showed. Where looks take no time the poll itself says so.
  Polled,
};

// How the versions of a document differ, and what became of it.
namespace document {
inline constexpr std::uint8_t uncommitted = 1, modified = 2, stale = 4, lacking = 8;
inline constexpr std::uint8_t differs = uncommitted | modified | stale | lacking;
inline constexpr std::uint8_t touched = 16;  // By somebody else since the sync or the return.
inline constexpr std::uint8_t edited = 32;   // By the body, and a post-flight is to come.
}  // namespace document

struct Situation {
  std::int32_t age = 0;          // Since the wait, sync, smart wait or the last close began.
  std::int32_t note_age = 0;     // Since the wait's last note.
  std::int32_t tick_age = 0;     // Since the monitor was armed or ticked. At a tick: the period.
  std::int32_t body_left = 0;    // Until the body's timeout.
  std::int32_t capture_age = 0;  // Since what is captured now began.
  // By lane: since the look was asked. In the main lane beside a write: since a look would have
  // told of a dialog.
  std::array<std::int32_t, 2> look_age{};
  std::array<std::uint32_t, 2> flags{};
  std::uint32_t fates = 0;                        // Of the targets, four bits each.
  port::FlatList<DialogId, dialogs_max> showing;  // Modal ones, outermost first.
  port::FlatList<DialogId, dialogs_max> targets;  // Of the sweep, outermost first.
  std::uint8_t fresh = 0;     // Of `showing`: opened since a sweep is due. A bit for each.
  std::uint8_t deeper = 0;    // Modal dialogs that `showing` has no room for.
  std::uint8_t progress = 0;  // Under way.
  Looks seen;                 // Since the phase began. Of a decision: what explained it.
  Looks at_tick;              // Since this instant began, at a tick.
  Phase phase{};
  Sweep sweep{};
  Watch watch{};
  Running written{};                 // The last write of this sync that ended.
  std::array<Running, 2> running{};  // By lane.
  std::array<Look, 2> looking{};     // By lane.
  Mode mode{};
  Reason reason{};           // Of the decision,
  Stage stage{};             // and the stage of one that may come in any.
  std::uint8_t method = 0;   // Of the body, one more than its number. Zero: none.
  std::uint8_t call = 0;     // Its id.
  std::uint8_t refused = 0;  // The id of a call that is to be refused.
  port::FlatList<DialogId, dialogs_max> closed;  // By this sweep, as reported; in its order.
  std::uint8_t blocks = 0;                       // Depth of withModalDialogAllowed,
  std::uint8_t restore = 0;  // and of the block whose end arms the monitor again.
  std::array<std::uint8_t, documents_max> documents{};  // By DocumentName.
  std::uint8_t capturing = 0;                           // Bit a: Artifact a is under way,
  std::uint8_t cut = 0;                                 // and what it is for was cut short.
  std::uint8_t artifacts = 0;                           // That a failure will count.
  std::uint8_t text = 0;                                // Of the error that the script threw.
  std::uint8_t zero = 0;                                // No padding.

  constexpr bool has(Flag flag) const { return (word_of(flag) & bit_of(flag)) != 0; }
  void set(Flag flag) { word_of(flag) |= bit_of(flag); }
  void clear(Flag flag) { word_of(flag) &= ~bit_of(flag); }
  void put(Flag flag, bool value) { value ? set(flag) : clear(flag); }

  // What blocks the UI now.
  Modality modality() const {
    if (!showing.empty() || deeper > 0) return Modality::Dialog;
    return progress > 0 ? Modality::Progress : Modality::None;
  }
  // What a look since the phase began may have told, one now included.
  Looks looks() const {
    Looks out = seen;
    out.add(modality());
    return out;
  }

  Fate fate(std::size_t target) const { return static_cast<Fate>(fates >> 4 * target & 15u); }
  void put(std::size_t target, Fate fate) {
    fates = (fates & ~(15u << 4 * target)) | static_cast<std::uint32_t>(fate) << 4 * target;
  }
  bool in(Method which) const { return method == static_cast<std::uint8_t>(which) + 1; }

  bool operator==(const Situation&) const = default;

 private:
  static constexpr std::uint32_t bit_of(Flag flag) {
    return std::uint32_t{1} << static_cast<unsigned>(flag) % 32;
  }
  constexpr const std::uint32_t& word_of(Flag flag) const {
    return flags[static_cast<unsigned>(flag) / 32];
  }
  std::uint32_t& word_of(Flag flag) { return flags[static_cast<unsigned>(flag) / 32]; }
};
static_assert(std::is_trivially_copyable_v<Situation>);
static_assert(std::has_unique_object_representations_v<Situation>);
static_assert(sizeof(Situation) <= 96);

// What follows from one more observation.
void follow(Situation& s, const Happening& what, const Limits& limits,
            Revision revision = Revision::Addendum);
void follow(Situation& s, const Fact& fact, const Limits& limits);
void follow(Situation& s, const Command& act, const Limits& limits);

}  // namespace spec::modality
