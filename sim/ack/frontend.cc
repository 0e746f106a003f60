#include "sim/ack/frontend.h"

#include <algorithm>

#include <fmt/format.h>

#include "port/check.h"

namespace sim::ack {
namespace {

// A request that no call of these worlds has.
constexpr RequestId other_request{200};
constexpr TextId refusal{1};

std::uint16_t bit(SubjectId subject) {
  CHECK(subject.value < 16);
  return static_cast<std::uint16_t>(1u << subject.value);
}

// A subject may ask after what there is not.
bool is_in(std::uint16_t set, SubjectId subject) {
  return subject != no_subject && (set & bit(subject)) != 0;
}

bool pushes(EffectKind kind) {
  return kind == EffectKind::PushState || kind == EffectKind::PushTabs ||
         kind == EffectKind::Confirm;
}

// Round trips alone can be answered in another way.
bool is_reply(Behaviour behaviour) {
  switch (behaviour) {
    case Behaviour::Refuses:
    case Behaviour::RepliesToOther:
    case Behaviour::RepliesTwice:
    case Behaviour::RepliesLate: return true;
    case Behaviour::Responsive:
    case Behaviour::Slow:
    case Behaviour::Stalled:
    case Behaviour::Drops:
    case Behaviour::NoListener:
    case Behaviour::Silent:
    case Behaviour::Unchanged:
    case Behaviour::OtherDialog: break;
  }
  return false;
}

}  // namespace

bool applies(Behaviour behaviour, const Effect& effect, bool round_trip) {
  if (is_reply(behaviour)) return round_trip;
  if (behaviour == Behaviour::Unchanged) return pushes(effect.kind);
  if (behaviour == Behaviour::OtherDialog) return effect.kind == EffectKind::OpenDialog;
  return true;
}

bool matters(Background what, const Plan& plan, const Frontend& frontend, bool store_exists) {
  const bool about_dialog = is_soft_dialog(plan, frontend.about);
  switch (what) {
    case Background::PushLeft:
    case Background::PushRight:
    case Background::PushTabs:
    case Background::PushUnknown:
    case Background::MoveFocus:
    case Background::Restarts: return true;
    case Background::ViewerOpens: return frontend.viewers < viewers_max;
    case Background::ViewerCloses: return frontend.viewers > 0;
    case Background::SettingsOpens: return (frontend.windows & bit(plan.settings)) == 0;
    case Background::SettingsCloses: return (frontend.windows & bit(plan.settings)) != 0;
    case Background::DialogOpens:
      return about_dialog && (frontend.shown & bit(frontend.about)) == 0;
    case Background::DialogCloses:
      return about_dialog && (frontend.shown & bit(frontend.about)) != 0;
    case Background::StoreComes: return !store_exists;
    case Background::TrackerComes: return !frontend.has_tracker;
    case Background::WindowsCome: return !frontend.has_windows;
  }
  return false;
}

void FrontendTurn::start(const Start& begin, Notices& out) {
  CHECK(begin.viewers <= viewers_max);
  if (begin.windows) {
    frontend_.has_windows = true;
    out.push_back(Fact(WindowsReady{}));
  }
  if (begin.tracker) {
    frontend_.has_tracker = true;
    out.push_back(Fact(TrackerReady{}));
  }
  if (begin.settings) open_window(no_call, plan_.settings, out);
  for (std::uint8_t i = 0; i < begin.viewers; ++i) open_window(no_call, plan_.viewer, out);
  if (begin.dialog && is_soft_dialog(plan_, frontend_.about)) {
    frontend_.shown |= bit(frontend_.about);
    track(no_call, frontend_.about, true, out);
  }
}

void FrontendTurn::hear(std::size_t index, Behaviour behaviour) {
  frontend_.actions[index].behaviour = behaviour;
  frontend_.actions[index].told = true;
  if (behaviour == Behaviour::Stalled) frontend_.stalled = true;
  const bool unheard =
      frontend_.stalled || behaviour == Behaviour::Drops || behaviour == Behaviour::NoListener;
  if (unheard) return;
  frontend_.actions[index].withheld = frontend_.blocked;
  if (!frontend_.blocked) expect_processing(index);
}

void FrontendTurn::expect_processing(std::size_t index) {
  const bool slow = frontend_.actions[index].behaviour == Behaviour::Slow;
  agenda_.schedule(due(index, Due::Process), slow ? plan_.latencies.slow : plan_.latencies.process);
}

void FrontendTurn::block(bool blocked) {
  frontend_.blocked = blocked;
  for (std::size_t index = 0; index < calls_max; ++index) {
    bool& withheld = frontend_.actions[index].withheld;
    if (blocked && agenda_.pending(due(index, Due::Process))) {
      withheld = true;
      agenda_.cancel(due(index, Due::Process));
    } else if (!blocked && withheld) {
      withheld = false;
      expect_processing(index);
    }
  }
}

void FrontendTurn::process(std::size_t index, const Effect& effect, std::uint8_t outcome,
                           Notices& out) {
  Action& action = frontend_.actions[index];
  action.outcome = outcome;
  // There is nothing to confirm. A round trip is told so.
  if (effect.kind == EffectKind::Confirm && (frontend_.shown & bit(effect.subject)) == 0) {
    if (action.request == 0) return;
    action.behaviour = Behaviour::Refuses;
  }
  const bool carries_out =
      action.behaviour != Behaviour::OtherDialog && action.behaviour != Behaviour::Refuses;
  if (carries_out) {
    action.changed = true;
    out.push_back(Fact(Processed{id_of(index)}));
    change(index, effect, out);
  }
  if (action.behaviour == Behaviour::Silent) return;
  const bool late = action.behaviour == Behaviour::RepliesLate;
  agenda_.schedule(due(index, Due::Notify), late ? plan_.latencies.late : plan_.latencies.notify);
}

// What shows at once, without being told to the backend.
void FrontendTurn::change(std::size_t index, const Effect& effect, Notices& out) {
  const CallId by = id_of(index);
  switch (effect.kind) {
    case EffectKind::OpenDialog: frontend_.shown |= bit(effect.subject); break;
    case EffectKind::CloseDialog:
    case EffectKind::Confirm:
      frontend_.shown = static_cast<std::uint16_t>(frontend_.shown & ~bit(effect.subject));
      break;
    case EffectKind::OpenWindow: open_window(by, effect.subject, out); break;
    case EffectKind::CloseWindow:
    case EffectKind::CloseViewer: close_window(by, effect.subject, out); break;
    case EffectKind::CloseViewers:
      while (frontend_.viewers > 0) close_window(by, effect.subject, out);
      break;
    case EffectKind::OpenFile:
      if (frontend_.actions[index].outcome == 1) open_window(by, plan_.viewer, out);
      break;
    case EffectKind::None:
    case EffectKind::PushState:
    case EffectKind::PushTabs:
    case EffectKind::FocusWindow: break;
  }
}

void FrontendTurn::notify(std::size_t index, const Effect& effect, Notices& out) {
  report(index, effect, out);
  if (frontend_.actions[index].request != 0) reply(index, out);
}

void FrontendTurn::report(std::size_t index, const Effect& effect, Notices& out) {
  const Action& action = frontend_.actions[index];
  const CallId by = id_of(index);
  const bool unchanged = action.behaviour == Behaviour::Unchanged;
  const auto push = [&](PushKind kind) {
    if (!unchanged) out.push_back(Heard{by, Happening{Pushed{Pane::Left, kind}}});
  };
  if (action.behaviour == Behaviour::OtherDialog) {
    // Any other one.
    std::uint8_t other = 0;
    while (!is_soft_dialog(plan_, {other}) || other == effect.subject.value) ++other;
    frontend_.shown |= bit({other});
    return track(by, {other}, true, out);
  }
  if (!action.changed) return;
  switch (effect.kind) {
    case EffectKind::PushState: push(PushKind::State); break;
    case EffectKind::PushTabs: push(PushKind::Tabs); break;
    case EffectKind::OpenDialog: track(by, effect.subject, true, out); break;
    case EffectKind::CloseDialog: track(by, effect.subject, false, out); break;
    case EffectKind::Confirm:
      track(by, effect.subject, false, out);
      push(PushKind::State);
      break;
    case EffectKind::OpenFile:
      if (action.outcome == 0) push(PushKind::State);
      break;
    case EffectKind::None:
    case EffectKind::OpenWindow:
    case EffectKind::FocusWindow:
    case EffectKind::CloseWindow:
    case EffectKind::CloseViewer:
    case EffectKind::CloseViewers: break;
  }
}

void FrontendTurn::reply(std::size_t index, Notices& out) {
  const Action& action = frontend_.actions[index];
  const bool refuses = action.behaviour == Behaviour::Refuses;
  const bool astray = action.behaviour == Behaviour::RepliesToOther;
  const RequestId request = astray ? other_request : RequestId{action.request};
  out.push_back(
      Heard{id_of(index), Happening{Replied{request, !refuses, refuses ? refusal : TextId{}}}});
  if (action.behaviour == Behaviour::RepliesTwice)
    agenda_.schedule(due(index, Due::Echo), plan_.latencies.late);
}

void FrontendTurn::echo(std::size_t index, Notices& out) {
  out.push_back(
      Heard{id_of(index), Happening{Replied{{frontend_.actions[index].request}, true, {}}}});
}

void FrontendTurn::track(CallId by, SubjectId dialog, bool open, Notices& out) {
  const bool held = (frontend_.tracked & bit(dialog)) != 0;
  if (!frontend_.has_tracker || held == open) return;
  frontend_.tracked = static_cast<std::uint16_t>(frontend_.tracked ^ bit(dialog));
  out.push_back(Fact(TrackerTold{by, dialog, open}));
}

void FrontendTurn::open_window(CallId by, SubjectId window, Notices& out) {
  if (window == plan_.viewer) {
    if (frontend_.viewers == viewers_max) return;
    ++frontend_.viewers;
  } else {
    if ((frontend_.windows & bit(window)) != 0) return;
    frontend_.windows |= bit(window);
  }
  out.push_back(Fact(WindowOpened{by, window}));
}

void FrontendTurn::close_window(CallId by, SubjectId window, Notices& out) {
  if (window == plan_.viewer) {
    if (frontend_.viewers == 0) return;
    --frontend_.viewers;
  } else {
    if ((frontend_.windows & bit(window)) == 0) return;
    frontend_.windows = static_cast<std::uint16_t>(frontend_.windows & ~bit(window));
  }
  out.push_back(Fact(WindowClosed{by, window}));
}

void FrontendTurn::happen(Background what, Notices& out) {
  const auto push = [&](Pane pane, PushKind kind) {
    out.push_back(Heard{no_call, Happening{Pushed{pane, kind}}});
  };
  switch (what) {
    case Background::PushLeft: return push(Pane::Left, PushKind::State);
    case Background::PushRight: return push(Pane::Right, PushKind::State);
    case Background::PushTabs: return push(Pane::Right, PushKind::Tabs);
    case Background::PushUnknown: return push(Pane::Unknown, PushKind::State);
    case Background::MoveFocus:
      out.push_back(Heard{no_call, Happening{FocusMoved{Pane::Right}}});
      return;
    case Background::StoreComes: out.push_back(Heard{no_call, Happening{StoreReady{}}}); return;
    case Background::ViewerOpens: return open_window(no_call, plan_.viewer, out);
    case Background::ViewerCloses: return close_window(no_call, plan_.viewer, out);
    case Background::SettingsOpens: return open_window(no_call, plan_.settings, out);
    case Background::SettingsCloses: return close_window(no_call, plan_.settings, out);
    case Background::DialogOpens:
    case Background::DialogCloses:
      frontend_.shown = static_cast<std::uint16_t>(frontend_.shown ^ bit(frontend_.about));
      return track(no_call, frontend_.about, what == Background::DialogOpens, out);
    case Background::TrackerComes:
      frontend_.has_tracker = true;
      out.push_back(Fact(TrackerReady{}));
      return;
    case Background::WindowsCome:
      frontend_.has_windows = true;
      out.push_back(Fact(WindowsReady{}));
      return;
    case Background::Restarts: return restart(out);
  }
}

// The tracker is the backend's: nobody tells it that the dialogs have gone.
void FrontendTurn::restart(Notices& out) {
  out.push_back(Fact(FrontendRestarted{}));
  for (std::size_t index = 0; index < calls_max; ++index)
    for (const Due what : {Due::Process, Due::Notify, Due::Echo}) agenda_.cancel(due(index, what));
  close_window(no_call, plan_.settings, out);
  while (frontend_.viewers > 0) close_window(no_call, plan_.viewer, out);
  for (auto& action : frontend_.actions) action.withheld = false;
  frontend_.shown = 0;
  frontend_.stalled = false;
}

Reading FrontendTurn::read(const Probe& probe) const {
  if (probe.kind == ProbeKind::SoftDialog) {
    if (!frontend_.has_tracker) return {};
    return {true, is_in(frontend_.tracked, probe.subject) ? 1u : 0u};
  }
  if (!frontend_.has_windows) return {};
  if (probe.subject == plan_.viewer) return {true, frontend_.viewers};
  return {true, is_in(frontend_.windows, probe.subject) ? 1u : 0u};
}

std::size_t alternatives_of(const Plan& plan, std::size_t which) {
  constexpr std::size_t ways_to_open = 3;
  if (which == slot::call) return plan.calls.size();
  if (which == slot::start) return plan.starts.size();
  if (which == slot::second) return plan.second.size();
  if (which == slot::background) return plan.background.size();
  if (which > slot::background) return 1;
  const auto what = static_cast<Due>(which % slot::per_call);
  if (what == Due::Dispatch) return behaviours_of(plan, which / slot::per_call).size();
  return what == Due::Process ? ways_to_open : 1;
}

bool may_happen(const Plan& plan, const Frontend& frontend, const Chosen& chosen, bool store_exists,
                std::size_t which, std::size_t alternative) {
  if (which == slot::background)
    return matters(plan.background[alternative], plan, frontend, store_exists);
  if (which >= slot::call) return true;
  const std::size_t index = which / slot::per_call;
  const auto& effect = call_of(plan, chosen, index).effect;
  const auto what = static_cast<Due>(which % slot::per_call);
  if (what == Due::Process) return alternative == 0 || effect.kind == EffectKind::OpenFile;
  if (what != Due::Dispatch) return true;
  // A frontend that stands still treats all alike: the first alternative stands for them.
  if (frontend.stalled) return alternative == 0;
  const auto& met = behaviours_of(plan, index);
  const bool round_trip = frontend.actions[index].request != 0;
  if (applies(met[alternative], effect, round_trip)) return true;
  const auto applicable = [&](Behaviour each) { return applies(each, effect, round_trip); };
  return alternative == 0 && std::ranges::none_of(met, applicable);
}

}  // namespace sim::ack
