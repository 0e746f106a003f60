// Tool tables as files.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ack/files/formats.h"
#include "port/check.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using namespace format;

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
void check_name(Reader& reader, const JsonValue& json, const std::string& value) {
  if (!is_name(value))
    reader.fail(json, fmt::format("{} is no name.", echo(value)),
                "Use letters, digits, `_`, `-` and `.` alone.");
}
constexpr Type name_type =
    text(name_bytes_max).then(check<&check_name>).also(R"({"pattern": "^[A-Za-z0-9_.-]+$"})");

template <auto member>
bool has(const TableRow& row) {
  return !(row.*member).empty();
}
template <auto member>
bool has_ms(const TableRow& row) {
  return row.*member > 0;
}
bool does_something(const TableRow& row) { return row.does.has_value(); }

constexpr auto when_says =
    sentences("all of them", "those that ask nothing", "those that ask first",
              "those that close one of a family", "those that close all of it");
constexpr auto signal_says = sentences(
    "nothing: OK at the dispatch", "a reply", "a push of the panes' state", "a soft dialog is open",
    "a soft dialog is not open", "a window is open", "a window is not open",
    "windows of the family are fewer than before, or none with `all`");
constexpr auto effect_says =
    sentences("nothing that shows", "the left pane changes, and its state is pushed",
              "the list of its tabs is pushed", "a soft dialog opens", "a soft dialog closes",
              "a soft dialog closes, and what it asked about changes the left pane",
              "a window opens", "a window gets the focus", "a window closes",
              "of the family one closes", "of the family all close",
              "a folder is entered, a window of the family opens, or another program starts",
              "an operation starts, or its soft dialog stays open");

using R = TableRow;
using O = TableObstacle;
template <auto member>
bool has_name(const TableObstacle& it) {
  return !(it.*member).empty();
}
bool takes_time(const TableObstacle& it) { return it.within_ms > 0; }
bool goes_on(const TableRow& row) { return row.part != port::ack::Part::First; }
constexpr auto found_says = sentences("there is no such store, tracker or list yet",
                                      "there is one, and it has none", "there are some");
constexpr auto of_says = sentences(
    "the store of pane state, which may be missing", "a soft dialog, or without `subject` any",
    "a window, or windows of the family", "things to act on, as far as the pane store knows",
    "what the request names, which is looked up within `within_ms`");
constexpr auto ending_says =
    sentences("OK without an event: there is nothing to do", "an error: invalid params",
              "an error: start-up is not over", "refused: there is nothing to act on",
              "refused: a dialog is in the way", "refused: what the request names does not exist");
constexpr auto part_says =
    sentences("the row of a request", "another event, once the first one's signal has come",
              "another signal of the same event, once the first has come");
constexpr Type budget_ms = integer(1, budget_ms_max);
constexpr Row obstacle_rows[] = {
    {"if", at<&O::is>, one_of("how it stands", port::words<port::ack::Found>, found_says),
     "How it must stand.", Is::Required},
    {"of", at<&O::of>, one_of("what is read", port::words<port::ack::ProbeKind>, of_says),
     "What is read before the dispatch.", Is::Required},
    {"subject", at<&O::subject>, name_type, "Which dialog or window.", 0,
     when<&has_name<&O::subject>>},
    {"with", at<&O::ending>, one_of("how the call ends", ending_words, ending_says),
     "How the call ends then.", Is::Required},
    {"within_ms", at<&O::within_ms>, budget_ms,
     "Of `path`: how long the check may take. If it takes longer the call is refused, too.", 0,
     when<&takes_time>}};
constexpr Type obstacle_type = object(obstacle_rows, "What stands in the way.");
constexpr Row line_rows[] = {
    {"tool", at<&R::tool>, name_type, "The tool.", Is::Required},
    {"target", at<&R::target>, name_type,
     "What its caller names beside it: a dialog, a mode, the value of any parameter that makes the "
     "tool another one. A row without it, behind those that have one, is for all others.",
     0, when<&has<&R::target>>},
    {"when", at<&R::when>, one_of("which requests", port::words<port::ack::When>, when_says),
     "Which requests the row is for. Where one parameter decides, each of its two ways has a row."},
    {"signal", at<&R::signal>, one_of("a signal", port::words<SignalKind>, signal_says),
     "What OK waits for.", Is::Required},
    {"subject", at<&R::subject>, name_type, "What the signal is about, if anything.", 0,
     when<&has<&R::subject>>},
    {"budget_ms", at<&R::budget_ms>, budget_ms,
     "How long the call waits; of all rows that wait for something.", 0,
     when<&has_ms<&R::budget_ms>>},
    {"poll_ms", at<&R::poll_ms>, budget_ms,
     "How often it looks, if it looks at all; left out: as in the revision that the table follows.",
     0, when<&has_ms<&R::poll_ms>>},
    {"does", at<&R::does>, one_of("what a frontend does", effect_names, effect_says),
     "What the frontend does when it carries the action out; left out: what makes the signal hold. "
     "A round trip is replied to besides, and does nothing else unless this says so.",
     0, when<&does_something>},
    {"about", at<&R::about>, name_type, "What it does that to; left out: what the signal is about.",
     0, when<&has<&R::about>>},
    {"goes_on", at<&R::part>, one_of("a part", port::words<port::ack::Part>, part_says),
     "That this is the second part of the row before it, of the same tool, target and `when`.", 0,
     when<&goes_on>},
    {"unless", at<&R::unless>,
     list(obstacle_type, {.what = "conditions", .most = port::ack::obstacles_max}),
     "While one of these is so nothing is dispatched. Where several are, any of them may be told. "
     "Rows that close windows of the family have two, if they say none: the list must exist, and "
     "have one.",
     0}};
