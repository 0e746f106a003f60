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

Obstacle obstacle_of(const TableObstacle& file, std::vector<std::string_view>& subjects) {
  Obstacle out{.of = file.of,
               .subject = id_of(file.subject, subjects, no_subject),
               .is = file.is,
               .then = port::ack::Status::Refused,
               .within = port::Duration{file.within_ms}};
  switch (file.ending) {
    case Ending::Ok: out.then = port::ack::Status::Ok; break;
    case Ending::InvalidParams: out.then = port::ack::Status::InvalidParams; break;
    case Ending::NotReady: out.then = port::ack::Status::NotReady; break;
    case Ending::NothingToDo: out.kind = Refusal::NothingToDo; break;
    case Ending::Blocked: out.kind = Refusal::Blocked; break;
    case Ending::NotThere: out.kind = Refusal::NotThere; break;
  }
  return out;
}
Ending ending_of(const Obstacle& obstacle) {
  if (obstacle.then == port::ack::Status::Ok) return Ending::Ok;
  if (obstacle.then == port::ack::Status::InvalidParams) return Ending::InvalidParams;
  if (obstacle.then == port::ack::Status::NotReady) return Ending::NotReady;
  if (obstacle.kind == Refusal::NothingToDo) return Ending::NothingToDo;
  return obstacle.kind == Refusal::Blocked ? Ending::Blocked : Ending::NotThere;
}
// Those of rows that close windows of the family and say nothing else (ACK-12, ACK-23).
constexpr Obstacles closing{
    {Obstacle{ProbeKind::Windows, family_subject, Found::Missing, port::ack::Status::NotReady},
     Obstacle{ProbeKind::Windows, family_subject, Found::None, port::ack::Status::InvalidParams}},
    2};
Obstacles obstacles_of(const TableRow& row, std::vector<std::string_view>& subjects) {
  if (row.unless.empty() && row.signal == SignalKind::WindowCountBelow) return closing;
  Obstacles out;
  for (const auto& each : row.unless) out.all[out.count++] = obstacle_of(each, subjects);
  return out;
}

port::Duration poll_of(const TableFile& file, const TableRow& row) {
  if (row.poll_ms > 0) return port::Duration{row.poll_ms};
  const auto found = std::ranges::find(file.follows->rows, row.signal, &Row::signal);
  return found == file.follows->rows.end() ? port::Duration{} : found->poll;
}

}  // namespace

std::vector<std::string_view> subjects_of(const TableFile& file) {
  std::vector<std::string_view> out{file.window, file.family};
  out.insert(out.end(), file.windows.begin(), file.windows.end());
  out.insert(out.end(), file.dialogs.begin(), file.dialogs.end());
  for (const auto name : engine::ack::table_r1().subjects.subspan(2))
    if (out.size() < subjects_max && std::ranges::find(out, name) == out.end()) out.push_back(name);
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
                     .poll = poll_of(file_, row),
                     .part = row.part,
                     .unless = obstacles_of(row, subjects_)});
    const auto& about = row.about.empty() ? row.subject : row.about;
    effects_.push_back(
        {row.does.value_or(effect_of_signal(rows_.back())), id_of(about, subjects_, no_subject)});
  }
  table_ = {.revision = file_.name,
            .rows = rows_,
            .tools = tools_,
            .targets = targets_,
            .subjects = subjects_,
            .relists = file_.follows->relists,
            .windows = static_cast<std::uint8_t>(2 + file_.windows.size())};
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
    const bool first = row.part == Part::First;
    const auto call = call_for(table, request_of(row));
    const auto effect = first                     ? call.effect
                        : row.part == Part::Event ? call.second
                                                  : Effect{effect_of_signal(row), row.subject};
    TableRow line{.tool = name(table.tools, row.tool),
                  .when = row.when,
                  .signal = row.signal,
                  .budget_ms = row.budget.count()};
    line.part = row.part;
    if (row.unless != closing || row.signal != SignalKind::WindowCountBelow)
      for (const auto& each : row.unless) {
        TableObstacle obstacle{.is = each.is,
                               .of = each.of,
                               .ending = ending_of(each),
                               .within_ms = each.within.count()};
        if (each.subject != no_subject) obstacle.subject = name(table.subjects, each.subject);
        line.unless.push_back(std::move(obstacle));
      }
    if (row.target != no_target) line.target = name(table.targets, row.target);
    if (row.subject != no_subject) line.subject = name(table.subjects, row.subject);
    if (effect.kind != effect_of_signal(row)) line.does = effect.kind;
    if (effect.subject != row.subject) line.about = name(table.subjects, effect.subject);
    out.rows.push_back(std::move(line));
  }
  return out;
}

}  // namespace sim::ack
