// Judges the calls of action tools from what an observer sees of them: an exact automaton of
// what each call owes next, and the truth about each call that ends.
//
// Independent of every engine. Incremental: feed the observations in order; all that is
// remembered is in one flat JudgeState, without padding and without absolute time, so that a
// search may hash it, compare it and copy it together with the world it watches.
//
// What it takes for granted:
// - Calls are numbered from 1 to calls_max, and a number is given again only after its call has
//   ended. (A Called with another number fails a CHECK. What a subject says of a number that is not
//   in flight is judged: docs/decisions/0024.) Texts of errors are numbered below 256.
// - A reaction is told in one piece: between two facts come all the acts that the first of them
//   caused. A timer's acts come in its instant, before or after the facts of the same instant,
//   and before time passes on. TimePassed comes before the facts of the instant it leads to.
// - A Capture or Look is answered before time passes. Looked tells what there is at its own
//   place in the order of events; Captured tells that too, or what there was at its Capture.
// - What a store or tracker is told before it exists is lost to it. The window list shows, as
//   soon as it exists, the windows that are there.
// - Effects name a call (`by`) only after its Processed, and only while it is in flight; what a
//   call that is over still causes is nobody's. An ok reply names only a call whose Processed
//   came before: the reply with a wrong id names none.
//
// Truth is taken when the call ends, in the order of events: OK for an action that is processed
// a moment later is a false OK.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "port/ack/facts.h"
#include "spec/ack/judge_state.h"
#include "spec/ack/tools.h"
#include "spec/rule.h"

namespace spec::ack {

// The rules that runs cannot show, since they speak about parameters and shapes; directed checks
// do. So too the words of the error in ACK-06. (A run may still break ACK-08, by what it does
// with a request that no tool takes.)
inline constexpr std::array<std::string_view, 2> rules_without_runs{"ACK-07", "ACK-08"};

enum class Kind : std::uint8_t { TrueOk, TrueError, FalseOk, FalseTimeout };

// The lies that are inherent in the signals: bits of Verdict::classes.
namespace classes {
constexpr std::uint8_t bit(LieClass lie) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(lie));
}
inline constexpr std::uint8_t fire_and_forget = bit(LieClass::FireAndForget);
inline constexpr std::uint8_t foreign_push = bit(LieClass::ForeignPush);
inline constexpr std::uint8_t already_held = bit(LieClass::AlreadyHeld);
inline constexpr std::uint8_t start_up_default = bit(LieClass::StartUpDefault);
inline constexpr std::uint8_t foreign_window = bit(LieClass::ForeignWindow);
inline constexpr std::uint8_t transient = bit(LieClass::Transient);
inline constexpr int count = static_cast<int>(port::words<LieClass>.size());
}  // namespace classes

// The truth about a call that ended.
struct Verdict {
  CallId call;
  Kind kind = Kind::TrueOk;
  std::uint8_t classes = 0;  // Of a lie: what explains it. Zero if nothing does.
  bool operator==(const Verdict&) const = default;
};

// The first rule that a run breaks. Texts are made when asked for, never in a search.
struct Breach {
  std::uint8_t rule = 0;     // Index into ack_rules.
  std::optional<Seen> want;  // What had to come; nothing: nothing had to.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};

struct Findings {
  Exercised exercised;
  std::vector<Verdict> verdicts;  // Of the calls that ended, in that order; only added to.
  std::optional<Breach> breach;   // Set at most once; later observations are not judged.
};

class Judge {
 public:
  explicit Judge(Revision revision);
  // The rows outlive the judge.
  explicit Judge(ToolTable table);

  void see(JudgeState& state, const Heard& heard, Findings& findings) const;
  void see(JudgeState& state, const Fact& fact, Findings& findings) const;
  void see(JudgeState& state, const Command& act, Findings& findings) const;

  // The world stands still for good, or the run is over: what is still owed is missing.
  void end(JudgeState& state, Findings& findings) const;

 private:
  ToolTable table_;
};

// By the names of the specification's tables.
std::string show(const Seen& seen);
std::string_view show(Kind kind);            // "false OK".
std::string show_classes(std::uint8_t set);  // "ForeignPush AlreadyHeld"; "none".

}  // namespace spec::ack
