// A script ends, and no line names its run: it may be that of a call which was made before the log
// begins. Until its run acts both are followed, and what its end would call for is put off.
#include <algorithm>
#include <optional>
#include <utility>

#include "modality/traced_runs.h"
#include "port/visit.h"
#include "trace/told_item.h"

namespace conformance::modality {

using namespace spec::modality;

void RunsJudge::see_beside(TracedRuns& all, TracedRun& run, const TraceItem& what,
                           Findings& findings) const {
  const auto is_right = [&](Situation& situation) {
    Findings of_it;
    port::visit([&](const auto& one) { judge_.see(situation, one, of_it); }, what);
    return !of_it.breach.has_value();
  };
  const bool was_broken = findings.breach.has_value();
  see_one(run, all.refresh_untold, what, findings);
  std::erase_if(run.earlier, [&](Situation& each) { return !is_right(each); });
  if (was_broken) return;
  if (run.still_runs && !is_right(*run.still_runs)) run.still_runs.reset();
  if (!findings.breach) return;
  if (run.still_runs) {
    run.put_off = std::exchange(findings.breach, std::nullopt);
    run.situation = *std::exchange(run.still_runs, std::nullopt);
    run.script_runs = true;
    all.script_before = false;
  } else {
    tell_put_off(run, findings);
  }
}

bool TracedRuns::is_of_before(const RunItem& item) const {
  return script_before && methods_untold && !item.is_named && holds<Return, Refuse>(item.what);
}

bool TracedRuns::shows_call_before(const RunItem& item) const {
  return script_before && !item.is_named && is_of_a_script(item.what) && runs.size() == 1 &&
         !runs[0].is_over() && runs[0].situation.phase < Phase::Body;
}

std::optional<spec::modality::Breach> TracedRuns::take_put_off() {
  for (auto& run : runs)
    if (run.put_off) return std::exchange(run.put_off, std::nullopt);
  return {};
}

void RunsJudge::tell_put_off(TracedRun& run, Findings& findings) const {
  const auto late = std::exchange(run.put_off, std::nullopt);
  if (late && findings.breach && on_.has(late->clauses[0])) findings.breach = late;
}

void RunsJudge::see_ended_or_not(TracedRuns& all, TracedRun& run, const RunItem& item,
                                 Findings& findings) const {
  const bool ends = holds<BodyReturned, BodyThrew>(item.what);
  const auto others_run = [&](const TracedRun& other) {
    return &other != &run && other.script_runs;
  };
  const bool may_be_older = ends && all.script_before && !item.is_named && run.script_runs &&
                            run.situation.phase == Phase::Body &&
                            std::ranges::none_of(all.runs, others_run);
  std::optional<TracedRun> older;
  if (may_be_older || run.still_runs) older = run;
  const auto before = findings;
  see_first(run, all.refresh_untold, item.what, findings);
  if (before.breach) return;
  if (!findings.breach && is_done(item.what)) run.put_off.reset();
  if (older) follow_older(all, run, *older, {may_be_older, item.what, before}, findings);
  if (findings.breach) tell_put_off(run, findings);
}

void RunsJudge::follow_older(TracedRuns& all, TracedRun& run, TracedRun& older,
                             const OlderScript& at, Findings& findings) const {
  if (at.ends) {
    run.still_runs = older.situation;
    return;
  }
  older.situation = *std::exchange(run.still_runs, std::nullopt);
  older.still_runs.reset();
  if (!findings.breach && is_done(at.what)) return;
  auto found = at.before;
  see_one(older, all.refresh_untold, at.what, found);
  if (found.breach) return;
  if (!findings.breach) {
    run.still_runs = older.situation;
    return;
  }
  run = older;
  findings = found;
  all.script_before = false;
}

}  // namespace conformance::modality
