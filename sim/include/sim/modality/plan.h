// Everything about a simulated call that does not change while it runs: the bounds, how
// the IDE behaves, what the script may do, what may happen beside it, and how it starts.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "port/modality/words.h"
#include "sim/state/agenda.h"

namespace sim::modality {

// The world speaks in the words of the port.
using namespace port::modality;

// The IDE.

// An entry of the modal stack. What closing one does stands in Behaviour.
enum class EntryKind : std::uint8_t {
  Closable,
  Slow,          // Accepts the close; disposal takes its time.
  Refusing,      // Answers every close with a refusal.
  Reopening,     // Opens again, as a new dialog, each time it is disposed.
  Questioning,   // Asks in a nested dialog first, and goes when that one has gone.
  Unresponsive,  // Never answers a close.
  Passing,       // Closes itself after a while; closable before.
  Question,      // The nested dialog of a Questioning one.
  Parent,        // Opens with a Child on it.
  Child,         // Stands on the dialog below it, which cannot go before.
  Progress,      // Modality without a window, which holds the write lock; ends by itself.
  EndlessProgress,
  NonModal,  // A window that blocks nothing, and never counts.
};
inline constexpr std::size_t entry_kinds = 13;
constexpr bool is_dialog(EntryKind kind) { return kind < EntryKind::Progress; }

// Windows from the moment that starts them. latest = never: it may never happen;
// Window{} (no window): it never does.
struct Behaviour {
  Window answer{0, 0};   // From the close request to its answer.
  Window dispose{0, 0};  // From an accepted close to the disposal.
  Window ends{};         // From the opening to the end by itself.
  bool operator==(const Behaviour&) const = default;
};

struct Latencies {
  std::array<Behaviour, entry_kinds> entries{};
  Window write{0, 0};     // A commit, save or refresh that has something to do, once it has begun.
  Window indexing{0, 0};  // From the start of an indexing that ends to its end.
  Window look{0, 0};      // Of a look or a listing, once the event thread takes it.
  Window told{0, 0};      // From an accepted close to its answer: the dialog may go before it.
  Window busy{0, 500};    // How long somebody else's task holds the event thread.
  Window frozen{};        // How long it takes nothing once it has frozen. No window: for ever.
  Window question{0, 500};  // From a refresh that finds memory and disk apart to its question.
  std::array<Window, artifact_kinds> captures{Window{0, 0}, Window{0, 0}};  // No window: it hangs.
  bool operator==(const Latencies&) const = default;
};

enum class Index : std::uint8_t { Smart, DumbEnding, DumbEndless };

// Which texts of one document agree: labels that are equal iff the texts are, numbered in
// the order of first appearance.
struct Document {
  std::uint8_t editor = 0, psi = 0, vfs = 0, disk = 0;
  bool operator==(const Document&) const = default;
};
inline constexpr Document clean{};
inline constexpr Document uncommitted{0, 1, 1, 1};  // And unsaved.
inline constexpr Document unsaved{0, 0, 1, 1};
inline constexpr Document stale{0, 0, 0, 1};        // The disk changed behind the IDE.
inline constexpr Document conflicting{0, 0, 1, 2};  // Unsaved, and the disk changed as well.

// The script body.

enum class Op : std::uint8_t {
  Call,          // A context method.
  Launch,        // The same by a second coroutine: the script goes on at once.
  Edit,          // Changes a document in the editor, on the event thread.
  WriteDisk,     // Changes a document's file behind the IDE.
  ReadPsi,       // Reads a document as the IDE has parsed it,
  ReadDisk,      // as an external tool sees it,
  ReadVfs,       // or as the IDE takes its file to be.
  Open,          // Opens an entry of a kind, dialog or progress.
  OpenNonModal,  // Opens a window that blocks nothing.
  CloseTop,      // Presses the topmost dialog's own button.
  Sleep,
  ReadIndex,        // Throws while the index is dumb.
  SmartRead,        // Waits for the index, as the IDE's own smartReadAction does.
  ReadModel,        // Throws while the import of the build runs.
  AwaitConfigured,  // Waits for its end.
  Throw,
  IgnoreCancel,  // From here on the body does not react to being cancelled.
  Never,         // Neither returns nor does anything more.
  HoldThread,    // Holds the event thread for a while, whatever becomes of the script.
};

struct Instruction {
  Op op = Op::Never;
  EntryKind kind = EntryKind::Closable;           // Open.
  std::int32_t ms = 0;                            // Sleep and HoldThread.
  MethodCall call{};                              // Call and Launch.
  DocumentName document = DocumentName::Project;  // Edit, WriteDisk and reads of documents.
  bool operator==(const Instruction&) const = default;
};

struct Program {
  std::string name;
  std::vector<Instruction> instructions;  // At most 250.
  bool operator==(const Program&) const = default;
};

// What happens beside it.

enum class Background : std::uint8_t {
  OpenClosable,
  OpenSlow,
  OpenRefusing,
  OpenReopening,
  OpenQuestioning,
  OpenUnresponsive,
  OpenPassing,
  OpenNonModal,
  TopCloses,  // Somebody closes the topmost dialog.
  ProgressStarts,
  EndlessProgressStarts,
  IndexingStarts,
  EndlessIndexingStarts,
  ImportFinishes,
  DiskChanges,
  SaveAsks,    // The next save opens a dialog before it ends.
  CommitAsks,  // Likewise the next commit.
  UiBusy,      // Somebody else's task holds the event thread for a while.
  UiFreezes,   // The event thread takes nothing, though nothing is modal.
  UiThaws,
  Cancelled,        // The caller withdraws,
  SecondCancelled,  // or that of the second run.
};
inline constexpr std::size_t background_kinds = 22;

struct BackgroundEvent {
  Background what{};
  Window window{};  // From the call.
  bool operator==(const BackgroundEvent&) const = default;
};
inline constexpr std::size_t background_max = 4;

// Calls in one IDE, one after the other or two at once.
inline constexpr std::size_t runs_max = 4;

// The start.

struct Start {
  std::vector<EntryKind> stack;     // Outermost first, at most 6.
  std::vector<Document> documents;  // By DocumentName; those left out are clean.
  Index index = Index::Smart;
  bool configured = true;
  bool operator==(const Start&) const = default;
};

// How much the search itself may choose. Zero everywhere: one fixed world.
struct Bounds {
  std::uint8_t entries = 0;     // Modal entries at the start, each of any of start_kinds.
  std::uint8_t background = 0;  // Events of free_background, at any instant.
  std::uint8_t steps = 0;       // Programs of the alphabet, one after the other.
  bool operator==(const Bounds&) const = default;
};

struct Plan {
  Limits limits{};
  Revision revision{};  // By whose table the subject works.
  Grid grid;
  Latencies latencies;
  // What the caller may ask for, with the row of the table that it counts for.
  struct Call {
    Request request;
    std::uint8_t cell = 0;
    std::string name;
    bool operator==(const Call&) const = default;
  };
  std::vector<Call> calls;
  // Another call in the same IDE. Two are under way at the most: a third one, or a fourth, comes
  // once that before it has its result and nothing is left of the one before that.
  struct Another {
    std::vector<Call> calls;  // As above.
    Window at{0, 0};  // Of the second: from the beginning. Of later ones: from when they may come.
                      // No window: it waits for another world.
    Program body;
    std::uint8_t steps = 0;  // As of bounds.
    bool operator==(const Another&) const = default;
  };
  std::vector<Another> another;  // At most runs_max - 1.
  bool waits = false;            // The call, which is one, and another, wait for another world.
  std::vector<EntryKind> start_kinds;
  std::vector<std::vector<Document>> start_documents;  // At least one alternative.
  std::vector<Index> start_index;                      // At least one alternative.
  Start start;  // Fixed part; its stack lies below what the search adds.
  Bounds bounds;
  std::vector<Program> alphabet;            // For bounds.steps.
  Program body;                             // Runs first when it has instructions.
  std::vector<Background> free_background;  // For bounds.background.
  std::vector<BackgroundEvent> background;  // At most background_max.
  bool operator==(const Plan&) const = default;
};

// The names used in scenario files, labels and prints: "open_closable".
const char* name(EntryKind kind);
const char* name(Background what);
const char* name(Index index);
const char* name(Op op);
std::string show(const Instruction& instruction);
// "smart_non_modal"; of a raw tuple "tuple S D", what it has.
std::string call_name(const Request& request);

// The raw tuple that a call of the former surface stands for (MOD-07); its third parameter,
// cancel_on_modal, was always true.
Options former_options(bool dialog_killer, bool allow_modal);

// The two sets of constants of the specification. Short ones keep the order of all bounds
// and share a divisor of 500 ms, so that exhaustive searches stay small.
Limits short_limits();
Limits real_limits();
Latencies short_latencies();
Latencies real_latencies();
inline constexpr port::Duration short_body_timeout{3'000}, real_body_timeout{600'000};

// The alphabet of one-step scripts; `period_ms` is what its waits are multiples of.
std::vector<Program> script_alphabet(std::int32_t period_ms);

}  // namespace sim::modality
