#include "modality/traced_runs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "port/visit.h"
#include "sim/modality/outcome.h"
#include "trace/advance.h"
#include "trace/told_item.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;

// The number of no run.
constexpr auto nobody = std::numeric_limits<std::uint32_t>::max();

// Called, and not to be refused for it.
bool is_at_the_surface(const Situation& s) {
  constexpr std::array defects{Flag::UnknownMode, Flag::FormerParameter, Flag::BadTimeout,
                               Flag::FromEdt};
  return s.phase == Phase::Called &&
         std::ranges::none_of(defects, [&](Flag defect) { return s.has(defect); });
}

// The refresh before its result is due, or was.
bool ends_with_a_refresh(const Situation& s) {
  constexpr std::array without{Reason::UnknownMode, Reason::FormerParameter, Reason::BadTimeout,
                               Reason::CalledFromEdt, Reason::Cancelled};
  return s.phase == Phase::Decided && !s.has(Flag::Scheduled) &&
         std::ranges::count(without, s.reason) == 0;
}

// The refusal of a call of this run, which is late, or comes when all else is over.
bool is_refused_in(const TracedRun& run, const TraceItem& item) {
  const auto* refuse = find_message<Refuse>(item);
  if (refuse == nullptr) return false;
  if (run.unrefused == refuse->call.value) return true;
  return run.is_over() && run.situation.has(Flag::Refusal) &&
         run.situation.refused == refuse->call.value;
}

// Where a log does not tell what writes do to documents, they do what they are for.
void write_to_documents(TracedRun& run, const TraceItem& item) {
  namespace document = spec::modality::document;
  if (const auto* commit = find_message<Commit>(item)) run.scope = commit->scope;
  if (const auto* save = find_message<Save>(item)) run.scope = save->scope;
  if (const auto* refresh = find_message<Refresh>(item)) run.scope = refresh->scope;
  const auto* ended = find_message<WriteEnded>(item);
  if (ended == nullptr) return;
  const auto what = run.situation.running[static_cast<std::size_t>(ended->operation)];
  unsigned done = 0;
  if (what == Running::Commit) done = document::uncommitted;
  if (what == Running::Save) done = document::modified | document::lacking;
  if (what == Running::Refresh) done = document::stale | document::lacking;
  for (std::size_t i = 0; i < run.situation.documents.size(); ++i) {
    const auto name = static_cast<DocumentName>(i);
    const bool meant =
        run.scope == Scope::All || (run.scope == Scope::Settings ? name == DocumentName::Settings
                                                                 : name != DocumentName::Outside);
    if (meant) run.situation.documents[i] &= static_cast<std::uint8_t>(~done);
  }
}

// Whether it answers the look of a nominal poll of the dialog-less wait.
bool answers_poll(const Situation& s, const TraceItem& item, const Limits& limits) {
  const auto* read = find_message<ModalityRead>(item);
  const auto* listed = find_message<DialogsListed>(item);
  const bool is_main = (read != nullptr && read->operation == OperationId::Main) ||
                       (listed != nullptr && listed->operation == OperationId::Main);
  const bool sweeps = s.sweep == Sweep::Due || s.sweep == Sweep::Begun;
  const bool waits =
      s.in(Method::AwaitProgress) || (s.phase == Phase::Gate && s.has(Flag::WaitsOut) && !sweeps);
  return is_main && waits && s.look_age[0] >= s.age % limits.poll_period.count();
}

}  // namespace

bool is_of_a_script(const TraceItem& item) {
  return holds<BodyReturned, BodyThrew, MethodCalled>(item);
}
bool is_done(const TraceItem& item) {
  if (is_of_a_script(item)) return true;
  return std::holds_alternative<Command>(item) &&
         !holds<ReadModality, ListDialogs, ReadSmart>(item);
}
bool begins_a_run(const TraceItem& item) {
  return holds<ScheduleRefresh, ReadModality, ListDialogs>(item);
}
bool is_of_the_ide(const TraceItem& item) {
  if (holds<DialogDisposed>(item)) return true;
  const auto* fact = std::get_if<Fact>(&item);
  return fact != nullptr && sim::modality::is_of_the_ide(*fact);
}

