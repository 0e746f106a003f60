// Names and labels of the simulated frontend, and the calls of a table.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "port/ack/show.h"
#include "sim/ack/frontend.h"
#include "sim/ack/plan.h"
#include "sim/ack/tables.h"

namespace sim::ack {
namespace {

constexpr std::array<const char*, behaviours> behaviour_names{
    "responsive",       "slow",          "stalled",      "drops",          "no_listener",
    "silent",           "unchanged",     "other_dialog", "closes_another", "refuses",
    "replies_to_other", "replies_twice", "replies_late", "replies_early",  "replies_alone",
    "replies_garbage",  "nothing_to_do", "is_blocked",   "stale_target",   "rolled_back",
    "prompt_stays"};
constexpr std::array<const char*, background_kinds> background_names{
    "push_left",     "push_right",    "push_tabs",      "push_unknown",    "move_focus",
    "viewer_opens",  "viewer_closes", "settings_opens", "settings_closes", "dialog_opens",
    "dialog_closes", "store_comes",   "tracker_comes",  "windows_come",    "restarts",
    "client_reads",  "client_leaves"};

struct ToolEffect {
  std::string_view tool;
  EffectKind kind;
};
// Of the tools of the revisions whose effect no parameter changes.
constexpr std::array tool_effects{
    ToolEffect{"tab", EffectKind::PushTabs},
    ToolEffect{"open_under_cursor", EffectKind::OpenFile},
    ToolEffect{"refresh", EffectKind::PushState},
    ToolEffect{"dialog_confirm", EffectKind::Confirm},
    ToolEffect{"set_setting", EffectKind::None},
    ToolEffect{"rename", EffectKind::None},
    ToolEffect{"unlock_archive", EffectKind::CloseDialog},
};

SubjectId subject_named(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table.subjects, name);
  if (found == table.subjects.end()) return no_subject;
  return {static_cast<std::uint8_t>(found - table.subjects.begin())};
}

EffectKind dialog_effect(std::string_view tool, const Row& row, bool window, bool family) {
  if (tool == "dialog_focus") return window ? EffectKind::FocusWindow : EffectKind::None;
  if (tool == "dialog_open") return window ? EffectKind::OpenWindow : EffectKind::OpenDialog;
  if (!window) return EffectKind::CloseDialog;
  if (!family) return EffectKind::CloseWindow;
  return row.when == When::One ? EffectKind::CloseViewer : EffectKind::CloseViewers;
}

// What a tool does that need not ask. An operation of which the start is awaited has changed
// nothing by then.
EffectKind effect_without_dialog(std::string_view tool, const Row& row) {
  if (row.signal != SignalKind::RoundTrip) return EffectKind::PushState;
  if (tool == "compress") return EffectKind::StartOrAsk;
  const bool starts = tool == "copy" || tool == "move" || tool == "delete";
  return starts ? EffectKind::None : EffectKind::PushState;
}

Effect effect_of(const Table& table, const Row& row) {
  if (const auto* own = own_table(table)) return own->effect(row);
  const auto tool = table.tools[row.tool.value];
  SubjectId subject = row.subject;
  if (row.target != no_target) {
    const auto target = table.targets[row.target.value];
    subject = subject_named(table, target == "file-viewer" ? "viewer" : target);
  }
  const auto* next = next_part(table, row);
  if (next != nullptr && next->part == Part::Signal) subject = next->subject;
  const auto fixed = std::ranges::find(tool_effects, tool, &ToolEffect::tool);
  if (fixed != tool_effects.end()) return {fixed->kind, subject};
  if (tool.starts_with("dialog_")) {
    const bool family = subject == family_subject;
    const bool window = family || subject == window_subject;
    return {dialog_effect(tool, row, window, family), subject};
  }
  if (row.signal == SignalKind::SoftDialogAppeared) return {EffectKind::OpenDialog, subject};
  const auto kind = effect_without_dialog(tool, row);
  // The dialog that it opens where it asks.
  if (kind == EffectKind::StartOrAsk) subject = row_for(table, {.tool = row.tool})->subject;
  return {kind, subject};
}

std::string call_name(const Table& table, const Row& row) {
  return show(table.names(), row.tool, row.target, row.when);
}

bool reads_panes(const Row& row) { return row.signal == SignalKind::GenerationAdvanced; }

// "no tracker, settings open, 2 viewers"
std::string start_text(const Start& start) {
  std::string out;
  const auto add = [&](bool is_so, const std::string& words) {
    if (is_so) out += (out.empty() ? "" : ", ") + words;
  };
  add(!start.store, "no store");
  add(!start.tracker, "no tracker");
  add(!start.windows, "no window list");
  add(start.settings, "settings open");
  add(start.viewers > 0, fmt::format("{} viewer{}", start.viewers, start.viewers == 1 ? "" : "s"));
  add(start.dialog, "its dialog open");
  add(!start.items, "nothing to act on");
  add(!start.path, "no such path");
  return out.empty() ? "ready" : out;
}

std::string_view due_name(Due what) {
  switch (what) {
    case Due::Capture: return "is captured for";
    case Due::Dispatch: return "is dispatched";
    case Due::Process: return "is processed";
    case Due::Notify: return "is notified of";
    case Due::Echo: return "is replied to again";
    case Due::Look: return "is looked after";
    case Due::Timer: return "timer";
  }
  return {};
}

}  // namespace

