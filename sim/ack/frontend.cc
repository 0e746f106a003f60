#include "sim/ack/frontend.h"

#include <algorithm>
#include <utility>

#include "port/check.h"

namespace sim::ack {
namespace {

// A request that no call of these worlds has: another one for each.
RequestId request_beside(std::uint8_t request) { return {200u + request}; }

// Of an error reply.
constexpr TextId refusal_text{1};
Refusal refusal_of(Behaviour behaviour) {
  if (behaviour == Behaviour::NothingToDo) return Refusal::NothingToDo;
  if (behaviour == Behaviour::IsBlocked) return Refusal::Blocked;
  return behaviour == Behaviour::RepliesGarbage ? Refusal::Malformed : Refusal::Other;
}
bool refuses(Behaviour behaviour) {
  return behaviour == Behaviour::Refuses || behaviour == Behaviour::NothingToDo ||
         behaviour == Behaviour::IsBlocked;
}

bool pushes(EffectKind kind) {
  return kind == EffectKind::PushState || kind == EffectKind::PushTabs ||
         kind == EffectKind::Confirm;
}

// Round trips alone can be answered in another way.
bool is_reply(Behaviour behaviour) {
  return behaviour >= Behaviour::Refuses && behaviour <= Behaviour::IsBlocked;
}

// `action` says how a file is opened, and whether all stays as it was.
bool changes_panes(const Effect& effect, const Action& action) {
  if (action.behaviour == Behaviour::Unchanged) return false;
  return pushes(effect.kind) || (effect.kind == EffectKind::OpenFile && action.outcome == 0);
}

bool replies_first(Behaviour behaviour) {
  return behaviour == Behaviour::RepliesEarly || behaviour == Behaviour::RepliesAlone;
}

}  // namespace

bool applies(Behaviour behaviour, const Effect& effect, bool round_trip) {
  if (is_reply(behaviour)) return round_trip;
  if (behaviour == Behaviour::Unchanged) return pushes(effect.kind);
  if (behaviour == Behaviour::OtherDialog) return effect.kind == EffectKind::OpenDialog;
  if (behaviour == Behaviour::ClosesAnother) return effect.kind == EffectKind::CloseViewer;
  if (behaviour == Behaviour::PromptStays)
    return round_trip && effect.kind == EffectKind::CloseDialog;
  if (behaviour == Behaviour::RolledBack) return pushes(effect.kind) || round_trip;
  if (behaviour == Behaviour::StaleTarget)
    return pushes(effect.kind) || round_trip || effect.kind == EffectKind::OpenDialog;
  return true;
}

std::uint8_t viewers_open(const Frontend& frontend) {
  const auto closed = std::ranges::count(frontend.viewers, no_path);
  return static_cast<std::uint8_t>(viewers_max - closed);
}

bool matters(Background what, const Plan& plan, const Frontend& frontend, bool store_exists) {
  const bool about_dialog = is_soft_dialog(plan, frontend.about);
  switch (what) {
    case Background::PushLeft:
    case Background::PushRight:
    case Background::PushTabs:
    case Background::PushUnknown:
    case Background::MoveFocus:
    case Background::Restarts:
    case Background::ClientReads:
    case Background::ClientLeaves: return true;
    case Background::ViewerOpens: return viewers_open(frontend) < viewers_max;
    case Background::ViewerCloses: return viewers_open(frontend) > 0;
    case Background::SettingsOpens: return !frontend.windows.has(plan.settings);
    case Background::SettingsCloses: return frontend.windows.has(plan.settings);
    case Background::DialogOpens: return about_dialog && !frontend.shown.has(frontend.about);
    case Background::DialogCloses: return about_dialog && frontend.shown.has(frontend.about);
    case Background::StoreComes: return !store_exists;
    case Background::TrackerComes: return !frontend.has_tracker;
    case Background::WindowsCome: return !frontend.has_windows;
  }
  return false;
}

void FrontendTurn::start(const Start& begin, Notices& out) {
  CHECK(begin.viewers <= viewers_max);
  if (begin.windows) happen(Background::WindowsCome, out);
  if (begin.tracker) happen(Background::TrackerComes, out);
  frontend_.no_items = !begin.items;
  frontend_.no_path = !begin.path;
  if (!begin.items) out.push_back(Fact(Stands{ProbeKind::Items, 0}));
  if (!begin.path) out.push_back(Fact(Stands{ProbeKind::Path, 0}));
  if (begin.settings) open_window(no_call, plan_.settings, out);
  for (std::uint8_t i = 0; i < begin.viewers; ++i)
    open_viewer(no_call, i % 2 == 0 ? asked_path : other_path, out);
  if (begin.dialog && is_soft_dialog(plan_, frontend_.about)) {
    frontend_.shown.put(frontend_.about, true);
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

void FrontendTurn::begin_again(std::size_t index) {
  for (const Due what : {Due::Process, Due::Notify, Due::Echo}) agenda_.cancel(due(index, what));
  frontend_.actions[index] = {};
}

void FrontendTurn::expect_processing(std::size_t index) {
  const Action& action = frontend_.actions[index];
  if (replies_first(action.behaviour) && !action.replied)
    return agenda_.schedule(due(index, Due::Notify), plan_.latencies.notify);
  const bool slow = action.behaviour == Behaviour::Slow;
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
  if (effect.kind == EffectKind::Confirm && !frontend_.shown.has(effect.subject)) {
    if (action.request == 0) return;
    action.behaviour = Behaviour::Refuses;
  }
  if (action.behaviour == Behaviour::ClosesAnother)
    return close_first_viewer(
        no_call, [](PathId path) { return path != asked_path; }, out);
  if (action.behaviour != Behaviour::OtherDialog && !refuses(action.behaviour)) {
    action.changed = true;
    if (changes_panes(effect, action)) action.version = ++frontend_.version;
    if (action.behaviour == Behaviour::StaleTarget)
      out.push_back(Fact(ProcessedElsewhere{id_of(index)}));
    else
      out.push_back(Fact(Processed{id_of(index), action.version}));
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
    case EffectKind::OpenDialog: frontend_.shown.put(effect.subject, true); break;
    case EffectKind::CloseDialog:
    case EffectKind::Confirm: frontend_.shown.put(effect.subject, false); break;
    case EffectKind::OpenWindow: open_window(by, effect.subject, out); break;
    case EffectKind::CloseWindow: close_window(by, effect.subject, out); break;
    case EffectKind::CloseViewer:
      close_first_viewer(
          by, [](PathId path) { return path == asked_path; }, out);
      break;
    case EffectKind::CloseViewers: close_viewers(by, out); break;
    case EffectKind::OpenFile:
      if (frontend_.actions[index].outcome == 1) open_viewer(by, asked_path, out);
      break;
    case EffectKind::StartOrAsk:
      if (frontend_.actions[index].outcome == 1) frontend_.shown.put(effect.subject, true);
      break;
    case EffectKind::None:
    case EffectKind::PushState:
    case EffectKind::PushTabs:
    case EffectKind::FocusWindow: break;
  }
}

void FrontendTurn::notify(std::size_t index, const Effect& effect, Notices& out) {
  Action& action = frontend_.actions[index];
  report(index, effect, out);
  if (action.behaviour == Behaviour::RolledBack) out.push_back(Fact(TakenBack{id_of(index)}));
  if (action.request == 0 || action.replied) return;
  reply(index, out);
  if (!replies_first(action.behaviour)) return;
  action.replied = true;
  action.withheld = frontend_.blocked;
  if (action.behaviour == Behaviour::RepliesEarly && !frontend_.blocked) expect_processing(index);
}

void FrontendTurn::report(std::size_t index, const Effect& effect, Notices& out) {
  const Action& action = frontend_.actions[index];
  const CallId by = id_of(index);
  const bool unchanged = action.behaviour == Behaviour::Unchanged && !plan_.table->relists;
  const auto push = [&](PushKind kind) {
    if (!unchanged)
      out.push_back(Heard{by, Happening{Pushed{Pane::Left, kind, frontend_.version}}});
  };
  if (action.behaviour == Behaviour::OtherDialog) {
    // Any other one.
    std::uint8_t other = 0;
    while (!is_soft_dialog(plan_, {other}) || other == effect.subject.value) ++other;
    frontend_.shown.put({other}, true);
    return track(by, {other}, true, out);
  }
  if (!action.changed) return;
  switch (effect.kind) {
    case EffectKind::PushState: push(PushKind::State); break;
    case EffectKind::PushTabs: push(PushKind::Tabs); break;
    case EffectKind::OpenDialog: track(by, effect.subject, true, out); break;
    case EffectKind::CloseDialog:
      if (action.behaviour != Behaviour::PromptStays) track(by, effect.subject, false, out);
      break;
    case EffectKind::Confirm:
      track(by, effect.subject, false, out);
      push(PushKind::State);
      break;
    case EffectKind::OpenFile:
      if (action.outcome == 0) push(PushKind::State);
      break;
    case EffectKind::StartOrAsk:
      if (action.outcome == 1) track(by, effect.subject, true, out);
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
  const bool astray = action.behaviour == Behaviour::RepliesToOther;
  Replied reply{astray ? request_beside(action.request) : RequestId{action.request}};
  if (refuses(action.behaviour) || action.behaviour == Behaviour::RepliesGarbage)
    reply = {reply.request, false, refusal_text, refusal_of(action.behaviour)};
  out.push_back(Heard{id_of(index), Happening{reply}});
  if (action.behaviour == Behaviour::RepliesTwice)
    agenda_.schedule(due(index, Due::Echo), plan_.latencies.late);
}

void FrontendTurn::echo(std::size_t index, Notices& out) {
  out.push_back(
      Heard{id_of(index), Happening{Replied{{frontend_.actions[index].request}, true, {}}}});
}

void FrontendTurn::track(CallId by, SubjectId dialog, bool open, Notices& out) {
  const bool held = frontend_.tracked.has(dialog);
  if (!frontend_.has_tracker || held == open) return;
  frontend_.tracked.put(dialog, open);
  out.push_back(Fact(TrackerTold{by, dialog, open}));
}

void FrontendTurn::open_window(CallId by, SubjectId window, Notices& out) {
  if (window == plan_.viewer) return open_viewer(by, asked_path, out);
  if (frontend_.windows.has(window)) return;
  frontend_.windows.put(window, true);
  out.push_back(Fact(WindowOpened{by, window}));
}

void FrontendTurn::open_viewer(CallId by, PathId path, Notices& out) {
  auto* const free = std::ranges::find(frontend_.viewers, no_path);
  if (free == frontend_.viewers.end()) return;
  *free = path;
  const auto number = static_cast<std::uint8_t>(free - frontend_.viewers.begin() + 1);
  out.push_back(Fact(WindowOpened{by, plan_.viewer, number, path}));
}

void FrontendTurn::close_first_viewer(CallId by, auto predicate, Notices& out) {
  auto* const found = std::ranges::find_if(
      frontend_.viewers, [&](PathId path) { return path != no_path && predicate(path); });
  if (found == frontend_.viewers.end()) return;
  const auto number = static_cast<std::uint8_t>(found - frontend_.viewers.begin() + 1);
  out.push_back(Fact(WindowClosed{by, plan_.viewer, number, std::exchange(*found, no_path)}));
}

void FrontendTurn::close_viewers(CallId by, Notices& out) {
  while (viewers_open(frontend_) > 0)
    close_first_viewer(
        by, [](PathId) { return true; }, out);
}

void FrontendTurn::close_window(CallId by, SubjectId window, Notices& out) {
  if (!frontend_.windows.has(window)) return;
  frontend_.windows.put(window, false);
  out.push_back(Fact(WindowClosed{by, window}));
}

void FrontendTurn::happen(Background what, Notices& out) {
  const auto push = [&](Pane pane, PushKind kind) {
    if (pane != Pane::Unknown) ++frontend_.version;
    out.push_back(Heard{no_call, Happening{Pushed{pane, kind, frontend_.version}}});
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
    case Background::ViewerOpens: return open_viewer(no_call, other_path, out);
    case Background::ViewerCloses: return close_last_viewer(out);
    case Background::SettingsOpens: return open_window(no_call, plan_.settings, out);
    case Background::SettingsCloses: return close_window(no_call, plan_.settings, out);
    case Background::DialogOpens:
    case Background::DialogCloses:
      frontend_.shown.put(frontend_.about, what == Background::DialogOpens);
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
    case Background::ClientReads:
    case Background::ClientLeaves: return;  // Clients are no part of it.
  }
}

void FrontendTurn::close_last_viewer(Notices& out) {
  std::size_t last = viewers_max;
  while (last > 0 && frontend_.viewers[last - 1] == no_path) --last;
  if (last == 0) return;
  const auto path = std::exchange(frontend_.viewers[last - 1], no_path);
  out.push_back(Fact(WindowClosed{no_call, plan_.viewer, static_cast<std::uint8_t>(last), path}));
}

// The tracker is the backend's: nobody tells it that the dialogs have gone.
void FrontendTurn::restart(Notices& out) {
  out.push_back(Fact(FrontendRestarted{}));
  for (std::size_t index = 0; index < calls_max; ++index)
    for (const Due what : {Due::Process, Due::Notify, Due::Echo}) agenda_.cancel(due(index, what));
  for (std::uint8_t window = 0; window < plan_.table->windows; ++window)
    close_window(no_call, {window}, out);
  close_viewers(no_call, out);
  frontend_.version = 0;
  for (auto& action : frontend_.actions) action.withheld = false;
  frontend_.shown = {};
  frontend_.stalled = false;
}

Reading FrontendTurn::read(const Probe& probe) const {
  if (probe.kind == ProbeKind::SoftDialog) {
    if (!frontend_.has_tracker) return {};
    if (probe.subject == no_subject) return {true, frontend_.tracked.size()};
    return {true, frontend_.tracked.has(probe.subject) ? 1u : 0u};
  }
  if (probe.kind == ProbeKind::Items) return {true, frontend_.no_items ? 0u : 1u};
  if (probe.kind == ProbeKind::Path) return {true, frontend_.no_path ? 0u : 1u};
  if (!frontend_.has_windows) return {};
  if (probe.subject == plan_.viewer) {
    const bool counts = probe.path != no_path;
    const auto showing = counts ? std::ranges::count(frontend_.viewers, probe.path) : 0;
    return {true, viewers_open(frontend_), static_cast<std::uint32_t>(showing)};
  }
  return {true, frontend_.windows.has(probe.subject) ? 1u : 0u};
}

}  // namespace sim::ack
