// A program whose state leaves something out, or who mistypes an answer, is told that, and not what
// follows from it.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Two tools of the table in a program that tells a state.
constexpr const char* waits = R"(import json, sys
def look(): return {'look': {'call': 1, 'probe': probe}}
probe, signal = {'kind': 'soft_dialog', 'path': 0}, {'bound': 0}
for line in sys.stdin:
    m = json.loads(line)
    if 'hello' in m:
        hello = {'areas': ['ack'], 'grade': 'digest', 'revisions': ['r1']}
        print(json.dumps({'n': m['n'], **hello}), flush=True)
        continue
    if 'begin' in m: at, until, stage, closes = 0, 0, None, None
    for event in m['events']:
        at += event['after_ms']
        said = []
        if 'called' in event:
            closes = event['called']['request']['target']
            probe['subject'] = signal['subject'] = closes or 'mkdir-confirmation'
            signal['kind'] = 'SoftDialogDisappeared' if closes else 'SoftDialogAppeared'
            said = [{'capture': {'call': 1, 'probe': probe}}]
        if 'captured' in event:
            until = at + 1500
            said = [{'dispatch': {'call': 1, 'request': 0}}, look()]
        if 'looked' in event and (event['looked']['reading']['value'] > 0) != bool(closes):
            said = [{'respond': {'call': 1, 'response': {'status': 'ok'}}}]
        elif 'looked' in event and at >= until:
            said = [{'respond': {'call': 1, 'response': {
                'status': 'missing', 'signal': signal, 'elapsed_ms': 1500}}}]
        elif 'looked' in event: said = [{'set_timer': {'call': 1, 'after_ms': 100}}]
        if 'timer_fired' in event: said = [look()]
        stage = [next(iter(each)) for each in said] or stage
    kept = [probe, stage, max(until - at, 0)]
    print(json.dumps({'n': m['n'], 'commands': said, 'state': json.dumps(kept)}), flush=True)
)";

// A search takes who comes back to a state for one that waits in vain; what it tells of time is the
// state, and no rule of its area is broken.
TEST(OwnState, ThatLeavesTimeOutIsToldSo) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  const auto run = [&](const std::string& script, const std::string& command) {
    return run_orrery(
        fmt::format("{} -- {} {}", command, python(), folder.file("waits.py", script)));
  };
  auto timeless = std::string(waits);
  timeless.replace(timeless.find("[probe, stage, max(until - at, 0)]"), 34, "[probe, stage]");
  const std::string explores = "explore ack/deadline_tie --subject exec";
  for (const auto& command : {explores, std::string("subject check")}) {
    const auto right = run(waits, command);
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    EXPECT_THAT(right.out, Not(HasSubstr(" broke ")));
    const auto wrong = run(timeless, command);
    EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
    EXPECT_THAT(without_breaks(wrong.out),
                AllOf(HasSubstr("FLT-01"), HasSubstr("the `state` leaves something out"),
                      Not(HasSubstr("ACK-"))));
  }
  auto hasty = std::string(waits);
  hasty.replace(hasty.find("until = at + 1500"), 17, "until = at + 1000");
  const auto checked = run(hasty, "subject check");
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("\n  replay  orrery replay ack/"));
  EXPECT_THAT(run(hasty, explores).out, HasSubstr("FAIL ACK-"));
}

TEST(MistypedAnswer, IsToldWhatAnAnswerMayHave) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  auto mistyped = std::string(waits);
  mistyped.replace(mistyped.find("'commands': said"), 16, "'comands': said");
  const auto ran = run_orrery(fmt::format("explore ack/deadline_tie --subject exec -- {} {}",
                                          python(), folder.file("typo.py", mistyped)));
  EXPECT_THAT(without_breaks(ran.out),
              HasSubstr("the answer has no member \"comands\"; it may have n, "
                        "commands, state, failed, panes, listening"));
}

}  // namespace
}  // namespace tools
