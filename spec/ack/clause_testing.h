// What the judge by clauses says of a run.
#pragma once
#include <initializer_list>

#include "ack/testing.h"
#include "spec/ack/clause_judge.h"

namespace spec::ack::clauses {

using Judged = spec::Judged<Situation, Findings>;

inline Judged judge(const Story& run, Revision revision = Revision::R1) {
  return judge_run<Judged>(Judge(revision), run);
}

inline std::string rules_of(const Breach& breach) {
  std::string out;
  for (const auto clause : breach.clauses) {
    const std::string id(ack_rules[clause_texts()[clause].rule].id);
    if (out.find(id) == std::string::npos) out += (out.empty() ? "" : " ") + id;
  }
  return out;
}

inline std::string explain(const Judged& judged) {
  auto out = explain_breach(judged, ack_rules, [](const Seen& seen) { return show(seen); });
  if (judged.findings.breach) out += ", breaks " + rules_of(*judged.findings.breach);
  return out;
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
  EXPECT_EQ(judged.state.calls, Situation{}.calls) << "the end forgets the call";
}
inline void expect_end(const Story& run, Kind kind, std::uint8_t why = 0,
                       Revision revision = Revision::R1) {
  expect_ends(run, {{one, kind, why}}, revision);
}
inline void expect_right(const Story& run, Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
}
// It breaks these at one act, in this order: "ACK-18 ACK-03".
inline void expect_wrong(std::string_view rules, const Story& run,
                         Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  ASSERT_TRUE(judged.findings.breach) << "wanted " << rules;
  EXPECT_EQ(rules_of(*judged.findings.breach), rules) << explain(judged);
}

}  // namespace spec::ack::clauses
