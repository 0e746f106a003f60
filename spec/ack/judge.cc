#include "spec/ack/judge.h"

#include "ack/referee.h"

namespace spec::ack {

using judge_flags::broken, judge_flags::reply_late, judge_flags::reply_stray;

Judge::Judge(Revision revision) : table_(tools_of(revision)) {}
Judge::Judge(ToolTable table) : table_(table) {}

// That a timer fires is between a subject and its driver.
void Judge::see(JudgeState& state, const Heard& heard, Findings& findings) const {
  if (state.has(broken) || findings.breach) return;
  if (std::holds_alternative<TimerFired>(heard.what)) return;
  Referee referee(state, table_, findings);
  if (referee.miss_owed()) return;
  state.clear(reply_stray | reply_late);
  std::visit([&](const auto& what) { referee.on(what, heard.by); }, heard.what);
}

void Judge::see(JudgeState& state, const Fact& fact, Findings& findings) const {
  if (state.has(broken) || findings.breach) return;
  Referee referee(state, table_, findings);
  if (referee.miss_owed()) return;
  state.clear(reply_stray | reply_late);
  std::visit([&](const auto& what) { referee.on(what); }, fact);
}

void Judge::see(JudgeState& state, const Command& act, Findings& findings) const {
  if (state.has(broken) || findings.breach) return;
  Referee referee(state, table_, findings);
  std::visit([&](const auto& what) { referee.on(what); }, act);
}

void Judge::end(JudgeState& state, Findings& findings) const {
  if (state.has(broken) || findings.breach) return;
  Referee referee(state, table_, findings);
  if (!referee.miss_owed()) referee.stop();
}

}  // namespace spec::ack
