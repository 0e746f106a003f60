#include "spec/modality/judge.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <variant>

#include "modality/clauses/tables.h"
#include "port/visit.h"

namespace spec::modality {
namespace {

using namespace clauses;

constexpr std::uint8_t uncalled_rule = "MOD-08"_rule;

constexpr auto texts = [] {
  std::array<ClauseText, clause_count<tables> + 1> out{};
  std::ranges::copy(texts_of<tables>, out.begin());
  out[uncalled] = {.rule = uncalled_rule,
                   .form = Form::OnlyIf,
                   .act = "anything",
                   .when = "true",
                   .then = "a clause calls for it"};
  return out;
}();

// One observation's worth of judging.
class Trial {
 public:
  Trial(const Situation& s, const Limits& limits, const ClauseSet& on, Findings& findings)
      : s_(s), limits_(limits), on_(on), findings_(findings) {}

  // Tries the clauses of a kind of act but those that call for it.
  template <const auto& table, class Act>
  void try_on(const Act& act) {
    try_act<table, first_of<tables, table>()>(On<Act>{s_, act, limits_}, on_, findings_.met,
                                              broken_);
  }
  template <const auto& table, class Act>
  bool calls(const Act& act) {
    return called_for<table, first_of<tables, table>()>(On<Act>{s_, act, limits_}, findings_.met);
  }
  // All of them: an act that none calls for is a breach of its own.
  template <const auto& table, class Act>
  void judge(const Act& act) {
    try_on<table>(act);
    if (calls<table>(act)) {
      if (on_.has(uncalled)) findings_.met.mark(uncalled);
    } else if (on_.has(uncalled) && broken_.size() < broken_.capacity()) {
      broken_.push_back(uncalled);
    }
  }

  // What must come before `time` has passed; of several the one with the least time left.
  template <const auto& table>
  void demand(std::int64_t time) {
    for_each_row<table, first_of<tables, table>()>([&](auto row, std::size_t number) {
      constexpr const auto& clause = table[row];
      const Owes it{s_, s_, limits_};
      if (!on_.has(number) || !clause.when.holds(it)) return;
      findings_.met.mark(number);
      const auto left = clause.left(it);
      if (left >= time && time != at_the_end) return;
      // A hang is told beside what hangs.
      if (!broken_.empty() && left > least_ && left != at_the_end) return;
      if (left < least_) broken_.clear();
      if (broken_.empty()) {
        want_ = clause.want;
        least_ = left;
      }
      if (broken_.size() < broken_.capacity())
        broken_.push_back(static_cast<std::uint16_t>(number));
    });
  }
  void demand_all(std::int64_t time);
  // What is owed now came up, whether or not it is what is done.
  void notice_owed() { demand_all(std::numeric_limits<std::int64_t>::min()); }

  void conclude(const Command& got) {
    if (!broken_.empty()) findings_.breach = Breach{broken_, std::nullopt, got};
  }
  void conclude_lacking(const Command& want) {
    if (!broken_.empty()) findings_.breach = Breach{broken_, want, std::nullopt};
  }
  void conclude() {
    if (!broken_.empty())
      findings_.breach = Breach{broken_, want_(Owes{s_, s_, limits_}), std::nullopt};
  }

 private:
  const Situation& s_;
  const Limits& limits_;
  const ClauseSet& on_;
  Findings& findings_;
  Broken broken_;
  std::int64_t least_ = at_the_end;
  Want (*want_)(const Owes&) = nullptr;
};

void Trial::demand_all(std::int64_t time) {
  if (s_.has(Flag::Withdrawn)) return demand<owed_by_a_withdrawal>(time);
  if (under_way(s_) && s_.phase != Phase::Decided) demand<owed_by_looks>(time);
  if (captures(s_) && under_way(s_)) demand<owed_by_captures>(time);
  if (sweep_is_open(s_)) demand<owed_in_a_sweep>(time);
  switch (s_.phase) {
    case Phase::NotCalled: return;
    case Phase::Called: demand<owed_at_the_surface>(time); break;
    case Phase::Gate:
      if (!sweep_is_over(s_)) break;
      if (waits_out(s_, limits_))
        demand<owed_in_a_wait>(time);
      else
        demand<owed_at_the_gate>(time);
      break;
    case Phase::Sync: demand<owed_in_a_sync>(time); break;
    case Phase::Smart: demand<owed_in_a_smart_wait>(time); break;
    case Phase::Ready: demand<owed_when_ready>(time); break;
    case Phase::Body:
      demand<owed_by_the_monitor>(time);
      if (s_.method != 0) demand<owed_in_a_method>(time);
      if (syncs_for_the_body(s_) && sync_begun(s_)) demand<owed_in_a_sync>(time);
      if (s_.in(Method::WaitForSmartMode)) demand<owed_in_a_smart_wait>(time);
      if (waits_out(s_, limits_)) demand<owed_in_a_wait>(time);
      demand<owed_in_the_body>(time);
      break;
    case Phase::Returned:
      if (sync_begun(s_) && !s_.has(Flag::GaveUp) && !s_.has(Flag::WarnedPost))
        demand<owed_in_a_sync>(time);
      demand<owed_after_the_body>(time);
      break;
    case Phase::Threw: demand<owed_after_the_body>(time); break;
    case Phase::Decided: demand<owed_by_an_ending>(time); break;
    case Phase::Ended: demand<owed_after_the_end>(time); break;
  }
  demand<owed_in_the_end>(time);
}

// An act by its kind, before it is followed.
class ByKind {
 public:
  ByKind(Trial& trial, const Situation& s) : trial_(trial), s_(s) {}

