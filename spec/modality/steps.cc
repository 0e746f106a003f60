#include "modality/follow.h"

namespace spec::modality {
namespace {

void forget_sweep(Situation& s) {
  s.targets.clear();
  s.fates = 0;
  s.fresh = 0;
  s.sweep = Sweep::None;
}

}  // namespace

bool is_looking(const Situation& s) {
  switch (s.phase) {
    case Phase::Called: return !is_refused(s);
    case Phase::Gate: return s.sweep != Sweep::Begun || sweep_is_over(s);
    case Phase::Sync:
    case Phase::Smart:
    case Phase::Returned: return nothing_runs(s);
    case Phase::Body:
      return s.method != 0 && s.method <= static_cast<std::uint8_t>(Method::AwaitProgress) + 1 &&
             !s.in(Method::CloseModalDialogs) && !s.in(Method::MonitorAndCloseModalDialogs) &&
             nothing_runs(s);
    case Phase::NotCalled:
    case Phase::Ready:
    case Phase::Threw:
    case Phase::Decided:
    case Phase::Ended: return false;
  }
  return false;
}

void confirm(Situation& s, const Limits& limits) {
  if (is_looking(s)) {
    s.seen.add(s.modality());
    if (s.in(Method::AwaitProgress) || s.has(Flag::WaitsOut)) {
      if (s.modality() == Modality::Progress) s.set(Flag::Froze);
    }
    if (s.in(Method::IsSmartMode)) s.set(s.has(Flag::Dumb) ? Flag::WasDumb : Flag::WasSmart);
  }
  if (s.phase == Phase::Body && at_a_tick(s, limits)) s.at_tick.add(s.modality());
}

void end_step(Situation& s) {
  forget_sweep(s);
  s.age = s.note_age = 0;
  s.seen = {};
  s.written = Running::Nothing;
  for (auto& bits : s.documents)
    bits = static_cast<std::uint8_t>(bits & ~unsigned{document::touched});
  s.closed.clear();
  for (const auto flag :
       {Flag::Dumped, Flag::Shot, Flag::Reached, Flag::ReportedWait, Flag::WarnedSync,
        Flag::WarnedSmart, Flag::AwaitsHere, Flag::Force, Flag::ProjectOnly, Flag::Froze,
        Flag::WasSmart, Flag::WasDumb, Flag::Provisional})
    s.clear(flag);
}

void begin_sweep(Situation& s) {
  if (s.sweep != Sweep::Due) return;
  if (s.phase == Phase::Decided) {
    s.targets.clear();
    s.fates = 0;
  }
  for (std::size_t i = 0; i < s.showing.size(); ++i) {
    if (s.targets.full()) {
      s.targets.erase(0);
      s.fates >>= 4;
    }
    const bool fresh = (s.fresh >> i & 1u) != 0;
    s.targets.push_back(s.showing[i]);
    s.put(s.targets.size() - 1, fresh ? Fate::Optional : Fate::Untouched);
  }
  s.fresh = 0;
  s.sweep = Sweep::Begun;
}

void give_up_close(Situation& s) {
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) == Fate::Asked || (s.has(Flag::AwaitsHere) && s.fate(i) == Fate::Accepted))
      s.put(i, Fate::GivenUp);
}

void settle_sweep(Situation& s) {
  if (s.sweep != Sweep::Begun) return;
  if (!closing(s) || captures(s)) s.age = 0;
  for (std::size_t i = 0; i < s.targets.size(); ++i)
    if (s.fate(i) != Fate::Over) return;
  forget_sweep(s);
  s.sweep = Sweep::Over;
  if (s.phase == Phase::Decided) return;
  s.clear(Flag::Dumped);
  s.clear(Flag::Shot);
  s.seen = {};
}

void leave_sweep(Situation& s) {
  if (!sweep_is_open(s)) return;
  forget_sweep(s);
  s.sweep = Sweep::Over;
  s.clear(Flag::Dumped);
  s.clear(Flag::Shot);
}

void leave_gate(Situation& s, Phase next) {
  const bool warned_sync = s.has(Flag::WarnedSync), warned_smart = s.has(Flag::WarnedSmart);
  end_step(s);
  s.put(Flag::WarnedSync, warned_sync);
  s.put(Flag::WarnedSmart, warned_smart);
  s.clear(Flag::Sweeps);
  s.clear(Flag::WaitsOut);
  s.clear(Flag::RefusesProgress);
  s.phase = next;
}

void arm(Situation& s, Watch watch) {
  s.watch = watch;
  s.tick_age = 0;
  s.at_tick = {};
  s.clear(Flag::Blinked);
  s.clear(Flag::Answered);
  // What an older tick has asked says nothing any more.
  if (s.looking[1] == Look::AtTick) s.looking[1] = Look::Asked;
}

void cut_captures(Situation& s) { s.cut = s.capturing; }

void end_capture(Situation& s, Artifact artifact) {
  const auto others = ~unsigned{bit_of(artifact)};
  s.capturing = static_cast<std::uint8_t>(s.capturing & others);
  s.cut = static_cast<std::uint8_t>(s.cut & others);
  if (!captures(s)) s.capture_age = 0;
}

void end_body(Situation& s, Phase next) {
  const bool cut = s.sweep == Sweep::Begun || s.phase != Phase::Body;
  const auto targets = cut ? s.targets : decltype(s.targets){};
  const auto fates = cut ? s.fates : 0;
  end_step(s);
  s.targets = targets;
  s.fates = fates;
  s.method = s.call = 0;
  s.blocks = s.restore = 0;
  arm(s, Watch::Off);
  s.body_left = 0;
  s.clear(Flag::BodyRuns);
  cut_captures(s);
  s.phase = next;
}

}  // namespace spec::modality
