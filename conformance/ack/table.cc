#include "ack/table.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/ack/plans.h"
#include "port/ack/show.h"
#include "sim/ack/tables.h"
#include "sim/files/reader.h"
#include "spec/ack/flaws.h"
#include "spec/ack/rules.h"
#include "spec/ack/tools.h"

namespace conformance::ack {
namespace {

using namespace spec::ack;

// A row of a revision, in words.
struct RowText {
  std::string request;  // "dialog_close file-viewer one"
  std::string signal;
  ToolRow row;
  std::vector<std::string> unless;
};

std::string signal_text(const Names& of, const ToolRow& row) {
  std::string out(port::word(row.signal.kind));
  if (row.signal.subject != no_subject)
    out += fmt::format("({})", port::ack::name_of(of, row.signal.subject));
  if (row.signal.kind == SignalKind::WindowCountBelow)
    out += row.when == When::One ? " the captured count" : " 1";
  return out;
}

// "unless soft_dialog is some: refused blocked".
std::string obstacle_text(const Names& of, const Obstacle& obstacle) {
  const auto what = obstacle.subject == no_subject
                        ? std::string(port::word(obstacle.of))
                        : fmt::format("{}({})", port::word(obstacle.of),
                                      port::ack::name_of(of, obstacle.subject));
  auto out =
      fmt::format("unless {} is {}: {}", what, port::word(obstacle.is), port::word(obstacle.then));
  if (obstacle.kind != Refusal::Other) out += fmt::format(" {}", port::word(obstacle.kind));
  if (obstacle.within > port::Duration::zero())
    out += fmt::format(", known within {} ms", obstacle.within.count());
  return out;
}

// All rows, if no tool is named.
std::vector<RowText> rows_where(Revision revision, std::string_view tool) {
  const auto of = table_of(revision).names();
  std::vector<RowText> out;
  for (const auto& row : judged_rows(revision)) {
    RowText text{
        port::ack::show(of, row.tool, row.target, row.when), signal_text(of, row), row, {}};
    for (const auto& each : row.unless) text.unless.push_back(obstacle_text(of, each));
    if (row.part != Part::First) text.request += fmt::format(" second {}", port::word(row.part));
    if (tool.empty() || tool_of(text.request) == tool) out.push_back(std::move(text));
  }
  return out;
}

// All that differ in their rows.
std::vector<Revision> revisions_with_rows() {
  std::vector<Revision> out;
  for (const auto revision : all_revisions())
    if (!table_of(revision).relists) out.push_back(revision);
  return out;
}

std::string rows_text(const std::vector<RowText>& rows) {
  constexpr auto form = "  {:<{}}  {:<{}}  {:>6}  {:>4}\n";
  std::size_t first = std::string_view("request").size();
  std::size_t second = std::string_view("OK waits for").size();
  for (const auto& text : rows) {
    first = std::max(first, text.request.size());
    second = std::max(second, text.signal.size());
  }
  auto out = fmt::format(form, "request", first, "OK waits for", second, "budget", "poll");
  for (const auto& [request, signal, row, unless] : rows) {
    out += fmt::format(form, request, first, signal, second, row.budget_ms, poll_ms(row));
    for (const auto& each : unless) out += fmt::format("    {}\n", each);
  }
  return out;
}

nlohmann::ordered_json rows_json(const std::vector<RowText>& rows) {
  auto out = nlohmann::ordered_json::array();
  for (const auto& [request, signal, row, unless] : rows)
    out.push_back({{"request", request},
                   {"signal", signal},
                   {"budget_ms", row.budget_ms},
                   {"poll_ms", poll_ms(row)},
                   {"captures", needs_capture(row)},
                   {"unless", unless}});
  return out;
}

struct Complaint {
  std::string_view member;  // Of the row.
  std::string_view what, remedy;
};

// By RowFault.
constexpr std::array<Complaint, 9> complaints{
    Complaint{"subject", "The signal does not fit its subject.",
              "Signals of windows are about a window or the family, those of soft dialogs about "
              "one of these, and the others about nothing."},
    Complaint{"when",
              "`one` and `all` are for the signal WindowCountBelow of the family alone, "
              "and it for them.",
              "Await another signal, or for all requests."},
    Complaint{"budget_ms", "The budget does not fit the signal.",
              "Give 1 to 60000 ms to whatever is awaited, and none to None."},
    Complaint{"poll_ms", "Nothing is looked for.", "Take it out."},
    Complaint{"target", "An earlier row of this tool is for every target.",
              "Put the row without a target behind those that have one."},
    Complaint{"when", "An earlier row is for such requests, too.", "Take one of the two out."},
    Complaint{"when", "There is no row for the other requests of this tool.",
              "Where `auto_confirm`, `asking`, `one` or `all` has a row, so has its opposite; or "
              "leave `when` out."},
    Complaint{"unless", "A condition does not fit what it reads.",
              "Windows and soft dialogs have a `subject` of their kind, the others none; "
              "`generation` may be missing; `path` alone takes time, and says how much."},
    Complaint{"goes_on", "The row before it is no first part of the same requests.",
              "Put it behind the row of its tool, target and `when`. A second signal is one of a "
              "dialog or a window that appears or disappears."}};

void complain(sim::Reader& reader, const sim::JsonValue& root, const spec::ack::RowFlaw& flaw) {
  const auto& row = sim::member_of(root, "rows")->items[flaw.row];
  const auto& [member, what, remedy] = complaints[static_cast<std::size_t>(flaw.fault)];
  const auto* at = sim::member_of(row, member);
  reader.fail(at == nullptr ? row : *at, std::string(what), std::string(remedy));
}

// Worlds are called by their rows.
void refuse_like_names(sim::Reader& reader, const sim::JsonValue& root,
                       const port::ack::Table& table) {
  std::vector<std::string> names;
  for (const auto& call : sim::ack::calls_of(table)) {
    auto name = row_name(call);
    const auto* row = sim::ack::row_for(table, call.request);
    if (std::ranges::find(names, name) != names.end())
      reader.fail(
          sim::member_of(root, "rows")->items[static_cast<std::size_t>(row - table.rows.data())],
          fmt::format("Another row has the same name in worlds: `{}`.", name),
          "Call the tool or its target otherwise.");
    names.push_back(std::move(name));
  }
}

}  // namespace

std::string table_text(Revision revision) {
  return rows_text(rows_where(revision, {})) +
         "\n  Budget and poll are milliseconds; a poll of 0 does not look.\n";
}

nlohmann::ordered_json table_json(Revision revision) {
  return {{"revision", name_of(revision)}, {"rows", rows_json(rows_where(revision, {}))}};
}

nlohmann::ordered_json table_document(Revision revision) {
  return sim::ack::write_table(sim::ack::file_of(table_of(revision)));
}

std::string_view tool_of(std::string_view request) { return request.substr(0, request.find(' ')); }

std::vector<std::string> tool_names() {
  std::vector<std::string> out;
  for (const auto revision : all_revisions())
    for (const auto& text : rows_where(revision, {})) {
      const auto tool = tool_of(text.request);
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
    for (const auto& text : rows)
      if (const std::string rule(ack_rules[text.row.rule].id); !std::ranges::count(out.rules, rule))
        out.rules.push_back(rule);
  }
  return out;
}

std::variant<spec::ack::Revision, sim::ScenarioError> add_own_table(const sim::ParsedFile& file) {
  auto loaded = sim::ack::read_table(file);
  if (auto* error = std::get_if<sim::ScenarioError>(&loaded)) return std::move(*error);
  const auto& read = std::get<sim::ack::TableFile>(loaded);
  sim::Reader reader;
  const auto& name = *sim::member_of(file.root, "name");
  if (const auto same = revision_named(read.name)) {
    if (sim::ack::write_table(read) == table_document(*same)) return *same;
    reader.fail(name, fmt::format("`{}` is a revision, which says something else.", read.name),
                "Give the table a name of its own.");
  } else {
    const sim::ack::OwnTable own(read);
    if (const auto flaw = spec::ack::flaw_of(rows_to_judge(own.table()), own.table().windows))
      complain(reader, file.root, *flaw);
    else
      refuse_like_names(reader, file.root, own.table());
  }
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  sim::ack::add_table(read);
  return known_revisions().back();
}

}  // namespace conformance::ack
