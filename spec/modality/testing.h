// Words for tests that write out what an observer sees of a call, and ask the clauses. Looks are
// not told: nothing depends on them.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
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

// All different, so that no bound is taken for another.
inline constexpr Limits test_limits{.monitor_period = Duration{750},
                                    .sync_bound = Duration{2'000},
                                    .smart_bound = Duration{1'750},
                                    .poll_period = Duration{500},
                                    .wait_budget = Duration{2'250},
                                    .note_period = Duration{1'500},
                                    .dispose_bound = Duration{1'250},
                                    .capture_bound = Duration{1'000},
                                    .look_bound = Duration{1'600}};

// Events.
inline Happening call(Mode mode, const Options& raw = {}) {
  return Called{{.mode = mode, .raw = raw, .body_timeout = Duration{2'750}}};
}
inline Happening answered(std::uint8_t id, CloseAnswer answer = CloseAnswer::Accepted) {
  return CloseAnswered{OperationId::Main, {id}, answer};
}
inline Happening disposed(std::uint8_t id) { return DialogDisposed{{id}}; }
inline Happening calls(Method which) { return MethodCalled{{7}, {.method = which}}; }
inline Happening calls(const MethodCall& which) { return MethodCalled{{7}, which}; }
inline const Happening ended = WriteEnded{OperationId::Main};
inline const Happening reached = SmartReached{OperationId::Main};
inline const Happening returned = BodyReturned{};
inline const Happening threw = BodyThrew{};

// Facts.
inline Fact pass(std::int32_t ms) { return TimePassed{Duration{ms}}; }
inline Fact opened(std::uint8_t id) { return DialogOpened{{id}, true}; }
inline Fact touched(DocumentName which, TouchedBy by, std::uint8_t differs) {
  const auto has = [&](std::uint8_t bit) { return (differs & bit) != 0; };
  return DocumentTouched{which,
                         by,
                         has(document::uncommitted),
                         has(document::modified),
                         has(document::stale),
                         has(document::lacking)};
}
inline constexpr std::uint8_t unsaved = document::modified | document::lacking;
inline constexpr std::uint8_t unparsed = document::uncommitted | unsaved;
inline constexpr auto of_project = DocumentName::Project;
inline constexpr auto outside = DocumentName::Outside;
inline const Fact freezes = ProgressStarted{};
inline const Fact thaws = ProgressEnded{};

// Commands.
inline const Command commit = Commit{OperationId::Main, Scope::All};
inline const Command save = Save{OperationId::Main, Scope::All};
inline const Command refresh = Refresh{OperationId::Main, Scope::All};
inline const Command await_smart = AwaitSmart{OperationId::Main};
inline const Command cancel = Cancel{OperationId::Main};
inline const Command schedule = ScheduleRefresh{};
inline const Command start = StartBody{};
inline const Command cancel_body = CancelBody{};
inline Command close(std::uint8_t id) { return CloseDialog{OperationId::Main, {id}}; }
inline Command shot(Stage cause) { return Capture{Artifact::Screenshot, cause}; }
inline Command thread_dump(Stage cause) { return Capture{Artifact::ThreadDump, cause}; }
inline Command report(std::uint8_t id, Outcome outcome) { return ReportDialog{{id}, outcome}; }
inline Command waited(std::int32_t ms) { return ReportSmartWait{Duration{ms}}; }
inline Command note(std::int32_t ms) { return ReportProgress{Duration{ms}}; }
inline Command warn(Warning warning, Reason reason = Reason::None) { return Warn{warning, reason}; }
inline Command give(std::int32_t value = 0) { return Return{{7}, value}; }
inline Command gives(std::initializer_list<std::uint8_t> closed) {
  Return out{{7}, static_cast<std::int32_t>(closed.size())};
  for (const auto id : closed) out.closed.push_back({id});
  return out;
}
inline Command decide(Stage stage, Reason reason) { return Decide{stage, reason}; }
inline Command failed(Stage stage, Reason reason, Modality blocked_by = Modality::None) {
  const bool mends = reason == Reason::ProgressOutlivedBudget || reason == Reason::SmartTimedOut ||
                     reason == Reason::IdeNotResponding;
  return Finish{Verdict::Failed, stage, reason, blocked_by, 0, {}, mends};
}
inline const Command ok = Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
inline const Command succeed = decide(Stage::Post, Reason::None);

inline constexpr Modality none = Modality::None;
inline constexpr Modality progress = Modality::Progress;
inline constexpr Modality dialog = Modality::Dialog;

// Right segments, from call to result.
inline Story begins(Mode mode, Options raw = {}) { return {call(mode, raw), schedule}; }
inline Story begins(const Options& raw) { return begins(Mode::Raw, raw); }
inline Story starts(const Options& raw = {}) { return begins(raw) + Story{start}; }
inline Story unleashes() { return begins(Mode::Unleashed) + Story{start}; }
inline Happening during(Method which) { return MethodCalled{{8}, {.method = which}}; }
inline const Story forced_story{Save{OperationId::Main, Scope::All, true}, ended,
                                Refresh{OperationId::Main, Scope::All, true}, ended, give()};
inline const Story synced_story{commit, ended, save, ended, refresh, ended};
inline Story smartens(std::int32_t ms = 0) {
  Story run{await_smart};
  if (ms > 0) run.emplace_back(pass(ms));
  return run + Story{reached, waited(ms)};
}
inline Story prepares() {
  return begins(Mode::SmartNonModal) + synced_story + smartens() + Story{start};
}
inline const Story ends{succeed, schedule, ok};
inline Story gate_fails(Reason reason, Modality blocked_by) {
  return {decide(Stage::Gate, reason), shot(Stage::Gate), thread_dump(Stage::Gate), schedule,
          failed(Stage::Gate, reason, blocked_by)};
}
// A sync or a smart wait before the body.
inline Story step_fails(Stage stage, Reason reason, Modality blocked_by = none) {
  return {decide(stage, reason), thread_dump(stage), schedule, failed(stage, reason, blocked_by)};
}
inline Story method_fails(Stage cause, Reason reason, Modality blocked_by = none) {
  Story run{decide(Stage::Body, reason), cancel_body};
  if (cause == Stage::Gate) run.emplace_back(shot(cause));
  return run + Story{thread_dump(cause), schedule, failed(Stage::Body, reason, blocked_by)};
}
inline const Story trips{decide(Stage::Monitor, Reason::DialogDuringBody), cancel_body,
                         thread_dump(Stage::Monitor)};
inline const Story tripped_story{
    schedule, failed(Stage::Monitor, Reason::DialogDuringBody, Modality::Dialog)};
inline Story closes_one(std::uint8_t id, Stage cause) {
  return {shot(cause), close(id), answered(id), disposed(id)};
}
inline Story sweeps_one(std::uint8_t id) {
  return Story{thread_dump(Stage::Sweep)} + closes_one(id, Stage::Sweep) +
         Story{report(id, Outcome::Closed)};
}

inline const Story allow{calls(Method::AllowModalDialog), give()};
inline const Story rearm{calls(Method::MonitorAndCloseModalDialogs), give()};
inline const Story enter{calls(Method::EnterModalDialogAllowed), give()};
inline const Story leave{calls(Method::LeaveModalDialogAllowed), give()};

using Told = spec::Judged<Situation, Findings>;

// Captures come at once and a failure counts them, where a story does not tell of that.
inline Story with_captures(const Story& run) {
  const auto tells = [](const Seen& seen) {
    const auto* happening = std::get_if<Happening>(&seen);
    const auto* command = std::get_if<Command>(&seen);
    return (happening != nullptr && std::holds_alternative<Captured>(*happening)) ||
           (command != nullptr && std::holds_alternative<DropCapture>(*command));
  };
  if (std::any_of(run.begin(), run.end(), tells)) return run;
  Story out;
  std::uint8_t artifacts = 0;
  for (Seen seen : run) {
    auto* command = std::get_if<Command>(&seen);
    auto* finish = command == nullptr ? nullptr : std::get_if<Finish>(command);
    if (finish != nullptr && finish->verdict == Verdict::Failed) finish->artifacts = artifacts;
    out.push_back(seen);
    const auto* capture = command == nullptr ? nullptr : std::get_if<Capture>(command);
    if (capture == nullptr) continue;
    out.emplace_back(Happening{Captured{capture->artifact}});
    ++artifacts;
  }
  return out;
}

inline Told judge(const Story& run, const RuleScope& scope = {},
                  const Limits& limits = test_limits) {
  return judge_run<Told>(Judge(limits, clauses_of(scope)), with_captures(run));
}

// The rules of what failed, the most specific first: "MOD-43 MOD-45".
inline std::string broken(const Told& told) {
  std::string out;
  if (told.findings.breach)
    for (const auto clause : told.findings.breach->clauses)
      out += (out.empty() ? "" : " ") + std::string(policy_rules[clause_texts()[clause].rule].id);
  return out;
}
inline std::string explain(const Told& told) {
  if (!told.findings.breach) return "right";
  const auto& [clauses, want, got] = *told.findings.breach;
  const auto text = clause_texts()[clauses[0]];
  return broken(told) + " after " + std::to_string(told.at) + ", want " +
         (want ? show(*want) : "nothing") + ", got " + (got ? show(*got) : "nothing") + ": if " +
         std::string(text.when) + " then " + std::string(text.then);
}

inline void expect_right(const Story& run, const Limits& limits = test_limits) {
  const auto told = judge(run, {}, limits);
  EXPECT_FALSE(told.findings.breach) << explain(told);
  Situation over;
  over.phase = Phase::Ended;
  EXPECT_EQ(told.state, over) << "the end forgets everything";
}
inline void expect_wrong(std::string_view rule, const Story& run,
                         const Limits& limits = test_limits) {
  const auto told = judge(run, {}, limits);
  ASSERT_TRUE(told.findings.breach) << "wanted " << rule;
  EXPECT_EQ(policy_rules[told.findings.breach->rule()].id, rule) << explain(told);
}

inline constexpr Options plain{};
inline constexpr Options watched{.close_while_running = true};
inline constexpr Options sweeping{.close_on_start = true};
inline constexpr Options syncing{.sync_documents = true};
inline constexpr Options smartening{.wait_smart = true};

}  // namespace spec::modality
