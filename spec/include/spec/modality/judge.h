// Judges one "execute code" call by clauses over what happened: from what an observer sees of it,
// act by act.
//
// Independent of every engine and every world. Incremental: feed the observations in order; all
// that is remembered is in one flat Situation. Looks and timers are the subject's own affair:
// what is judged is what reaches the IDE, the script and the caller.
//
// What it takes for granted:
// - A reaction is told in one piece, in the instant of what it reacts to. TimePassed comes before
//   the facts of the instant that it leads to.
// - What holds before the call is told before Called: DialogOpened of each dialog in the stack,
//   ProgressStarted, IndexingStarted, and ImportFinished unless an import runs.
// - Decide is told before anything of an ending.
// - WriteBegan tells of the operations that the subject asked for, not of a scheduled refresh.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/clause.h"
#include "spec/modality/behaviour.h"
#include "spec/modality/situation.h"
#include "spec/rule.h"

namespace spec::modality {

// The rules that no run can exercise, because they speak about the tables (MOD-03), about two runs
// (MOD-04), about what a harness makes of an older call (MOD-07) or about what a dialog saves
// (MOD-14). Directed checks alone show them, and the words of messages: the valid values in MOD-01,
// "retry" in MOD-22, the way out in MOD-35, allowModalDialog in MOD-61, "the script did not run" in
// MOD-73.
inline constexpr std::array<std::string_view, 4> rules_without_runs{"MOD-03", "MOD-04", "MOD-07",
                                                                    "MOD-14"};

// Whether trying again later may mend what was decided (MOD-114).
bool mends_later(const Situation& s);
// What the result of what was decided names as in the way (MOD-35).
Modality blocker(const Situation& s);
// What a method that returns now gives (MOD-100 to MOD-106).
std::int32_t method_value(const Situation& s);

// Every clause by its number, and last the one on acts that none calls for (MOD-08).
std::span<const ClauseText> clause_texts();

// Those that are on for a subject that is held to these rules.
ClauseSet clauses_of(const RuleScope& scope = {});

// The clauses that fail at one act, or that were owed and did not come. Texts are made when asked
// for, never in a search.
struct Breach {
  Broken clauses;               // The most specific first.
  std::optional<Command> want;  // What had to come; nothing: no one act.
  std::optional<Command> got;   // What came; nothing: it did not come.
  // Index into policy_rules of the first clause.
  std::uint8_t rule() const;
};

struct Findings {
  ClauseSet met;
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

class Judge {
 public:
  using Situation = modality::Situation;
  using Findings = modality::Findings;

  explicit Judge(const Limits& limits, const ClauseSet& on = clauses_of(),
                 Revision revision = Revision::Addendum)
      : limits_(limits), on_(on), revision_(revision) {}

  void see(Situation& s, const Happening& what, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // What happens to another run in the same IDE is none of this one's (MOD-112).
  void overhear(Situation& s, const Happening& what) const;

  // The world stands still for good, or the run is over: what is still owed is missing.
  void end(const Situation& s, Findings& findings) const;

 private:
  Limits limits_;
  ClauseSet on_;
  Revision revision_;
};

}  // namespace spec::modality
