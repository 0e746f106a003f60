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
//   call that is over still causes is nobody's. An ok reply names only a call whose Processed
//   came before: the reply with a wrong id names none.
//
// Truth is taken when the call ends, in the order of events: OK for an action that is processed
// a moment later is a false OK.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spec/ack/judge.h"
#include "spec/ack/situation.h"
#include "spec/clause.h"
#include "spec/rule.h"

namespace spec::ack::clauses {

// The first act that breaks a clause, or the lack of one.
struct Breach {
  std::uint8_t rule = 0;     // Index into ack_rules: of the first of the clauses.
  Broken clauses;            // That fail at it, the most specific first; numbers.
  std::optional<Seen> want;  // What had to come; nothing: nothing had to.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};

struct Findings {
  ClauseSet met;                  // Clauses whose case came up,
  Exercised exercised;            // and their rules.
  std::vector<Verdict> verdicts;  // Of the calls that ended, in that order; only added to.
  std::optional<Breach> breach;   // Set at most once; later observations are not judged.
};

// Every clause, by its number.
std::span<const ClauseText> clause_texts();
// Those whose rules, and those of what they presuppose, are in the set, by their index in
// ack_rules.
ClauseSet clauses_of(const Exercised& rules);

class Judge {
 public:
  // Clauses that are not `on` are neither tried nor met. The rows of a table outlive the judge.
  explicit Judge(Revision revision);
  explicit Judge(ToolTable table);
  Judge(ToolTable table, const ClauseSet& on) : table_(table), on_(on) {}

  void see(Situation& s, const Heard& heard, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // The world stands still for good, or the run is over: what is still owed is missing.
  void end(Situation& s, Findings& findings) const;

 private:
  ToolTable table_;
  ClauseSet on_;
};

}  // namespace spec::ack::clauses
