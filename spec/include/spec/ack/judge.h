// Judges the calls of action tools by clauses over what an observer sees of them, and tells the
// truth about each call that ends.
//
// Independent of every engine. Incremental: feed the observations in order; all that is remembered
// is in one flat Situation, so that a search may hash it, compare it and copy it together with the
// world that it watches.
//
// What is judged is effects and their time: when events are sent, notes are made and answers are
// given. When and how often a subject reads is its own business, and so are its timers. OK is
// right whenever the signal holds, and owed by the end of the instant of a poll if the signal holds
// from the beginning of that instant on, or if a look in it found that it does.
//
// What it takes for granted:
// - Calls are numbered from 1 to calls_max, and a number is given again only after its call has
//   ended. (A Called with another number fails a CHECK. What a subject says of a number that is not
//   in flight is judged: docs/decisions/0024.) Texts of errors are numbered below 256.
// - A reaction is told in one piece: between two facts come all the acts that the first of them
//   caused. TimePassed comes before the facts of the instant it leads to.
// - A Capture or Look is answered before time passes. Looked tells what there is at its own
//   place in the order of events; Captured tells that too, or what there was at its Capture.
// - What a store or tracker is told before it exists is lost to it. The window list shows, as
//   soon as it exists, the windows that are there.
// - Effects name a call (`by`) only after its Processed, and only while it is in flight; what a
//   call that is over still causes is nobody's. A reply names the call whose request it names,
//   whatever the frontend did by then: the reply with a wrong id names none.
//
// Truth is taken when the call ends, in the order of events: OK for an action that is processed
// a moment later is a false OK.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "port/ack/facts.h"
#include "spec/ack/rules.h"
#include "spec/ack/situation.h"
#include "spec/ack/tools.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace spec::ack {

// The rules that runs cannot show, since they speak about parameters and shapes; directed checks
// do. So too the words of the error in ACK-06. (A run may still break ACK-08, by what it does
// with a request that no tool takes.)
inline constexpr std::array<std::string_view, 2> rules_without_runs{"ACK-07", "ACK-08"};

// The kind of a call's end is decided when it ends. An unseen success is an error for an action
// that was processed within the budget, while nothing that the signal reads changed for it: the
// frontend notified nothing, or nothing that it shows had changed.
enum class Kind : std::uint8_t { TrueOk, TrueError, FalseOk, FalseTimeout, UnseenSuccess };

// The lies that are inherent in the signals: bits of Verdict::classes.
namespace classes {
constexpr std::uint16_t bit(LieClass lie) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(lie));
}
inline constexpr std::uint16_t fire_and_forget = bit(LieClass::FireAndForget);
inline constexpr std::uint16_t foreign_push = bit(LieClass::ForeignPush);
inline constexpr std::uint16_t already_held = bit(LieClass::AlreadyHeld);
inline constexpr std::uint16_t start_up_default = bit(LieClass::StartUpDefault);
inline constexpr std::uint16_t foreign_window = bit(LieClass::ForeignWindow);
inline constexpr std::uint16_t transient = bit(LieClass::Transient);
inline constexpr std::uint16_t early_reply = bit(LieClass::EarlyReply);
inline constexpr std::uint16_t elsewhere = bit(LieClass::Elsewhere);
inline constexpr std::uint16_t undone = bit(LieClass::Undone);
inline constexpr std::uint16_t twice = bit(LieClass::Twice);
inline constexpr int count = static_cast<int>(port::words<LieClass>.size());
}  // namespace classes

// The truth about a call that ended.
struct Verdict {
  CallId call;
  Kind kind = Kind::TrueOk;
  std::uint16_t classes = 0;  // Of a lie: what explains it. Zero if nothing does; or Twice.
  bool operator==(const Verdict&) const = default;
};

// The first act that breaks a clause, or the lack of one.
struct Breach {
  std::uint8_t rule = 0;     // Index into ack_rules: of the first of the clauses.
  Broken clauses;            // That fail at it, the most specific first; numbers.
  std::optional<Seen> want;  // What had to come; nothing: nothing had to.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};

struct Findings {
  ClauseSet met;                  // Clauses whose case came up.
  std::vector<Verdict> verdicts;  // Of the calls that ended, in that order; only added to.
  std::optional<Breach> breach;   // Set at most once; later observations are not judged.
};

// Every clause, by its number.
std::span<const ClauseText> clause_texts();
// All of them, but those that are off with the rules that the scope leaves out.
ClauseSet clauses_of(const RuleScope& scope = {});

class Judge {
 public:
  using Situation = ack::Situation;
  using Findings = ack::Findings;

  // Clauses that are not `on` are neither tried nor met. The rows of a table outlive the judge.
  explicit Judge(Revision revision, const ClauseSet& on = clauses_of())
      : Judge(tools_of(revision), on) {}
  explicit Judge(ToolTable table, const ClauseSet& on = clauses_of()) : table_(table), on_(on) {}

  void see(Situation& s, const Heard& heard, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // The world stands still for good, or the run is over: what is still owed is missing.
  void end(Situation& s, Findings& findings) const;

 private:
  ToolTable table_;
  ClauseSet on_;
};

// By the names of the specification's tables.
std::string show(const Seen& seen);
std::string_view show(Kind kind);             // "false OK".
std::string show_classes(std::uint16_t set);  // "ForeignPush AlreadyHeld"; "none".

}  // namespace spec::ack
