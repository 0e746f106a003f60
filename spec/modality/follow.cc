#include "modality/follow.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <variant>

#include "port/visit.h"
#include "spec/modality/behaviour.h"

namespace spec::modality {

namespace {

constexpr std::uint8_t blocks_max = 8;

bool may_be_looked_at(const Situation& s, const Limits& limits) {
  if (s.phase == Phase::Body) return s.method != 0 || at_a_tick(s, limits);
  return under_way(s) && s.phase != Phase::Threw && s.phase != Phase::Decided;
}

// Happenings.

void begin(Situation& s, const Called& called, Revision revision) {
  if (s.phase != Phase::NotCalled) return;
  s.phase = Phase::Called;
  const auto& request = called.request;
  s.put(Flag::UnknownMode, request.defect == Defect::UnknownMode);
  s.put(Flag::FormerParameter, request.defect == Defect::FormerParameter);
  s.put(Flag::BadTimeout,
        request.defect == Defect::BadTimeout || request.body_timeout <= Duration::zero());
  s.put(Flag::FromEdt, request.from_edt);
  if (is_refused(s)) return;
  s.mode = request.mode;
  s.body_left = request.body_timeout.count();
  auto tuple = request.raw;
  tuple.sync_after = tuple.sync_documents;
  tuple.await_progress = false;
  for (const auto& profile : profiles)
    if (profile.mode == request.mode) tuple = tuple_of(profile, revision);
  s.put(Flag::Sweeps, tuple.close_on_start);
  s.put(Flag::Allows, tuple.allow_at_gate);
  s.put(Flag::Watches, tuple.close_while_running);
  s.put(Flag::Syncs, tuple.sync_documents);
  s.put(Flag::Smartens, tuple.wait_smart);
  s.put(Flag::Awaits, tuple.await_dispose);
  s.put(Flag::WaitsOut, tuple.await_progress);
  s.put(Flag::SyncsAfter, tuple.sync_after);
  s.put(Flag::RefusesProgress, tuple.progress == ProgressAtGate::Refuse);
  if (!tuple.close_on_start) return;
  s.sweep = Sweep::Due;
  s.put(Flag::AwaitsHere, tuple.await_dispose);
}

// The answer to a close that was given up says nothing of what runs now.
void on(Situation& s, const CloseAnswered& answered, const Limits&) {
  const auto place = place_of(s, answered.dialog);
  const auto fate = place < s.targets.size() ? s.fate(place) : Fate::Over;
  auto& running = s.running[static_cast<std::size_t>(answered.operation)];
  const bool of_another = fate != Fate::Asked && any_target(s, Fate::Asked);
  if (running != Running::Close || fate == Fate::GivenUp || of_another) return;
  running = Running::Nothing;
  if (place == s.targets.size()) return;
  if (answered.answer == CloseAnswer::Gone)
    s.put(place, Fate::Over);
  else if (fate == Fate::Asked)
    s.put(place, answered.answer == CloseAnswer::Accepted ? Fate::Accepted : Fate::Refused);
  if (s.phase != Phase::Decided) s.seen = {};
}

void on(Situation& s, const WriteEnded& ended, const Limits&) {
  auto& running = s.running[static_cast<std::size_t>(ended.operation)];
  if (!is_write(running)) return;
  s.look_age[0] = 0;
  if (s.phase < Phase::Decided && !s.has(Flag::Abandoned)) {
    s.written = running;
    s.seen = {};
  }
  running = Running::Nothing;
}

void on(Situation& s, const SmartReached& reached, const Limits&) {
  auto& running = s.running[static_cast<std::size_t>(reached.operation)];
  if (running != Running::AwaitSmart) return;
  running = Running::Nothing;
  if (s.phase >= Phase::Decided) return;
  s.set(Flag::Reached);
  s.seen = {};
}

// After the body has returned no failure will count it.
bool will_be_counted(const Situation& s) {
  return s.phase != Phase::Returned && (s.phase != Phase::Decided || s.reason != Reason::None);
}

void on(Situation& s, const Captured& captured, const Limits&) {
  if (!captures(s, captured.artifact)) return;
  end_capture(s, captured.artifact);
  if (will_be_counted(s) && s.artifacts < 255) ++s.artifacts;
}

void start_monitor(Situation& s) {
  if (armed(s)) {
    if (s.watch != Watch::ByBlock) s.watch = Watch::Twice;
  } else {
    const bool by_block = s.watch == Watch::InBlock || s.watch == Watch::LeftOff;
    const auto alone = by_block ? Watch::ByBlock : Watch::ByMethod;
    arm(s, s.watch == Watch::Allowed ? Watch::AfterAllow : alone);
  }
  s.restore = 0;
}

void enter_block(Situation& s) {
  if (s.blocks == blocks_max) return;
  ++s.blocks;
  if (!armed(s)) return;
  s.restore = s.blocks;
  arm(s, Watch::InBlock);
}

void leave_block(Situation& s) {
  if (s.blocks == 0) return;
  if (s.restore == s.blocks) {
    arm(s, Watch::ByBlock);
    s.restore = 0;
  } else if (s.watch == Watch::Off) {
    s.watch = Watch::LeftOff;
  }
  --s.blocks;
}

// One that cannot be: a block too deep, or an end without a beginning.
bool is_impossible(const Situation& s, Method method) {
  return (method == Method::EnterModalDialogAllowed && s.blocks == blocks_max) ||
         (method == Method::LeaveModalDialogAllowed && s.blocks == 0);
}

void on(Situation& s, const MethodCalled& called, const Limits&) {
  const auto method = called.method.method;
  if (s.phase != Phase::Body || s.method != 0 || is_impossible(s, method)) {
    s.set(Flag::Refusal);
    s.refused = called.call.value;
    return;
  }
  end_step(s);
  s.method = static_cast<std::uint8_t>(static_cast<std::uint8_t>(method) + 1);
  s.call = called.call.value;
  switch (method) {
    case Method::CloseModalDialogs:
      s.sweep = Sweep::Due;
      s.put(Flag::AwaitsHere, called.method.await_dispose);
      return;
    case Method::MonitorAndCloseModalDialogs: return start_monitor(s);
    case Method::AllowModalDialog: return arm(s, Watch::Allowed), void(s.restore = 0);
    case Method::EnterModalDialogAllowed: return enter_block(s);
    case Method::LeaveModalDialogAllowed: return leave_block(s);
    case Method::SyncDocuments:
      s.put(Flag::Force, called.method.force);
      s.put(Flag::ProjectOnly, called.method.project_only);
      return;
    case Method::SaveProject:
    case Method::WaitForSmartMode:
    case Method::AssertNonModal:
    case Method::IsModal:
    case Method::IsSmartMode:
    case Method::AwaitProgress: return;
  }
}

void on(Situation& s, const BodyReturned&, const Limits&) {
  if (s.phase == Phase::Body) {
    s.put(Flag::Abandoned, !nothing_runs(s));
    s.artifacts = 0;
    return end_body(s, Phase::Returned);
  }
  if (s.phase == Phase::Decided) s.put(Flag::LateReturn, tripped(s));
}
void on(Situation& s, const BodyThrew& threw, const Limits&) {
  if (s.phase != Phase::Body) return;
  end_body(s, Phase::Threw);
  s.text = threw.text.value;
  s.put(Flag::NeedsIndex, threw.index_not_ready);
}

void on(Situation& s, const DialogDisposed& disposed, const Limits& limits) {
  const auto* const found = std::find(s.showing.begin(), s.showing.end(), disposed.dialog);
  if (found == s.showing.end()) {
    if (s.deeper > 0) --s.deeper;
    return;
  }
  const auto index = static_cast<unsigned>(found - s.showing.begin());
  s.showing.erase(index);
  const unsigned below = (1u << index) - 1;
  s.fresh = static_cast<std::uint8_t>((s.fresh & below) | (s.fresh >> 1 & ~below));
  if (s.phase == Phase::Body && armed(s)) s.set(Flag::Blinked);
  s.put(Flag::Provisional, s.modality() != Modality::Dialog && may_be_looked_at(s, limits));
  if (s.sweep == Sweep::Due && s.phase != Phase::Decided && !s.targets.full()) {
    s.targets.push_back(disposed.dialog);
    s.put(s.targets.size() - 1, Fate::Optional);
    return;
  }
  const auto place = place_of(s, disposed.dialog);
  if (place == s.targets.size()) return;
  const auto fate = s.fate(place);
  if (fate == Fate::Untouched) s.put(place, Fate::Optional);
  if (fate == Fate::Asked || fate == Fate::Accepted || fate == Fate::GivenUp)
    s.put(place, Fate::Closed);
  if (s.phase != Phase::Decided && !s.in(Method::AwaitProgress)) s.seen = {};
}

void on(Situation& s, const Cancelled&, const Limits&) {
  if (!under_way(s)) return;
  s.set(s.phase == Phase::Decided ? Flag::LateWithdrawal : Flag::Withdrawn);
}

// What an answer shows counts at its instant, whenever the look was asked.
void end_look(Situation& s, OperationId operation, const Limits& limits) {
  const auto lane = static_cast<std::size_t>(operation);
  const auto was = s.looking[lane];
  if (was == Look::Nothing) return;
  // One that is answered in the instant of its tick needs no mark, unless it shows a dialog.
  const bool shows = at_a_tick(s, limits) && s.modality() == Modality::Dialog;
  const bool late = was == Look::AtTick && (s.look_age[lane] > 0 || shows);
  s.looking[lane] = Look::Nothing;
  s.look_age[lane] = 0;
  if (operation == OperationId::Main) return;
  if (late && s.phase == Phase::Body) s.set(Flag::Answered), s.at_tick.add(s.modality());
  if (shows_beside_write(s)) s.look_age[0] = limits.poll_period.count();
}
void on(Situation& s, const ModalityRead& read, const Limits& limits) {
  end_look(s, read.operation, limits);
}
void on(Situation& s, const DialogsListed& listed, const Limits& limits) {
  end_look(s, listed.operation, limits);
}
void on(Situation& s, const SmartRead& read, const Limits& limits) {
  end_look(s, read.operation, limits);
}

// Timers, and what else is a moment and no more.
void on(Situation&, const auto&, const Limits&) {}

// Time.

std::int32_t later(std::int32_t age, std::int32_t span, std::int32_t most) {
  return age < most - span ? age + span : most;
}
std::int32_t beyond(Duration bound) {
  constexpr auto top = std::numeric_limits<std::int32_t>::max();
  return bound.count() < top ? bound.count() + 1 : top;
}

// A note comes with a poll, and none comes while a look is unanswered: of such a time nothing
// counts behind the period, so that what is overdue has a poll from the answer on.
std::int32_t note_age_max(const Situation& s, const Limits& limits) {
  if (!awaits_look(s)) return beyond(limits.note_period + limits.poll_period);
  return std::max(s.note_age, limits.note_period.count() - 1);
}

void wait_on(Situation& s, std::int32_t span, const Limits& limits) {
  const bool froze = s.modality() == Modality::Progress;
  const auto poll = next_poll(s, limits);
  s.age = later(s.age, span, beyond(limits.wait_budget));
  s.note_age = later(s.note_age, span, note_age_max(s, limits));
  if (poll < s.age) s.put(Flag::Froze, froze);
  // What a look that is under way has not told yet may be the gate's, or what comes behind it.
  if (!awaits_look(s)) {
    s.seen = {};
    s.clear(Flag::Polled);
  }
}

void step_on(Situation& s, std::int32_t span, const Limits& limits) {
  if (sweep_is_open(s)) {
    const bool open = s.sweep == Sweep::Begun && !sweep_is_over(s);
    if (open && !captures(s)) s.age = later(s.age, span, beyond(limits.dispose_bound));
    if (open || s.phase == Phase::Decided || s.looking[0] == Look::Listing) return;
    if (!awaits_listing(s)) leave_sweep(s);
  }
  if (waits_out(s, limits)) return wait_on(s, span, limits);
  if (syncs(s) && sync_begun(s)) s.age = later(s.age, span, beyond(limits.sync_bound));
  if (runs(s, Running::AwaitSmart)) s.age = later(s.age, span, beyond(limits.smart_bound));
}

void watch_on(Situation& s, std::int32_t span, const Limits& limits) {
  const auto period = limits.monitor_period.count();
  s.at_tick = {};
  const auto age = static_cast<std::int64_t>(s.tick_age) + span;
  // Where looks are not told, a tick's may be answered at any time behind it.
  s.put(Flag::Answered, s.has(Flag::LooksUntold) && (s.has(Flag::Answered) || age > period));
  if (age > period) {
    s.clear(Flag::Blinked);
    if (s.watch < Watch::Twice) s.watch = Watch::Plain;
  }
  s.tick_age = static_cast<std::int32_t>(age > period ? (age - 1) % period + 1 : age);
}

// Whether the age of a look goes on in a lane though none was told.
bool may_look(const Situation& s, const Limits& limits, OperationId lane) {
  if (lane == OperationId::Monitor)
    return s.has(Flag::LooksUntold) && s.has(Flag::Answered) && s.modality() == Modality::Dialog;
  if (shows_beside_write(s)) return !is_asked(s, OperationId::Monitor);
  // A close of the sweep has the bound of a look.
  if (s.sweep == Sweep::Begun && runs(s, Running::Close)) return true;
  if (!s.has(Flag::LooksUntold)) return false;
  if (awaits_listing(s)) return true;
  const bool waits = waits_out(s, limits) && s.age < limits.wait_budget.count();
  return is_looking(s) && (!waits || s.modality() == Modality::Dialog);
}
void look_on(Situation& s, std::int32_t span, const Limits& limits) {
  const int looks = s.has(Flag::LooksUntold) ? untold_looks_max : 1;
  const auto most = beyond(looks * limits.look_bound + limits.monitor_period + limits.poll_period);
  for (const auto lane : {OperationId::Main, OperationId::Monitor}) {
    auto& age = s.look_age[static_cast<std::size_t>(lane)];
    age = is_asked(s, lane) || may_look(s, limits, lane) ? later(age, span, most) : 0;
  }
}

void on(Situation& s, const TimePassed& passed, const Limits& limits) {
  const auto span = passed.span.count();
  s.clear(Flag::StrangerEnded);
  if (span <= 0 || !under_way(s)) return;
  look_on(s, span, limits);
  if (captures(s)) s.capture_age = later(s.capture_age, span, beyond(limits.capture_bound));
  step_on(s, span, limits);
  if (s.phase != Phase::Body) return;
  s.body_left = std::max(0, s.body_left - span);
  if (armed(s)) watch_on(s, span, limits);
}

// The rest of the IDE.

void on(Situation& s, const DialogOpened& opened, const Limits&) {
  if (!opened.modal) return s.set(Flag::NonModal);
  if (s.showing.full()) {
    s.showing.erase(0);
    s.fresh >>= 1;
    if (s.deeper < 255) ++s.deeper;
  }
  s.showing.push_back(opened.dialog);
  if (s.sweep == Sweep::Due)
    s.fresh = static_cast<std::uint8_t>(s.fresh | 1u << (s.showing.size() - 1));
}
void on(Situation& s, const ProgressStarted&, const Limits&) {
  if (s.progress < 255) ++s.progress;
}
void on(Situation& s, const ProgressEnded&, const Limits&) {
  if (s.progress > 0) --s.progress;
}
void on(Situation& s, const IndexingStarted&, const Limits&) { s.set(Flag::Dumb); }
void on(Situation& s, const IndexingEnded&, const Limits&) { s.clear(Flag::Dumb); }
void on(Situation& s, const ImportFinished&, const Limits&) { s.set(Flag::Imported); }

void on(Situation& s, const EditWaits&, const Limits&) {
  if (s.phase == Phase::Body) s.set(Flag::EditWaits);
}

void on(Situation& s, const DocumentTouched& touched, const Limits&) {
  if (touched.by == TouchedBy::Edit) s.clear(Flag::EditWaits);
  if (s.phase >= Phase::Decided) return;
  auto& bits = s.documents[static_cast<std::size_t>(touched.document)];
  unsigned next = bits & (document::touched | document::edited);
  const auto add = [&](bool is, std::uint8_t bit) { next |= is ? bit : 0u; };
  add(touched.uncommitted, document::uncommitted);
  add(touched.modified, document::modified);
  add(touched.stale, document::stale);
  add(touched.lacking, document::lacking);
  const bool by_body = touched.by == TouchedBy::Edit && s.phase == Phase::Body;
  add(by_body && s.has(Flag::SyncsAfter), document::edited);
  const bool meanwhile = s.phase == Phase::Returned || (syncs(s) && sync_begun(s));
  add(touched.by != TouchedBy::Write && meanwhile, document::touched);
  bits = static_cast<std::uint8_t>(next);
}

// Facts of an IDE that nobody will look at any more change nothing.
bool is_past(const Situation& s) {
  return s.phase == Phase::Ended || (s.phase == Phase::Decided && !tripped(s));
}

}  // namespace

void follow(Situation& s, const Happening& what, const Limits& limits, Revision revision) {
  confirm(s, limits);
  s.clear(Flag::Provisional);
  // What is the run's own follows a look, where none is told; a dialog goes at any time.
  if (s.has(Flag::LooksUntold) && !std::holds_alternative<DialogDisposed>(what)) s.look_age[0] = 0;
  if (const auto* called = std::get_if<Called>(&what)) begin(s, *called, revision);
  port::visit([&](const auto& it) { on(s, it, limits); }, what);
  settle_sweep(s);
}

void follow(Situation& s, const Fact& fact, const Limits& limits) {
  const auto* const opened = std::get_if<DialogOpened>(&fact);
  if (opened == nullptr || !s.has(Flag::Provisional)) confirm(s, limits);
  s.clear(Flag::Provisional);
  if (is_past(s) && !std::holds_alternative<TimePassed>(fact)) return;
  port::visit([&](const auto& it) { on(s, it, limits); }, fact);
}

}  // namespace spec::modality
