// Judges one "execute code" call from what an observer sees of it: an oracle that knows
// what the rules want next, and monitors for what must never be.
//
// Independent of every engine. Incremental: feed the observations in order; all that is
// remembered is in one flat JudgeState, without padding and without absolute time, so
// that a search may hash it, compare it and copy it together with the world it watches.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "spec/observation.h"
#include "spec/policy_judge_state.h"
#include "spec/rule.h"

namespace spec::policy {

// The first rule that a run breaks. Texts are made when asked for, never in a search.
struct Breach {
  std::uint8_t rule = 0;    // Index into policy_rules.
  std::optional<Act> want;  // What had to come; nothing: nothing had to.
  std::optional<Act> got;   // What came; nothing: it did not come.
};

struct Findings {
  Exercised exercised;
  std::optional<Breach> breach;  // Set at most once; later observations are not judged.
};

class Judge {
 public:
  explicit Judge(const Limits& limits);

  void see(JudgeState& state, const Fact& fact, Findings& findings) const;
  void see(JudgeState& state, const Act& act, Findings& findings) const;

  // The world stands still for good, or the run is over: what is still owed is missing
  // (MOD-91 where the call never ended).
  void end(JudgeState& state, Findings& findings) const;

 private:
  Limits limits_;
};

// "ThreadDump cause=gate"; the same words for want, got and the lanes of a print.
std::string show(const Act& act);
std::string show(const Fact& fact);

}  // namespace spec::policy
