// Every clause that can fail is needed: with it off, some wrong act passes, is told by another
// rule, or passes where its rule alone is judged.
#include <gtest/gtest.h>

#include <vector>

#include "modality/follow.h"
#include "modality/wrong_body_runs_testing.h"
#include "needed_testing.h"

namespace spec::modality {
namespace {

Story acts() {
  Story out{close(1),
            close(2),
            commit,
            save,
            refresh,
            await_smart,
            cancel,
            schedule,
            start,
            cancel_body,
            waited(0),
            waited(1),
            note(0),
            note(1),
            give(0),
            give(1),
            gives({1}),
            Command{Return{{8}, 0}},
            Command{DropCapture{Artifact::Screenshot}},
            Command{DropCapture{Artifact::ThreadDump}},
            looks_at,
            monitor_lists,
            Command{Refuse{{7}}},
            Command{Refuse{{8}}},
            Command{Commit{OperationId::Main, Scope::Project}},
            Command{Save{OperationId::Main, Scope::Project}},
            Command{Save{OperationId::Main, Scope::All, true}},
            Command{Save{OperationId::Main, Scope::All, false, Extent::All}},
            Command{Refresh{OperationId::Main, Scope::Project}},
            Command{Refresh{OperationId::Main, Scope::All, true}}};
  const auto each = [](auto see, auto... words) { (see(words), ...); };
  for (std::size_t cause = 0; cause < port::words<Stage>.size(); ++cause)
    out = out + Story{shot(static_cast<Stage>(cause)), thread_dump(static_cast<Stage>(cause))};
  for (const std::uint8_t id : {std::uint8_t{1}, std::uint8_t{2}})
    each([&](Outcome outcome) { out.emplace_back(report(id, outcome)); }, Outcome::Closed,
         Outcome::Refused, Outcome::Pending);
  for (std::size_t reason = 0; reason < port::words<Reason>.size(); ++reason) {
    const auto why = static_cast<Reason>(reason);
    for (std::size_t warning = 0; warning < port::words<Warning>.size(); ++warning)
      out.emplace_back(warn(static_cast<Warning>(warning), why));
    for (std::size_t stage = 0; stage < port::words<Stage>.size(); ++stage) {
      out.emplace_back(decide(static_cast<Stage>(stage), why));
      out.emplace_back(failed(static_cast<Stage>(stage), why));
    }
    for (const auto by : {none, progress, dialog})
      for (const auto verdict : {Verdict::Ok, Verdict::Failed})
        out.emplace_back(Command{Finish{verdict, stage_of(why, true), why, by}});
    for (const bool retry : {false, true})
      out.emplace_back(
          Command{Finish{Verdict::Failed, stage_of(why, true), why, none, 0, {1}, retry}});
  }
  return out;
}

const Story beside{freezes,
                   thaws,
                   opened(1),
                   opened(2),
                   Fact{DialogOpened{{3}, false}},
                   disposed(1),
                   disposed(2),
                   Fact{IndexingStarted{}},
                   Fact{IndexingEnded{}},
                   returned,
                   withdraws,
                   threw,
                   ended,
                   reached,
                   answered(1),
                   answered(1, CloseAnswer::Refused),
                   calls(Method::IsModal),
                   calls(Method::AwaitProgress),
                   calls(Method::WaitForSmartMode),
                   calls(Method::LeaveModalDialogAllowed),
                   during(Method::IsModal),
                   touched(of_project, TouchedBy::Edit, unparsed),
                   touched(outside, TouchedBy::Edit, unsaved),
                   Fact{EditWaits{}},
                   pass(500)};
constexpr int spans[] = {1,     250,   500,   501,   750,   751,   1'250, 1'251,
                         1'750, 1'751, 2'000, 2'001, 2'250, 2'251, 2'750, 2'751};

using Tried = Needed<Judge, Situation, Findings, Seen>;

Tried tried_with(const Limits& limits) {
  auto wrong = acts();
  for (const int ms : spans) wrong.emplace_back(pass(ms));
  wrong.emplace_back(Fact{WriteBegan{OperationId::Main}});
  wrong.emplace_back(touched(of_project, TouchedBy::Edit, unparsed));
  return {Judge(limits), clause_texts(), std::move(wrong), beside};
}

// Another run is in the IDE and its script has just ended; so has that of the run, behind its end.
void beside_another(Situation& s) {
  s.set(Flag::Neighbour);
  s.put(Flag::StrangerEnded, s.phase == Phase::Body);
  s.put(Flag::ScriptGone, s.phase == Phase::Ended);
}

// Moments that no run of a rule has.
std::vector<Story> more_runs() {
  const Story dirty{touched(of_project, TouchedBy::Edit, unparsed)};
  const Story edits{touched(of_project, TouchedBy::Edit, unparsed)};
  const auto method = [](const MethodCall& which) {
    return begins({.close_while_running = true}) + Story{start, pass(400), calls(which)};
  };
  const auto skips = Story{opened(1)} +
                     begins({.allow_at_gate = true, .sync_documents = true, .wait_smart = true});
  return {
      skips + Story{warn(Warning::SyncSkipped), warn(Warning::SmartSkipped)},
      skips + Story{warn(Warning::SmartSkipped)},
      bad_call({.defect = Defect::FormerParameter}),
      Story{opened(1), opened(2)} + begins({.allow_at_gate = true, .close_while_running = true}) +
          Story{start, calls(Method::CloseModalDialogs), thread_dump(Stage::Sweep)} +
          closes_one(2, Stage::Sweep) +
          Story{shot(Stage::Sweep), close(1), answered(1), pass(750)} + trips,
      dirty + begins(Mode::SmartNonModal) + synced_story,
      dirty + begins(syncing) + synced_story,
      dirty + unleashes() + Story{calls(Method::SyncDocuments)} + synced_story,
      begins(syncing) + synced_story + Story{start} + edits + Story{returned} + synced_story,
      method({Method::SyncDocuments}) + synced_story,
      method({Method::SyncDocuments}) + Story{commit, opened(1), pass(350), pass(1)},
      method({Method::WaitForSmartMode}) + Story{await_smart, reached},
      method({Method::WaitForSmartMode}) + Story{await_smart, opened(1), pass(350)} + trips,
      method({Method::SyncDocuments}) + Story{commit, opened(1), pass(350)} + trips,
      method({Method::SyncDocuments}) + Story{commit, opened(1), opened(2), pass(350)} + trips,
  };
}

TEST(PolicyNeeded, IsEveryClauseThatCanFail) {
  auto tried = tried_with(test_limits);
  for (const auto& run : more_runs()) tried.look_at(with_captures(run));
  for (const auto& row : wrong_runs()) {
    tried.look_at(with_captures(row.run));
    tried.look_at(with_captures(row.right));
    tried.look_at(with_captures(row.right), beside_another);
  }
  auto no_wait = test_limits;
  no_wait.wait_budget = Duration::zero();
  auto without_wait = tried_with(no_wait);
  without_wait.look_at(in_body({Method::AwaitProgress}));
  auto needed = tried.clauses();
  needed |= without_wait.clauses();
  const auto texts = clause_texts();
  std::size_t count = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].form == Form::CallsFor) continue;  // Says which rule a right act exercises.
    ++count;
    const auto& [rule, form, act, when, then, given] = texts[i];
    EXPECT_TRUE(needed.has(i)) << policy_rules[rule].id << " " << show(form) << " " << act << ": "
                               << when << " => " << then;
  }
  EXPECT_GT(count, 300u);
}

}  // namespace
}  // namespace spec::modality
