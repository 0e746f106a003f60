// The calls, the frontend and what happens beside them.
#include <algorithm>

#include <fmt/format.h>

#include "ack/files/formats.h"
#include "sim/ack/frontend.h"
#include "sim/ack/tables.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using format::boolean;
using format::Codec;
using format::Object;
using format::one_of;
using format::worded;
using port::ack::no_target;
using port::ack::Request;
using port::ack::Row;
using port::ack::Table;
using port::ack::TargetId;
using port::ack::ToolId;
using port::ack::When;

// A row of the tool that the predicate is true of.
template <class Predicate>
bool any_row(const Table& table, ToolId tool, Predicate predicate) {
  return std::ranges::any_of(table.rows,
                             [&](const Row& row) { return row.tool == tool && predicate(row); });
}

bool is_round_trip(const Table& table, const Request& request) {
  const auto* row = row_for(table, request);
  return row != nullptr && row->signal == port::ack::SignalKind::RoundTrip;
}

std::string_view only_for(Behaviour behaviour) {
  if (behaviour == Behaviour::Unchanged) return "tools that make the frontend push";
  if (behaviour == Behaviour::OtherDialog) return "tools that open a soft dialog";
  if (behaviour == Behaviour::ClosesAnother) return "closing one viewer";
  return "round trips";
}

// One of the two calls of a plan, which may not be there yet.
struct Which {
  std::vector<Call> Plan::*calls;
  std::vector<Behaviour> Plan::*meets;

  const Request& request(const Plan& plan) const {
    static const Request none{};
    return (plan.*calls).empty() ? none : (plan.*calls)[0].request;
  }
  Request& request(Plan& plan) const {
    if ((plan.*calls).empty()) (plan.*calls).emplace_back();
    return (plan.*calls)[0].request;
  }
  // Of no call: as if nothing were said of one.
  const std::vector<Behaviour>& met(const Plan& plan) const {
    static const std::vector responsive{Behaviour::Responsive};
    return (plan.*calls).empty() ? responsive : plan.*meets;
  }
  std::vector<Behaviour>& met(Plan& plan) const { return plan.*meets; }
};
constexpr Which first_call{&Plan::calls, &Plan::behaviours};
constexpr Which second_call{&Plan::second, &Plan::second_behaviours};

void refuse_what_it_does_not_take(Reader& reader, const JsonValue& json, const Table& table,
                                  ToolId tool) {
  const auto takes = [&](const char* what, auto predicate) {
    const auto* given = member_of(json, what);
    if (given == nullptr || any_row(table, tool, predicate)) return;
    reader.fail(*given, fmt::format("`{}` takes no {}.", table.tools[tool.value], what),
                "Take it out.");
  };
  takes("target", [](const Row& row) { return row.target != no_target; });
  takes("auto_confirm", [](const Row& row) { return row.when == When::AutoConfirm; });
  takes("one", [](const Row& row) { return row.when == When::One; });
}

void refuse_what_it_cannot_meet(Reader& reader, const JsonValue& json, const Table& table,
                                const Call& call, const std::vector<Behaviour>& met) {
  const auto* meets = member_of(json, "meets");
  if (meets == nullptr) return;
  for (auto each = met.begin(); each != met.end(); ++each) {
    const auto& item = meets->kind == JsonValue::Kind::Text
                           ? *meets
                           : meets->items[static_cast<std::size_t>(each - met.begin())];
    if (std::find(met.begin(), each, *each) != each)
      reader.fail(item, fmt::format("{} stands twice.", echo(item.text)),
                  "Take one of the two out.");
    if (!applies(*each, call.effect, is_round_trip(table, call.request)))
      reader.fail(item, fmt::format("`{}` cannot meet that.", call.name),
                  fmt::format("`{}` is for {}.", name(*each), only_for(*each)));
  }
}