  void operator()(const CloseDialog& act) { trial_.judge<closes>(act); }
  void operator()(const Commit& act) { write({Running::Commit, act.scope, s_.has(Flag::Force)}); }
  void operator()(const Save& act) { write({Running::Save, act.scope, act.forced, act.extent}); }
  void operator()(const Refresh& act) { write({Running::Refresh, act.scope, act.forced}); }
  void operator()(const AwaitSmart& act) {
    pass_gate();
    trial_.judge<smart_awaits>(act);
  }
  void operator()(const Cancel& act) {
    const auto what = s_.running[static_cast<std::size_t>(act.operation)];
    if (what == Running::Close) return trial_.judge<close_cancels>(CancelClose{});
    if (what == Running::AwaitSmart) return trial_.judge<smart_cancels>(CancelSmart{});
    if (is_write(what)) trial_.judge<write_cancels>(CancelWrite{});
  }
  void operator()(const Capture& act) {
    const bool shot = act.artifact == Artifact::Screenshot;
    const bool sweeps = is_of_a_sweep(s_, act);
    if (sweeps && shot) return trial_.judge<sweep_shots>(SweepShot{act.cause});
    if (sweeps) return trial_.judge<sweep_dumps>(SweepDump{});
    if (shot) return trial_.judge<end_shots>(EndShot{act.cause});
    trial_.judge<end_dumps>(EndDump{act.cause});
  }
  void operator()(const DropCapture& act) { trial_.judge<drops>(act); }
  void operator()(const ScheduleRefresh& act) { trial_.judge<refreshes>(act); }
  void operator()(const StartBody& act) {
    pass_gate();
    trial_.judge<starts>(act);
  }
  void operator()(const CancelBody& act) { trial_.judge<body_cancels>(act); }
  void operator()(const Return& act) { trial_.judge<returns>(act); }
  void operator()(const Refuse& act) { trial_.judge<refusals>(act); }
  void operator()(const ReportDialog& act) { trial_.judge<reports>(act); }
  void operator()(const ReportSmartWait& act) {
    pass_gate();
    trial_.judge<smart_reports>(act);
  }
  void operator()(const ReportProgress& act) { trial_.judge<notes>(act); }
  void operator()(const Warn& act) {
    switch (act.warning) {
      case Warning::SyncSkipped: pass_gate(); return trial_.judge<sync_skips>(SkipSync{act.reason});
      case Warning::SmartSkipped:
        pass_gate();
        return trial_.judge<smart_skips>(SkipSmart{act.reason});
      case Warning::PostSyncSkipped: return trial_.judge<post_skips>(SkipPost{act.reason});
      case Warning::PostSyncFailed: return trial_.judge<post_failures>(FailPost{act.reason});
    }
  }
  void operator()(const Decide& act) { trial_.judge<decisions>(act); }
  void operator()(const Finish& act) { trial_.judge<results>(act); }
  void operator()(const ReadModality& act) { trial_.judge<asks>(Ask{act.operation}); }
  void operator()(const ListDialogs& act) { trial_.judge<asks>(Ask{act.operation}); }
  void operator()(const ReadSmart& act) { trial_.judge<asks>(Ask{act.operation}); }
  // Timers.
  void operator()(const auto&) {}

 private:
  void pass_gate() {
    if (s_.phase != Phase::Gate) return;
    trial_.try_on<gate_passes>(PassGate{});
    trial_.calls<gate_passes>(PassGate{});
  }
  void write(const Write& act) {
    pass_gate();
    trial_.judge<writes>(act);
  }

