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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/ack/area.h"
#include "sim/ack/plan.h"
#include "spec/ack/names.h"

namespace conformance::ack {

// Earliest first.
std::span<const spec::ack::Revision> all_revisions();
// "r1", "r2", "relist" and "r3"; nothing for another word.
std::optional<spec::ack::Revision> revision_named(std::string_view name);
std::string_view name_of(spec::ack::Revision revision);
// The one that it followed; nothing for the first.
std::optional<spec::ack::Revision> revision_before(spec::ack::Revision revision);
const port::ack::Table& table_of(spec::ack::Revision revision);
spec::ack::Revision revision_of(const sim::ack::Plan& plan);

// The calls of a table's rows, one each, in their order.
const std::vector<sim::ack::Call>& rows_of(spec::ack::Revision revision);
// Whether two rows of a tool wait for the same, whichever of its requests they are for.
bool wait_alike(const port::ack::Row& left, port::ack::Row right);
// Whether the revision before has no row that waits like this one for the same requests.
bool is_own_row(spec::ack::Revision revision, std::size_t row);
// "dialog_close_file_viewer_one": of the row's call, as names of plans have it.
std::string row_name(const sim::ack::Call& row);

enum class PlanKind : std::uint8_t { Row, FullRow, Pairs, FullPairs, Replies, Refused, Random };
// `row` is an index into rows_of(); Replies and Refused have none.
sim::ack::Plan plan_of(spec::ack::Revision revision, PlanKind kind, std::size_t row = 0);
std::string plan_name(spec::ack::Revision revision, PlanKind kind, std::size_t row = 0);

// The plan of that name, or nothing.
std::optional<sim::ack::Plan> plan_named(std::string_view name);
std::vector<std::string> plan_names(spec::ack::Revision revision);

// How many worlds a plan stands for: the product of its alternatives, without times.
std::uint64_t worlds_covered(const sim::ack::Plan& plan);

}  // namespace conformance::ack
