// The tool tables that worlds are made over: those of the revisions, and what whoever runs this
// program adds: one more revision, read from a file.
//
// docs/SUBJECTS.md says how to write one; scenarios/table.schema.json is for editors.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "port/ack/words.h"
#include "sim/ack/plan.h"
#include "sim/files/scenario_file.h"

namespace sim::ack {

// How a call ends whose row refuses it.
enum class Ending : std::uint8_t { Ok, InvalidParams, NotReady, NothingToDo, Blocked, NotThere };
inline constexpr std::array<std::string_view, 6> ending_words{
    "ok", "invalid_params", "not_ready", "nothing_to_do", "blocked", "not_there"};
struct TableObstacle {
  Found is{};
  ProbeKind of{};
  std::string subject = {};
  Ending ending{};
  std::int32_t within_ms = 0;
  bool operator==(const TableObstacle&) const = default;
};

// What a file says of a request. Its names are those of the file.
struct TableRow {
  std::string tool = {};
  std::string target = {};  // Empty: it is about none.
  When when = When::Always;
  SignalKind signal{};
  std::string subject = {};    // Of the signal; empty: it is about nothing.
  std::int32_t budget_ms = 0;  // Zero: the file says none.
  std::int32_t poll_ms = 0;    // Zero: as often as in the revision that the table follows.
  // What the frontend does; nothing: what makes the signal hold. A round trip is replied to.
  std::optional<EffectKind> does = {};
  std::string about = {};  // What it does it to; empty: what the signal is about.
  Part part = Part::First;
  // While one of these is so nothing is dispatched. Closing windows of the family has two anyway.
  std::vector<TableObstacle> unless = {};
  bool operator==(const TableRow&) const = default;
};

struct TableFile {
  std::string name = {};           // "mine"
  const Table* follows = nullptr;  // The revision whose frontend it has, and poll periods.
  // What signals are about. A file that names fewer dialogs has those of the revisions behind them.
  std::string window = {}, family = {};
  std::vector<std::string> windows = {};  // Besides, one of each.
  std::vector<std::string> dialogs = {};
  std::vector<TableRow> rows = {};
  bool operator==(const TableFile&) const = default;
};
inline constexpr std::size_t table_rows_max = 200;
inline constexpr std::size_t table_tools_max = 100;    // With those of the revisions.
inline constexpr std::size_t table_targets_max = 100;  // Likewise.

// Every name in it is there, and what is done fits what it is done to; whether each request has one
// row is for the specification to say.
using LoadedTable = std::variant<TableFile, ScenarioError>;
LoadedTable read_table(const ParsedFile& file);
// What a file need not say is left out. Of a revision's table the file is what it came from.
nlohmann::ordered_json write_table(const TableFile& file);
TableFile file_of(const Table& table);
// The windows, of which the second is the family, and dialogs.
std::vector<std::string_view> subjects_of(const TableFile& file);
nlohmann::ordered_json table_schema();

// A table with all that it refers to. Names of tools and targets follow those of the revisions.
class OwnTable {
 public:
  explicit OwnTable(const TableFile& file);
  OwnTable(const OwnTable&) = delete;
  OwnTable& operator=(const OwnTable&) = delete;

  const Table& table() const { return table_; }
  const TableFile& file() const { return file_; }
  const Effect& effect(const Row& row) const {
    return effects_[static_cast<std::size_t>(&row - rows_.data())];
  }

 private:
  TableFile file_;
  std::vector<std::string_view> tools_, targets_, subjects_;  // Of file_, or of revisions.
  std::vector<Row> rows_;
  std::vector<Effect> effects_;
  Table table_;
};

// Those of the revisions first, in the order of revision_names.
std::span<const Table* const> tables();
const Table* table_named(std::string_view name);  // Null: there is none.
// Null for those of the revisions.
const OwnTable* own_table(const Table& table);
// To be done before anything is made over it; its name is new.
const Table& add_table(const TableFile& file);

}  // namespace sim::ack
