// The calls, the frontend and what happens beside them.
#include <algorithm>

#include <fmt/format.h>

#include "ack/files/formats.h"
#include "sim/ack/frontend.h"
#include "sim/ack/tables.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using namespace format;
using port::ack::no_target;
using port::ack::Request;
using port::ack::Table;
using port::ack::TargetId;
using port::ack::ToolId;

// A row of the tool that the predicate is true of.
bool any_row(const Table& table, ToolId tool, auto predicate) {
  return std::ranges::any_of(
      table.rows, [&](const port::ack::Row& row) { return row.tool == tool && predicate(row); });
}

bool is_round_trip(const Table& table, const Request& request) {
  const auto* row = row_for(table, request);
  return row != nullptr && row->signal == port::ack::SignalKind::RoundTrip;
}

std::string_view only_for(Behaviour behaviour) {
  if (behaviour == Behaviour::Unchanged) return "tools that make the frontend push";
  if (behaviour == Behaviour::OtherDialog) return "tools that open a soft dialog";
  if (behaviour == Behaviour::ClosesAnother) return "closing one viewer";
  if (behaviour == Behaviour::RolledBack) return "pushes and round trips";
  if (behaviour == Behaviour::PromptStays) return "round trips that close a dialog";
  if (behaviour == Behaviour::StaleTarget) return "pushes, round trips and soft dialogs that open";
  return "round trips";
}

void refuse_what_it_does_not_take(Reader& reader, const JsonValue& json, const Table& table,
                                  ToolId tool) {
  const auto takes = [&](const char* what, auto predicate) {
    const auto* given = member_of(json, what);
    if (given == nullptr || any_row(table, tool, predicate)) return;
    reader.fail(*given, fmt::format("`{}` takes no {}.", table.tools[tool.value], what),
                "Take it out.");
  };
  takes("target", [](const port::ack::Row& row) { return row.target != no_target; });
  takes("auto_confirm",
        [](const port::ack::Row& row) { return row.when == port::ack::When::AutoConfirm; });
  takes("one", [](const port::ack::Row& row) { return row.when == port::ack::When::One; });
}

void refuse_what_it_cannot_meet(Reader& reader, const JsonValue& json, const Table& table,
                                const Call& call, const std::vector<Behaviour>& met) {
  const auto* meets = member_of(json, "meets");
  if (meets == nullptr) return;
  for (auto each = met.begin(); each != met.end(); ++each) {
    const auto& item = meets->kind == JsonValue::Kind::Text
                           ? *meets
                           : meets->items[static_cast<std::size_t>(each - met.begin())];
    if (!applies(*each, call.effect, is_round_trip(table, call.request)))
      reader.fail(item, fmt::format("`{}` cannot meet that.", call.name),
                  fmt::format("`{}` is for {}.", name(*each), only_for(*each)));
  }
}

constexpr auto behaviour_says = sentences(
    "carried out, then notified", "the same, after `slow_ms`", "nothing more is ever carried out",
    "this event is lost", "nobody listens for it", "carried out, notified to nobody",
    "carried out, but nothing changed: no push; for tools that make the frontend push",
    "another dialog than asked opens; for tools that open a soft dialog",
    "another viewer than asked closes; for closing one viewer",
    "the reply is an error; this and the rest are for round trips", "the reply has another id",
    "a second reply after `late_ms`", "the reply takes `late_ms`",
    "the reply comes before the action is carried out",
    "the reply comes and nothing is ever carried out", "carried out, but the reply cannot be read",
    "the reply says that there is nothing to do",
    "the reply says that another dialog is in the way",
    "carried out on another target than asked; for pushes, round trips and dialogs that open",
    "carried out, pushed, and taken back; for pushes and round trips",
    "carried out and replied to, and its dialog stays; for round trips that close one");
constexpr Type behaviour_type =
    one_named<Behaviour>("what a call may meet", behaviours, behaviour_says).named("behaviour");
constexpr Type meets_type = list(behaviour_type, {.what = "behaviours",
                                                  .most = behaviours,
                                                  .none = "The call meets nothing.",
                                                  .or_else = "Name at least one, or leave it out."})
                                .or_alone()
                                .as_set();

