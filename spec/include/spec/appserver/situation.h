// What follows from what an observer of a client and its server saw, without any rule: which calls
// are under way and for how long, what was said about chats, turns, items and approvals, and what
// the client has made of it so far.
//
// Flat, without padding and without absolute time: an age counts milliseconds and saturates one
// past the bound that it is compared with. What can no longer matter is zero or taken out, so
// situations with equal futures have equal bytes. It holds what happened, never what ought to be.
#pragma once
#include <cstdint>
#include <type_traits>

#include "port/appserver/facts.h"
#include "port/flat_list.h"
#include "spec/appserver/bounds.h"

namespace spec::appserver::clauses {

using namespace port::appserver;
using port::appserver::Decision, port::appserver::Method;

// A set of bits with a name each.
template <class Bit, class Word>
struct Flags {
  Word bits = 0;
  constexpr bool has(Bit bit) const { return (bits >> static_cast<unsigned>(bit) & 1u) != 0; }
  void set(Bit bit) { bits = static_cast<Word>(bits | Word{1} << static_cast<unsigned>(bit)); }
  void clear(Bit bit) { bits = static_cast<Word>(bits & ~(Word{1} << static_cast<unsigned>(bit))); }
  bool operator==(const Flags&) const = default;
};

enum class Stage : std::uint8_t {
  Wanted,         // By its user; not sent yet, or to be sent again after a handshake.
  Sent,           // And not answered.
  Overloaded,     // So the server said.
  Uninitialized,  // So the server said, for the first time.
  Answered,       // `error` says how; its user has not been told.
  Lost,           // With its process; its user has not been told.
};
enum class CallFlag : std::uint8_t {
  Own,      // Nobody called: the client does it by itself.
  Again,    // It was told Uninitialized before.
  Unready,  // Said while the composer was not ready.
  During,   // A turn of its chat was active when it was sent.
  First,    // Sent at least once: its age counts.
  Begun,    // A TurnStart whose turn was named before it was answered.
  Unsure,   // A request may have been for it or for another, equal one.
  Anew,     // A ThreadStart that nobody asked for: the chat's thread was refused.
};

enum class Composer : std::uint8_t { Untold, Ready, Busy };
enum class TurnPhase : std::uint8_t {
  None,
  Asked,  // TurnStart was sent, no id is known.
  Named,  // By the answer or TurnStarted.
  Over,   // TurnCompleted came; the user has not been told.
  Lost,   // With its process, or not ended in time; the user has not been told.
};
enum class ChatFlag : std::uint8_t {
  Open,     // Started or resumed, in this process.
  Started,  // ThreadStarted was seen.
  Resumed,  // Its thread was there before.
  Archived,
  Known,         // It has a thread that a later process can resume.
  Shown,         // TurnShown.
  Running,       // TurnStarted was seen.
  Stopped,       // The user pressed stop,
  StoppedEarly,  // before the turn had an id.
  Interrupted,   // An interrupt was sent,
  Refused,       // told that there is no such turn,
  Twice,         // and sent again.
  Canceled,      // An ask of the turn was answered so.
  Declined,
  OrphanDue,      // A TurnStart timed out: the turn that it begins is nobody's.
  OrphanToStop,   // That turn is `orphan`, and was not interrupted yet.
  OrphanRunning,  // TurnStarted was seen of it.
  OrphanRefused,  // Its interrupt was told that there is no such turn,
  OrphanTwice,    // and sent again.
  TurnLost,       // A turn ended with its process, and nothing was said since.
  Ran,            // A turn of it was shown, here or before.
  UsageDue,       // Came, and is not shown.
  UsageFell,      // It is less than before.
  Idle,           // No turn runs, the server says, and the end of this one did not come.
  Descends,       // A turn opened it: no chat of the user's.
};

enum class ItemFlag : std::uint8_t {
  Opened,    // ItemOpened.
  Done,      // ItemCompleted; not closed yet.
  WithTurn,  // Its turn ended.
  Due,       // `text` came and is not kept by the client yet.
  Replaces,  // It is a final text that differs from what was kept,
  Differed,  // where something was.
  FrameDue,  // A frame came while it had new text.
  Drawn,     // It was shown in this frame.
};

// Of an item that may outlive its turn: that has ended, and then the user was told.
enum class Beyond : std::uint8_t { No, Marked, Due, Told };
enum class AskFlag : std::uint8_t {
  Bad,         // Malformed, or of no turn that runs.
  Remembered,  // The same was accepted for the session.
  Shown,
  Decided,
  Withdrawn,  // Nobody waits for it any more: `why`.
  Late,       // It came when its turn was to stop already.
  Answered,   // The user has not been told that nobody waits, or that it was accepted.
  Told,       // The user has; it has no answer yet.
};
enum class AskFate : std::uint8_t { Answered, TurnEnded, ProcessGone, Resolved, TimedOut };

enum class ProcessPhase : std::uint8_t { None, Spawned, Running, Gone };
// Failed: or something before it was refused for want of it. Joined: it was not seen, since the
// observer came late.
enum class Handshake : std::uint8_t { None, Asked, Answered, Open, Failed, Joined };
// Twice: it is, and the handshake was made again, so it may be asked again.
enum class Verified : std::uint8_t { No, Asked, Yes, Twice, Failed };
enum class ProcessFlag : std::uint8_t {
  Opened,  // By the user.
  Closed,  // By the user.
  InputClosed,
  Terminated,
  Killed,
  Exited,     // An observer saw it end.
  Discarded,  // It counts as gone: it did not end a turn.
  LacksDue,   // Initialize or the verification failed; the user was not told.
  LacksShown,
  AgainShown,  // HandshakeAgain, for the handshake to come.
  GivenUp,
  CrashDue,      // It crashed, and the next was not spawned yet.
  Frame,         // What comes now is a reaction to FrameDue.
  RatesDue,      // Rate limits came and are not shown.
  GreetedAgain,  // The handshake was made again in this process.
  Unfollowed,    // Something had no slot: the rest is not judged.
};

inline constexpr std::uint32_t total_unknown = ~0u;

struct Process {
  std::uint32_t age = 0;   // Since it was spawned; of one that is gone, since then.
  std::uint32_t rest = 0;  // Since CloseInput, Terminate.
  std::uint32_t rates = 0, rates_window = 0, rates_reset = 0, rates_second = 0;
  std::uint16_t id = 0;
  Flags<ProcessFlag, std::uint16_t> flags;
  ProcessPhase phase{};
  Handshake handshake{};
  Verified verified{};
  std::uint8_t opts_out = 0;
  // In a row; two figures, since at exactly the age of health it may count as either.
  std::uint8_t crashes_min = 0, crashes_max = 0;
  std::uint8_t ungreeted = 0;  // So many crashes in a row came before the handshake was through.
  std::uint8_t greeted = 0;    // 1: this one came through its handshake.
  bool operator==(const Process&) const = default;
};

inline constexpr std::uint8_t crashes_max = 5;

// Of which the user was not told yet. Optional: whoever tries again need not tell of it.
struct Problem {
  std::uint16_t chat = 0, text = 0;
  Severity severity{};
  std::uint8_t optional = 0;
  bool operator==(const Problem&) const = default;
};

// Slots for a search, whose observer sees the client and its user too: few, and never more.
struct FewSlots {
  static constexpr bool sees_client = true;
  using Number = std::uint16_t;
  template <class Entry, std::uint8_t slots>
  using List = port::FlatList<Entry, slots>;
  using PastTurn = Number;
  using PastRequest = Number;
  struct OfCall {
    bool operator==(const OfCall&) const = default;
  };
  struct OfChat {
    bool operator==(const OfChat&) const = default;
  };
  struct OfItem {
    bool operator==(const OfItem&) const = default;
  };
  struct OfAsk {
    bool operator==(const OfAsk&) const = default;
  };
  struct OfAll {
    port::FlatList<Problem, 3> problems;
    bool operator==(const OfAll&) const = default;
  };
};

// `Slots` says what the observer sees, where entries are kept, how wide their numbers are, and
// what there is of them beside what stands here.
template <class Slots>
struct SituationOf : Slots::OfAll {
  static constexpr bool sees_client = Slots::sees_client;
  using Number = typename Slots::Number;
  template <class Entry, std::uint8_t slots>
  using List = typename Slots::template List<Entry, slots>;

