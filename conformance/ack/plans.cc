#include "conformance/ack/plans.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/ack/engine.h"
#include "port/check.h"
#include "sim/ack/tables.h"
#include "spec/ack/flaws.h"

namespace conformance::ack {
namespace {

using port::ack::Row;
using port::ack::SignalKind;
using port::ack::Table;
using sim::ack::Background;
using sim::ack::Behaviour;
using sim::ack::Call;
using sim::ack::calls_of;
using sim::ack::Plan;
using sim::ack::Start;
using spec::ack::Revision;

// Of a row without a budget: as long as most have.
constexpr std::int32_t usual_budget_ms = 1'500;

// Words in names of plans, by PlanKind.
constexpr std::array<std::string_view, 12> kind_words{"",        "full",    "pairs",  "full_pairs",
                                                      "replies", "refused", "random", "three",
                                                      "slow",    "session", "trips",  "measured"};
bool has_row(PlanKind kind) {
  return kind != PlanKind::Replies && kind != PlanKind::Refused && kind < PlanKind::Three;
}

const Row& row_of(const Table& table, const Call& call) {
  const auto* row = engine::ack::find_row(table, call.request);
  CHECK(row != nullptr);
  return *row;
}

std::int32_t budget_ms(const Row& row) {
  return row.signal == SignalKind::None ? usual_budget_ms : row.budget.count();
}

template <class Word>
std::vector<Word> all_of(std::size_t count) {
  std::vector<Word> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<Word>(i));
  return out;
}
std::vector<Behaviour> all_behaviours() { return all_of<Behaviour>(sim::ack::behaviours); }
// What can disturb the signal of a row, and something that must not.
std::vector<Background> background_of(const Plan& plan, const Row& row) {
  using enum Background;
  switch (row.signal) {
    case SignalKind::GenerationAdvanced:
      return {PushLeft,   PushRight, PushTabs,    PushUnknown, MoveFocus,
              StoreComes, Restarts,  ClientReads, ClientLeaves};
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared:
      return {PushLeft, DialogOpens, DialogCloses, TrackerComes, Restarts, ClientLeaves};
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared:
    case SignalKind::WindowCountBelow:
      if (row.subject == plan.settings)
        return {ViewerOpens, SettingsOpens, SettingsCloses, WindowsCome, Restarts, ClientLeaves};
      return {ViewerOpens, ViewerCloses, SettingsOpens, WindowsCome, Restarts, ClientLeaves};
    case SignalKind::None:
    case SignalKind::RoundTrip: break;
  }
  return {PushLeft, ViewerOpens, StoreComes, Restarts, ClientLeaves};
}

// Ready; everything open; nothing there yet, with and without something open behind it; and
// each of the three missing alone.
std::vector<Start> all_starts() {
  return {{},
          {.settings = true, .viewers = 1, .dialog = true},
          {.settings = true, .viewers = 3, .dialog = true},
          {.store = false, .tracker = false, .windows = false},
          {.store = false,
           .tracker = false,
           .windows = false,
           .settings = true,
           .viewers = 2,
           .dialog = true},
          {.store = false},
          {.tracker = false, .settings = true, .viewers = 2, .dialog = true},
          {.windows = false, .settings = true, .viewers = 2, .dialog = true}};
}

// The coarse grid: nothing looks between two polls, so that something happens before one or
// behind it is all that matters, and a tie is met in both orders.
Plan basis(const Table& table) {
  return {.table = &table,
          .settings = sim::ack::window_subject,
          .viewer = sim::ack::family_subject,
          .grid = {.step_ms = 0},
          .starts = {{}}};
}

Plan row_plan(const Table& table, const Call& call, bool full) {
  auto plan = basis(table);
  const auto& row = row_of(table, call);
  const auto budget = budget_ms(row);
  plan.latencies = {.process = {0, budget + 250},
                    .slow = {0, std::max(10'000, budget + 250)},
                    .notify = {0, 100},
                    .late = {budget + 500, budget + 500}};
  plan.calls = {call};
  plan.behaviours = all_behaviours();
  plan.starts = all_starts();
  for (const auto& each : row.unless) {
    if (each.of == port::ack::ProbeKind::Items) plan.starts.push_back({.items = false});
    if (each.of != port::ack::ProbeKind::Path) continue;
    plan.starts.push_back({.path = false});
    plan.latencies.check = {0, each.within.count() + 500};
  }
  plan.background =
      full ? all_of<Background>(sim::ack::background_kinds) : background_of(plan, row);
  plan.background_max = full ? 2 : 1;
  return plan;
}

bool takes_away(sim::ack::EffectKind kind) {
  using enum sim::ack::EffectKind;
  return kind == CloseDialog || kind == Confirm || kind == CloseWindow || kind == CloseViewer ||
         kind == CloseViewers;
}

Plan pairs_plan(const Table& table, const Call& call, bool full) {
  auto plan = basis(table);
  plan.latencies = {.process = {0, 0}, .slow = {0, 0}, .notify = {0, 100}, .late = {0, 0}};
  plan.calls = {call};
  plan.second = calls_of(table);
  plan.second_window = {0, full ? 250 : 100};
  plan.behaviours = {Behaviour::Responsive, Behaviour::Drops};
  const Start open{.settings = true, .viewers = 2, .dialog = true};
  // A call that closes or confirms something needs something that is open.
  if (takes_away(call.effect.kind)) plan.starts = {open};
  if (full) {
    plan.behaviours.push_back(Behaviour::Stalled);
    plan.starts = {{}, open};
  }
  return plan;
}

Plan replies_plan(const Table& table) {
  auto plan = basis(table);
  for (const auto& call : calls_of(table))
    if (row_of(table, call).signal == SignalKind::RoundTrip) plan.calls.push_back(call);
  plan.second = plan.calls;
  std::int32_t budget = 0;
  for (const auto& call : plan.calls) budget = std::max(budget, budget_ms(row_of(table, call)));
  plan.latencies = {
      .process = {0, 100}, .slow = {0, budget}, .notify = {0, 100}, .late = {0, budget + 500}};
  plan.second_window = {0, budget + 100};
  plan.behaviours = {Behaviour::Responsive,     Behaviour::Drops,         Behaviour::Refuses,
                     Behaviour::RepliesToOther, Behaviour::RepliesTwice,  Behaviour::RepliesLate,
                     Behaviour::RepliesEarly,   Behaviour::RepliesGarbage};
  // No round trip ends by a push, least of all one that is over.
  plan.background = {Background::PushLeft};
  plan.background_max = 1;
  return plan;
}

// As many as a choice can tell apart.
constexpr std::size_t calls_most = 255;

// Every tool and target for which there is no row.
Plan refused_plan(const Table& table) {
  auto plan = basis(table);
  const auto add = [&](const port::ack::Request& request, const std::string& name) {
    if (engine::ack::find_row(table, request) == nullptr && plan.calls.size() < calls_most)
      plan.calls.push_back({request, {}, static_cast<std::uint8_t>(plan.calls.size()), name});
  };
  const auto tools = static_cast<std::uint8_t>(table.tools.size());
  const auto targets = static_cast<std::uint8_t>(table.targets.size());
  for (std::uint8_t tool = 0; tool < tools; ++tool) {
    const std::string name(table.tools[tool]);
    add({.tool = {tool}}, name);
    const auto takes_target = [=](const Row& row) {
      return row.tool.value == tool && row.target != port::ack::no_target;
    };
    if (std::ranges::none_of(table.rows, takes_target)) continue;
    for (std::uint8_t target = 0; target < targets; ++target)
      add({.tool = {tool}, .target = {target}}, fmt::format("{} {}", name, table.targets[target]));
  }
  plan.behaviours = {Behaviour::Responsive};
  plan.starts = all_starts();
  return plan;
}

Plan random_plan(const Table& table, const Call& call) {
  auto plan = row_plan(table, call, true);
  plan.grid = {.step_ms = 50};
  plan.latencies.notify = {0, 1'000};
  plan.latencies.late = {0, budget_ms(row_of(table, call)) + 1'000};
  plan.latencies.capture = {0, 50};
  plan.latencies.look = {0, 50};
  plan.second = calls_of(table);
  plan.second_window = {0, 2'000};
  plan.background_max = 5;
  return plan;
}

// Of each kind of signal the first call.
std::vector<Call> one_of_each(const Table& table, auto... kinds) {
  std::vector<Call> out;
  for (const auto kind : {kinds...})
    for (const auto& call : calls_of(table))
      if (row_of(table, call).signal == kind) {
        out.push_back(call);
        break;
      }
  return out;
}

// What leaks from one call into the one after the next shows.
Plan three_plan(const Table& table) {
  auto plan = basis(table);
  plan.calls = one_of_each(table, SignalKind::GenerationAdvanced, SignalKind::RoundTrip);
  plan.session = 3;
  plan.second_window = {0, 100};
  plan.behaviours = {Behaviour::Responsive, Behaviour::Drops, Behaviour::RepliesLate};
  plan.latencies = {.process = {0, 0}, .slow = {0, 0}, .notify = {0, 100}, .late = {5'100, 5'100}};
  return plan;
}

Plan slow_plan(const Table& table) {
  auto plan = basis(table);
  plan.calls = one_of_each(table, SignalKind::GenerationAdvanced, SignalKind::SoftDialogAppeared,
                           SignalKind::WindowCountBelow);
  std::int32_t budget = 0;
  for (const auto& call : plan.calls) budget = std::max(budget, budget_ms(row_of(table, call)));
  plan.latencies = {.process = {0, budget}, .notify = {0, 100}, .capture = {0, 500}};
  plan.behaviours = {Behaviour::Responsive, Behaviour::Drops};
  plan.starts = {{}, {.settings = true, .viewers = 2, .dialog = true}};
  plan.background = {Background::PushLeft, Background::ViewerOpens, Background::ClientLeaves};
  plan.background_max = 1;
  return plan;
}

// Cancels of confirmations took 130 to 170 ms there, windows about as long: between two looks, and
// far from every budget.
Plan measured_plan(const Table& table) {
  auto plan = basis(table);
  for (const auto& call : calls_of(table)) {
    const auto signal = row_of(table, call).signal;
    const bool of_panes = signal == SignalKind::GenerationAdvanced;
    if (!of_panes && signal != SignalKind::None && signal != SignalKind::RoundTrip)
      plan.calls.push_back(call);
  }
  plan.latencies = {.process = {130, 170}, .notify = {0, 0}};
  plan.behaviours = {Behaviour::Responsive};
  plan.starts = {{}, {.settings = true, .viewers = 2, .dialog = true}};
  plan.background = {Background::ViewerOpens, Background::DialogOpens};
  plan.background_max = 1;
  return plan;
}

// Up to three calls at a time, with whatever may become of them.
Plan session_plan(const Table& table) {
  using enum Background;
  auto plan = basis(table);
  plan.grid = {.step_ms = 50};
  plan.calls = calls_of(table);
  plan.session = 40;
  plan.second_window = {0, 100};
  // Nothing comes of any call any more behind one that stalls all.
  plan.behaviours = all_behaviours();
  std::erase(plan.behaviours, Behaviour::Stalled);
  plan.latencies = {.process = {0, 200},
                    .slow = {0, 10'000},
                    .notify = {0, 150},
                    .late = {0, 12'000},
                    .capture = {0, 50},
                    .check = {0, 2'500},
                    .look = {0, 50}};
  plan.starts = all_starts();
  plan.background = {PushLeft,     PushRight,    PushTabs,    ViewerOpens,
                     ViewerCloses, DialogCloses, StoreComes,  TrackerComes,
                     WindowsCome,  Restarts,     ClientReads, ClientLeaves};
  // Pushes come often, and restarts seldom: what wraps shows before it begins anew. There are
  // fewer than 128 in all, since the judge counts generations modulo 256.
  for (int i = 0; i < 5; ++i)
    for (const auto push : {PushLeft, PushRight, PushTabs}) plan.background.push_back(push);
  plan.background_max = 80;
  return plan;
}

// What round trips leave behind shows sooner among them: ids that wrap, places that failures keep.
Plan trips_plan(const Table& table) {
  using enum Behaviour;
  auto plan = session_plan(table);
  constexpr auto trip = SignalKind::RoundTrip;
  std::erase_if(plan.calls, [&](auto& call) { return row_of(table, call).signal != trip; });
  plan.behaviours = {Responsive,     Responsive,     Refuses,      Refuses,
                     RepliesGarbage, RepliesToOther, RepliesTwice, RepliesLate};
  return plan;
}

struct PlanName {
  Revision revision;
  PlanKind kind;
  std::size_t row = 0;
};

std::optional<PlanName> parse(std::string_view name) {
  for (std::size_t number = 0; number < sim::ack::tables().size(); ++number) {
    const auto revision = static_cast<Revision>(number);
    for (std::size_t i = 0; i < kind_words.size(); ++i) {
      const auto kind = static_cast<PlanKind>(i);
      const auto rows = has_row(kind) ? rows_of(revision).size() : 1;
      for (std::size_t row = 0; row < rows; ++row)
        if (plan_name(revision, kind, row) == name) return PlanName{revision, kind, row};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string row_name(const Call& row) {
  auto out = row.name;
  std::ranges::replace_if(
      out, [](char letter) { return letter == ' ' || letter == '-'; }, '_');
  return out;
}

Plan plan_of(Revision revision, PlanKind kind, std::size_t row) {
  const auto& table = table_of(revision);
  const auto& call = rows_of(revision)[has_row(kind) ? row : 0];
  switch (kind) {
    case PlanKind::Row: return row_plan(table, call, false);
    case PlanKind::FullRow: return row_plan(table, call, true);
    case PlanKind::Pairs: return pairs_plan(table, call, false);
    case PlanKind::FullPairs: return pairs_plan(table, call, true);
    case PlanKind::Replies: return replies_plan(table);
    case PlanKind::Refused: return refused_plan(table);
    case PlanKind::Three: return three_plan(table);
    case PlanKind::Slow: return slow_plan(table);
    case PlanKind::Session: return session_plan(table);
    case PlanKind::Trips: return trips_plan(table);
    case PlanKind::Measured: return measured_plan(table);
    case PlanKind::Random: break;
  }
  return random_plan(table, call);
}

std::string plan_name(Revision revision, PlanKind kind, std::size_t row) {
  auto out = fmt::format("ack:{}", name_of(revision));
  if (const auto word = kind_words[static_cast<std::size_t>(kind)]; !word.empty())
    out += fmt::format(":{}", word);
  return has_row(kind) ? out + ":" + row_name(rows_of(revision)[row]) : out;
}

std::optional<Plan> plan_named(std::string_view name) {
  const auto found = parse(name);
  if (!found) return std::nullopt;
  auto plan = plan_of(found->revision, found->kind, found->row);
  if (plan.calls.empty()) return std::nullopt;
  return plan;
}

std::vector<std::string> plan_names(Revision revision) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kind_words.size(); ++i) {
    const auto kind = static_cast<PlanKind>(i);
    const auto rows = has_row(kind) ? rows_of(revision).size() : 1;
    for (std::size_t row = 0; row < rows; ++row)
      if (has_row(kind) || !plan_of(revision, kind).calls.empty())
        out.push_back(plan_name(revision, kind, row));
  }
  return out;
}

}  // namespace conformance::ack