Codec<std::vector<Behaviour>> meets_format() {
  const auto behaviour = format::named(
      "behaviour",
      one_of("what a call may meet",
             worded<Behaviour>(
                 names_of<Behaviour>(behaviours),
                 {"carried out, then notified", "the same, after `slow_ms`",
                  "nothing more is ever carried out", "this event is lost", "nobody listens for it",
                  "carried out, notified to nobody",
                  "carried out, but nothing changed: no push; for tools that make "
                  "the frontend push",
                  "another dialog than asked opens; for tools that open a soft "
                  "dialog",
                  "another viewer than asked closes; for closing one viewer",
                  "the reply is an error; this and the rest are for round trips",
                  "the reply has another id", "a second reply after `late_ms`",
                  "the reply takes `late_ms`", "the reply comes before the action is carried out",
                  "the reply comes and nothing is ever carried out",
                  "carried out, but the reply cannot be read",
                  "the reply says that there is nothing to do",
                  "the reply says that another dialog is in the way"})));
  return format::one_or_list(behaviour, {.what = "behaviours",
                                         .most = behaviours,
                                         .none = "The call meets nothing.",
                                         .or_else = "Name at least one, or leave it out."});
}

// A tool or target, by its name in the table of the plan.
template <class Id, class Access>
format::Member<Plan> named_in_table(std::string_view name, Access access, std::string_view what,
                                    std::span<const std::string_view> Table::*names,
                                    std::string_view says) {
  // The schema has the names of the revisions, which are the same in all of them.
  auto out = format::member_at<Plan>(name, access,
                                     one_of(what, worded<Id>(tables().front()->*names)), says);
  out.read = [=](Reader& reader, const JsonValue& json, Plan& plan) {
    const auto which = reader.one_of(json, plan.table->*names, what);
    if (!reader.failed()) access(plan) = Id{static_cast<std::uint8_t>(which)};
  };
  out.write = [=](format::Writer&, const Plan& plan, const Plan& base,
                  bool always) -> std::optional<format::Json> {
    const auto id = access(plan);
    if (!always && id == access(base)) return std::nullopt;
    return format::Json((plan.table->*names)[id.value]);
  };
  return out;
}

Object<Plan> call_of(Which which) {
  const auto request = [=](auto& plan) -> auto& { return which.request(plan); };
  Object<Plan> out;
  out
      .add(named_in_table<ToolId>(
          "tool", [=](auto& plan) -> auto& { return request(plan).tool; }, "a tool", &Table::tools,
          "The tool. One that the revision does not have is refused by it as unknown."))
      .required();
  out.add(named_in_table<TargetId>(
      "target", [=](auto& plan) -> auto& { return request(plan).target; }, "a target",
      &Table::targets, "What a dialog tool is about."));
  out.member(
      "auto_confirm", [=](auto& plan) -> auto& { return request(plan).auto_confirm; }, boolean(),
      "Of `copy`, `move` and `delete`, and in `r3` of `compress`, `mkdir` and `mkfile`: ask "
      "nothing.");
  out.member(
      "one", [=](auto& plan) -> auto& { return request(plan).one; }, boolean(),
      "Of closing a file viewer: one, by its path, and not all.");
  out.member(
      "meets", [=](auto& plan) -> auto& { return which.met(plan); }, meets_format(),
      "How the frontend treats the action; of a list, one of them.");
  return out.then([=](Reader& reader, const JsonValue& json, Plan& plan) {
    auto& asked = which.request(plan);
    asked.path = asked.one ? asked_path : no_path;
    refuse_what_it_does_not_take(reader, json, *plan.table, asked.tool);
    plan.*which.calls = {call_for(*plan.table, asked)};
    if (member_of(json, "meets") == nullptr) plan.*which.meets = {Behaviour::Responsive};
    refuse_what_it_cannot_meet(reader, json, *plan.table, (plan.*which.calls)[0],
                               plan.*which.meets);
  });
}

bool is_about_a_soft_dialog(const Plan& plan) {
  return is_soft_dialog(plan, plan.calls[0].effect.subject);
}

void refuse_dialog(Reader& reader, const JsonValue& place, const Plan& plan, const char* remedy) {
  if (!is_about_a_soft_dialog(plan))
    reader.fail(place, fmt::format("`{}` is about no soft dialog.", plan.calls[0].name), remedy);
}

Codec<Latencies> latencies_format() {
  const auto window = format::window(Reader::Never::AsEnd);
  return Object<Latencies>()
      .member("process_ms", &Latencies::process, window, "From the dispatch to the carrying out.")
      .member("slow_ms", &Latencies::slow, window, "The same of `slow`.")
      .member("notify_ms", &Latencies::notify, window,
              "From there to the push, the tracker's news or the reply.")
      .member("late_ms", &Latencies::late, window,
              "The same of `replies_late`, and from the first reply of `replies_twice` to the "
              "second.")
      .codec();
}

}  // namespace