  // What a user called, or a client did by itself, until its outcome is told.
  struct Call : Slots::OfCall {
    std::uint32_t age = 0;    // Since it was first sent.
    std::uint16_t pause = 0;  // Since it was told Overloaded.
    Number id = 0;            // On the wire. Zero: not sent.
    Number call = 0;          // The number its user gave. Zero: it is about a chat, or Own.
    Number chat = 0;
    Number what = 0;  // The text; of an interrupt, the turn; of a resumption, the thread.
    Method method{};
    Stage stage{};
    Error error{};
    std::uint8_t overloads = 0;
    std::uint8_t settings = 0;  // Packed.
    Flags<CallFlag, std::uint8_t> flags;
    bool is(Stage wanted) const { return stage == wanted; }
    bool has(CallFlag flag) const { return flags.has(flag); }
    bool operator==(const Call&) const = default;
  };
  struct Chat : Slots::OfChat {
    std::uint32_t stopping = 0;      // Since the first interrupt was sent.
    std::uint32_t idle_for = 0;      // Since then.
    std::uint32_t total = 0;         // Tokens, as last told,
    std::uint32_t total_before = 0;  // and when the last turn was shown.
    Flags<ChatFlag, std::uint32_t> flags;
    Number id = 0;
    Number thread = 0;  // Zero: none is known.
    Number turn = 0;
    Number orphan = 0;
    Number home = 0;  // Of a descendant: the chat.
    Number text = 0;  // It was started with this.
    Composer composer{};
    TurnPhase phase{};
    TurnEnd end{};  // Of Over.
    std::uint8_t settings = 0;
    bool has(ChatFlag flag) const { return flags.has(flag); }
    void wake() {
      flags.clear(ChatFlag::Idle);
      idle_for = 0;
    }
    bool active() const { return phase == TurnPhase::Asked || phase == TurnPhase::Named; }
    bool operator==(const Chat&) const = default;
  };
  struct Item : Slots::OfItem {
    TextMark kept, shown;
    Number id = 0;
    Number chat = 0;
    Number text = 0;
    ItemKind kind{};
    ItemEnd end{};
    Flags<ItemFlag, std::uint8_t> flags;
    std::uint8_t overrun = 0;  // 1: a text came before the client kept the one before it.
    Beyond beyond{};
    std::uint8_t zero = 0;
    bool has(ItemFlag flag) const { return flags.has(flag); }
    bool operator==(const Item&) const = default;
  };
  // A request of the server's, until it is answered or withdrawn.
  struct PendingAsk : Slots::OfAsk {
    std::uint32_t age = 0;
    Number id = 0;
    Number chat = 0;  // To which it is shown.
    Number thread = 0;
    Number item = 0;
    Number subject = 0;
    AskKind kind{};
    Decision decision{};
    Withdrawal why{};
    Flags<AskFlag, std::uint8_t> flags;
    std::uint8_t zero[2] = {};
    bool has(AskFlag flag) const { return flags.has(flag); }
    bool operator==(const PendingAsk&) const = default;
  };
  struct PastAsk {
    Number id = 0;
    Number chat = 0;  // None: a descendant asked.
    AskFate fate{};
    std::uint8_t zero = 0;
    bool operator==(const PastAsk&) const = default;
  };
  // A number, and a chat or what else it goes with.
  struct Pair {
    Number of = 0;
    Number with = 0;
    bool operator==(const Pair&) const = default;
  };
  // What came and was odd, and was not reported yet.
  struct Odd {
    Number of = 0;
    Report report{};
    std::uint8_t optional = 0;  // 1: nobody must report it.
    bool operator==(const Odd&) const = default;
  };

