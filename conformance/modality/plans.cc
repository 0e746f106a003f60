#include "conformance/modality/plans.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "port/check.h"
#include "spec/modality/behaviour.h"

namespace conformance::modality {
namespace {

using port::Duration;
using port::modality::Defect;
using port::modality::Method;
using port::modality::MethodCall;
using port::modality::Mode;
using port::modality::Options;
using port::modality::ProgressAtGate;
using port::modality::Request;
using sim::modality::Background;
using sim::modality::EntryKind;
using sim::modality::Index;

constexpr std::array profile_modes{Mode::SmartNonModal, Mode::NonModal, Mode::Unleashed};

struct Letters {
  bool s, a, r;
};
Letters letters_of(std::size_t row) {
  const auto& behaviour = spec::modality::behaviour_rows[row];
  return {behaviour.s, behaviour.a, behaviour.r};
}

std::string key_of(Letters letters) {
  const auto letter = [](bool set) { return set ? 'T' : 'F'; };
  return {letter(letters.s), letter(letters.a), letter(letters.r)};
}

void add_call(sim::modality::Plan& plan, std::size_t cell, const Request& request,
              std::string name) {
  plan.calls.push_back({request, static_cast<std::uint8_t>(cell), std::move(name)});
}

std::string name_of(const Options& options) {
  const bool refuses = options.progress == ProgressAtGate::Refuse;
  return fmt::format(
      "raw S,A,R={} D={:d} W={:d} progress={}{}",
      key_of({options.close_on_start, options.allow_at_gate, options.close_while_running}),
      options.sync_documents, options.wait_smart, refuses ? "refuse" : "tolerate",
      options.await_dispose ? "" : " await_dispose=0");
}

void add_tuple(sim::modality::Plan& plan, std::size_t row, const Options& options,
               Duration body_timeout) {
  add_call(plan, row, {.mode = Mode::Raw, .raw = options, .body_timeout = body_timeout},
           name_of(options));
}

// The eight tuples of one row: D, W and what a progress does at the gate.
void add_row(sim::modality::Plan& plan, std::size_t row, Duration body_timeout) {
  const auto letters = letters_of(row);
  for (unsigned rest = 0; rest < 8; ++rest)
    add_tuple(plan, row,
              {.close_on_start = letters.s,
               .allow_at_gate = letters.a,
               .close_while_running = letters.r,
               .sync_documents = (rest & 1u) != 0,
               .wait_smart = (rest & 2u) != 0,
               .progress = (rest & 4u) != 0 ? ProgressAtGate::Refuse : ProgressAtGate::Tolerate},
              body_timeout);
}

std::size_t row_number(const Options& options) {
  std::size_t row = 0;
  const auto is_it = [&](Letters letters) {
    return letters.s == options.close_on_start && letters.a == options.allow_at_gate &&
           letters.r == options.close_while_running;
  };
  while (!is_it(letters_of(row))) ++row;
  return row;
}

void add_pairwise(sim::modality::Plan& plan, Cells cells) {
  plan.calls.clear();
  for (const auto& options : pairwise_options())
    if (const auto row = row_number(options); cells.test(row))
      add_tuple(plan, row, options, sim::modality::short_body_timeout);
}

void add_refused(sim::modality::Plan& plan, Duration body_timeout) {
  const Request fine{.body_timeout = body_timeout};
  auto call = fine;
  call.defect = Defect::UnknownMode;
  add_call(plan, surface_cell, call, "unknown modal value");
  call.defect = Defect::FormerParameter;
  add_call(plan, surface_cell, call, "former parameter");
  call = fine;
  call.body_timeout = Duration::zero();
  add_call(plan, surface_cell, call, "timeout of zero");
  call = fine;
  call.from_edt = true;
  add_call(plan, surface_cell, call, "called from the EDT");
}

void add_cell(sim::modality::Plan& plan, std::size_t cell, Duration body_timeout) {
  if (cell < table_rows) return add_row(plan, cell, body_timeout);
  if (cell == surface_cell) return add_refused(plan, body_timeout);
  const auto profile = cell - table_rows;
  add_call(plan, cell, {.mode = profile_modes[profile], .body_timeout = body_timeout},
           std::string(spec::modality::profiles[profile].name));
}

void set_alternatives(sim::modality::Plan& plan) {
  plan.start_kinds = {EntryKind::Closable,  EntryKind::Slow,        EntryKind::Refusing,
                      EntryKind::Reopening, EntryKind::Questioning, EntryKind::Unresponsive,
                      EntryKind::Parent,    EntryKind::Progress,    EntryKind::EndlessProgress};
  using sim::modality::unsaved, sim::modality::uncommitted;
  plan.start_documents = {{}, {uncommitted, uncommitted, unsaved}};
  plan.start.configured = false;
  plan.start_index = {Index::Smart, Index::DumbEnding, Index::DumbEndless};
  plan.free_background = {Background::OpenClosable,    Background::OpenSlow,
                          Background::OpenRefusing,    Background::OpenReopening,
                          Background::OpenQuestioning, Background::OpenUnresponsive,
                          Background::OpenPassing,     Background::OpenNonModal,
                          Background::TopCloses,       Background::ImportFinishes,
                          Background::ProgressStarts,  Background::EndlessProgressStarts,
                          Background::IndexingStarts,  Background::EndlessIndexingStarts,
                          Background::DiskChanges,     Background::SaveAsks,
                          Background::CommitAsks};
}

sim::modality::Bounds bounds_of(Budget budget) {
  if (budget == Budget::Quick) return {.entries = 1, .background = 1, .steps = 1};
  return {.entries = 2, .background = 1, .steps = 2};
}

// Whoever captures meets whatever may cut it short.
void let_captures_take_time(sim::modality::Plan& plan) {
  plan.latencies.captures = {sim::Window{0, sim::never}, sim::Window{0, 500}};
  plan.start_kinds = {EntryKind::Closable, EntryKind::Refusing, EntryKind::EndlessProgress};
  plan.start_documents.resize(1);
  plan.start_index.resize(1);
  plan.free_background = {Background::OpenClosable, Background::TopCloses};
  constexpr std::array<std::string_view, 7> kept{
      "close_dialogs", "assert_non_modal", "sync_documents", "open_closable", "throw",
      "never",         "ignore_cancel"};
  std::erase_if(plan.alphabet, [&](const sim::modality::Program& program) {
    return std::ranges::find(kept, program.name) == kept.end();
  });
}

sim::modality::Program calling(const MethodCall& call) {
  const sim::modality::Instruction instruction{.op = sim::modality::Op::Call, .call = call};
  return {sim::modality::show(instruction), {instruction}};
}

// A dialog whose disposal is worth waiting for, through one tick for sure.
sim::modality::Program opening() {
  using sim::modality::Op;
  return {"open_slow", {{.op = Op::Open, .kind = EntryKind::Slow}, {.op = Op::Sleep, .ms = 1'500}}};
}

void call_methods(sim::modality::Plan& plan, Cells cells) {
  add_pairwise(plan, cells);
  plan.start_kinds = {EntryKind::Slow};
  plan.start_index = {Index::Smart, Index::DumbEnding};
  plan.alphabet = {opening()};
  for (const auto& call : method_variants()) plan.alphabet.push_back(calling(call));
}

void nest_blocks(sim::modality::Plan& plan, Cells cells) {
  add_pairwise(plan, cells);
  plan.start_documents.resize(1);
  plan.start_index.resize(1);
  plan.alphabet = {opening()};
  for (const auto method : {Method::EnterModalDialogAllowed, Method::LeaveModalDialogAllowed,
                            Method::MonitorAndCloseModalDialogs, Method::AllowModalDialog})
    plan.alphabet.push_back(calling({.method = method}));
}

// A look takes up to half a second, and beside a call two things happen to the thread that takes
// it.
void hold_event_thread(sim::modality::Plan& plan, Cells cells) {
  plan.limits.poll_period = Duration{500};
  plan.limits.sync_bound = Duration{2'500};
  plan.limits.look_bound = Duration{1'500};
  plan.latencies.look = {0, 500};
  plan.latencies.busy = {500, 1'000};
  plan.latencies.write = {0, 500};
  add_pairwise(plan, cells);
  for (std::size_t cell = table_rows; cell < surface_cell; ++cell)
    if (cells.test(cell)) add_cell(plan, cell, sim::modality::short_body_timeout);
  using sim::modality::conflicting, sim::modality::unsaved;
  plan.start_kinds.clear();
  plan.start_documents = {{unsaved}, {conflicting}};
  plan.start_index.resize(1);
  plan.free_background = {Background::UiBusy,    Background::UiFreezes,    Background::UiThaws,
                          Background::Cancelled, Background::OpenClosable, Background::TopCloses};
  constexpr std::array<std::string_view, 6> kept{"edit",     "sync_documents", "close_dialogs",
                                                 "is_modal", "sleep",          "ignore_cancel"};
  std::erase_if(plan.alphabet, [&](const sim::modality::Program& program) {
    return std::ranges::find(kept, program.name) == kept.end();
  });
}

// The first may be given up while its script goes on, and the second comes at any instant.
void run_two(sim::modality::Plan& plan, Cells cells) {
  plan.calls.clear();
  const auto add = [](sim::modality::Plan& to, const Options& options, Duration timeout) {
    add_tuple(to, row_number(options), options, timeout);
  };
  const Options watches{.close_while_running = true}, sweeps{.close_on_start = true};
  sim::modality::Plan all;
  add(all, watches, Duration{1'500});
  add(all, sweeps, Duration{1'500});
  add_cell(all, table_rows, Duration{1'500});
  sim::modality::Plan::Another another;
  another.at = {0, 2'000};
  another.steps = 1;
  for (const auto& call : all.calls) {
    if (cells.test(call.cell)) plan.calls.push_back(call);
    if (cells.test(call.cell)) plan.calls.back().cell = runs_line;
    another.calls.push_back(call);
    another.calls.back().request.body_timeout = Duration{2'500};
  }
  plan.another = {another};
  plan.start_kinds.clear();
  plan.start_documents = {{sim::modality::unsaved}};
  plan.start_index.resize(1);
  plan.free_background = {Background::OpenClosable, Background::Cancelled,
                          Background::SecondCancelled};
  constexpr std::array<std::string_view, 4> kept{"edit", "throw", "ignore_cancel",
                                                 "allow_then_open"};
  std::erase_if(plan.alphabet, [&](const sim::modality::Program& program) {
    return std::ranges::find(kept, program.name) == kept.end();
  });
}

}  // namespace

// On the coarsest grid on which bounds that could be taken for each other differ, no poll divides
// its budget, and the writes of one sync take longer than its bound.
port::modality::Limits table_limits() {
  return {.monitor_period = Duration{1'000},
          .sync_bound = Duration{1'500},
          .smart_bound = Duration{2'000},
          .poll_period = Duration{1'500},
          .wait_budget = Duration{2'500},
          .note_period = Duration{2'000},
          .dispose_bound = Duration{1'000},
          .capture_bound = Duration{1'500},
          .look_bound = Duration{3'500}};
}

sim::modality::Latencies table_latencies() {
  auto out = sim::modality::short_latencies();
  out.write = {0, 1'000};
  out.entries[static_cast<std::size_t>(EntryKind::Refusing)].answer = {0, 500};
  return out;
}

CellName cell_name(std::size_t cell) {
  CHECK(cell < sampled_lines);
  if (cell == runs_line) return {"several runs", ""};
  if (cell == surface_cell) return {"refused calls", ""};
  if (cell >= table_rows)
    return {std::string(spec::modality::profiles[cell - table_rows].name), ""};
  const auto& row = spec::modality::behaviour_rows[cell];
  return {fmt::format("{} {}", row.number, row.name), key_of(letters_of(cell))};
}

sim::modality::Plan table_plan(Budget budget, Cells cells) {
  sim::modality::Plan plan;
  plan.limits = table_limits();
  plan.latencies = table_latencies();
  plan.grid = {.step_ms = 500};
  plan.bounds = bounds_of(budget);
  plan.alphabet = sim::modality::script_alphabet(1'000);
  for (std::size_t line = 0; line < table_cells; ++line)
    if (cells.test(line)) add_cell(plan, line, sim::modality::short_body_timeout);
  set_alternatives(plan);
  return plan;
}

std::vector<TablePart> table_parts(Budget budget) {
  if (budget != Budget::Full)
    return {{"quick", bounds_of(Budget::Quick)},
            {"captures", {.entries = 2, .background = 1, .steps = 1}, TableAlphabet::Captures},
            {"methods", {.entries = 1, .steps = 3}, TableAlphabet::Methods},
            {"blocks", {.steps = 6}, TableAlphabet::Blocks},
            {"event_thread", {.background = 2, .steps = 1}, TableAlphabet::Thread},
            {"runs", {.background = 1, .steps = 1}, TableAlphabet::Runs}};
  return {{"full:entries", {.entries = 2, .background = 1, .steps = 1}},
          {"full:steps", {.entries = 1, .background = 0, .steps = 2}},
          {"full:beside", {.entries = 0, .background = 1, .steps = 2}}};
}

sim::modality::Plan plan_of(const TablePart& part, Cells cells) {
  auto plan = table_plan(Budget::Quick, cells);
  plan.bounds = part.bounds;
  switch (part.alphabet) {
    case TableAlphabet::Usual: break;
    case TableAlphabet::Captures: let_captures_take_time(plan); break;
    case TableAlphabet::Methods: call_methods(plan, cells); break;
    case TableAlphabet::Blocks: nest_blocks(plan, cells); break;
    case TableAlphabet::Thread: hold_event_thread(plan, cells); break;
    case TableAlphabet::Runs: run_two(plan, cells); break;
  }
  return plan;
}

port::modality::Revision revision_named(std::string_view name) {
  if (name.empty()) return {};
  const auto revision = port::enumerator_of<port::modality::Revision>(name);
  CHECK(revision.has_value());
  return *revision;
}
std::string revision_prefix(port::modality::Revision revision) {
  return revision == port::modality::Revision{} ? "" : std::string(port::word(revision)) + ":";
}

namespace {

std::optional<port::modality::Limits>& limits_said() {
  static std::optional<port::modality::Limits> limits;
  return limits;
}

}  // namespace

const port::modality::Limits* own_limits() {
  const auto& said = limits_said();
  return said ? &*said : nullptr;
}
void set_own_limits(const port::modality::Limits& limits) { limits_said() = limits; }

namespace {

// A script that is given up goes on often, and holds what others need.
void sample_runs(sim::modality::Plan& plan) {
  using sim::modality::Op;
  add_pairwise(plan, all_cells());
  for (std::size_t cell = table_rows; cell < table_cells; ++cell)
    add_cell(plan, cell, Duration{600'000});
  const auto patient = plan.calls;
  for (auto call : patient) {
    call.request.body_timeout = std::min(call.request.body_timeout, Duration{2'500});
    plan.calls.push_back(std::move(call));
  }
  constexpr std::array<std::string_view, 13> kept{
      "edit",      "throw",         "ignore_cancel",   "allow_then_open", "monitor",
      "is_modal",  "close_dialogs", "wait_smart",      "sync_documents",  "sleep",
      "open_slow", "never",         "call_during_sync"};
  std::erase_if(plan.alphabet, [&](const sim::modality::Program& program) {
    return std::ranges::find(kept, program.name) == kept.end();
  });
  plan.alphabet.push_back({"outlive",
                           {{.op = Op::IgnoreCancel},
                            {.op = Op::Sleep, .ms = 4'000},
                            {.op = Op::Edit},
                            {.op = Op::Call, .call = {.method = Method::IsModal}}}});
  plan.alphabet.push_back(
      {"hold_thread", {{.op = Op::IgnoreCancel}, {.op = Op::HoldThread, .ms = 12'000}}});
  plan.bounds.steps = 3;
  plan.another = {{.calls = plan.calls, .at = {0, 1'000}, .body = {}, .steps = plan.bounds.steps}};
  plan.free_background.push_back(Background::SecondCancelled);
}

}  // namespace

sim::modality::Plan sampled_plan(std::size_t cell, port::modality::Revision revision) {
  sim::modality::Plan plan;
  plan.revision = revision;
  const auto* own = own_limits();
  plan.limits = own != nullptr ? *own : sim::modality::real_limits();
  plan.latencies = sim::modality::real_latencies();
  plan.grid = {.step_ms = 0};
  plan.bounds = {.entries = 3, .background = 0, .steps = 4};
  plan.alphabet = sim::modality::script_alphabet(1'000);
  if (cell != runs_line) add_cell(plan, cell, Duration{600'000});
  if (cell < surface_cell) add_cell(plan, cell, Duration{10'000});
  set_alternatives(plan);
  plan.start_kinds.push_back(EntryKind::Passing);
  for (const auto what :
       {Background::UiBusy, Background::UiFreezes, Background::UiThaws, Background::Cancelled})
    plan.free_background.push_back(what);
  plan.start_documents.push_back({sim::modality::unsaved, sim::modality::stale});
  plan.start_documents.push_back({sim::modality::conflicting, sim::modality::clean});
  if (cell == runs_line) sample_runs(plan);
  return plan;
}

}  // namespace conformance::modality