bool TracedRun::is_over() const {
  if (called) return withdrawn;
  const auto& s = situation;
  const bool left = s.phase == Phase::Decided && s.reason == Reason::Cancelled;
  return s.phase == Phase::NotCalled || s.phase == Phase::Ended || left;
}

bool TracedRuns::are_idle() const {
  return std::ranges::all_of(runs, [](const TracedRun& run) { return run.is_over(); });
}

bool TracedRuns::is_one_under_way() const {
  return std::ranges::any_of(runs,
                             [](const TracedRun& run) { return !run.called && !run.is_over(); });
}

TracedRun* TracedRuns::next() {
  const auto found =
      std::ranges::find_if(runs, [](const TracedRun& run) { return run.called && !run.withdrawn; });
  return found == runs.end() ? nullptr : &*found;
}

TracedRun* TracedRuns::find(std::uint32_t number) {
  const auto found = std::ranges::find(runs, number, &TracedRun::number);
  return found == runs.end() ? nullptr : &*found;
}

TracedRun* TracedRuns::owner_of(const RunItem& item) {
  if (item.run != 0) return find(item.run);
  for (auto& run : runs)
    if (is_refused_in(run, item.what)) return &run;
  if (auto* before = find(last); before != nullptr && !before->is_over()) return before;
  for (const bool waits : {false, true})
    for (auto& run : runs)
      if (!run.is_over() && run.called.has_value() == waits) return &run;
  return runs.empty() ? nullptr : &runs.back();
}

bool TracedRuns::are_nobodys(const RunItem& item) const {
  if (is_of_the_ide(item.what) || holds<Called>(item.what)) return false;
  const auto* answer = find_message<Return>(item.what);
  const auto calls = [&](const TracedRun& run) {
    const auto& s = run.situation;
    return (item.run == 0 || run.number == item.run) && s.method != 0 &&
           s.call == answer->call.value;
  };
  if (answer != nullptr && std::ranges::none_of(runs, calls)) return true;
  if (item.run == 0 && begins_a_run(item.what) && are_idle()) return true;
  return item.run == 0 ? runs.empty()
                       : std::ranges::find(runs, item.run, &TracedRun::number) == runs.end();
}

void TracedRuns::tell_looks() {
  for (auto& run : runs) {
    run.situation.clear(Flag::LooksUntold);
    for (auto& each : run.earlier) each.clear(Flag::LooksUntold);
  }
}

TracedRun& TracedRuns::begin(std::uint32_t number) {
  // What was guessed of two is guessed until another call comes behind both: that they are over,
  // and what they owe, may be guessed, too.
  if (are_guessed && are_idle()) {
    are_guessed = false;
    for (auto& run : runs) {
      run.situation = {};
      run.situation.phase = Phase::Ended;
    }
  }
  std::erase_if(runs, [&](const TracedRun& run) {
    return run.number == number || (run.is_over() && !run.script_runs && !run.called);
  });
  if (runs.size() == traced_runs_max) {
    const auto over = std::ranges::find_if(runs, &TracedRun::is_over);
    runs.erase(over == runs.end() ? runs.begin() : over);
  }
  runs.push_back({.number = number, .situation = ide});
  ide.documents = {};  // What becomes of them in a call is told again before the next.
  runs.back().situation.put(Flag::LooksUntold, looks_untold);
  return runs.back();
}

std::vector<RunItem> TracedRuns::readings(const RunItem& item) const {
  if (item.run != 0 || is_of_the_ide(item.what) || are_idle()) return {};
  std::vector<RunItem> out;
  const auto add = [&](const TracedRun& run) { out.push_back({item.what, run.number}); };
  for (const auto& run : runs)
    if (run.number == last && !run.is_over()) add(run);
  for (const auto& run : runs)
    if (run.number != last && !run.is_over()) add(run);
  for (const auto& run : runs)
    if (is_of_a_script(item.what) && run.is_over() && run.script_runs) add(run);
  // A caller may withdraw when the result is on its way already, and is heard by nobody. That is
  // on its way for no longer than a call.
  if (holds<Cancelled>(item.what) && since_end_ms <= turn_max_ms)
    out.push_back({item.what, nobody});
  if (out.size() == 1) out.clear();
  return out;
}

void TracedRuns::give_up_refusal(const Refuse& owed) {
  for (auto& run : runs) {
    if (!run.situation.has(Flag::Refusal) || run.situation.refused != owed.call.value) continue;
    run.situation.clear(Flag::Refusal);
    run.unrefused = owed.call.value;
  }
}

