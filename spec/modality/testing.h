// Words for tests that write out what an observer sees of a call, and ask the judge.
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "judge_testing.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace spec::modality {

using Seen = std::variant<Fact, Act>;
using Story = std::vector<Seen>;

// One after the other.
inline Story operator+(Story first, const Story& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The search's constants.
inline constexpr Limits short_limits{.sync_bound_ms = 2'000,
                                     .smart_bound_ms = 2'000,
                                     .wait_budget_ms = 2'000,
                                     .note_period_ms = 1'000,
                                     .dispose_bound_ms = 1'000};

// Facts.
inline Fact call(Mode mode, Tuple raw = {}) {
  return Called{mode, raw, Defect::None, false, 3'000};
}
inline Fact pass(std::int32_t ms) { return TimePassed{ms}; }
inline Fact read(Modality modality) { return ModalityAnswered{Lane::Main, modality}; }
inline Fact listed(std::initializer_list<Dialog> ids, Lane lane = Lane::Main) {
  Dialogs dialogs;
  for (Dialog id : ids) dialogs.ids.at(dialogs.count++) = id;
  return DialogsAnswered{lane, dialogs};
}
inline Fact closed(Dialog id) { return CloseAnswered{Lane::Main, id, CloseAnswer::Accepted}; }
inline Fact opened(Dialog id) { return DialogOpened{id, true}; }
inline Fact disposed(Dialog id) { return DialogDisposed{id}; }
inline Fact method(Method which) { return MethodCalled{7, which, true, false, false}; }
inline const Fact ended = WriteEnded{Lane::Main};
inline const Fact reached = SmartReached{Lane::Main};
inline const Fact returned = BodyReturned{};
inline const Fact threw = BodyThrew{};

// Acts.
inline const Act look = ModalityAsked{Lane::Main};
inline const Act list = DialogsAsked{Lane::Main};
inline const Act tick = DialogsAsked{Lane::Monitor};
inline const Act commit = CommitAsked{Lane::Main, Scope::All};
inline const Act save = SaveAsked{Lane::Main, Scope::All};
inline const Act refresh = RefreshAsked{Lane::Main};
inline const Act await_smart = SmartAwaited{Lane::Main};
inline const Act cancel = Cancelled{Lane::Main};
inline const Act cancel_tick = Cancelled{Lane::Monitor};
inline const Act schedule = RefreshScheduled{};
inline const Act start = BodyStarted{};
inline const Act cancel_body = BodyCancelled{};
inline const Act ok = Finished{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
inline Act close(Dialog id) { return CloseAsked{Lane::Main, id}; }
inline Act shot(Stage cause) { return Captured{Artifact::Screenshot, cause}; }
inline Act dump(Stage cause) { return Captured{Artifact::ThreadDump, cause}; }
inline Act report(Dialog id, Outcome outcome) { return DialogReported{id, outcome}; }
inline Act warn(Warning warning, Reason reason = Reason::None) { return Warned{warning, reason}; }
inline Act give(std::int32_t value) { return MethodReturned{7, value}; }
inline Act failed(Stage stage, Reason reason, Modality blocked_by = Modality::None) {
  return Finished{Verdict::Failed, stage, reason, blocked_by};
}

inline constexpr Modality none = Modality::None;
inline constexpr Modality progress = Modality::Progress;
inline constexpr Modality dialog = Modality::Dialog;

// Right segments, from call to result.
inline Story looks(Modality modality) { return {look, read(modality)}; }
inline Story syncs() {
  return looks(none) + Story{commit, ended} + looks(none) + Story{save, ended} + looks(none) +
         Story{refresh, ended} + looks(none);
}
inline Story smartens(std::int32_t waited) {
  Story run = looks(none) + Story{await_smart};
  if (waited > 0) run.push_back(pass(waited));
  return run + Story{reached} + looks(none);
}
inline Story calls(Mode mode, Tuple raw = {}) { return {call(mode, raw), schedule}; }
// A call whose gate reads non-modal and that prepares nothing.
inline Story starts(Tuple raw) { return calls(Mode::Raw, raw) + looks(none) + Story{start}; }
inline Story unleashes() { return calls(Mode::Unleashed) + Story{start}; }
// smart_non_modal over an IDE without any trouble, up to the start of the body.
inline Story prepares() {
  return calls(Mode::SmartNonModal) + Story{list, listed({})} + looks(none) + looks(none) +
         syncs() + smartens(0) + Story{SmartWaitReported{0}, start};
}
inline const Story ends{schedule, ok};

using Judged = spec::Judged<JudgeState, Findings>;

inline Judged judge(const Story& run, const Limits& limits = short_limits) {
  return judge_run<Judged>(Judge(limits), run);
}

inline std::string explain(const Judged& judged) { return explain_breach(judged, policy_rules); }

inline void expect_right(const Story& run, const Limits& limits = short_limits) {
  const Judged judged = judge(run, limits);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_EQ(judged.state, JudgeState{.step = Step::Ended}) << "the end forgets everything";
}

inline constexpr Tuple watched{.r = true};
inline constexpr Tuple prepared{.d = true, .w = true};

inline void expect_wrong(std::string_view rule, const Story& run) {
  const Judged judged = judge(run);
  ASSERT_TRUE(judged.findings.breach) << "wanted " << rule;
  EXPECT_EQ(policy_rules[judged.findings.breach->rule].id, rule) << explain(judged);
}

}  // namespace spec::modality