constexpr Type line_type = object(line_rows, "What one request of a tool waits for.");

// What subjects are called that a file does not name.
TableFile base() {
  const auto& table = *tables().front();
  return {.follows = &table,
          .window = std::string(table.subjects[0]),
          .family = std::string(table.subjects[1])};
}

bool has_subjects(const TableFile& file) {
  const auto usual = base();
  return file.window != usual.window || file.family != usual.family || !file.dialogs.empty() ||
         !file.windows.empty();
}
constexpr Row subject_rows[] = {
    {"window", at<&TableFile::window>, name_type, "The one window."},
    {"family", at<&TableFile::family>, name_type, "Windows of which several may be open."},
    {"windows", at<&TableFile::windows>,
     list(name_type, {.what = "windows", .most = port::ack::subjects_max}),
     "More windows, one of each."},
    {"dialogs", at<&TableFile::dialogs>,
     list(name_type, {.what = "soft dialogs", .most = port::ack::subjects_max}),
     "Soft dialogs. Those that ask whether to go on end with `-confirmation`."}};

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
  const auto count = 2 + file.windows.size() + file.dialogs.size();
  if (count > port::ack::subjects_max)
    reader.fail(*member_of(root, "subjects"),
                fmt::format("There are {} windows and dialogs.", count),
                fmt::format("There is room for {}.", port::ack::subjects_max));
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    check(i, "subject", file.rows[i].subject);
    check(i, "about", file.rows[i].about);
    for (const auto& each : file.rows[i].unless) check(i, "unless", each.subject);
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
    const bool family = effect.subject == family_subject;
    const bool window = !family && effect.subject.value < own.table().windows;
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

const Type& followed_type() {
  static const auto words = [] {
    std::array<Word, revision_names.size()> out;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = {revision_names[i], table_named(revision_names[i])};
    return out;
  }();
  static const auto out = one_of("a revision", words);
  return out;
}

constexpr Row table_file_rows[] = {
    schema_row<TableFile>,
    {"tool_table", itself<TableFile>, constant(table_format, "This format of tables is not known."),
     "The version of the format.", Is::Required | Is::First},
    {"name", at<&TableFile::name>, name_type,
     "Of the revision: worlds are called by it, `ack:NAME:ROW`, and scenarios name it.",
     Is::Required},
    {"follows", at<&TableFile::follows>, followed_type,
     "The revision that holds in everything else: how often it looks, and, in `relist`, that the "
     "frontend pushes whatever it lists.",
     Is::Required},
    {"subjects", itself<TableFile>,
     object(subject_rows,
            "What signals are about, if they are called otherwise than in revisions."),
     "What signals are about, if it is called otherwise than in the revisions.", 0,
     when<&has_subjects>},
    {"rows", at<&TableFile::rows>,
     list(line_type, {.what = "rows",
                      .most = table_rows_max,
                      .none = "No tool has a row.",
                      .or_else = "Write one for each request."}),
     "A row for each request that a tool takes. A tool without one is unknown.", Is::Required}};
constexpr Type table_type =
    object(table_file_rows, "Which signal each tool waits for, and how long: one more revision.")
        .lastly(check<&check_table>);

}  // namespace

LoadedTable read_table(const ParsedFile& file) {
  Reader reader;
  auto out = base();
  read(reader, file.root, table_type, spot(out));
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return out;
}

nlohmann::ordered_json write_table(const TableFile& file) {
  Writer writer;
  const auto usual = base();
  auto out = write(writer, table_type, spot(file), spot(usual));
  CHECK(!writer.failed());  // Every table has words for what it holds.
  return out;
}

nlohmann::ordered_json table_schema() {
  const auto usual = base();
  return whole_schema({fmt::format("urn:orrery:table:ack:{}", table_format), "Orrery tool table"},
                      table_type, spot(usual));
}

}  // namespace sim::ack
