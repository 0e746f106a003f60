// Judges one "execute code" call from what an observer sees of it: an oracle that knows
// what the rules want next, and monitors for what must never be.
//
// Independent of every engine. Incremental: feed the observations in order; all that is
// remembered is in one flat JudgeState, without padding and without absolute time, so
// that a search may hash it, compare it and copy it together with the world it watches.
//
// What it takes for granted:
// - Timers are the engine's own affair; those that it is told of it passes over.
// - A reaction is told in one piece: between two facts come all the acts that the first
//   of them caused. A timer's acts come in its instant, before or after the facts of the
//   same instant, and before time passes on. TimePassed comes before the facts of the
//   instant it leads to.
// - What holds before the call is told before Called: DialogOpened of each dialog in the
//   stack, ProgressStarted, IndexingStarted, and ImportFinished unless an import runs.
// - WriteBegan tells of the operations that the subject asked for, not of a scheduled
//   refresh, which is no write-intent operation.
//
// Each wait has a bound of its own, and together they are the bound of MOD-91; no age of
// the whole call is kept, since it would tell apart states with equal futures.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/modality/judge_state.h"
#include "spec/modality/words.h"
#include "spec/rule.h"

namespace spec::modality {

// The rules that no run can exercise, because they speak about the tables (MOD-03), about
// two runs (MOD-04), about what only clauses can tell (MOD-08) or about what a dialog saves (MOD-14). Directed checks alone show them,
// and the words of messages: the valid values in MOD-01, "retry" in MOD-22, the way out in
// MOD-35, allowModalDialog in MOD-61, "the script did not run" in MOD-73.
inline constexpr std::array<std::string_view, 4> rules_without_runs{"MOD-03", "MOD-04", "MOD-08",
                                                                     "MOD-14"};

// The first rule that a run breaks. Texts are made when asked for, never in a search.
struct Breach {
  std::uint8_t rule = 0;        // Index into policy_rules.
  std::optional<Command> want;  // What had to come; nothing: nothing had to.
  std::optional<Command> got;   // What came; nothing: it did not come.
};

struct Findings {
  Exercised exercised;
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

class Judge {
 public:
  explicit Judge(const Limits& limits);

  void see(JudgeState& state, const Happening& what, Findings& findings) const;
  void see(JudgeState& state, const Fact& fact, Findings& findings) const;
  void see(JudgeState& state, const Command& act, Findings& findings) const;

  // The world stands still for good, or the run is over: what is still owed is missing
  // (MOD-91 where the call never ended).
  void end(JudgeState& state, Findings& findings) const;

 private:
  template <class News>
  void hear(JudgeState& state, const News& news, Findings& findings) const;

  Limits limits_;
};

}  // namespace spec::modality
