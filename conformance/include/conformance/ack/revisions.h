// The revisions of the tool table, those that ship and those that were added, and their rows as a
// judge and a world have them.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "port/ack/words.h"
#include "sim/ack/plan.h"
#include "spec/ack/names.h"
#include "spec/ack/tools.h"

namespace conformance::ack {

// Those that ship, earliest first.
std::span<const spec::ack::Revision> all_revisions();
// Behind them those of tables that were added: sim/ack/tables.h. They have the next numbers.
std::vector<spec::ack::Revision> known_revisions();
bool is_added(spec::ack::Revision revision);
// "r1", "r2", "relist", "r3", and what was added; nothing for another word.
std::optional<spec::ack::Revision> revision_named(std::string_view name);
std::string_view name_of(spec::ack::Revision revision);
// The one that it followed; nothing for the first, and for what was added.
std::optional<spec::ack::Revision> revision_before(spec::ack::Revision revision);
const port::ack::Table& table_of(spec::ack::Revision revision);
// The rows that the judge has for it: of the specification, or of the table that was added.
spec::ack::ToolTable judged_rows(spec::ack::Revision revision);
spec::ack::Revision revision_of(const sim::ack::Plan& plan);

// The rows of such a table.
std::vector<spec::ack::ToolRow> rows_to_judge(const port::ack::Table& table);

// The calls of a table's rows, one each, in their order.
const std::vector<sim::ack::Call>& rows_of(spec::ack::Revision revision);
// Whether two rows of a tool wait for the same, whichever of its requests they are for.
bool wait_alike(const port::ack::Row& left, port::ack::Row right);
// Whether the revision before has no row that waits like this one for the same requests.
bool is_own_row(spec::ack::Revision revision, std::size_t row);

}  // namespace conformance::ack