  Process process;
  port::FlatList<std::uint32_t, crashes_max> crashes;  // Their ages, the oldest first.
  List<Call, 8> calls;
  List<Chat, 5> chats;  // And descendants.
  List<Item, 4> items;
  List<PendingAsk, 3> asks;
  List<PastAsk, 3> past_asks;   // The latest.
  List<Pair, 4> late;           // Requests that timed out; with the chat of a TurnStart.
  List<Pair, 5> done_items;     // Of a turn that runs; with its chat.
  List<Pair, 3> refused_items;  // Not to be carried out; with the chat.
  List<Pair, 4> remembered;  // A subject accepted for the session; with the thread, 0: by a rule.
  List<Odd, 3> odd;
  List<Number, 4> threads;                        // Told as started, of no chat yet.
  List<typename Slots::PastTurn, 8> ended;        // The latest turns that ended.
  List<typename Slots::PastRequest, 5> requests;  // The latest ids.
  List<Number, 3> unended;  // Of `ended`: those that their server has not ended.
  std::uint16_t zero = 0;

  bool has(ProcessFlag flag) const { return process.flags.has(flag); }
  bool unfollowed() const { return has(ProcessFlag::Unfollowed); }
  bool operator==(const SituationOf&) const = default;
};

// What a search looks at.
using Situation = SituationOf<FewSlots>;
static_assert(std::is_trivially_copyable_v<Situation>);
static_assert(std::has_unique_object_representations_v<Situation>);
static_assert(sizeof(Situation) <= 768);
}  // namespace spec::appserver::clauses
