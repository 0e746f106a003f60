// Tool tables as files.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/check.h"
#include "sim/ack/tables.h"
#include "sim/ack/words.h"
#include "sim/files/scenario_format.h"

namespace sim::ack {
namespace {

using format::Codec;
using format::Object;
using format::one_of;
using format::worded;

constexpr int table_format = 1;
constexpr std::size_t name_bytes_max = 60;
constexpr std::int32_t budget_ms_max = 60'000;

bool is_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

// Worlds and commands are called by it.
Codec<std::string> name_codec() {
  return format::checked(format::text(name_bytes_max),
                         [](Reader& reader, const JsonValue& json, const std::string& value) {
                           if (!is_name(value))
                             reader.fail(json, fmt::format("{} is no name.", echo(value)),
                                         "Use letters, digits, `_`, `-` and `.` alone.");
                         },
                         {{"pattern", "^[A-Za-z0-9_.-]+$"}});
}

// Left out where there is none.
Codec<std::string> optional_name() {
  auto out = name_codec();
  out.write = [](format::Writer&, const std::string& value, const std::string&) -> format::Json {
    return value.empty() ? format::Json() : format::Json(value);
  };
  return out;
}

Object<TableRow> row_format() {
  using R = TableRow;
  const auto ms = format::integer<std::int32_t>(1, budget_ms_max);
  const auto is_named = [](std::string R::*name) {
    return [=](const R& row) { return !(row.*name).empty(); };
  };
  Object<R> out("What one request of a tool waits for.");
  out.member("tool", &R::tool, name_codec(), "The tool.").required();
  out.member("target", &R::target, optional_name(),
             "What its caller names beside it. A tool has this in each of its rows or in none.")
      .when(is_named(&R::target));
  out.member(
      "when", &R::when,
      one_of("which requests",
             worded<When>(port::words<When>,
                          {"all of them", "those that ask nothing", "those that ask first",
                           "those that close one of a family", "those that close all of it"})),
      "Which requests the row is for. Where one parameter decides, each of its two ways has a "
      "row.");
  out.member("signal", &R::signal,
             one_of("a signal",
                    worded<SignalKind>(
                        port::words<SignalKind>,
                        {"nothing: OK at the dispatch", "a reply", "a push of the panes' state",
                         "a soft dialog is open", "a soft dialog is not open", "a window is open",
                         "a window is not open",
                         "windows of the family are fewer than before, or none with `all`"})),
             "What OK waits for.")
      .required();
  out.member("subject", &R::subject, optional_name(), "What the signal is about, if anything.")
      .when(is_named(&R::subject));
  out.member("budget_ms", &R::budget_ms, ms,
             "How long the call waits; of all rows that wait for something.")
      .when([](const R& row) { return row.budget_ms > 0; });
  out.member("poll_ms", &R::poll_ms, ms,
             "How often it looks, if it looks at all; left out: as in the revision that the table "
             "follows.")
      .when([](const R& row) { return row.poll_ms > 0; });
  out.member(
         "does", &R::does,
         one_of(
             "what a frontend does",
             worded<EffectKind>(
                 effect_names,
                 {"nothing that shows", "the left pane changes, and its state is pushed",
                  "the list of its tabs is pushed", "a soft dialog opens", "a soft dialog closes",
                  "a soft dialog closes, and what it asked about changes the left pane",
                  "a window opens", "a window gets the focus", "a window closes",
                  "of the family one closes", "of the family all close",
                  "a folder is entered, a window of the family opens, or another program starts",
                  "an operation starts, or its soft dialog stays open"})),
         "What the frontend does when it carries the action out; left out: what makes the signal "
         "hold. A round trip is replied to besides, and does nothing else unless this says so.")
      .when([](const R& row) { return row.does.has_value(); });
  out.member("about", &R::about, optional_name(),
             "What it does that to; left out: what the signal is about.")
      .when(is_named(&R::about));
  return out;
}

// What subjects are called that a file does not name.
TableFile base() {
  const auto& table = *tables().front();
  return {.follows = &table,
          .window = std::string(table.subjects[0]),
          .family = std::string(table.subjects[1])};
}

Object<TableFile> subjects_format() {
  Object<TableFile> out("What signals are about, if they are called otherwise than in revisions.");
  out.member("window", &TableFile::window, name_codec(), "The one window.");
  out.member("family", &TableFile::family, name_codec(), "Windows of which several may be open.");
  out.member("dialogs", &TableFile::dialogs,
             format::list(name_codec(), {.what = "soft dialogs", .most = table_dialogs_max}),
             "Soft dialogs. Those that ask whether to go on end with `-confirmation`.");
  return out;
}

// A member of a row, or the row, if it has none of that name.
const JsonValue& place(const JsonValue& root, std::size_t row, std::string_view member) {
  const auto& line = member_of(root, "rows")->items[row];
  const auto* given = member_of(line, member);
  return given == nullptr ? line : *given;
}

void check_subjects(Reader& reader, const JsonValue& root, const TableFile& file) {
  auto known = subjects_of(file);
  for (auto each = known.begin(); each != known.end(); ++each)
    if (std::find(known.begin(), each, *each) != each)
      reader.fail(*member_of(root, "subjects"), fmt::format("{} stands twice.", echo(*each)),
                  "Give each window and dialog a name of its own.");
  const auto check = [&](std::size_t row, std::string_view member, const std::string& name) {
    if (!name.empty() && std::ranges::find(known, name) == known.end())
      reader.fail(place(root, row, member), fmt::format("{} is no window or dialog.", echo(name)),
                  suggestion(name, known) + " `subjects` may name others.");
  };
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    check(i, "subject", file.rows[i].subject);
    check(i, "about", file.rows[i].about);
  }
}

void check_room(Reader& reader, const JsonValue& root, const Table& table) {
  const auto check = [&](std::string_view what, std::size_t count, std::size_t most) {
    if (count > most)
      reader.fail(*member_of(root, "rows"),
                  fmt::format("With those of the revisions there are {} {}.", count, what),
                  fmt::format("There is room for {}.", most));
  };
  check("tools", table.tools.size(), table_tools_max);
  check("targets", table.targets.size(), table_targets_max);
}

std::string_view done_to(const Effect& effect) {
  switch (effect.kind) {
    case EffectKind::OpenDialog:
    case EffectKind::CloseDialog:
    case EffectKind::Confirm:
    case EffectKind::StartOrAsk: return "a soft dialog";
    case EffectKind::OpenWindow:
    case EffectKind::FocusWindow: return "a window";
    case EffectKind::CloseWindow: return "the window";
    case EffectKind::None:
    case EffectKind::PushState:
    case EffectKind::PushTabs:
    case EffectKind::CloseViewer:
    case EffectKind::CloseViewers:
    case EffectKind::OpenFile: break;
  }
  return {};
}

void check_effects(Reader& reader, const JsonValue& root, const OwnTable& own) {
  for (std::size_t i = 0; i < own.table().rows.size(); ++i) {
    const auto& line = own.file().rows[i];
    if (!line.does && line.about.empty()) continue;  // It is what the signal is about.
    const auto& effect = own.effect(own.table().rows[i]);
    const bool window = effect.subject == window_subject;
    const bool family = effect.subject == family_subject;
    const bool dialog = effect.subject != port::ack::no_subject && !window && !family;
    const auto wanted = done_to(effect);
    const bool fits = wanted.empty() || (wanted == "a soft dialog" && dialog) ||
                      (wanted == "the window" && window) ||
                      (wanted == "a window" && (window || family));
    const auto* member = line.about.empty() ? "does" : "about";
    if (!fits)
      reader.fail(place(root, i, member),
                  fmt::format("`{}` is done to {}.",
                              effect_names[static_cast<std::size_t>(effect.kind)], wanted),
                  "`about` names it.");
  }
}

void check_table(Reader& reader, const JsonValue& root, TableFile& file) {
  check_subjects(reader, root, file);
  if (reader.failed()) return;
  const OwnTable own(file);
  check_room(reader, root, own.table());
  check_effects(reader, root, own);
}

void check_format(Reader& reader, const JsonValue& json) {
  if (json.kind == JsonValue::Kind::Integer && json.integer == table_format) return;
  reader.fail(json, "This format of tables is not known.",
              fmt::format("Write {}; a newer program may read others.", table_format));
}

Codec<const Table*> followed() {
  std::vector<format::Word<const Table*>> words;
  for (const auto name : revision_names) words.push_back({name, table_named(name)});
  return one_of("a revision", std::move(words));
}

const Object<TableFile>& table_object() {
  static const auto out = [] {
    Object<TableFile> all("Which signal each tool waits for, and how long: one more revision.");
    all.add(format::constant<TableFile>(
        "$schema", {}, {{"type", "string"}}, "For editors: the path of this schema.",
        [](Reader& reader, const JsonValue& json) { reader.text(json, 4'000); }));
    all.add(format::constant<TableFile>("tool_table", table_format, {{"const", table_format}},
                                        "The version of the format.", check_format))
        .required()
        .first();
    all.member("name", &TableFile::name, name_codec(),
               "Of the revision: worlds are called by it, `ack:NAME:ROW`, and scenarios name it.")
        .required();
    all.member("follows", &TableFile::follows, followed(),
               "The revision that holds in everything else: how often it looks, and, in `relist`, "
               "that the frontend pushes whatever it lists.")
        .required();
    all.member("subjects", format::itself, subjects_format().codec(),
               "What signals are about, if it is called otherwise than in the revisions.")
        .when([](const TableFile& file) {
          const auto usual = base();
          return file.window != usual.window || file.family != usual.family ||
                 !file.dialogs.empty();
        });
    all.member("rows", &TableFile::rows,
               format::list(row_format().codec(), {.what = "rows",
                                                   .most = table_rows_max,
                                                   .none = "No tool has a row.",
                                                   .or_else = "Write one for each request."}),
               "A row for each request that a tool takes. A tool without one is unknown.")
        .required();
    return all.at_last(check_table);
  }();
  return out;
}

}  // namespace

LoadedTable read_table(const ParsedFile& file) {
  Reader reader;
  auto out = base();
  table_object().read(reader, file.root, out);
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return out;
}

nlohmann::ordered_json write_table(const TableFile& file) {
  format::Writer writer;
  auto out = table_object().write(writer, file, base());
  CHECK(!writer.failed());  // Every table has words for what it holds.
  return out;
}

nlohmann::ordered_json table_schema() {
  format::Definitions definitions;
  auto root = table_object().describe(definitions, base());
  format::Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"$id", fmt::format("urn:orrery:table:ack:{}", table_format)},
                   {"title", "Orrery tool table"}};
  out.update(root);
  out["definitions"] = definitions.all();
  return out;
}

}  // namespace sim::ack
