#include "world/own_limits.h"

#include <algorithm>
#include <variant>

#include "conformance/area/areas.h"
#include "conformance/area/files.h"
#include "conformance/story/print.h"
#include "sim/files/scenario_file.h"

namespace tools {

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
  conformance::set_replay_words(conformance::replay_words() + " --limits " +
                                conformance::shell_word(*file));
}

}  // namespace tools