void RunsJudge::list_late(TracedRun& run, const TraceItem& what) const {
  auto& s = run.situation;
  if (s.phase != Phase::Gate) return;
  if (const auto* passed = find_message<TimePassed>(what)) {
    run.unseen_ms += passed->span.count();
  } else if (std::holds_alternative<Command>(what)) {
    const auto* lists = find_message<ListDialogs>(what);
    const bool is_late = lists != nullptr && lists->operation == OperationId::Main &&
                         s.sweep == Sweep::Over && run.unseen_ms <= slack_ms_;
    if (is_late) {
      s.sweep = Sweep::Due;
      s.age = s.note_age = 0;
    }
    run.unseen_ms = slack_ms_ + 1;
  }
}

void RunsJudge::see_one(TracedRun& run, bool refresh_untold, const TraceItem& what,
                        Findings& findings) const {
  list_late(run, what);
  if (holds<StartBody>(what)) run.script_runs = true;
  const bool ends = holds<BodyReturned, BodyThrew>(what);
  if (ends) run.script_runs = false;
  if (ends && run.is_over()) run.situation.set(Flag::ScriptGone);
  // Of a refresh that no line tells the result shows that all before it is done.
  if (refresh_untold && holds<Finish>(what) && ends_with_a_refresh(run.situation)) {
    const bool broken = findings.breach.has_value();
    judge_.see(run.situation, Command(ScheduleRefresh{}), findings);
    if (!broken && findings.breach) findings.breach->got = std::get<Command>(what);
  }
  const bool polled = answers_poll(run.situation, what, limits_);
  port::visit([&](const auto& one) { judge_.see(run.situation, one, findings); }, what);
  if (polled && run.situation.modality() == Modality::Dialog) run.situation.set(Flag::Polled);
  if (refresh_untold && is_at_the_surface(run.situation)) run.situation.phase = Phase::Gate;
}

void RunsJudge::take(TracedRun& run, bool refresh_untold, Findings& findings) const {
  if (!run.called) return;
  see_one(run, refresh_untold, *std::exchange(run.called, std::nullopt), findings);
  if (std::exchange(run.withdrawn, false))
    see_one(run, refresh_untold, Happening(Cancelled{}), findings);
}

Situation RunsJudge::as_taken(TracedRun run, bool refresh_untold) const {
  Findings none;
  take(run, refresh_untold, none);
  return run.situation;
}

void RunsJudge::may_take(TracedRun& run, bool refresh_untold) const {
  if (!run.called || run.withdrawn || run.earlier.size() == earlier_max) return;
  run.earlier.push_back(as_taken(run, refresh_untold));
}

void RunsJudge::see_first(TracedRun& run, bool refresh_untold, const TraceItem& what,
                          Findings& findings) const {
  const auto before = findings;
  auto earlier = run;
  earlier.called.reset();
  const auto situations = std::exchange(earlier.earlier, {});
  run.earlier.clear();
  take(run, refresh_untold, findings);
  see_one(run, refresh_untold, what, findings);
  if (!findings.breach || before.breach) return;
  for (const auto& situation : situations) {
    auto taken = earlier;
    auto found = before;
    taken.situation = situation;
    see_one(taken, refresh_untold, what, found);
    if (found.breach) continue;
    run = taken;
    findings = found;
    return;
  }
}

void RunsJudge::see(TracedRuns& all, const RunItem& item, Findings& findings) const {
  if (const auto* passed = find_message<TimePassed>(item.what))
    return pass(all, passed->span.count(), findings);
  if (is_of_the_ide(item.what)) return see_of_the_ide(all, item, findings);
  if (all.is_of_before(item)) return;
  if (holds<MethodCalled>(item.what)) all.methods_untold = false;
  if (holds<Called>(item.what) && all.find(item.run) == nullptr) all.begin(item.run);
  see_own(all, all.owner_of(item), item, findings);
}

