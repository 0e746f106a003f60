#include "sim/ack/tables.h"

#include <algorithm>

#include "engine/ack/engine.h"
#include "port/check.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

struct Tables {
  std::vector<const Table*> all{&engine::ack::table_r1(), &engine::ack::table_r2(),
                                &engine::ack::table_relist(), &engine::ack::table_r3()};
  std::vector<std::unique_ptr<const OwnTable>> own;
};

Tables& listed() {
  static Tables out;
  return out;
}

template <class Id>
Id id_of(std::string_view name, std::vector<std::string_view>& names, Id none) {
  if (name.empty()) return none;
  auto found = std::ranges::find(names, name);
  if (found == names.end()) found = names.insert(found, name);
  return {static_cast<std::uint8_t>(found - names.begin())};
}

port::Duration poll_of(const TableFile& file, const TableRow& row) {
  if (row.poll_ms > 0) return port::Duration{row.poll_ms};
  const auto found = std::ranges::find(file.follows->rows, row.signal, &Row::signal);
  return found == file.follows->rows.end() ? port::Duration{} : found->poll;
}

}  // namespace

std::vector<std::string_view> subjects_of(const TableFile& file) {
  std::vector<std::string_view> out{file.window, file.family};
  out.insert(out.end(), file.dialogs.begin(), file.dialogs.end());
  for (const auto name : engine::ack::table_r1().subjects.subspan(2))
    if (out.size() < 2 + table_dialogs_max && std::ranges::find(out, name) == out.end())
      out.push_back(name);
  return out;
}

OwnTable::OwnTable(const TableFile& file) : file_(file), subjects_(subjects_of(file_)) {
  const auto& revision = engine::ack::table_r1();  // All have the same names.
  tools_.assign(revision.tools.begin(), revision.tools.end());
  targets_.assign(revision.targets.begin(), revision.targets.end());
  for (const auto& row : file_.rows) {
    const bool counts = row.signal == SignalKind::WindowCountBelow;
    rows_.push_back({.tool = id_of(row.tool, tools_, ToolId{}),
                     .when = row.when,
                     .target = id_of(row.target, targets_, no_target),
                     .signal = row.signal,
                     .subject = id_of(row.subject, subjects_, no_subject),
                     .below_captured = counts && row.when == When::One,
                     .budget = port::Duration{row.budget_ms},
                     .poll = poll_of(file_, row)});
    const auto& about = row.about.empty() ? row.subject : row.about;
    effects_.push_back(
        {row.does.value_or(effect_of_signal(rows_.back())), id_of(about, subjects_, no_subject)});
  }
  table_ = {.revision = file_.name,
            .rows = rows_,
            .tools = tools_,
            .targets = targets_,
            .subjects = subjects_,
            .relists = file_.follows->relists};
}

std::span<const Table* const> tables() { return listed().all; }

const Table* table_named(std::string_view name) {
  const auto found = std::ranges::find(tables(), name, &Table::revision);
  return found == tables().end() ? nullptr : *found;
}

const OwnTable* own_table(const Table& table) {
  const auto& own = listed().own;
  const auto found =
      std::ranges::find_if(own, [&](const auto& each) { return &each->table() == &table; });
  return found == own.end() ? nullptr : found->get();
}

const Table& add_table(const TableFile& file) {
  CHECK(table_named(file.name) == nullptr);
  auto& list = listed();
  list.own.push_back(std::make_unique<const OwnTable>(file));
  list.all.push_back(&list.own.back()->table());
  return *list.all.back();
}

TableFile file_of(const Table& table) {
  if (const auto* own = own_table(table)) return own->file();
  const auto name = [](auto names, auto id) { return std::string(names[id.value]); };
  TableFile out{.name = std::string(table.revision),
                .follows = &table,
                .window = std::string(table.subjects[0]),
                .family = std::string(table.subjects[1])};
  for (const auto& row : table.rows) {
    const auto effect = call_for(table, request_of(row)).effect;
    TableRow line{.tool = name(table.tools, row.tool),
                  .when = row.when,
                  .signal = row.signal,
                  .budget_ms = row.budget.count()};
    if (row.target != no_target) line.target = name(table.targets, row.target);
    if (row.subject != no_subject) line.subject = name(table.subjects, row.subject);
    if (effect.kind != effect_of_signal(row)) line.does = effect.kind;
    if (effect.subject != row.subject) line.about = name(table.subjects, effect.subject);
    out.rows.push_back(std::move(line));
  }
  return out;
}

}  // namespace sim::ack
