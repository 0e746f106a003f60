#include "sim/monitor/scenario.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/files/scenario_format.h"
#include "sim/monitor/world.h"

namespace sim::monitor {
namespace {

using format::Object;

template <class E>
format::Codec<E> word_of(std::string_view what) {
  return format::one_of<E>(what, format::worded<E>(port::words<E>));
}
// An id is its number.
template <class Id>
format::Codec<Id> number_of(std::uint32_t most = 65'535) {
  using Value = decltype(Id::value);
  return format::through<Id>(
      format::natural<Value>(0, static_cast<Value>(most)),
      [](format::Writer&, const Id& id) { return id.value; },
      [](Reader&, const JsonValue&, const Value& value, Id& into) { into = {value}; });
}
constexpr std::uint32_t pid_max = 4'194'304;
constexpr std::uint32_t stamp_max = 2'000'000'000;

format::Codec<Window> when() { return format::window(Reader::Never::AsEnd); }

format::Codec<Content> content_format() {
  Object<Content> out(
      "What a marker file may hold. Texts are numbers: equal numbers, equal texts.");
  out.member("reading", &Content::reading, word_of<Reading>("a reading"),
             "What reading it comes to; the rest is of a good one.");
  const auto add = [&](std::string_view name, auto access, auto codec, std::string_view says) {
    out.member(name, access, std::move(codec), says);
  };
  add(
      "pid", [](auto& it) -> auto& { return it.marker.pid; }, number_of<Pid>(pid_max),
      "Its process.");
  add(
      "created", [](auto& it) -> auto& { return it.marker.created; }, number_of<Stamp>(stamp_max),
      "When it was written, in seconds.");
  add(
      "url", [](auto& it) -> auto& { return it.marker.target.url; }, number_of<TextId>(),
      "Where its server is.");
  add(
      "token", [](auto& it) -> auto& { return it.marker.target.token; }, number_of<TextId>(),
      "What that asks for; 0: nothing.");
  add(
      "port", [](auto& it) -> auto& { return it.marker.target.port; },
      format::natural<std::uint16_t>(0, 65'535), "Its port.");
  add(
      "build", [](auto& it) -> auto& { return it.marker.build; }, number_of<TextId>(),
      "Product and build.");
  add(
      "stream", [](auto& it) -> auto& { return it.marker.stream; }, number_of<TextId>(),
      "The streamable address of its own server; 0: there is none.");
  add(
      "sse", [](auto& it) -> auto& { return it.marker.sse; }, number_of<TextId>(),
      "The other address; 0: there is no such server.");
  return out.codec();
}

format::Codec<IdePlan> ide_format() {
  Object<IdePlan> out("An IDE, its process, its server and its file, at the start.");
  out.member("pid", &IdePlan::pid, number_of<Pid>(pid_max), "Its process.").required();
  out.member("marker", &IdePlan::content, format::integer<std::int8_t>(-1, 100),
             "What its file holds: the index of one of `markers`; -1: there is none.");
  out.member("alive", &IdePlan::alive, format::boolean(), "Its process runs.");
  out.member("serves", &IdePlan::serves, format::boolean(), "Its server does, too.");
  out.member("began", &IdePlan::began, number_of<Stamp>(stamp_max),
             "When its process began, in seconds.");
  out.member("url", &IdePlan::url, number_of<TextId>(), "Where its server is.");
  out.member("token", &IdePlan::token, number_of<TextId>(), "What that asks for; 0: nothing.");
  out.member("stream_status", &IdePlan::stream_status, format::natural<std::uint16_t>(0, 599),
             "What its own server answers at the streamable address.");
  return out.codec();
}

format::Codec<PortPlan> port_format() {
  Object<PortPlan> out("What answers at a port that is scanned, from the first on.");
  out.member("is", &PortPlan::is, word_of<PortIs>("what is at a port"), "What is there.");
  out.member("build", &PortPlan::build, number_of<TextId>(), "Of an IDE.");
  return out.codec();
}

format::Codec<Planned> event_format() {
  Object<Planned> out("Something that happens beside the monitor, if it changes anything then.");
  out.member(
         "event", [](auto& it) -> auto& { return it.happening.what; }, word_of<What>("an event"),
         "What happens.")
      .required();
  out.member(
      "of", [](auto& it) -> auto& { return it.happening.where; },
      format::natural<std::uint8_t>(0, 3), "The index of the IDE, or of the port.");
  out.member(
      "number", [](auto& it) -> auto& { return it.happening.number; },
      format::natural<std::uint8_t>(0, 255),
      "The index of the marker; when the process began; the address; the token; or of a port its "
      "kind: 0 closed, 1 hanging, 2 slow, 3 other_json, 4 other_text, 5 other_404, 6 ide.");
  out.member("at_ms", &Planned::at, when(), "From the start on.");
  return out.codec();
}

format::Codec<Latencies> latencies_format() {
  Object<Latencies> out("How long it takes.");
  out.member("folder_ms", &Latencies::folder, when(), "To list the folder.");
  out.member("read_ms", &Latencies::read, when(), "To read a file.");
  out.member("answer_ms", &Latencies::answer, when(), "From a request to its answer; a line.");
  out.member("probe_ms", &Latencies::probe, when(), "A port that answers.");
  out.member("slow_ms", &Latencies::slow, when(), "A slow one.");
  out.member("own_server_ms", &Latencies::own_server, when(),
             "From a question to an IDE's own server to its answer.");
  return out.codec();
}

format::Codec<Expectation> expectation_format() {
  Object<ExpectedResult> result(
      "How often something was done or shown; what is left out may be "
      "anything.");
  for_each_count([&](const char* name, const char* says, auto, auto want) {
    using Held = std::remove_cvref_t<decltype(std::declval<ExpectedResult>().*want)>;
    if constexpr (std::is_same_v<Held, std::optional<bool>>)
      result.member(name, want, format::boolean(), says);
    else
      result.member(name, want, format::natural<std::uint8_t>(0, 255), says);
  });
  return format::expectation<Expectation>(result.codec(), results_max,
                                          Object<format::Expected<Expectation>>());
}

Object<Plan> plan_format() {
  Object<Plan> out;
  out.member("markers", &Plan::contents,
             format::list(content_format(), {.what = "markers", .most = 100}),
             "What marker files may hold.");
  out.member("ides", &Plan::ides, format::list(ide_format(), {.what = "IDEs", .most = ides_max}),
             "The IDEs.");
  out.member("ports", &Plan::ports,
             format::list(port_format(), {.what = "ports", .most = ports_max}),
             "The ports that are scanned.");
  out.member("events", &Plan::planned,
             format::list(event_format(), {.what = "events", .most = planned_max}),
             "What happens beside the monitor.");
  out.member("probes_at_once", &Plan::probes_at_once, format::natural<std::uint8_t>(1, 2),
             "So many ports are probed at once.");
  out.member("other_client", &Plan::other_client, format::boolean(),
             "Somebody else follows the first IDE, too.");
  out.member("fault", &Plan::fault, word_of<Fault>("a fault"),
             "What the IDEs do wrong at their end of the streams.");
  out.member("stop_ms", &Plan::stop, when(), "When the monitor is stopped.");
  out.member("latencies", &Plan::latencies, latencies_format(), "How long things take.");
  out.member("jitter_percent", &Plan::jitter_percent, format::natural<std::uint8_t>(0, 50),
             "So much the monitor's pauses are longer or shorter, by the seed.");
  out.member("seed", &Plan::seed, format::natural<std::uint32_t>(), "Of the monitor's pauses.");
  return out;
}

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = area};
  Object<Scenario> all("A machine with IDEs, and a monitor that finds and follows them.");
  format::add_head(about, all);
  all.part(&Scenario::plan, plan_format());
  all.member("expect", &Scenario::expect, expectation_format(), format::expectation_says);
  all.at_last([](Reader& reader, const JsonValue& json, Scenario& scenario) {
    if (const auto wrong = fault_of(scenario.plan); !wrong.empty())
      reader.fail(json, "This cannot be run: " + wrong + ".");
  });
  Scenario usual;
  usual.coarse_because = "it is what shows every order of what happens";
  return {about, "Orrery scenario of the monitor", std::move(all), {{"defaults", usual}}};
}

const format::ScenarioFormat<Scenario>& the_format() {
  static const auto out = make_format();
  return out;
}

}  // namespace

LoadedScenario read_scenario(const ParsedFile& file) { return the_format().read(file); }
LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return the_format().parse(text, name);
}
LoadedScenario load_scenario(const std::string& path) { return the_format().load(path); }

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  if (scenario.plan.free_max > 0 && !scenario.plan.free.empty())
    return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(scenario);
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

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