const char* name(Behaviour behaviour) {
  return behaviour_names[static_cast<std::size_t>(behaviour)];
}
const char* name(Background what) { return background_names[static_cast<std::size_t>(what)]; }

const Row* next_part(const Table& table, const Row& row) {
  const auto next = static_cast<std::size_t>(&row - table.rows.data()) + 1;
  return next < table.rows.size() && table.rows[next].part != Part::First ? &table.rows[next]
                                                                          : nullptr;
}

const Row* row_for(const Table& table, const Request& request) {
  const auto found = std::ranges::find_if(table.rows, [&](const Row& row) {
    if (row.tool != request.tool || row.part != Part::First) return false;
    if (row.target != no_target && row.target != request.target) return false;
    switch (row.when) {
      case When::Always: return true;
      case When::AutoConfirm: return request.auto_confirm;
      case When::Asking: return !request.auto_confirm;
      case When::One: return request.one;
      case When::All: return !request.one;
    }
    return false;
  });
  return found == table.rows.end() ? nullptr : &*found;
}

Plan plan_over(const Table& table) {
  return {.table = &table, .settings = window_subject, .viewer = family_subject};
}

Call call_for(const Table& table, const Request& request) {
  const auto* row = row_for(table, request);
  if (row == nullptr)
    return {request, {}, 0, show(table.names(), request.tool, request.target, When::Always)};
  Call out{request, effect_of(table, *row), 0, call_name(table, *row), reads_panes(*row)};
  const auto* next = next_part(table, *row);
  out.two = next != nullptr && next->part == Part::Event;
  if (out.two) out.second = effect_of(table, *next);
  return out;
}

std::vector<Call> calls_of(const Table& table) {
  std::vector<Call> out;
  for (const Row& row : table.rows) {
    if (row.part != Part::First) continue;
    auto call = call_for(table, request_of(row));
    call.cell = static_cast<std::uint8_t>(out.size());
    out.push_back(std::move(call));
  }
  return out;
}

Request request_of(const Row& row) {
  return {.tool = row.tool,
          .target = row.target,
          .auto_confirm = row.when == When::AutoConfirm,
          .one = row.when == When::One,
          .path = row.when == When::One ? asked_path : no_path};
}

EffectKind effect_of_signal(const Row& row) {
  switch (row.signal) {
    case SignalKind::GenerationAdvanced: return EffectKind::PushState;
    case SignalKind::SoftDialogAppeared: return EffectKind::OpenDialog;
    case SignalKind::SoftDialogDisappeared: return EffectKind::CloseDialog;
    case SignalKind::WindowAppeared: return EffectKind::OpenWindow;
    case SignalKind::WindowDisappeared:
      return row.subject == family_subject ? EffectKind::CloseViewers : EffectKind::CloseWindow;
    case SignalKind::WindowCountBelow:
      return row.when == When::One ? EffectKind::CloseViewer : EffectKind::CloseViewers;
    case SignalKind::None:
    case SignalKind::RoundTrip: break;
  }
  return EffectKind::None;
}

Actor actor_of(const Choice& choice) {
  const std::size_t which = choice.slot;
  if (which == slot::call || which == slot::start) return Actor::Setup;
  if (which >= slot::second && which < slot::background) return Actor::Client;
  if (which >= slot::background) return Actor::Background;
  switch (static_cast<Due>(which % slot::per_call)) {
    case Due::Capture:
    case Due::Look:
    case Due::Timer: return Actor::Engine;
    case Due::Dispatch:
    case Due::Process:
    case Due::Notify:
    case Due::Echo: break;
  }
  return Actor::Frontend;
}

Label label_of(const Plan& plan, const Chosen& chosen, const Choice& choice) {
  const std::size_t which = choice.slot;
  if (which == slot::call) return {"setup", plan.calls[choice.alternative].name};
  if (which == slot::start)
    return {"setup", "start " + start_text(plan.starts[choice.alternative])};
  if (which == slot::second) return {"client", plan.second[choice.alternative].name};
  if (which > slot::second && which < slot::background && !plan.steps.empty())
    return {"client", "goes on"};
  if (which > slot::second && which < slot::background)
    return {"client", plan.calls[choice.alternative].name};
  if (which == slot::background) return {"background", name(plan.background[choice.alternative])};
  if (which > slot::background)
    return {"background", name(plan.planned[which - slot::planned].what)};
  const std::size_t index = which / slot::per_call;
  const auto what = static_cast<Due>(which % slot::per_call);
  auto text = fmt::format("{} {}", call_of(plan, chosen, index).name, due_name(what));
  if (what == Due::Dispatch)
    text += fmt::format(": {}", name(behaviours_of(plan, chosen, index)[choice.alternative]));
  return {ack::actor_of(choice) == Actor::Engine ? "engine" : "frontend", text};
}

}  // namespace sim::ack
