// What stood in the IDE before a log begins, as far as its lines show it.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "modality/traced_runs.h"
#include "trace/told_item.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;

// One that shows and that no line has named yet: what a log names has another number.
constexpr DialogId unnamed{};
constexpr std::size_t gone_max = 16;

bool knows(const Situation& s, DialogId dialog) {
  return std::ranges::count(s.showing, dialog) + std::ranges::count(s.targets, dialog) > 0;
}
void name(Situation& s, DialogId dialog) {
  std::ranges::replace(s.showing, unnamed, dialog);
  std::ranges::replace(s.targets, unnamed, dialog);
}
bool is_left(const Situation& s) {
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) <= Fate::Optional) return true;
  return false;
}

template <class List>
void push_front(List& list, DialogId dialog) {
  list.push_back(dialog);
  std::rotate(list.begin(), list.end() - 1, list.end());
}
// Below all others, and a target of the sweep that has begun.
void put_below(Situation& s, DialogId dialog) {
  static_assert(Fate::Untouched == Fate{} && Fate::Optional > Fate::Untouched);
  if (s.showing.full()) return;
  push_front(s.showing, dialog);
  s.deeper = 0;
  s.fresh = static_cast<std::uint8_t>(s.fresh << 1);
  if (s.sweep != Sweep::Begun || s.targets.full()) return;
  push_front(s.targets, dialog);
  s.fates <<= 4;
}

void take_out(Situation& s, DialogId dialog) {
  const auto* const found = std::ranges::find(s.showing, dialog);
  if (found == s.showing.end()) return;
  const auto index = static_cast<unsigned>(found - s.showing.begin());
  const auto below = (1u << index) - 1;
  s.showing.erase(index);
  s.fresh = static_cast<std::uint8_t>((s.fresh & below) | (s.fresh >> 1 & ~below));
}

// It goes on with what stood below all that it had found; the dump that it took is for that, too.
void reopen_sweep(Situation& s) {
  if (s.sweep != Sweep::Over) return;
  s.sweep = Sweep::Begun;
  s.set(Flag::Dumped);
}

// What an act shows that a right call does only for it.
Modality shown_by(const Situation& s, const TraceItem& act) {
  if (const auto* decide = find_message<Decide>(act)) {
    if (decide->reason == Reason::DialogAtGate || decide->reason == Reason::ModalAsserted)
      return Modality::Dialog;
    const bool over_progress = decide->reason == Reason::ProgressAtGate ||
                               decide->reason == Reason::ProgressOutlivedBudget;
    return over_progress ? Modality::Progress : Modality::None;
  }
  if (const auto* warn = find_message<Warn>(act)) {
    const bool skips = warn->warning != Warning::PostSyncFailed;
    if (!skips || s.looks().modal()) return Modality::None;
    return s.has(Flag::Allows) ? Modality::Dialog : Modality::Progress;
  }
  const auto* given = find_message<Return>(act);
  const bool is_modal = given != nullptr && s.in(Method::IsModal) && given->value == 1;
  return is_modal ? Modality::Dialog : Modality::None;
}

bool captures_for_a_sweep(const TraceItem& act) {
  const auto* capture = find_message<Capture>(act);
  if (capture == nullptr) return false;
  const bool trips = capture->cause == Stage::Monitor && capture->artifact == Artifact::Screenshot;
  return trips || capture->cause == Stage::Sweep;
}

void take_of_each(TracedRuns& all, const auto& take) {
  take(all.ide);
  for (auto& run : all.runs) {
    take(run.situation);
    for (auto& each : run.earlier) take(each);
  }
}

}  // namespace

void TracedRuns::take_as_before(const RunItem& item, std::int64_t slack_ms,
                                const RunsJudge& judge) {
  const auto* opened = find_message<DialogOpened>(item.what);
  if (opened != nullptr && opened->modal) take_as_told(opened->dialog, slack_ms);
  if (holds<ProgressStarted>(item.what) && since_shown_ms <= slack_ms) forget_progress();
  if (holds<ProgressStarted, ProgressEnded>(item.what)) {
    progress_told = true;
    progress_shown = false;
  }
  if (holds<DialogOpened, ProgressStarted>(item.what)) modals_untold = false;
  if (holds<IndexingStarted, IndexingEnded>(item.what)) indexes_untold = false;
  const auto before = ide.modality();
  take_as_gone(item.what);
  take_as_shown(item.what);
  take_as_done(item, judge);
  if (ide.modality() != before) since_shown_ms = 0;
  const auto* given = find_message<Return>(item.what);
  auto* run = given == nullptr ? nullptr : owner_of(item);
  if (run != nullptr && indexes_untold && run->situation.in(Method::IsSmartMode))
    run->situation.put(Flag::WasDumb, given->value == 0);
}