// One of the two calls of a plan, which may not be there yet: as if nothing were said of it.
template <auto calls, auto meets>
struct CallIn {
  static Request& request(Plan& plan) {
    static Request none;
    return (plan.*calls).empty() ? none : (plan.*calls)[0].request;
  }
  static const Request& asked(const Plan& plan) { return (plan.*calls)[0].request; }
  static std::vector<Behaviour>& met(Plan& plan) {
    static std::vector responsive{Behaviour::Responsive};
    return (plan.*calls).empty() ? responsive : plan.*meets;
  }
  static void begin(Reader&, const JsonValue&, Plan& plan) {
    if ((plan.*calls).empty()) (plan.*calls).emplace_back();
  }
  static bool has_target(const Plan& plan) { return asked(plan).target != no_target; }

  // A tool or target, by its name in the table of the plan.
  static std::string tool(const Plan& plan) {
    return std::string(plan.table->tools[asked(plan).tool.value]);
  }
  static void read_tool(Reader& reader, const JsonValue& json, Plan& plan) {
    const auto which = reader.one_of(json, plan.table->tools, "a tool");
    if (!reader.failed()) request(plan).tool = ToolId{static_cast<std::uint8_t>(which)};
  }
  static std::string target(const Plan& plan) {
    return std::string(plan.table->targets[asked(plan).target.value]);
  }
  static void read_target(Reader& reader, const JsonValue& json, Plan& plan) {
    const auto which = reader.one_of(json, plan.table->targets, "a target");
    if (!reader.failed()) request(plan).target = TargetId{static_cast<std::uint8_t>(which)};
  }

  static void finish(Reader& reader, const JsonValue& json, Plan& plan) {
    auto& wanted = request(plan);
    wanted.path = wanted.one ? asked_path : no_path;
    refuse_what_it_does_not_take(reader, json, *plan.table, wanted.tool);
    plan.*calls = {call_for(*plan.table, wanted)};
    if (member_of(json, "meets") == nullptr) plan.*meets = {Behaviour::Responsive};
    refuse_what_it_cannot_meet(reader, json, *plan.table, (plan.*calls)[0], plan.*meets);
  }
};
using FirstCall = CallIn<&Plan::calls, &Plan::behaviours>;
using SecondCall = CallIn<&Plan::second, &Plan::second_behaviours>;

// The schema has the names of the revisions, which are the same in all of them.
template <class In>
const Type& tool_type() {
  static const auto out = read_by<std::string, Plan, &In::tool, &In::read_tool>(
      one_of("a tool", tables().front()->tools));
  return out;
}
template <class In>
const Type& target_type() {
  static const auto out = read_by<std::string, Plan, &In::target, &In::read_target>(
      one_of("a target", tables().front()->targets));
  return out;
}

template <class In>
constexpr Row call_rows[] = {
    {"tool", itself<Plan>, &tool_type<In>,
     "The tool. One that the revision does not have is refused by it as unknown.", Is::Required},
    {"target", itself<Plan>, &target_type<In>, "What a dialog tool is about.", 0,
     when<&In::has_target>},
    {"auto_confirm", at<&In::request, &Request::auto_confirm>, boolean(),
     "Of `copy`, `move` and `delete`, and in `r3` of `compress`, `mkdir` and `mkfile`: ask "
     "nothing."},
    {"one", at<&In::request, &Request::one>, boolean(),
     "Of closing a file viewer: one, by its path, and not all."},
    {"meets", at<&In::met>, meets_type,
     "How the frontend treats the action; of a list, one of them."}};
template <class In>
constexpr Type call_type = object(call_rows<In>).begins(check<&In::begin>).then(check<&In::finish>);

void check_second(Reader& reader, const JsonValue& json, const Plan& plan) {
  if (plan.second_window.latest == never)
    reader.fail(json, "The second call may never be made.", "Give `at_ms` an end.");
}
constexpr Row second_rows[] = {part(itself<Plan>, call_type<SecondCall>),
                               {"at_ms", at<&Plan::second_window>, window(),
                                "When, from the first call on; not without an end.", Is::Required}};

