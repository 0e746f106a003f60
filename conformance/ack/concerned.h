// Which row of a table a run is about, and the same run over another table.
#pragma once
#include <optional>
#include <string>

#include "conformance/run/rerun.h"
#include "sim/ack/plan.h"

namespace conformance::ack {

// The row of the call that a run failed by; empty: of none, or the world is `of_row` and it is the
// first call.
std::string row_concerned(const sim::ack::Plan& plan, const Rerun& run, bool of_row);

// The plan over this table, if each call of it waits for the same there and is carried out alike.
std::optional<sim::ack::Plan> plan_over(const sim::ack::Plan& plan, const port::ack::Table& table);

}  // namespace conformance::ack
