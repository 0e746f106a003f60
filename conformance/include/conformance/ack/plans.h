// What the acknowledgement gate searches and samples: worlds of tool calls, each by a name.
//
//   ack:r1:mkdir             one call of one row of the table, as quick has it
//   ack:r1:full:mkdir        the same with more happening beside it
//   ack:r1:pairs:mkdir       that call, and any other one while it is in flight
//   ack:r1:full_pairs:mkdir  the same with more frontends and windows
//   ack:r1:replies           two round trips, with replies that go astray, come twice or late
//   ack:r1:refused           requests that no row of the table is for
//   ack:r1:random:mkdir      larger worlds with a second call, for random runs
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/ack/area.h"
#include "conformance/ack/revisions.h"
#include "sim/ack/plan.h"
#include "spec/ack/names.h"

namespace conformance::ack {

// "dialog_close_file_viewer_one": of the row's call, as names of plans have it.
std::string row_name(const sim::ack::Call& row);

enum class PlanKind : std::uint8_t {
  Row,
  FullRow,
  Pairs,
  FullPairs,
  Replies,
  Refused,
  Random,
  Three,     // Calls of three, with numbers that come again.
  Slow,      // Captures that take time.
  Session,   // Forty of them, drawn.
  Trips,     // Likewise, of round trips alone.
  Measured,  // Dialogs and windows of a frontend that takes as long as a real one took.
};
// `row` is an index into rows_of(); Replies and Refused have none.
sim::ack::Plan plan_of(spec::ack::Revision revision, PlanKind kind, std::size_t row = 0);
std::string plan_name(spec::ack::Revision revision, PlanKind kind, std::size_t row = 0);

// The plan of that name, or nothing.
std::optional<sim::ack::Plan> plan_named(std::string_view name);
std::vector<std::string> plan_names(spec::ack::Revision revision);

// How many worlds a plan stands for: the product of its alternatives, without times.
std::uint64_t worlds_covered(const sim::ack::Plan& plan);

}  // namespace conformance::ack