bool is_about_a_soft_dialog(const Plan& plan) {
  return is_soft_dialog(plan, plan.calls[0].effect.subject);
}

void refuse_dialog(Reader& reader, const JsonValue& place, const Plan& plan, const char* remedy) {
  if (!is_about_a_soft_dialog(plan))
    reader.fail(place, fmt::format("`{}` is about no soft dialog.", plan.calls[0].name), remedy);
}

// The schema knows the revisions that ship; whoever runs this may have added another.
std::string revision_in_file(const Table* const& table) { return std::string(table->revision); }
void read_revision(Reader& reader, const JsonValue& json, const Table*& table) {
  std::vector<std::string_view> names;
  for (const auto* each : tables()) names.push_back(each->revision);
  const auto which = reader.one_of(json, names, "a revision");
  if (!reader.failed()) table = tables()[which];
}
constexpr Row revision_rows[] = {
    {"revision", at<&Plan::table>,
     read_by<std::string, const Table*, &revision_in_file, &read_revision>(
         one_of("a revision", revision_names)),
     "The table of tools, signals and budgets.", Is::First}};

constexpr Row latency_rows[] = {
    {"process_ms", at<&Latencies::process>, window(), "From the dispatch to the carrying out."},
    {"slow_ms", at<&Latencies::slow>, window(), "The same of `slow`."},
    {"notify_ms", at<&Latencies::notify>, window(),
     "From there to the push, the tracker's news or the reply."},
    {"late_ms", at<&Latencies::late>, window(),
     "The same of `replies_late`, and from the first reply of `replies_twice` to the second."},
    {"capture_ms", at<&Latencies::capture>, window(), "From a capture to its answer."},
    {"check_ms", at<&Latencies::check>, window(),
     "The same of whether what a request names is there."},
    {"look_ms", at<&Latencies::look>, window(), "From a look to its answer."}};

void check_frontend(Reader& reader, const JsonValue& json, const Plan& plan) {
  if (plan.starts[0].dialog)
    refuse_dialog(reader, *member_of(json, "dialog_open"), plan, "Take this out.");
}
constexpr Row frontend_rows[] = {
    {"store", at<&Plan::starts, 0, &Start::store>, boolean(), "The store of pane state exists."},
    {"tracker", at<&Plan::starts, 0, &Start::tracker>, boolean(),
     "The tracker of soft dialogs exists."},
    {"windows", at<&Plan::starts, 0, &Start::windows>, boolean(), "The list of windows exists."},
    {"settings_open", at<&Plan::starts, 0, &Start::settings>, boolean(), "The settings are open."},
    {"viewers", at<&Plan::starts, 0, &Start::viewers>, integer(0, viewers_max),
     "So many file viewers are open. The first shows the path that `one` asks for, the second "
     "another, and so on."},
    {"dialog_open", at<&Plan::starts, 0, &Start::dialog>, boolean(),
     "The soft dialog that the first call is about is open."},
    {"items", at<&Plan::starts, 0, &Start::items>, boolean(), "There is something to act on."},
    {"path", at<&Plan::starts, 0, &Start::path>, boolean(), "What a request names is there."},
    {"latencies", at<&Plan::latencies>, object(latency_rows), "How long it takes."}};

constexpr auto background_says = sentences(
    "a push of the left pane that no call caused", "the same of the right pane",
    "a push of the tabs that no call caused", "a push of a pane that there is not",
    "the focus moves to the other pane", "a file viewer opens by itself",
    "a file viewer closes by itself", "the settings open by themselves",
    "the settings close by themselves",
    "the soft dialog that the first call is about opens by itself",
    "the soft dialog that the first call is about closes by itself", "start-up ends for the store",
    "start-up ends for the tracker", "start-up ends for the list of windows",
    "the frontend starts again: its windows go, what it was about to do is lost, it registers its "
    "store again and counts its pushes from one",
    "a client reads the panes", "the client of the first call disconnects");
