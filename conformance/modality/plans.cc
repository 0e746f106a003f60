#include "conformance/modality/plans.h"

#include <array>

#include <fmt/format.h>

#include "engine/modality/profiles.h"
#include "port/check.h"
#include "spec/modality/behaviour.h"

namespace conformance::modality {
namespace {

using port::Duration;
using port::modality::Defect;
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

// The eight tuples of one row: D, W and what a progress does at the gate.
void add_row(sim::modality::Plan& plan, std::size_t row, Duration body_timeout) {
  const auto letters = letters_of(row);
  for (unsigned rest = 0; rest < 8; ++rest) {
    const Options options{
        .close_on_start = letters.s,
        .allow_at_gate = letters.a,
        .close_while_running = letters.r,
        .sync_documents = (rest & 1u) != 0,
        .wait_smart = (rest & 2u) != 0,
        .progress = (rest & 4u) != 0 ? ProgressAtGate::Refuse : ProgressAtGate::Tolerate};
    add_call(plan, row, {.mode = Mode::Raw, .raw = options, .body_timeout = body_timeout},
             fmt::format("raw S,A,R={} D={:d} W={:d} progress={}", key_of(letters),
                         options.sync_documents, options.wait_smart,
                         (rest & 4u) != 0 ? "refuse" : "tolerate"));
  }
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

}  // namespace

CellName cell_name(std::size_t cell) {
  CHECK(cell < table_cells);
  if (cell == surface_cell) return {"refused calls", ""};
  if (cell >= table_rows)
    return {std::string(spec::modality::profiles[cell - table_rows].name), ""};
  const auto& row = spec::modality::behaviour_rows[cell];
  return {fmt::format("{} {}", row.number, row.name), key_of(letters_of(cell))};
}

sim::modality::Plan table_plan(Budget budget, Cells cells) {
  sim::modality::Plan plan;
  plan.limits = sim::modality::short_limits();
  plan.latencies = sim::modality::short_latencies();
  plan.grid = {.step_ms = 500};
  plan.bounds = bounds_of(budget);
  plan.alphabet = sim::modality::script_alphabet(1'000);
  for (std::size_t line = 0; line < table_cells; ++line)
    if (cells.test(line)) add_cell(plan, line, sim::modality::short_body_timeout);
  set_alternatives(plan);
  return plan;
}

std::vector<TablePart> table_parts(Budget budget) {
  if (budget != Budget::Full) return {{"quick", bounds_of(Budget::Quick)}};
  return {{"full:entries", {.entries = 2, .background = 1, .steps = 1}},
          {"full:steps", {.entries = 1, .background = 0, .steps = 2}},
          {"full:beside", {.entries = 0, .background = 1, .steps = 2}}};
}

sim::modality::Plan plan_of(const TablePart& part, Cells cells) {
  auto plan = table_plan(Budget::Quick, cells);
  plan.bounds = part.bounds;
  return plan;
}

sim::modality::Plan sampled_plan(std::size_t cell) {
  sim::modality::Plan plan;
  plan.limits = engine::modality::real_limits();
  plan.latencies = sim::modality::real_latencies();
  plan.grid = {.step_ms = 0};
  plan.bounds = {.entries = 3, .background = 0, .steps = 4};
  plan.alphabet = sim::modality::script_alphabet(1'000);
  add_cell(plan, cell, Duration{600'000});
  if (cell != surface_cell) add_cell(plan, cell, Duration{10'000});
  set_alternatives(plan);
  plan.start_kinds.push_back(EntryKind::Passing);
  plan.start_documents.push_back({sim::modality::unsaved, sim::modality::stale});
  plan.start_documents.push_back({sim::modality::conflicting, sim::modality::clean});
  return plan;
}

void draw_background(sim::modality::Plan& plan, sim::Rng& rng) {
  // Up to this much later than the call: beyond the longest pre-flight wait.
  constexpr std::uint32_t latest_ms = 150'000;
  plan.background.clear();
  const auto count = rng.below(sim::modality::background_max + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto what =
        plan.free_background[rng.below(static_cast<std::uint32_t>(plan.free_background.size()))];
    // Half of the events fall into the first seconds, where most calls live.
    const auto span = rng.below(2) == 0 ? 5'000u : latest_ms;
    const auto at = static_cast<std::int32_t>(rng.below(span));
    plan.background.push_back({what, {at, at}});
  }
}

sim::modality::Plan sampled_plan(std::size_t cell, std::uint64_t seed, std::uint64_t run) {
  auto plan = sampled_plan(cell);
  auto background = sim::Rng(seed).fork(cell).fork(2 * run);
  draw_background(plan, background);
  return plan;
}

}  // namespace conformance::modality
