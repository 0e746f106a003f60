// What the modality gate searches and samples: plans within the bounds of each budget.
#pragma once
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/area/table.h"
#include "conformance/modality/area.h"
#include "sim/modality/plan.h"
#include "sim/search/rng.h"

namespace conformance::modality {

// The lines of the S x A x R table: the eight rows in their order, the three profiles, and
// the calls that are refused at the surface.
inline constexpr std::size_t table_rows = 8;
inline constexpr std::size_t table_profiles = 3;
inline constexpr std::size_t table_cells = table_rows + table_profiles + 1;
inline constexpr std::size_t surface_cell = table_rows + table_profiles;
// Behind them: several runs in one IDE, whatever their lines.
inline constexpr std::size_t runs_line = table_cells;
inline constexpr std::size_t sampled_lines = table_cells + 1;

struct CellName {
  std::string name;  // "1 STRICT", "smart_non_modal", "refused calls"
  std::string key;   // "TFT"; empty but for rows.
};
CellName cell_name(std::size_t cell);

// Lines of the table that are searched together.
using Cells = std::bitset<table_cells>;
inline Cells all_cells() { return Cells().set(); }
inline Cells one_cell(std::size_t cell) { return Cells().set(cell); }

port::modality::Limits table_limits();
sim::modality::Latencies table_latencies();

// Everything within the bounds of `budget`: the calls of these lines (all 64 raw tuples, the three
// profiles and the refused calls, if all), over every start, script and background event
// within its bounds, with the table's constants on the reference grid.
sim::modality::Plan table_plan(Budget budget, Cells cells = all_cells());

// What a part of the table is made of.
enum class TableAlphabet : std::uint8_t {
  Usual,     // All calls, one-step scripts.
  Captures,  // All calls; screenshots and thread dumps take time or hang, and little happens
             // beside.
  Methods,   // Calls that cover pairs of options; each method with each of its arguments.
  Blocks,    // The same calls; blocks in blocks, and what starts and stops the monitor in them.
  Thread,    // The same calls and the profiles; looks take time, the event thread is busy or
             // frozen, edits wait, questions are asked, and the caller may withdraw.
  Runs,      // A few calls, and another of them beside each or behind it.
};

// The searches that make up the table of a budget; `orrery replay table:NAME` knows them.
struct TablePart {
  std::string name;  // "quick", "full:entries"
  sim::modality::Bounds bounds;
  TableAlphabet alphabet = TableAlphabet::Usual;
};
// Quick has one of each alphabet.
// Full has three, each larger than quick in its own way: what is larger in all of them at once does
// not fit into memory.
std::vector<TablePart> table_parts(Budget budget);
sim::modality::Plan plan_of(const TablePart& part, Cells cells = all_cells());

// Of a name that a revision has; empty: the usual one.
port::modality::Revision revision_named(std::string_view name);
// What stands in names of worlds of a revision: "rev5:", and nothing of the usual one.
std::string revision_prefix(port::modality::Revision revision);

// Few raw tuples in which any two of S, A, R, D, W, await_dispose and the switch for a progress
// have each of their four pairs of values.
std::vector<port::modality::Options> pairwise_options();
// Each method with each of the arguments that it has.
std::vector<port::modality::MethodCall> method_variants();

// Those of whoever runs this program, in place of the real ones; null: nobody said any. To be said
// before anything is made with them.
const port::modality::Limits* own_limits();
void set_own_limits(const port::modality::Limits& limits);

// Worlds of one line of the table, or of several runs, that are larger than the table: real
// constants, several entries, events and steps. `draw_background` draws anew what happens beside
// the call, other calls included.
sim::modality::Plan sampled_plan(std::size_t cell, port::modality::Revision revision = {});
void draw_background(sim::modality::Plan& plan, sim::Rng& rng);

// The plan of run `run`: sampled_plan(cell) with what happens beside the call drawn, and how long
// captures take.
sim::modality::Plan sampled_plan(std::size_t cell, std::uint64_t seed, std::uint64_t run,
                                 port::modality::Revision revision = {});

}  // namespace conformance::modality
