// orrery table: the tables of the areas as the specification has them.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/files.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "results/words.h"
#include "sim/files/scenario_error.h"
#include "world/own_table.h"

namespace tools {
namespace {

constexpr Help table_help{.command = "table",
                          .operands = "AREA",
                          .says = "Prints the table of an area as the specification has it.",
                          .examples =
                              "orrery table modality\norrery table modality --json\n"
                              "orrery table ack --revision r2\n"
                              "orrery table ack --revision r2 --as-file > mine.json\n"
                              "orrery table ack --table mine.json",
                          .says_of_areas = help_of_tables};

}  // namespace

int table(Arguments arguments) {
  CommandLine line(table_help);
  line.option("revision", "NAME", help_of_revisions().c_str());
  add_table_option(line);
  line.flag("json", "Print JSON.");
  line.flag("as-file", "Print it as the file that --table takes (ack).");
  line.flag("former", "Print how calls of a former surface map to rows of the table (modality).");
  if (!line.parse(arguments)) return exit_code::passed;
  std::vector<std::string> names;
  for (const auto* area : conformance::areas())
    if (!area->words().facts().table_description.empty()) names.emplace_back(area->name());
  const auto& which = line.operand(fmt::format("{}", fmt::join(names, " or ")));
  if (std::ranges::find(names, which) == names.end())
    throw UsageError(unknown_word("a table", which, names));
  const auto* area = conformance::area_named(which);
  if (line.has("former")) {
    for (const char* other : {"table", "as-file"})
      if (line.has(other)) line.refuse(other, "not with --former.");
    const auto former = area->words().former_text();
    if (former.empty()) line.refuse("former", fmt::format("{} has no former surface.", which));
    print_out(former);
    return exit_code::passed;
  }
  const auto& revisions = area->worlds().facts().revisions;
  std::string revision(revisions.empty() ? "" : revisions.front());
  if (line.has("revision")) {
    if (revisions.empty())
      line.refuse("revision", fmt::format("the table of {} has no revisions.", which));
    const std::vector<std::string> valid(revisions.begin(), revisions.end());
    revision = valid[line.one_of("revision", valid).value_or(0)];
  }
  const auto table = take_table(line);
  if (table && (table->area != area || line.has("revision")))
    line.refuse("table", table->area != area ? fmt::format("tables are of {}.", table->area->name())
                                             : "it is a revision itself; leave --revision out.");
  if (table) revision = table->revision;
  if (line.has("as-file")) {
    if (!area->files().takes_tables())
      line.refuse("as-file", fmt::format("the table of {} is no file.", which));
    print_out(sim::scenario_text(area->files().table_document(revision)));
    return exit_code::passed;
  }
  print_out(line.has("json") ? dump(area->words().table_json(revision), 2) + "\n"
                             : area->words().table_text(revision));
  return exit_code::passed;
}

}  // namespace tools
