// Judges a monitor of IDEs, and the IDEs' end of its streams, by clauses over what an observer
// sees.
//
// Independent of every engine. Incremental: feed the observations in order; all that is remembered
// is in one flat Situation, so that a search may hash it, compare it and copy it together with the
// world that it watches.
//
// What is judged is effects and their time: what is asked for and closed, probed and shown. Reads
// are the subject's own business, as long as what is listed is read at once; so are its timers,
// until it is stopped. What is owed at once must come before time passes.
//
// What it takes for granted:
// - A reaction is told in one piece: between two facts come all the acts that the first of them
//   caused. TimePassed comes before the facts of the instant it leads to.
// - Files, streams and ports are so few that it can follow them (situation.h); else it sets
//   Situation::lost, and says nothing of those beyond.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/clause.h"
#include "spec/monitor/rules.h"
#include "spec/monitor/situation.h"

namespace spec::monitor {

// Runs show nothing of texts: MON-01 is about decoders.
inline constexpr std::array<std::string_view, 1> rules_without_runs{"MON-01"};

// The first act that breaks a clause, or the lack of one.
struct Breach {
  std::uint8_t rule = 0;     // Index into monitor_rules: of the first of the clauses.
  Broken clauses{};          // That fail at it, the most specific first; numbers.
  std::optional<Seen> want;  // What had to come; nothing: nothing had to.
  std::optional<Seen> got;   // What came; nothing: it did not come.
};
struct Findings {
  ClauseSet met;                 // Clauses whose case came up.
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

// Every clause, by its number.
std::span<const ClauseText> clause_texts();

// Who is judged: the monitor, the IDEs' end of its streams, or both.
enum class Party : std::uint8_t { Monitor, Ides };
// The clauses about that party, but those that are off with the rules that the scope leaves out.
ClauseSet clauses_of(Party party, const RuleScope& scope = {});

class Judge {
 public:
  using Situation = monitor::Situation;
  using Findings = monitor::Findings;

  // Clauses that are not `on` are neither tried nor met.
  Judge(const Bounds& bounds, const ClauseSet& on) : bounds_(bounds), on_(on) {}

  void see(Situation& s, const Event& event, Findings& findings) const;
  void see(Situation& s, const Fact& fact, Findings& findings) const;
  void see(Situation& s, const Command& act, Findings& findings) const;

  // The monitor has stopped, and nothing goes on: what is still owed at once is missing.
  void end(Situation& s, Findings& findings) const;

 private:
  Bounds bounds_;
  ClauseSet on_;
};

}  // namespace spec::monitor