bool is_call(const Step& step) { return !step.event; }
bool is_event(const Step& step) { return step.event.has_value(); }
bool has_step_target(const Step& step) { return !step.target.empty(); }
constexpr Row step_rows[] = {
    {"event", at<&Step::event>,
     one_named<Background>("a background event", background_kinds, background_says).named("event"),
     "What happens beside the calls.", 0, when<&is_event>},
    {"tool", at<&Step::tool>, text(60), "Or the tool of another call.", 0, when<&is_call>},
    {"target", at<&Step::target>, text(60), "What a dialog tool is about.", 0,
     when<&has_step_target>},
    {"auto_confirm", at<&Step::auto_confirm>, boolean(), "As of the first call."},
    {"one", at<&Step::one>, boolean(), "Likewise."},
    {"meets", at<&Step::meets>, meets_type, "How the frontend treats its action.", 0,
     when<&is_call>},
    {"number", at<&Step::number>, integer(0, calls_max),
     "The number of the call, if that is free then; 0: the first that is."},
    {"after_ms", at<&Step::after>, window(), "From what comes before it in the session on.",
     Is::Required}};
constexpr Type step_type = object(step_rows, "Another call, or an event.");
constexpr Row event_rows[] = {
    {"event", at<&BackgroundEvent::what>,
     one_named<Background>("a background event", background_kinds, background_says).named("event"),
     "What happens.", Is::Required},
    {"at_ms", at<&BackgroundEvent::window>, window(), "From the first call on.", Is::Required}};
constexpr Type event_type =
    object(event_rows, "Happens once; not, if it would change nothing then.");

}  // namespace

Plan plan_base() {
  auto out = plan_over(*tables().front());
  out.latencies = scenario_latencies();
  out.starts = {{}};
  return out;
}

constexpr Type revision_format = object(revision_rows);

constexpr Type call_format = call_type<FirstCall>;

constexpr Type second_format = object(second_rows).then(check<&check_second>);

constexpr Type frontend_format = object(frontend_rows).then(check<&check_frontend>);

constexpr Type background_format =
    list(event_type, {.what = "background events", .most = planned_max});

constexpr Type session_format = list(step_type, {.what = "steps of a session", .most = steps_max});

void check_session(Reader& reader, const JsonValue& root, Plan& plan) {
  if (plan.steps.empty()) return;
  const auto& lines = member_of(root, "session")->items;
  if (const auto* second = member_of(root, "second"))
    reader.fail(*second, "A session goes on by itself.", "Put this call into `session`.");
  for (std::size_t i = 0; i < plan.steps.size() && !reader.failed(); ++i) {
    auto& step = plan.steps[i];
    if (step.after.latest == never)
      reader.fail(lines[i], "It may never come.", "Give `after_ms` an end.");
    const bool is_event = step.event.has_value();
    if (is_event != step.tool.empty())
      reader.fail(lines[i], "It is a call or an event.", "Name `tool` or `event`.");
    if (reader.failed() || is_event) continue;
    const auto place = [&](const char* member) -> const JsonValue& {
      return *member_of(lines[i], member);
    };
    const auto tool = reader.one_of(place("tool"), plan.table->tools, "a tool");
    std::size_t target = no_target.value;
    if (!step.target.empty())
      target = reader.one_of(place("target"), plan.table->targets, "a target");
    if (reader.failed()) return;
    const Request request{ToolId{static_cast<std::uint8_t>(tool)},
                          TargetId{static_cast<std::uint8_t>(target)}, step.auto_confirm, step.one,
                          step.one ? asked_path : no_path};
    refuse_what_it_does_not_take(reader, lines[i], *plan.table, request.tool);
    step.call = call_for(*plan.table, request);
    if (step.meets.empty()) step.meets = {Behaviour::Responsive};
    refuse_what_it_cannot_meet(reader, lines[i], *plan.table, step.call, step.meets);
  }
  plan.session = static_cast<std::uint8_t>(plan.steps.size() + 1);
}

void check_background(Reader& reader, const JsonValue& root, const Plan& plan) {
  for (std::size_t i = 0; i < plan.planned.size(); ++i) {
    const auto what = plan.planned[i].what;
    if (what == Background::DialogOpens || what == Background::DialogCloses)
      refuse_dialog(reader, member_of(root, "background")->items[i], plan, "Take this event out.");
  }
}

}  // namespace sim::ack
