#include "ack/own_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ack/table.h"
#include "conformance/ack/plans.h"
#include "port/ack/show.h"
#include "sim/ack/tables.h"
#include "sim/files/reader.h"
#include "spec/ack/flaws.h"

namespace conformance::ack {
namespace {

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