  Trial& trial_;
  const Situation& s_;
};

// What may still come when the caller has withdrawn: whatever takes back or begins nothing, in any
// order before and behind the decision,
bool takes_back(const Command& act) {
  return std::holds_alternative<Cancel>(act) || std::holds_alternative<CancelBody>(act) ||
         std::holds_alternative<DropCapture>(act) || std::holds_alternative<Refuse>(act) ||
         std::holds_alternative<ReportDialog>(act) || std::holds_alternative<ReadModality>(act) ||
         std::holds_alternative<ListDialogs>(act) || std::holds_alternative<ReadSmart>(act);
}
// and the end itself.
bool ends(const Situation& s, const Command& act) {
  return std::holds_alternative<Decide>(act) || std::holds_alternative<Finish>(act) ||
         (s.phase == Phase::Decided && std::holds_alternative<ScheduleRefresh>(act));
}

bool begins_a_write(const Command& act) {
  return std::holds_alternative<Commit>(act) || std::holds_alternative<Save>(act) ||
         std::holds_alternative<Refresh>(act);
}
// What runs, or is prepared, for a call that is to be refused. A refresh behind its decision is one
// too many (MOD-84).
bool runs_for(const Situation& s, const Command& act) {
  const bool at_first = s.phase == Phase::Called;
  if (std::holds_alternative<ScheduleRefresh>(act) || std::holds_alternative<Capture>(act))
    return at_first;
  return std::holds_alternative<StartBody>(act) || std::holds_alternative<CloseDialog>(act) ||
         std::holds_alternative<AwaitSmart>(act) || begins_a_write(act);
}

// What follows the end of a script, and nothing else that a call does while it runs.
bool follows_a_script(const Situation& s, const Command& act) {
  if (const auto* decide = std::get_if<Decide>(&act))
    return decide->reason == Reason::None || decide->reason == Reason::BodyThrew;
  if (const auto* warn = std::get_if<Warn>(&act))
    return warn->warning == Warning::PostSyncSkipped || warn->warning == Warning::PostSyncFailed;
  return begins_a_write(act) && s.method == 0;
}

}  // namespace

std::span<const ClauseText> clause_texts() { return texts; }

ClauseSet clauses_of(const RuleScope& scope) {
  auto all = clauses_at<tables>(false);
  all.mark(uncalled);
  return without(texts, all, rules_off(policy_rules, scope), scope.but);
}

std::uint8_t Breach::rule() const { return texts[clauses[0]].rule; }

void Judge::see(Situation& s, const Happening& what, Findings& findings) const {
  if (findings.breach) return;
  if (const auto* read = std::get_if<ModalityRead>(&what))
    Trial(s, limits_, on_, findings).calls<looks>(*read);
  follow(s, what, limits_, revision_);
}

void Judge::see(Situation& s, const Fact& fact, Findings& findings) const {
  if (findings.breach) return;
  if (const auto* passed = std::get_if<TimePassed>(&fact)) {
    confirm(s, limits_);
    Trial trial(s, limits_, on_, findings);
    trial.demand_all(passed->span.count());
    trial.conclude();
    if (findings.breach) return;
    const auto left = left_of(s.tick_age, limits_.monitor_period);
    if (s.phase == Phase::Body && armed(s) && left < passed->span.count())
      trial.calls<ticks>(PassTick{});
  } else if (const auto* began = std::get_if<WriteBegan>(&fact)) {
    Trial trial(s, limits_, on_, findings);
    trial.try_on<write_begins>(*began);
    trial.conclude_lacking(Cancel{began->operation});
    if (findings.breach) return;
  } else if (const auto* touched = std::get_if<DocumentTouched>(&fact)) {
    Trial trial(s, limits_, on_, findings);
    trial.try_on<edits>(*touched);
    trial.conclude_lacking(CancelBody{});
    if (findings.breach) return;
  }
  follow(s, fact, limits_);
}

void Judge::overhear(Situation& s, const Happening& what) const {
  const bool ends =
      std::holds_alternative<BodyReturned>(what) || std::holds_alternative<BodyThrew>(what);
  if (ends && under_way(s)) s.set(Flag::StrangerEnded);
}

void Judge::see(Situation& s, const Command& act, Findings& findings) const {
  if (findings.breach || !is_observed(act)) return;
  Trial trial(s, limits_, on_, findings);
  trial.notice_owed();  // What is owed at once is done before time passes.
  if (s.phase == Phase::Ended && !std::holds_alternative<Refuse>(act)) {
    trial.try_on<effects>(Effect{});
  } else if (withdrawn(s) && !takes_back(act) && !ends(s, act)) {
    trial.try_on<effects_for_nobody>(Effect{});
  } else if (!s.has(Flag::Withdrawn) || !takes_back(act)) {
    if (is_refused(s) && runs_for(s, act)) trial.try_on<effects_of_the_refused>(Effect{});
    if (follows_a_script(s, act)) trial.try_on<effects_of_strangers>(Effect{});
    port::visit(ByKind(trial, s), act);
  }
  trial.conclude(act);
  if (!findings.breach) follow(s, act, limits_);
}

void Judge::end(const Situation& s, Findings& findings) const {
  if (findings.breach) return;
  Trial trial(s, limits_, on_, findings);
  trial.demand_all(at_the_end);
  trial.conclude();
}

}  // namespace spec::modality
