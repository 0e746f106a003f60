// Everything about a simulated app-server, its process and its user that does not change while they
// run: the dialect, what happens in its turns, which faults it has, and what the user does when.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "port/appserver/facts.h"
#include "port/words.h"
#include "sim/appserver/faults.h"
#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim::appserver {

using namespace port::appserver;

inline constexpr std::size_t chats_max = 3;
inline constexpr std::size_t threads_max = 4;  // With those that turns open.
inline constexpr std::size_t items_max = 3;    // Of one turn.
inline constexpr std::size_t asks_max = 4;     // That a user keeps in mind.
inline constexpr std::size_t calls_max = 2;
inline constexpr std::size_t faults_max = 4;                // Of a plan,
inline constexpr std::size_t faults_room = faults_max + 1;  // and one that is put to them.
inline constexpr std::size_t acts_max = 4;                  // Beside the user's script.
inline constexpr std::uint16_t parts_max = 200;

// What two servers do differently where the port has one word for it.
struct Dialect {
  std::string_view name;
  bool answers_early = false;   // Between the result of initialize and `initialized`.
  Error unknown_method{};       // What a request is refused with,
  Error bad_params{};           // likewise.
  bool tells_resolved = false;  // That an approval is settled.
  bool steers = false;          // A turn/start during a turn goes to that turn.
  bool tells_idle = false;      // A thread in which no turn runs any more, before its end.
  bool ends_texts = false;      // An item of text is completed, with its final text.
  // What goes to a running turn is answered with the id of a turn that never starts.
  bool steers_elsewhere = false;
};
inline constexpr std::array dialects{
    Dialect{"codex", true, Error::InvalidRequest, Error::InvalidRequest, true, true, true, true,
            false},
    Dialect{"draft", false, Error::MethodNotFound, Error::InvalidParams, false, false, false, false,
            false}};
const Dialect* find_dialect(std::string_view name);  // Null: there is none.

// How a turn says that it opens a thread of its own.
enum class Announced : std::uint8_t {
  Before,  // Its first turn starts.
  Behind,  // Likewise.
  Never,
};
WORDS(Announced, "before", "behind", "never");

// An item of a turn, from its beginning to its end. What a subagent's has besides its end is of
// the one item of the turn in the thread that it opens.
struct ItemScript {
  ItemKind kind = ItemKind::Answer;
  SubjectId subject = {};   // Of a command or a patch.
  std::uint16_t parts = 1;  // Deltas of its text, or outputs.
  bool asks = false;        // Waits for a decision before it is carried out.
  bool beside = false;      // The next one does not wait for that decision.
  ItemEnd end = ItemEnd::Done;
  Announced announced{};    // Of a subagent.
  bool background = false;  // Of a command: it ends behind its turn.
  bool in_ide = false;      // A call in the IDE carries it out: another world.
  bool operator==(const ItemScript&) const = default;
};

struct TurnScript {
  std::vector<ItemScript> items = {{}};  // At most items_max.
  bool usage = false;                    // And limits, before its end.
  bool trouble = false;                  // An error that is retried, at its beginning.
  TurnEnd end = TurnEnd::Completed;      // Completed or Failed.
  bool endless = false;                  // Until it is interrupted.
  bool operator==(const TurnScript&) const = default;
};

struct ServerPlan {
  const Dialect* dialect = &dialects[0];
  std::vector<TurnScript> turns = {{}};   // The last one is that of all further turns, too.
  std::uint8_t stored = 0;                // So many threads are there to be resumed.
  std::vector<PlannedFault> faults = {};  // At most faults_room.
  bool operator==(const ServerPlan&) const = default;
};

// The user.

enum class ActKind : std::uint8_t {
  Open,
  StartChat,
  ResumeChat,
  ArchiveChat,
  Say,
  Stop,
  Call,
  Decide,
  MakeRule,
  Close,
};
WORDS(ActKind, "open", "start_chat", "resume_chat", "archive_chat", "say", "stop", "call", "decide",
      "make_rule", "close");
inline constexpr std::size_t act_kinds = port::words<ActKind>.size();

