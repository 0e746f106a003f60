// What the modality gate searches and samples: plans within the bounds of each budget.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/suite.h"
#include "sim/plan.h"
#include "sim/rng.h"

namespace conformance {

// The lines of the S x A x R table: the eight rows in their order, the three profiles, and
// the calls that are refused at the surface.
inline constexpr std::size_t table_rows = 8;
inline constexpr std::size_t table_profiles = 3;
inline constexpr std::size_t table_cells = table_rows + table_profiles + 1;
inline constexpr std::size_t surface_cell = table_rows + table_profiles;

struct CellName {
  std::string name;  // "1 STRICT", "smart_non_modal", "refused calls"
  std::string key;   // "TFT"; empty but for rows.
};
CellName cell_name(std::size_t cell);

// Everything that `budget` exhausts: all 64 raw tuples, the three profiles and the refused
// calls, over every start, one-step script and background event within its bounds, with the
// short constants on the reference grid. With `cell`, the calls of that line only.
sim::Plan table_plan(Budget budget, std::optional<std::size_t> cell = std::nullopt);

// Worlds of one line of the table that are larger than the table: real constants, several
// entries, events and steps. `draw_background` draws anew what happens beside the call.
sim::Plan sampled_plan(std::size_t cell);
void draw_background(sim::Plan& plan, sim::Rng& rng);

}  // namespace conformance
