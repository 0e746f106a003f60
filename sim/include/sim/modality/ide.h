// The simulated IDE: modal stack, index, documents. Flat state and the few ways in which
// it changes; every change says what an observer would notice, in order.
#pragma once
#include <array>
#include <cstdint>
#include <variant>

#include <boost/container/static_vector.hpp>

#include "port/flat_list.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/modality/plan.h"
#include "sim/state/agenda.h"

namespace sim::modality {

// Of a change: what the engine hears, and what only observers are told.
using Notice = std::variant<Happening, Fact>;
using Notices = boost::container::static_vector<Notice, 8>;

inline constexpr std::uint8_t stack_max = 8;
static_assert(stack_max <= dialogs_max, "a listing holds all that shows");

// What may be pending, by slot of the world's agenda.
namespace slot {
inline constexpr std::size_t setup = 0;
inline constexpr std::size_t timer = 1;                        // One per Timer.
inline constexpr std::size_t operation = timer + timer_count;  // One per OperationId.
inline constexpr std::size_t capture = operation + 2;          // One per Artifact.
inline constexpr std::size_t indexing = capture + artifact_kinds;
inline constexpr std::size_t thread = indexing + 1;  // The event thread gets free.
inline constexpr std::size_t question = thread + 1;  // Of a refresh.
inline constexpr std::size_t script = question + 1;
inline constexpr std::size_t entry = script + 1;              // One per stack position.
inline constexpr std::size_t background = entry + stack_max;  // One per planned event.
inline constexpr std::size_t free_background = background + background_max;
inline constexpr std::size_t count = free_background + 1;
}  // namespace slot
using IdeAgenda = Agenda<slot::count>;

enum class EntryState : std::uint8_t { Showing, Asking, Disposing };

struct StackEntry {
  DialogId id{};  // Zero for a progress.
  EntryKind kind = EntryKind::Closable;
  EntryState state = EntryState::Showing;
  bool operator==(const StackEntry&) const = default;
};

// Who holds the event thread beside the write that runs on it (MOD-94).
enum class Holder : std::uint8_t {
  Nobody,
  Caller,    // Who waits for it (MOD-90).
  Somebody,  // Another task, for a while.
  Frost,     // It takes nothing, for a while or for ever.
};

struct Ide {
  port::FlatList<StackEntry, stack_max> stack;  // Outermost first.
  Index index = Index::Smart;
  std::uint8_t next_dialog = 1;
  bool configured = true;
  bool save_asks = false;
  bool commit_asks = false;
  Holder holder = Holder::Nobody;
  DialogId question{};      // That a refresh has asked: which text is to stay.
  bool posted_now = false;  // It was posted, and the event thread has taken nothing since.
  std::array<Document, documents_max> documents{};  // By DocumentName.
  bool operator==(const Ide&) const = default;
};

// Applies changes to one IDE and its agenda. Refers to both; lives for one turn.
class IdeTurn {
 public:
  IdeTurn(Ide& ide, IdeAgenda& agenda, const Latencies& latencies)
      : ide_(ide), agenda_(agenda), latencies_(latencies) {}

  // A stack that is full (stack_max) takes no more, nor does an IDE that has shown 255
  // windows: the opening does not happen.
  void open(EntryKind kind, Notices& out);
  // The agenda's entry slot `position` is due: a disposal, or an end by itself.
  void entry_due(std::size_t position, Notices& out);
  // It goes, whatever it is.
  void dispose(DialogId dialog, Notices& out);
  // What a close request meets when it reaches the dialog.
  CloseAnswer close(DialogId dialog, Notices& out);
  // Somebody in front of the screen closes the topmost dialog.
  void close_top(Notices& out);
  // The script presses the topmost dialog's button: disposal as after a close.
  void dismiss_top();

  // The event thread is held by one more, or free again.
  void take_thread(Holder by, Notices& out);
  void take_thread(Window for_so_long, Notices& out);
  void free_thread(Notices& out);
  // What a refresh has posted is asked now.
  void ask(Notices& out);

  void start_indexing(Index how, Notices& out);  // Restarts a running one.
  void end_indexing(Notices& out);

  void edit(DocumentName which, Notices& out);
  void write_disk(DocumentName which, Notices& out);
  // Effects of write-intent operations, at their end.
  void commit(Scope scope, Notices& out);
  void save(Scope scope, Extent extent, Notices& out);
  void refresh(Scope scope, TouchedBy by, Notices& out);

 private:
  void touched(std::size_t document, TouchedBy by, Notices& out);
  void dispose(std::size_t position, Notices& out);
  void answer_question(bool keeps_editor, Notices& out);
  void begin_disposal(std::size_t position);
  bool is_stood_on(std::size_t position) const;
  void push(StackEntry entry);

  Ide& ide_;
  IdeAgenda& agenda_;
  const Latencies& latencies_;
};

bool in_scope(Scope scope, DocumentName document);
// Whether an operation would change a document of its scope.
bool has_to_commit(const Ide& ide, Scope scope);
bool has_to_save(const Ide& ide, Scope scope);
bool has_to_refresh(const Ide& ide, Scope scope);
// Whether a save would write over what came to the disk behind the IDE: it asks first.
bool has_conflict(const Ide& ide, Scope scope);
DocumentTouched touched(const Document& document, DocumentName which, TouchedBy by);
// The disk's text, or the editor's where that is unsaved.
std::uint8_t newest(const Document& document);

Modality modality(const Ide& ide);
bool holds_write_lock(const Ide& ide);  // A progress does.
bool shows(const Ide& ide, DialogId dialog);
DialogList showing(const Ide& ide);  // Topmost first.
const Behaviour& behaviour(const Latencies& latencies, EntryKind kind);

}  // namespace sim::modality
