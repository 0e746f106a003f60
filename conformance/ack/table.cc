#include "ack/table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/ack/plans.h"
#include "port/ack/show.h"
#include "spec/ack/rules.h"
#include "spec/ack/tools.h"

namespace conformance::ack {
namespace {

using namespace spec::ack;

// "dialog_close file-viewer one"
std::string request_text(const ToolRow& row) {
  return port::ack::show(names, row.tool, row.target, row.when);
}

std::string signal_text(const ToolRow& row) {
  std::string out(port::word(row.signal.kind));
  if (row.signal.subject != no_subject)
    out += fmt::format("({})", name_of(names, row.signal.subject));
  if (row.signal.kind == SignalKind::WindowCountBelow)
    out += row.when == When::One ? " the captured count" : " 1";
  return out;
}

// All rows, if no tool is named.
std::vector<ToolRow> rows_where(Revision revision, std::string_view tool) {
  std::vector<ToolRow> out;
  for (const auto& row : tools_of(revision))
    if (tool.empty() || tool_of(request_text(row)) == tool) out.push_back(row);
  return out;
}

// All that differ in their rows.
std::vector<Revision> revisions_with_rows() {
  std::vector<Revision> out;
  for (const auto revision : all_revisions())
    if (!table_of(revision).relists) out.push_back(revision);
  return out;
}

std::string rows_text(const std::vector<ToolRow>& rows) {
  constexpr auto form = "  {:<{}}  {:<{}}  {:>6}  {:>4}\n";
  std::size_t first = std::string_view("request").size();
  std::size_t second = std::string_view("OK waits for").size();
  for (const auto& row : rows) {
    first = std::max(first, request_text(row).size());
    second = std::max(second, signal_text(row).size());
  }
  auto out = fmt::format(form, "request", first, "OK waits for", second, "budget", "poll");
  for (const auto& row : rows)
    out += fmt::format(form, request_text(row), first, signal_text(row), second, row.budget_ms,
                       poll_ms(row.signal.kind));
  return out;
}

nlohmann::ordered_json rows_json(const std::vector<ToolRow>& rows) {
  auto out = nlohmann::ordered_json::array();
  for (const auto& row : rows)
    out.push_back({{"request", request_text(row)},
                   {"signal", signal_text(row)},
                   {"budget_ms", row.budget_ms},
                   {"poll_ms", poll_ms(row.signal.kind)},
                   {"captures", needs_capture(row)}});
  return out;
}

}  // namespace

std::string table_text(Revision revision) {
  return rows_text(rows_where(revision, {})) +
         "\n  Budget and poll are milliseconds; a poll of 0 does not look.\n";
}

nlohmann::ordered_json table_json(Revision revision) {
  return {{"revision", name_of(revision)}, {"rows", rows_json(rows_where(revision, {}))}};
}

std::string_view tool_of(std::string_view request) { return request.substr(0, request.find(' ')); }

std::vector<std::string> tool_names() {
  std::vector<std::string> out;
  for (const auto revision : all_revisions())
    for (const auto& row : tools_of(revision)) {
      const auto request = request_text(row);
      const auto tool = tool_of(request);
      if (std::ranges::find(out, tool) == out.end()) out.emplace_back(tool);
    }
  return out;
}

ToolRows rows_of_tool(std::string_view tool) {
  ToolRows out{.text = {}, .json = nlohmann::ordered_json::object(), .rules = {}};
  for (const auto revision : revisions_with_rows()) {
    const auto rows = rows_where(revision, tool);
    if (rows.empty()) continue;
    out.text += fmt::format("In {}:\n", name_of(revision)) + rows_text(rows);
    out.json[std::string(name_of(revision))] = rows_json(rows);
    for (const auto& row : rows)
      if (const std::string rule(ack_rules[row.rule].id); !std::ranges::count(out.rules, rule))
        out.rules.push_back(rule);
  }
  return out;
}

}  // namespace conformance::ack
