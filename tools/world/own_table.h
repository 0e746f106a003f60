// --table: a tool table of whoever asks, by which worlds are judged as by a revision more.
#pragma once
#include <optional>
#include <string>

#include "command/options.h"
#include "conformance/area/area.h"
#include "conformance/run/plan.h"

namespace tools {

void add_table_option(CommandLine& line);

struct AddedTable {
  const conformance::Area* area;
  std::string revision;  // That the table is from now on.
};
// Reads the file and adds its table, before anything else looks for one; nothing: none was given.
// From then on what takes a run again says so. Throws a UsageError.
std::optional<AddedTable> take_table(const CommandLine& line);

// A world of another table is one of this, if what it calls means the same by both; else it is
// refused.
void put_over_table(const CommandLine& line, const std::optional<AddedTable>& table,
                    conformance::AnyPlan& plan);

// --limits: bounds and periods of whoever asks, in place of the real ones.

void add_limits_option(CommandLine& line);
// Reads the file, before anything looks for what stands in it. From then on what takes a run again
// says so. Throws a UsageError.
void take_limits(const CommandLine& line);

}  // namespace tools
