#include "area/area.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tools {
namespace {

struct OfArea {
  std::string_view command, area;
  int (*run)(Arguments);
};
// The first of a command is meant where no area is named.
constexpr std::array table{
    OfArea{"check", "appserver", check_conversations},
    OfArea{"check", "modality", check_traces},
    OfArea{"check", "ack", check_traces},
    OfArea{"check", "monitor", check_traces},
    OfArea{"serve", "appserver", serve_app_server},
    OfArea{"serve", "monitor", serve_ide},
};

std::vector<std::string> areas_of(std::string_view command) {
  std::vector<std::string> out;
  for (const auto& row : table)
    if (row.command == command) out.emplace_back(row.area);
  return out;
}

int run(std::string_view command, Arguments arguments) {
  constexpr std::string_view option = "--area", with_value = "--area=";
  std::string area = areas_of(command).front();
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) area = arguments[i + 1];
    if (arguments[i].starts_with(with_value)) area = arguments[i].substr(with_value.size());
  }
  for (const auto& row : table)
    if (row.command == command && row.area == area) return row.run(arguments);
  throw UsageError("--area: " + unknown_word("an area of this command", area, areas_of(command)));
}

}  // namespace

void add_area_option(CommandLine& line, std::string_view command) {
  line.option("area", fmt::format("{}", fmt::join(areas_of(command), "|")).c_str(),
              "Which of them it is about, with a help of its own; the first if not given.");
}

int check(Arguments arguments) { return run("check", arguments); }
int serve_command(Arguments arguments) { return run("serve", arguments); }

}  // namespace tools