// Of calls that wait the first has its turn when nothing else is under way, and then some time to
// be heard of.
void RunsJudge::pass(TracedRuns& all, std::int64_t ms, Findings& findings) const {
  auto* const next = all.is_one_under_way() ? nullptr : all.next();
  const auto let_pass = [&](std::int64_t span) {
    for (auto& run : all.runs) see_beside(all, run, Fact(TimePassed{judged_span(span)}), findings);
  };
  all.since_end_ms = std::min(all.since_end_ms + ms, turn_max_ms + 1);
  all.since_shown_ms += ms;
  if (next == nullptr) return let_pass(ms);
  if (next->idle_ms == 0) may_take(*next, all.refresh_untold);
  const auto left = std::min(ms, turn_max_ms - next->idle_ms);
  next->idle_ms += left;
  if (left > 0) let_pass(left);
  if (left == ms) return;
  take(*next, all.refresh_untold, findings);
  let_pass(ms - left);
}

void RunsJudge::see_own(TracedRuns& all, TracedRun* owner, const RunItem& item,
                        Findings& findings) const {
  const auto under_way =
      std::ranges::count_if(all.runs, [](const TracedRun& run) { return !run.is_over(); });
  const bool is_another = all.shows_call_before(item);
  if (is_another) all.script_before = false;
  if (is_another || (under_way > 1 && !item.is_named)) all.are_guessed = true;
  if (owner == nullptr) return;
  if (const auto* refuse = find_message<Refuse>(item.what);
      refuse != nullptr && owner->unrefused == refuse->call.value)
    return owner->unrefused.reset();
  const bool was_over = owner->is_over();
  if (const auto* called = find_message<Called>(item.what)) {
    // Who holds the event thread is in the IDE.
    const bool is_in = called->request.from_edt && !all.is_one_under_way();
    owner->called = item.what;
    if (is_in) take(*owner, all.refresh_untold, findings);
    if (all.is_one_under_way()) may_take(*owner, all.refresh_untold);
  } else if (owner->called && holds<Cancelled>(item.what)) {
    owner->withdrawn = true;
    owner->earlier.clear();
  } else {
    all.last = owner->number;
    if (all.effects_untold) write_to_documents(*owner, item.what);
    if (is_done(item.what))
      owner->situation.put(Flag::StrangerEnded, std::exchange(owner->stranger_ended, false));
    see_ended_or_not(all, *owner, item, findings);
  }
  if (!was_over && owner->is_over()) {
    all.since_end_ms = 0;
    for (auto& run : all.runs)
      if (all.is_one_under_way()) may_take(run, all.refresh_untold);
  }
  overhear(all, owner, item.what);
}

void RunsJudge::overhear(TracedRuns& all, const TracedRun* owner, const TraceItem& item) const {
  const auto* what = std::get_if<Happening>(&item);
  for (auto& run : all.runs) {
    if (what != nullptr && &run != owner) {
      judge_.overhear(run.situation, *what);
      for (auto& each : run.earlier) judge_.overhear(each, *what);
      run.stranger_ended = run.stranger_ended || run.situation.has(Flag::StrangerEnded);
    }
    const bool has_neighbour = std::ranges::any_of(all.runs, [&](const TracedRun& other) {
      return &other != &run && ((!other.called && !other.is_over()) || other.script_runs);
    });
    run.situation.put(Flag::Neighbour, has_neighbour);
    for (auto& each : run.earlier) each.put(Flag::Neighbour, has_neighbour);
  }
}

void RunsJudge::see_of_the_ide(TracedRuns& all, const RunItem& item, Findings& findings) const {
  Findings none;
  port::visit([&](const auto& one) { judge_.see(all.ide, one, none); }, item.what);
  if (!all.are_idle()) all.ide.documents = {};
  // Without a number an edit may be that of a script which was given up.
  const auto* owner = all.owner_of(item);
  const bool shared = holds<DocumentTouched>(item.what);
  const bool known = item.run != 0 || std::ranges::none_of(all.runs, [&](const TracedRun& run) {
                       return &run != owner && run.script_runs;
                     });
  for (auto& run : all.runs)
    see_beside(all, run,
               shared && !(known && &run == owner)
                   ? sim::modality::as_others_see(std::get<Fact>(item.what))
                   : item.what,
               findings);
}

void RunsJudge::end(const TracedRuns& all, Findings& findings) const {
  for (auto run : all.runs) {
    if (!run.withdrawn) take(run, all.refresh_untold, findings);
    judge_.end(run.situation, findings);
  }
}

}  // namespace conformance::modality