struct Act {
  ActKind what{};
  std::uint8_t chat = 1;    // From 1; of a chat, and of what is said in it.
  std::uint8_t number = 1;  // Of a call, of an approval in the order in which they show, of the
                            // thread that is resumed, of the subject of a rule.
  Method method = Method::ThreadList;  // Of a call: ThreadList, ModelList or Other.
  Decision decision{};
  Settings settings = {Policy::Untrusted, Sandbox::WorkspaceWrite, false};  // Of a new chat,
  std::uint8_t text = 0;  // and what else is set for it, by a number; zero: nothing.
  bool operator==(const Act&) const = default;
};

// What the user waits for before the next step.
enum class When : std::uint8_t {
  Now,
  Ready,      // Something can be said in the chat.
  TurnShown,  // Since it was said.
  Asked,      // So many approvals as the act has for a number have been shown.
  Withdrawn,  // That approval was withdrawn.
  TurnOver,   // Since something was said in the chat.
  Back,       // Another process than the first has started.
  Gone,       // A process is gone.
  Idle,       // Nothing is to be expected, timers of health aside.
};
WORDS(When, "now", "ready", "turn_shown", "asked", "withdrawn", "turn_over", "back", "gone",
      "idle");

struct UserStep {
  Act act;
  When when = When::Now;
  Window window{0, 0};  // From then on.
  bool operator==(const UserStep&) const = default;
};
// Happens once, if it would mean anything then.
struct TimedAct {
  Act act;
  Window window{0, 0};  // From the beginning.
  bool operator==(const TimedAct&) const = default;
};

inline constexpr std::int32_t fading_ms = 20'000;
struct Latencies {
  Window start{0, 0};                 // From the spawning of a process.
  Window send{0, 0};                  // Of a message to the server, once it is the first under way.
  Window receive{0, 0};               // Likewise, to the client.
  Window step{0, 0};                  // From one step of a turn to the next.
  Window late{0, 0};                  // Of a delayed response.
  Window exit{0, 0};                  // From the end of its input, or a signal.
  Window gone{0, 0};                  // From the end of a process until it is known.
  Window frame{0, 0};                 // From new text until the screen is drawn.
  Window fade{fading_ms, fading_ms};  // Of a process that greets nobody, until it ends by itself.
  bool operator==(const Latencies&) const = default;
};

// How long a user waits when nothing is to be expected, timers of health aside: longer than
// anything may take.
inline constexpr std::int32_t patience_ms = 200'000;

// For whoever makes the client.
struct ClientPlan {
  std::uint8_t opts_out = 0;  // What its initialize opts out of.
  std::uint32_t seed = 1;
  bool operator==(const ClientPlan&) const = default;
};

struct Plan {
  ClientPlan client = {};
  ServerPlan server = {};
  Latencies latencies = {};
  // Whoever sees nothing more happen closes after patience_ms, at the end of it or not.
  std::vector<UserStep> user = {};
  std::vector<TimedAct> beside = {};  // At most acts_max.
  std::vector<Act> free = {};         // Each at any moment,
  std::uint8_t free_max = 0;          // so many of them.
  Grid grid = {.step_ms = 0};         // Only where a window begins or ends.
  bool operator==(const Plan&) const = default;
};

// Opens, starts a chat, and says something in it as soon as that can be.
std::vector<UserStep> one_turn_of_a_chat();

// Whether it is one at all, as files and generators may make it: within the bounds above, and
// what is called first comes first. Empty, or what is wrong.
std::string fault_of(const Plan& plan);
// What such an act is about has a number from 1 to this.
std::size_t numbers_of(ActKind what);

// Texts. Parts of items have the numbers from 1 on, again and again; a final text has one of its
// own, by the number of its parts.
inline constexpr std::uint32_t part_texts = 4;
inline constexpr std::uint32_t refused_text = 11, failed_text = 12;  // Why.
inline constexpr std::uint32_t trouble_text = 13, going_text = 14;   // Of problems.
inline constexpr std::uint32_t different_text = 15;
inline constexpr std::uint32_t final_texts = 16;
// The only limit that a server has, as its mock tells it.
RateLimits limit_used(std::uint32_t percent);
TextId part_text(std::uint32_t part);  // From zero.
TextId final_text(std::uint32_t parts);
std::string text_of(TextId text);  // Of no such number: empty.
TextMark mark_of(TextId text);

}  // namespace sim::appserver