Plan plan_base() {
  auto out = plan_over(*tables().front());
  out.latencies = scenario_latencies();
  out.starts = {{}};
  return out;
}

Object<Plan> revision_format() {
  std::vector<format::Word<const Table*>> shipped;
  for (const auto name : revision_names) shipped.push_back({name, table_named(name)});
  auto codec = one_of("a revision", std::move(shipped));
  // The schema knows those that ship; whoever runs this may have added another.
  codec.read = [](Reader& reader, const JsonValue& json, const Table*& table) {
    std::vector<std::string_view> names;
    for (const auto* each : tables()) names.push_back(each->revision);
    const auto which = reader.one_of(json, names, "a revision");
    if (!reader.failed()) table = tables()[which];
  };
  codec.write = [](format::Writer&, const Table* const& table, const Table* const&) {
    return format::Json(table->revision);
  };
  Object<Plan> out;
  out.member("revision", &Plan::table, codec, "The table of tools, signals and budgets.").first();
  return out;
}

Object<Plan> call_format() { return call_of(first_call); }

Object<Plan> second_format() {
  auto out = call_of(second_call);
  out.member("at_ms", &Plan::second_window, format::window(Reader::Never::AsEnd),
             "When, from the first call on; not without an end.")
      .required();
  return out.then([](Reader& reader, const JsonValue& json, Plan& plan) {
    if (plan.second_window.latest == never)
      reader.fail(json, "The second call may never be made.", "Give `at_ms` an end.");
  });
}

Codec<Plan> frontend_format() {
  Object<Start> start;
  start.member("store", &Start::store, boolean(), "The store of pane state exists.")
      .member("tracker", &Start::tracker, boolean(), "The tracker of soft dialogs exists.")
      .member("windows", &Start::windows, boolean(), "The list of windows exists.")
      .member("settings_open", &Start::settings, boolean(), "The settings are open.")
      .member(
          "viewers", &Start::viewers, format::integer<std::uint8_t>(0, viewers_max),
          "So many file viewers are open. The first shows the path that `one` asks for, the second "
          "another, and so on.")
      .member("dialog_open", &Start::dialog, boolean(),
              "The soft dialog that the first call is about is open.");
  return Object<Plan>()
      .part(
          [](auto& plan) -> auto& { return plan.starts[0]; }, start)
      .member("latencies", &Plan::latencies, latencies_format(), "How long it takes.")
      .then([](Reader& reader, const JsonValue& json, Plan& plan) {
        if (plan.starts[0].dialog)
          refuse_dialog(reader, *member_of(json, "dialog_open"), plan, "Take this out.");
      })
      .codec();
}

Codec<std::vector<BackgroundEvent>> background_format() {
  const auto event = format::named(
      "event",
      one_of("a background event",
             worded<Background>(
                 names_of<Background>(background_kinds),
                 {"a push of the left pane that no call caused", "the same of the right pane",
                  "a push of the tabs that no call caused", "a push of a pane that there is not",
                  "the focus moves to the other pane", "a file viewer opens by itself",
                  "a file viewer closes by itself", "the settings open by themselves",
                  "the settings close by themselves",
                  "the soft dialog that the first call is about opens by itself",
                  "the soft dialog that the first call is about closes by itself",
                  "start-up ends for the store", "start-up ends for the tracker",
                  "start-up ends for the list of windows",
                  "the frontend starts again: its windows go, and what it was about to do is "
                  "lost",
                  "a client reads the panes", "the client of the first call disconnects"})));
  return format::list(Object<BackgroundEvent>("Happens once; not, if it would change nothing then.")
                          .member("event", &BackgroundEvent::what, event, "What happens.")
                          .required()
                          .member("at_ms", &BackgroundEvent::window,
                                  format::window(Reader::Never::AsEnd), "From the first call on.")
                          .required()
                          .codec(),
                      {.what = "background events", .most = planned_max});
}

void check_background(Reader& reader, const JsonValue& root, const Plan& plan) {
  for (std::size_t i = 0; i < plan.planned.size(); ++i) {
    const auto what = plan.planned[i].what;
    if (what == Background::DialogOpens || what == Background::DialogCloses)
      refuse_dialog(reader, member_of(root, "background")->items[i], plan, "Take this event out.");
  }
}

}  // namespace sim::ack
