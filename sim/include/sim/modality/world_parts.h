// The parts of a world that are the same for every engine.
#pragma once
#include <array>
#include <cstdint>

#include "sim/modality/ide.h"
#include "sim/modality/plan.h"
#include "sim/search/model.h"

namespace sim::modality {

enum class OperationKind : std::uint8_t {
  None,
  ReadModality,
  ListDialogs,
  ReadSmart,
  Close,
  Commit,  // From here on: held back while modal; AwaitSmart while dumb.
  Save,
  Refresh,
  AwaitSmart,
};

struct Operation {
  OperationKind kind = OperationKind::None;
  Scope scope = Scope::All;
  Extent extent = Extent::Dirty;
  DialogId dialog{};      // To close; of a save, its question.
  bool withheld = false;  // It waits for the event thread, or for the index.
  bool begun = false;     // Of a write.
  bool forced = false;    // A dialog does not withhold it, a progress does.
  bool answered = false;  // The question of a save has gone; a close was accepted.
  bool operator==(const Operation&) const = default;
};
using Operations = std::array<Operation, 2>;  // By OperationId.

// Nothing to do takes no time.
Window write_window(const Ide& ide, const Latencies& latencies, const Operation& operation);

enum class BodyPhase : std::uint8_t { NotStarted, Running, InMethod, Stuck, Ended };

enum class Awaited : std::uint8_t {
  Nothing,
  Smart,
  Configured,
  Hop,  // Its edit waits for the event thread, and for the stack to get empty.
};

struct Body {
  BodyPhase phase = BodyPhase::NotStarted;
  std::uint8_t program = 0;  // 1 is Plan::body, then Plan::alphabet; 255 is the body of the second
                             // run, 254 that of the third; 0 between programs.
  std::uint8_t instruction = 0;
  std::uint8_t steps_left = 0;
  std::uint8_t calls = 0;   // The CallId of the next context method, or of the one it waits for.
  std::uint8_t blocks = 0;  // Open withModalDialogAllowed blocks.
  bool entering = false;    // It waits for a block to begin.
  Awaited awaited = Awaited::Nothing;  // By the script itself.
  std::uint8_t thrown = 0;             // The text of the error that leaves the blocks; zero: none.
  bool ignores_cancel = false;
  DocumentName edits{};  // Once its hop runs.
  bool operator==(const Body&) const = default;
};

// The body of a run; the first is 0.
constexpr std::uint8_t program_of(std::size_t run) {
  return static_cast<std::uint8_t>(run == 0 ? 1 : 256 - run);
}

enum class SetupStage : std::uint8_t { Call, Stack, Documents, Index, Done };

// Which of the plan's alternatives are still to be taken before the call begins.
struct Setup {
  SetupStage stage = SetupStage::Call;
  std::uint8_t entries_left = 0;
  std::uint8_t call = 0;  // Zero once the call has begun.
  std::uint8_t zero = 0;
  bool operator==(const Setup&) const = default;
};

// Where a close request to this dialog may be answered; no window: never.
Window answer_window(const Ide& ide, const Latencies& latencies, DialogId dialog);

// What a background event opens, or null.
const EntryKind* opens(Background what);
// Whether the event would change anything now; the search skips those that would not.
bool matters(Background what, const Ide& ide);

// After the result only what the engine or the script still does counts.
void drop_what_no_longer_matters(Ide& ide, IdeAgenda& agenda, std::uint8_t& background_left);

// Who acts when a choice is taken; the label says it in words.
enum class Actor : std::uint8_t { Setup, Engine, Ide, Script, Background };
Actor actor_of(const Choice& choice);

Label label_of(const Ide& ide, const Operations& operations, const Body& body, const Setup& setup,
               const Plan& plan, const Choice& choice);

}  // namespace sim::modality
