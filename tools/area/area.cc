#include "area/area.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "area/check_input.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "sim/files/document.h"

namespace tools {
namespace {

using nlohmann::json;

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
    if (area->checks().facts().trace_slack) out.push_back({command, area->name(), check_traces});
  return out;
}

std::vector<std::string> areas_of(std::string_view command) {
  std::vector<std::string> out;
  for (const auto& row : rows_of(command)) out.emplace_back(row.area);
  return out;
}

std::optional<std::string> area_named_in(Arguments arguments) {
  constexpr std::string_view option = "--area", with_value = "--area=";
  std::optional<std::string> area;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) area = arguments[i + 1];
    if (arguments[i].starts_with(with_value)) area = arguments[i].substr(with_value.size());
  }
  return area;
}

// A trace says in its first line of which area it is, but for those of an area that has no heads.
std::optional<std::string> area_of_trace(const std::string& path) {
  CheckInput input(path);
  const auto piece = input.read();
  const auto read = sim::read_document<json>(piece.substr(0, piece.find('\n')));
  const auto* head = std::get_if<json>(&read);
  if (head == nullptr || !head->is_object() || head->contains("dir") || head->contains("raw"))
    return std::nullopt;
  if (const auto area = head->find("area"); area != head->end() && area->is_string())
    return area->get<std::string>();
  if (!head->contains("t_ms")) return std::nullopt;
  for (const auto* each : conformance::areas())
    if (each->checks().facts().traces_have_no_head) return std::string(each->name());
  return std::nullopt;
}

// The first that a file among the operands tells; stdin and pipes can be read only once.
std::optional<std::string> area_told_by(Arguments arguments) {
  for (const auto& path : arguments) {
    std::error_code ignored;
    if (path.starts_with("-") || !std::filesystem::is_regular_file(path, ignored)) continue;
    if (auto area = area_of_trace(path)) return area;
  }
  return std::nullopt;
}

int run(std::string_view command, std::vector<std::string> arguments) {
  const auto areas = areas_of(command);
  auto area = area_named_in(arguments);
  if (!area && command == "check") {
    area = area_told_by(arguments);
    if (area && std::ranges::count(areas, *area) > 0)
      arguments.insert(arguments.begin(), {"--area", *area});
  }
  for (const auto& row : rows_of(command))
    if (row.area == area.value_or(areas.front())) return row.run(arguments);
  throw UsageError("--area: " + unknown_word("an area of this command", *area, areas));
}

}  // namespace

void add_area_option(CommandLine& line, std::string_view command) {
  line.option("area", fmt::format("{}", fmt::join(areas_of(command), "|")).c_str(),
              command == "check"
                  ? "Which of them it is about, with a help of its own; if not given, what "
                    "the first\nfile tells, or else the first of them."
                  : "Which of them it is about, with a help of its own; the first if "
                    "not given.");
}

std::vector<std::string> areas_with_other_help(std::string_view command) {
  std::vector<std::string> out;
  const auto rows = rows_of(command);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].run != rows[i - 1].run) out.emplace_back(rows[i].area);
  return out;
}

int check(Arguments arguments) { return run("check", {arguments.begin(), arguments.end()}); }
int serve_command(Arguments arguments) {
  return run("serve", {arguments.begin(), arguments.end()});
}

}  // namespace tools
