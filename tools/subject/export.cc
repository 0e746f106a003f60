// orrery export: an area's directed checks, and schedules of its scenarios, as data.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/run/vectors.h"

namespace tools {
namespace {

constexpr Help export_help{
    .command = "export",
    .operands = "AREA",
    .says =
        "Prints vectors: what happens, at which instants, and what must be said then, of the\n"
        "directed checks of an area and of some schedules of its scenarios. A test of your own\n"
        "plays them in its own language, without this program: docs/VECTORS.md.\n"
        "\n"
        "What of a check is not in them is listed, with the reason.",
    .examples =
        "orrery export ack\norrery export modality -o modality.vectors.json\n"
        "orrery export ack | python3 -m json.tool"};

std::vector<std::string> exported_areas() {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    if (area->checks().vector_words()) out.emplace_back(area->name());
  return out;
}

}  // namespace

int export_command(Arguments arguments) {
  CommandLine line(export_help);
  line.option("output,o", "FILE", "Write to this file; stdout by default.");
  line.option("format", "json", "The only format that there is.");
  line.option("level", "must|should|proposed",
              "Leave out what weaker rules want; nothing by default.");
  if (!line.parse(arguments)) return exit_code::passed;
  const std::vector<std::string> formats{"json"};
  line.one_of("format", formats);
  const auto names = exported_areas();
  const auto& typed = line.operand(fmt::format("{}", fmt::join(names, " or ")));
  if (std::ranges::find(names, typed) == names.end())
    throw UsageError(unknown_word("an area that has vectors", typed, names));
  const auto& area = *conformance::area_named(typed);
  std::vector<conformance::AnyScenario> scenarios;
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    if (file.name.starts_with(typed + "/")) scenarios.push_back(scenario);
  });
  const std::vector<std::string> levels(spec::level_words.begin(), spec::level_words.end());
  const auto level = line.one_of("level", levels);
  const auto vectors = conformance::vectors_of(
      area, scenarios, level ? static_cast<spec::Level>(*level) : spec::Level::Proposed);
  // A line each, so that two versions are compared well.
  std::string text = "{";
  for (const auto& [name, value] : vectors.items()) {
    text += fmt::format("{}\n\"{}\": ", text == "{" ? "" : ",", name);
    if (!value.is_array()) {
      text += value.dump();
      continue;
    }
    text += "[";
    for (std::size_t i = 0; i < value.size(); ++i)
      text += fmt::format("{}\n{}", i == 0 ? "" : ",", value[i].dump());
    text += "\n]";
  }
  text += "\n}\n";
  const auto file = line.output_file("output").value_or("-");
  return write_whole_file(file, text) ? exit_code::passed : exit_code::harness;
}

}  // namespace tools
