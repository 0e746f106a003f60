#include "area/area.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/trace/trace_check.h"

namespace tools {
namespace {

struct OfArea {
  std::string_view command, area;
  int (*run)(Arguments);
};
// The first of a command is meant where no area is named.
constexpr std::array of_areas{
    OfArea{"check", "appserver", check_conversations},
    OfArea{"serve", "appserver", serve_app_server},
    OfArea{"serve", "monitor", serve_ide},
};

// Of `check`, what has traces as well.
std::vector<OfArea> rows_of(std::string_view command) {
  std::vector<OfArea> out;
  for (const auto& row : of_areas)
    if (row.command == command) out.push_back(row);
  if (command != "check") return out;
  for (const auto* area : conformance::areas())
    if (area->checks().trace_check({}) != nullptr)
      out.push_back({command, area->name(), check_traces});
  return out;
}

std::vector<std::string> areas_of(std::string_view command) {
  std::vector<std::string> out;
  for (const auto& row : rows_of(command)) out.emplace_back(row.area);
  return out;
}

int run(std::string_view command, Arguments arguments) {
  constexpr std::string_view option = "--area", with_value = "--area=";
  std::string area = areas_of(command).front();
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) area = arguments[i + 1];
    if (arguments[i].starts_with(with_value)) area = arguments[i].substr(with_value.size());
  }
  for (const auto& row : rows_of(command))
    if (row.area == area) return row.run(arguments);
  throw UsageError("--area: " + unknown_word("an area of this command", area, areas_of(command)));
}

}  // namespace

void add_area_option(CommandLine& line, std::string_view command) {
  line.option("area", fmt::format("{}", fmt::join(areas_of(command), "|")).c_str(),
              "Which of them it is about, with a help of its own; the first if not given.");
}

std::vector<std::string> areas_with_other_help(std::string_view command) {
  std::vector<std::string> out;
  const auto rows = rows_of(command);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].run != rows[i - 1].run) out.emplace_back(rows[i].area);
  return out;
}

int check(Arguments arguments) { return run("check", arguments); }
int serve_command(Arguments arguments) { return run("serve", arguments); }

}  // namespace tools
