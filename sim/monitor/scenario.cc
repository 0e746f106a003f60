#include "sim/monitor/scenario.h"

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "port/monitor/show.h"
#include "sim/files/scenario_format.h"
#include "sim/monitor/world.h"

namespace sim::monitor {
namespace {

using namespace format;

constexpr Type pid = natural(0, 4'194'304);
constexpr Type stamp = natural(0, 2'000'000'000);
constexpr Type text_id = natural(0, 65'535);  // Equal numbers, equal texts.

constexpr auto marker = &Content::marker;
constexpr auto target = &Marker::target;
constexpr Row content_rows[] = {
    {"reading", at<&Content::reading>, one_of("a reading", port::words<Reading>),
     "What reading it comes to; the rest is of a good one. `dead` and `younger` cannot stand here: "
     "`alive` and `began` of the IDE tell them."},
    {"pid", at<marker, &Marker::pid>, pid, "Its process."},
    {"created", at<marker, &Marker::created>, stamp, "When it was written, in seconds."},
    {"url", at<marker, target, &Target::url>, text_id, "Where its server is."},
    {"token", at<marker, target, &Target::token>, text_id, "What that asks for; 0: nothing."},
    {"port", at<marker, target, &Target::port>, natural(0, 65'535), "Its port."},
    {"build", at<marker, &Marker::build>, text_id, "Product and build."},
    {"stream", at<marker, &Marker::stream>, text_id,
     "The streamable address of its own server; 0: there is none."},
    {"sse", at<marker, &Marker::sse>, text_id, "The other address; 0: there is no such server."},
    {"own_port", at<marker, &Marker::own_port>, natural(0, 65'535),
     "The port of its own server; 0: it is not told. The ports that are scanned begin at 1000."},
    {"web_port", at<marker, &Marker::web_port>, natural(0, 65'535),
     "The port of its built-in web server; 0: it is not told."},
    {"field", at<&Content::field>, text_id, "Of an incomplete one: the field that is missing."}};
constexpr Type content_type = object(
    content_rows, "What a marker file may hold. Texts are numbers: equal numbers, equal texts.");

constexpr Row ide_rows[] = {
    {"pid", at<&IdePlan::pid>, pid, "Its process.", Is::Required},
    {"marker", at<&IdePlan::content>, integer(-1, 100),
     "What its file holds: the index of one of `markers`; -1: there is none."},
    {"alive", at<&IdePlan::alive>, boolean(), "Its process runs."},
    {"elsewhere", at<&IdePlan::elsewhere>, boolean(),
     "Its process is in another namespace: nobody sees it, alive or not."},
    {"serves", at<&IdePlan::serves>, boolean(), "Its server does, too."},
    {"began", at<&IdePlan::began>, stamp, "When its process began, in seconds."},
    {"url", at<&IdePlan::url>, text_id, "Where its server is."},
    {"token", at<&IdePlan::token>, text_id, "What that asks for; 0: nothing."},
    {"stream_status", at<&IdePlan::stream_status>, natural(0, 599),
     "What its own server answers at the streamable address."}};
constexpr Type ide_type =
    object(ide_rows, "An IDE, its process, its server and its file, at the start.");

constexpr auto port_says =
    sentences("nothing listens", "takes the connection and says nothing", "an IDE, but late",
              "another server, which answers with JSON", "another server, which answers with text",
              "another server, which has no such page", "an IDE", "the own server of an IDE");
constexpr Row port_rows[] = {
    {"is", at<&PortPlan::is>, one_of("what is at a port", port::words<PortIs>, port_says),
     "What is there."},
    {"build", at<&PortPlan::build>, text_id, "Of an IDE: what says none is none."}};
constexpr Type port_type =
    object(port_rows, "What answers at a port that is scanned, from the first on.");

constexpr auto event_says = sentences(
    "the marker file is written", "the marker file is half written", "the marker file goes",
    "the marker file cannot be read until it is written again", "the home folder may not be listed",
    "there is no home folder", "the home folder can be listed again",
    "the process ends, and its server", "another process with this number begins",
    "the server moves to another address, and its streams end",
    "the server takes requests and answers nothing", "the server answers 500",
    "the server answers as it should again", "the server closes its streams",
    "the token is another one; streams that there are go on", "the projects are others",
    "a line comes that is no message", "a line comes of a type that nobody knows",
    "the last snapshot comes once more", "the last list comes once more, with a higher number",
    "another list comes with the number of the last one", "a line begins that never ends",
    "what is on the streams is lost, and nothing ends", "something else answers at the port",
    "somebody wants the address of the IDE's own server", "the other client takes nothing any more",
    "the other client takes again", "the next stream begins with a line that is no message",
    "the machine sleeps, or whatever runs on it is stopped",
    "the network is back for what is asked for then; streams of before stay dead, and none ends");
constexpr auto fault_says =
    sentences("nothing", "the first line is a ping", "nothing is said until something changes",
              "a change is not told", "all snapshots have one number",
              "each snapshot is of another instance", "there are no pings", "any token is taken",
              "a line comes before a refusal", "while one client takes nothing, none gets anything",
              "while one client takes nothing, no change is told",
              "while one client takes nothing, there are no pings",
              "while one client takes nothing, no request is answered",
              "what changed while a client took nothing is never told to it",
              "a stream that its client closed is held for ever",
              "a request that does not say who asks is answered as any other",
              "pings tell another instance than the stream's", "all streams have one instance");
constexpr Row event_rows[] = {
    {"event", at<&Planned::happening, &Happening::what>,
     one_of("an event", port::words<What>, event_says), "What happens.", Is::Required},
    {"of", at<&Planned::happening, &Happening::where>, natural(0, 3),
     "The index of the IDE, or of the port."},
    {"number", at<&Planned::happening, &Happening::number>, natural(0, 1'000'000'000),
     "How many milliseconds the machine sleeps; or, up to 255: the index of the marker; when the "
     "process began; the address; the token; or of a port its "
     "kind: 0 closed, 1 hanging, 2 slow, 3 other_json, 4 other_text, 5 other_404, 6 ide."},
    {"at_ms", at<&Planned::at>, window(), "From the start on."}};
constexpr Type event_type =
    object(event_rows, "Something that happens beside the monitor, if it changes anything then.");

constexpr Row latency_rows[] = {
    {"folder_ms", at<&Latencies::folder>, window(), "To list the folder."},
    {"read_ms", at<&Latencies::read>, window(), "To read a file."},
    {"answer_ms", at<&Latencies::answer>, window(), "From a request to its answer; a line."},
    {"probe_ms", at<&Latencies::probe>, window(), "A port that answers."},
    {"slow_ms", at<&Latencies::slow>, window(), "A slow one."},
    {"own_server_ms", at<&Latencies::own_server>, window(),
     "From a question to an IDE's own server to its answer."}};

template <auto for_each>
constexpr std::size_t counts = [] {
  std::size_t out = 0;
  for_each([&](auto) { ++out; });
  return out;
}();
template <class Wanted>
constexpr Type counted = std::is_same_v<Wanted, std::optional<bool>> ? boolean() : natural(0, 255);

constexpr auto each_of_ide = [](auto&& see) { for_each_ide_count(see); };
constexpr auto ide_count_rows = [] {
  std::array<Row, counts<each_of_ide>> out;
  std::size_t next = 0;
  for_each_ide_count([&](auto count) {
    using Value = std::remove_cvref_t<decltype(std::declval<ExpectedIde&>().*count.wanted)>;
    out[next++] = {count.name, at<count.wanted>, counted<Value>, count.says};
  });
  return out;
}();
constexpr Type ide_counts_type = object(ide_count_rows, "What is left out may be anything.");
constexpr Row expected_ide_rows[] = {
    {"of", at<&ExpectedIde::of>, pid, "Its process.", Is::Required},
    part(itself<ExpectedIde>, ide_counts_type)};
constexpr Type expected_ide_type =
    object(expected_ide_rows, "How often something was done or shown of one IDE.");

constexpr auto each_of_all = [](auto&& see) { for_each_count(see); };
constexpr auto result_rows = [] {
  std::array<Row, counts<each_of_all> + 2> out;
  std::size_t next = 0;
  out[next++] = part(at<&ExpectedResult::all>, ide_counts_type);
  for_each_count([&](auto count) {
    using Value = std::remove_cvref_t<decltype(std::declval<ExpectedResult&>().*count.wanted)>;
    out[next++] = {count.name, at<count.wanted>, counted<Value>, count.says};
  });
  out[next++] = {"ides", at<&ExpectedResult::ides>,
                 list(expected_ide_type, {.what = "IDEs", .most = ides_max}),
                 "The same of single IDEs."};
  return out;
}();
constexpr Type result_type =
    object(result_rows, "How often something was done or shown; what is left out may be anything.");
constexpr Type results_type = results(result_type, results_max);
constexpr Row expectation_rows[] = {results_row<Expectation>(results_type)};

constexpr Row plan_rows[] = {
    {"markers", at<&Plan::contents>, list(content_type, {.what = "markers", .most = 100}),
     "What marker files may hold."},
    {"ides", at<&Plan::ides>, list(ide_type, {.what = "IDEs", .most = ides_max}), "The IDEs."},
    {"ports", at<&Plan::ports>, list(port_type, {.what = "ports", .most = ports_max}),
     "The ports that are scanned."},
    {"events", at<&Plan::planned>, list(event_type, {.what = "events", .most = planned_max}),
     "What happens beside the monitor."},
    {"probes_at_once", at<&Plan::probes_at_once>, natural(1, 2),
     "So many ports are probed at once."},
    {"other_client", at<&Plan::other_client>, boolean(),
     "Somebody else follows the first IDE, too."},
    {"other_is_mute", at<&Plan::other_is_mute>, boolean(), "It does not say who it is."},
    {"fault", at<&Plan::fault>, one_of("a fault", port::words<Fault>, fault_says),
     "What the IDEs do wrong at their end of the streams."},
    {"stop_ms", at<&Plan::stop>, window(), "When the monitor is stopped."},
    {"latencies", at<&Plan::latencies>, object(latency_rows, "How long it takes."),
     "How long things take."},
    {"jitter_percent", at<&Plan::jitter_percent>, natural(0, 50),
     "So much the monitor's pauses are longer or shorter, by the seed."},
    {"seed", at<&Plan::seed>, natural(), "Of the monitor's pauses."}};

std::string indices(std::size_t count, std::string_view of_what) {
  if (count == 0) return fmt::format("Add one to `{}`.", of_what);
  return fmt::format("`{}` has {}: write {}.", of_what, count,
                     count == 1 ? "0" : fmt::format("from 0 to {}", count - 1));
}
void check_event(Reader& reader, const JsonValue& json, const Plan& plan, const Happening& what) {
  if (has_place(plan, what)) return;
  if (what.what == What::MachineSleeps)
    return reader.fail(json, "The machine sleeps for no time.",
                       "Write in `number` for how many milliseconds.");
  const bool of_port = what.what == What::PortBecomes;
  const auto places = of_port ? plan.ports.size() : plan.ides.size();
  if (what.where >= places)
    return reader.fail(
        json,
        fmt::format("`of` is {}, and there is no such {}.", what.where, of_port ? "port" : "IDE"),
        indices(places, of_port ? "ports" : "ides"));
  if (what.what == What::MarkerWritten)
    return reader.fail(json,
                       fmt::format("`number` is {}, and there is no such marker.", what.number),
                       indices(plan.contents.size(), "markers"));
  reader.fail(json, fmt::format("`number` is {}, which is too large here.", what.number),
              fmt::format("Write from 0 to {}.", of_port ? port_kinds - 1 : 255));
}
void check_ide(Reader& reader, const JsonValue& json, const Plan& plan, std::size_t index) {
  const auto& ide = plan.ides[index];
  if (ide.pid == Pid{})
    return reader.fail(json, "An IDE has a process.", "Write a `pid` from 1 on.");
  for (std::size_t i = 0; i < index; ++i)
    if (plan.ides[i].pid == ide.pid)
      return reader.fail(json, "Two IDEs have one `pid`.", "Give this one another.");
  if (ide.content >= static_cast<int>(plan.contents.size()))
    reader.fail(json, fmt::format("`marker` is {}, and there is no such one.", ide.content),
                indices(plan.contents.size(), "markers"));
}
void check_plan(Reader& reader, const JsonValue& json, const Scenario& scenario) {
  const auto& plan = scenario.plan;
  const auto item = [&](std::string_view list, std::size_t index) -> const JsonValue& {
    return member_of(json, list)->items[index];
  };
  for (std::size_t i = 0; i < plan.contents.size(); ++i)
    if (const auto is = plan.contents[i].reading; is == Reading::Dead || is == Reading::Younger)
      return reader.fail(item("markers", i), "A file tells nothing of its process.",
                         "Say it by `alive` and `began` of the IDE.");
  for (std::size_t i = 0; i < plan.ides.size(); ++i) check_ide(reader, item("ides", i), plan, i);
  for (std::size_t i = 0; i < plan.planned.size(); ++i)
    check_event(reader, item("events", i), plan, plan.planned[i].happening);
  if (reader.failed()) return;
  if (const auto wrong = fault_of(scenario.plan); !wrong.empty())
    reader.fail(json, "This cannot be run: " + wrong + ".");
}

constexpr ScenarioArea in_files{.name = area};
constexpr Row scenario_rows[] = {head<Scenario, in_files>,
                                 part(at<&Scenario::plan>, object(plan_rows)),
                                 {"expect", at<&Scenario::expect>,
                                  expectation<Expectation>(expectation_rows), expectation_says}};
constexpr Type scenario_type =
    object(scenario_rows, "A machine with IDEs, and a monitor that finds and follows them.")
        .lastly(check<&check_plan>);

const char* not_fixed(const Scenario& scenario) {
  const bool open = scenario.plan.free_max > 0 && !scenario.plan.free.empty();
  return open ? format::leaves_more_open : nullptr;
}

}  // namespace

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(
      in_files, "Orrery scenario of the monitor", scenario_type,
      {{"defaults", {.coarse_because = "it is what shows every order of what happens"}}},
      &port::monitor::meanings(), &not_fixed);
  return out;
}

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinned out{.plan = plan, .choices = {}};
  auto& fixed = out.plan;
  fixed.free.clear();
  fixed.free_max = 0;
  std::int32_t now_ms = 0;
  for (auto choice : choices) {
    now_ms += choice.after_ms;
    if (choice.slot == slot::free) {
      choice.slot = static_cast<std::uint8_t>(slot::planned + fixed.planned.size());
      fixed.planned.push_back({plan.free[choice.alternative], {now_ms, now_ms}});
      choice.alternative = 0;
    }
    if (choice.slot == slot::stop) fixed.stop = {now_ms, now_ms};
    out.choices.push_back(choice);
  }
  if (fixed.planned.size() > planned_max)
    return fmt::format("{} events; a fixed plan has room for {}", fixed.planned.size(),
                       planned_max);
  // A run that ends before: the monitor would go on for ever.
  if (fixed.stop.latest == never) fixed.stop = {now_ms + 1, now_ms + 1};
  return out;
}

}  // namespace sim::monitor
