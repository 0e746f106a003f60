// Words for tests that write out what an observer sees of a call, and ask the judge.
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "judge_testing.h"
#include "port/modality/show.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace spec::modality {

using Seen = std::variant<Happening, Fact, Command>;
using Story = std::vector<Seen>;

// One after the other.
inline Story operator+(Story first, const Story& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The search's constants.
inline constexpr Limits short_limits{.monitor_period = Duration{1'000},
                                     .sync_bound = Duration{2'000},
                                     .smart_bound = Duration{2'000},
                                     .poll_period = Duration{500},
                                     .wait_budget = Duration{2'000},
                                     .note_period = Duration{1'000},
                                     .dispose_bound = Duration{1'000}};

// Events.
inline Happening call(Mode mode, const Options& raw = {}) {
  return Called{{.mode = mode, .raw = raw, .body_timeout = Duration{3'000}}};
}
inline Happening read(Modality modality) { return ModalityRead{OperationId::Main, modality}; }
inline Happening listed(std::initializer_list<std::uint8_t> ids,
                        OperationId lane = OperationId::Main) {
  DialogList dialogs;
  for (const std::uint8_t id : ids) dialogs.push_back({id});
  return DialogsListed{lane, dialogs};
}
inline Happening closed(std::uint8_t id) {
  return CloseAnswered{OperationId::Main, {id}, CloseAnswer::Accepted};
}
inline Happening disposed(std::uint8_t id) { return DialogDisposed{{id}}; }
inline Happening method(Method which) { return MethodCalled{{7}, {.method = which}}; }
inline const Happening ended = WriteEnded{OperationId::Main};
inline const Happening reached = SmartReached{OperationId::Main};
inline const Happening returned = BodyReturned{};
inline const Happening threw = BodyThrew{};

// Facts.
inline Fact pass(std::int32_t ms) { return TimePassed{Duration{ms}}; }
inline Fact opened(std::uint8_t id) { return DialogOpened{{id}, true}; }

// Commands.
inline const Command look = ReadModality{OperationId::Main};
inline const Command list = ListDialogs{OperationId::Main};
inline const Command tick = ListDialogs{OperationId::Monitor};
inline const Command commit = Commit{OperationId::Main, Scope::All};
inline const Command save = Save{OperationId::Main, Scope::All};
inline const Command refresh = Refresh{OperationId::Main};
inline const Command await_smart = AwaitSmart{OperationId::Main};
inline const Command cancel = Cancel{OperationId::Main};
inline const Command cancel_tick = Cancel{OperationId::Monitor};
inline const Command schedule = ScheduleRefresh{};
inline const Command start = StartBody{};
inline const Command cancel_body = CancelBody{};
inline const Command ok = Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
inline Command close(std::uint8_t id) { return CloseDialog{OperationId::Main, {id}}; }
inline Command shot(Stage cause) { return Capture{Artifact::Screenshot, cause}; }
inline Command dump(Stage cause) { return Capture{Artifact::ThreadDump, cause}; }
inline Command report(std::uint8_t id, Outcome outcome) { return ReportDialog{{id}, outcome}; }
inline Command warn(Warning warning, Reason reason = Reason::None) { return Warn{warning, reason}; }
inline Command give(std::int32_t value) { return Return{{7}, value}; }
inline Command failed(Stage stage, Reason reason, Modality blocked_by = Modality::None) {
  return Finish{Verdict::Failed, stage, reason, blocked_by};
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
inline Story calls(Mode mode, Options raw = {}) { return {call(mode, raw), schedule}; }
// A call whose gate reads non-modal and that prepares nothing.
inline Story starts(Options raw) { return calls(Mode::Raw, raw) + looks(none) + Story{start}; }
inline Story unleashes() { return calls(Mode::Unleashed) + Story{start}; }
// smart_non_modal over an IDE without any trouble, up to the start of the body.
inline Story prepares() {
  return calls(Mode::SmartNonModal) + Story{list, listed({})} + looks(none) + looks(none) +
         syncs() + smartens(0) + Story{ReportSmartWait{Duration{0}}, start};
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

inline constexpr Options watched{.close_while_running = true};
inline constexpr Options prepared{.sync_documents = true, .wait_smart = true};

inline void expect_wrong(std::string_view rule, const Story& run) {
  const Judged judged = judge(run);
  ASSERT_TRUE(judged.findings.breach) << "wanted " << rule;
  EXPECT_EQ(policy_rules[judged.findings.breach->rule].id, rule) << explain(judged);
}

}  // namespace spec::modality
