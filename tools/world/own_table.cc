#include "world/own_table.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/area/files.h"
#include "conformance/area/worlds.h"
#include "conformance/story/print.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

const conformance::Area* area_of_tables() {
  const auto all = conformance::areas();
  const auto found =
      std::ranges::find_if(all, [](const auto* area) { return area->files().takes_tables(); });
  return found == all.end() ? nullptr : *found;
}

}  // namespace

void add_table_option(CommandLine& line) {
  line.option("table", "FILE",
              "A tool table of your own (ack), judged as one more revision: docs/SUBJECTS.md.");
}

std::optional<AddedTable> take_table(const CommandLine& line) {
  const auto file = line.text("table");
  if (!file) return std::nullopt;
  const auto* area = area_of_tables();
  if (area == nullptr) line.refuse("table", "no area takes tables.");
  const auto loaded = sim::load_file(*file, "table");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw UsageError(sim::show(*error));
  const auto added = area->files().add_table(std::get<sim::ParsedFile>(loaded));
  if (const auto* error = std::get_if<sim::ScenarioError>(&added))
    throw UsageError(sim::show(*error));
  const auto& revision = std::get<std::string>(added);
  if (std::ranges::count(area->worlds().facts().revisions, revision) == 0)
    conformance::add_replay_words(" --table " + conformance::shell_word(*file));
  return AddedTable{area, revision};
}

void put_over_table(const CommandLine& line, const std::optional<AddedTable>& table,
                    conformance::AnyPlan& plan) {
  if (!table) return;
  if (!is_judged_by(plan, *table->area))
    line.refuse("table", fmt::format("this is a world of {}, and tables are of {}.",
                                     plan.area()->name(), table->area->name()));
  const auto of = table->area->worlds().revision_of(plan);
  if (of == table->revision) return;
  if (auto own = table->area->worlds().over_table(plan, table->revision))
    plan = std::move(*own);
  else
    line.refuse("table", fmt::format("this world is of the table {}, and {} is {}.", of,
                                     *line.text("table"), table->revision));
}

void add_limits_option(CommandLine& line) {
  line.option("limits", "FILE",
              "Bounds of your own (modality), in worlds with the real ones: docs/SUBJECTS.md.");
}

void take_limits(const CommandLine& line) {
  const auto file = line.text("limits");
  if (!file) return;
  const auto all = conformance::areas();
  const auto area =
      std::ranges::find_if(all, [](const auto* each) { return each->files().takes_limits(); });
  if (area == all.end()) line.refuse("limits", "no area takes limits.");
  const auto loaded = sim::load_file(*file, "limits");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw UsageError(sim::show(*error));
  if (const auto error = (*area)->files().take_limits(std::get<sim::ParsedFile>(loaded)))
    throw UsageError(sim::show(*error));
  conformance::add_replay_words(" --limits " + conformance::shell_word(*file));
}

}  // namespace tools
