// What the judge by one sequence says of a run.
#pragma once
#include "ack/testing.h"

namespace spec::ack {

using Judged = spec::Judged<JudgeState, Findings>;

inline Judged judge(const Story& run, Revision revision = Revision::R1) {
  return judge_run<Judged>(Judge(revision), run);
}

inline std::string explain(const Judged& judged) {
  return explain_breach(judged, ack_rules, [](const Seen& seen) { return show(seen); });
}

// The run is right, and its calls end so, in this order.
inline void expect_ends(const Story& run, const std::vector<Verdict>& verdicts,
                        Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_EQ(judged.findings.verdicts, verdicts)
      << (judged.findings.verdicts.empty()
              ? "no verdict"
              : std::string(show(judged.findings.verdicts.front().kind)) + " " +
                    show_classes(judged.findings.verdicts.front().classes));
  EXPECT_EQ(judged.state.calls, JudgeState{}.calls) << "the end forgets the call";
}
inline void expect_end(const Story& run, Kind kind, std::uint8_t why = 0,
                       Revision revision = Revision::R1) {
  expect_ends(run, {{one, kind, why}}, revision);
}
inline void expect_wrong(std::string_view rule, const Story& run,
                         Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  ASSERT_TRUE(judged.findings.breach) << "wanted " << rule;
  EXPECT_EQ(ack_rules[judged.findings.breach->rule].id, rule) << explain(judged);
}

}  // namespace spec::ack