// One that a look alone has shown: its line was written down behind the look, or it is gone.
void TracedRuns::forget_progress() {
  if (!std::exchange(progress_shown, false)) return;
  take_of_each(*this, [](Situation& s) { s.progress = 0; });
}
// Its line was written down behind the look that showed it.
void TracedRuns::take_as_told(DialogId dialog, std::int64_t slack_ms) {
  const bool is_it = since_shown_ms <= slack_ms;
  take_of_each(*this, [&](Situation& s) {
    if (is_it) {
      s.deeper = 0;
      name(s, dialog);
    }
    take_out(s, dialog);
  });
}

// Which of them it was that was shown without its name nobody knows.
void TracedRuns::take_as_gone(const TraceItem& what) {
  const auto* disposed = find_message<DialogDisposed>(what);
  if (disposed == nullptr && !holds<ProgressEnded>(what)) return;
  take_of_each(*this, [&](Situation& s) {
    const bool is_known = disposed == nullptr ? s.progress > 0 : knows(s, disposed->dialog);
    if (is_known) return;
    if (disposed != nullptr) name(s, disposed->dialog);
    s.deeper = 0;
  });
  if (disposed == nullptr) return;
  if (gone.size() == gone_max) gone.erase(gone.begin());
  gone.push_back(disposed->dialog);
}

// A look shows what stands, and that nothing else has stood since before the log begins.
void TracedRuns::take_as_shown(const TraceItem& look) {
  const auto* read = find_message<ModalityRead>(look);
  const auto* listed = find_message<DialogsListed>(look);
  if (read != nullptr && read->modality == Modality::None) forget_progress();
  const bool shows_progress = read != nullptr && read->modality == Modality::Progress &&
                              !progress_told && ide.progress == 0;
  if (read != nullptr && read->modality <= may_stand)
    take_of_each(*this, [&](Situation& s) {
      if (shows_progress) s.progress = 1;
      if (s.showing.empty()) s.deeper = read->modality == Modality::Dialog ? 1 : 0;
    });
  if (listed != nullptr && !listed->dialogs.empty() && may_stand == Modality::Dialog)
    take_of_each(*this, [&](Situation& s) {
      s.deeper = 0;
      for (const auto dialog : listed->dialogs) {
        if (!knows(s, dialog)) name(s, dialog);
        if (!knows(s, dialog) && !s.showing.full()) push_front(s.showing, dialog);
      }
    });
  const auto most = read != nullptr                                ? read->modality
                    : listed != nullptr && listed->dialogs.empty() ? Modality::Progress
                                                                   : Modality::Dialog;
  progress_shown = progress_shown || (shows_progress && ide.progress > 0);
  may_stand = std::min(may_stand, most);
}

// Where looks are not told, what is done about it shows it: until a call was let through because
// nothing stood. Which dialogs a sweep closes only its closes may tell.
void TracedRuns::take_as_done(const RunItem& item, const RunsJudge& judge) {
  auto* run = owner_of(item);
  if (run == nullptr || may_stand == Modality::None || (looks_untold && !modals_untold)) return;
  const auto own = judge.as_taken(*run, refresh_untold);
  if (looks_untold && holds<StartBody>(item.what) && !own.has(Flag::Allows))
    may_stand = Modality::None;
  const auto shown = looks_untold ? shown_by(own, item.what) : Modality::None;
  const auto* close = find_message<CloseDialog>(item.what);
  const bool shown_any = looks_untold || own.deeper > 0 || knows(own, unnamed);
  const bool closes = close != nullptr && may_stand == Modality::Dialog &&
                      (shown_any || run->sweeps_untold) && !knows(own, close->dialog) &&
                      std::ranges::count(gone, close->dialog) == 0;
  const bool shows = shown != Modality::None && !own.looks().has(shown);
  // One that stands without a name, and one below those that the sweep has closed.
  const bool captures = may_stand == Modality::Dialog && captures_for_a_sweep(item.what);
  const bool begins = captures && own.sweep == Sweep::Due && own.targets.empty() &&
                      own.showing.empty() && shown_any;
  const bool goes_on =
      (captures || closes) && run->sweeps_untold && own.sweep >= Sweep::Begun && !is_left(own);
  if (begins || closes) run->sweeps_untold = true;
  if (goes_on) reopen_sweep(run->situation);
  take_of_each(*this, [&](Situation& s) {
    if (shows && shown == Modality::Dialog) s.deeper = 1;
    if (shows && shown == Modality::Progress) s.progress = 1;
    if (begins || (goes_on && captures)) put_below(s, unnamed);
    if (!closes) return;
    name(s, close->dialog);
    s.deeper = 0;
    if (!knows(s, close->dialog)) put_below(s, close->dialog);
  });
}

}  // namespace conformance::modality
