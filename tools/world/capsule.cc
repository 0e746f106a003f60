#include "world/capsule.h"

#include <filesystem>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/options.h"
#include "conformance/area/areas.h"
#include "conformance/gate/campaign.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/run/scenario.h"
#include "results/words.h"
#include "sim/files/document.h"
#include "sim/files/scenario_file.h"
#include "sim/state/text_digest.h"
#include "world/identity.h"

namespace tools {

using namespace sim::format;

namespace {

using conformance::PlanFailure;
using sim::JsonValue;
using sim::Reader;

constexpr std::size_t label_bytes_max = 4'000;
constexpr std::size_t fields_max = 5'000;
constexpr sim::JsonLimits capsule_limits{.values = 500'000,
                                         .too_much = "Capsules that orrery writes hold less."};

constexpr Type label = any_text(label_bytes_max);

// An object of texts.
void read_fields(Reader& reader, const JsonValue& json, sim::Fields& out) {
  if (json.items.size() > fields_max)
    reader.fail(json, fmt::format("{} fields are too many.", json.items.size()),
                fmt::format("There is room for {}.", fields_max));
  if (!reader.is_object(json)) return;
  for (const auto& item : json.items)
    if (!reader.failed()) out.push_back({item.name, reader.any_text(item, label_bytes_max)});
}
void write_fields(const sim::Fields& fields, Json& out) {
  Json::object_t all;
  for (const auto& field : fields) all.Container::emplace_back(field.name, field.value);
  out = std::move(all);
}

// A document, kept as its text.
void read_file(Reader& reader, const JsonValue& json, std::string& out) {
  if (reader.is_object(json)) out = dump(to_document(json));
}
void write_file(const std::string& text, Json& out) {
  out = text.empty() ? Json::object() : sim::own_document<Json>(text);
}

constexpr std::string_view any_object = R"({"type": "object"})";
constexpr Type fields_type =
    custom_type(custom<sim::Fields, read_fields, write_fields>, any_object);
constexpr Type file_type = custom_type(custom<std::string, read_file, write_file>, any_object);

constexpr Row source_rows[] = {
    {"name", at<&PlanSource::name>, label, "What it is called.", Is::Required},
    {"file", at<&PlanSource::text>, file_type, "The whole file, if it comes from one."}};
constexpr Row broken_rows[] = {
    {"rule", at<&Capsule::rule>, &known_rule,
     "The rule; empty for an end that the scenario does not expect.", Is::Required},
    {"kind", at<&Capsule::kind>, &failure_kind, "How it is broken.", Is::Required}};

using conformance::LabelledChoice;
using Step = CapsuleStep;
constexpr Row step_rows[] = {
    {"index", at<&Step::choice, &LabelledChoice::index>, natural(), "Which one, from 0.",
     Is::Required},
    {"of", at<&Step::of>, natural(), "Among so many.", Is::Required},
    {"at_ms", at<&Step::choice, &LabelledChoice::at_ms>, natural(), "Virtual time since the call.",
     Is::Required},
    {"actor", at<&Step::choice, &LabelledChoice::actor>, label, "Whose.", Is::Required},
    {"label", at<&Step::choice, &LabelledChoice::text>, label, "What it is called.", Is::Required},
    {"digest", at<&Step::digest>, sim::format::hex(), "16 hex digits: of the state afterwards.",
     Is::Required},
    since(2, {"changed", at<&Step::changed>, fields_type, "Fields that changed.", Is::Required})};
constexpr Type step_type = object(step_rows, "A choice.");
constexpr Type step_1_type = step_type.in_format(1);

constexpr ListOf choices{.what = "choices", .most = capsule_choices_max};
using Cap = Capsule;
constexpr Row capsule_rows[] = {
    {"capsule", at<&Cap::format>, integer(1, capsule_format),
     "The format of the file. Format 1 has no `build`, `rules`, `found`, `start`, `changed` "
     "and `seal`, format 2 no `seal`; a newer one is refused.",
     Is::Required},
    {"version", at<&Cap::version>, label, "Of the program that wrote it.", Is::Required},
    since(2,
          {"build", at<&Cap::build>, label,
           "Digest of the sources of `engine`, `spec`, `sim` and `conformance`, without tests: all "
           "that decides a run. Equal for equal sources, with any compiler and without version "
           "control.",
           Is::Required}),
    since(2, {"rules", at<&Cap::rules>, label,
              "Digest of the ids, clauses, levels and words of all rules.", Is::Required}),
    {"subject", at<&Cap::subject>, &known_subject, "`engine`, `mutant:NAME` or `exec:COMMAND`.",
     Is::Required},
    since(3, {"level", at<&Cap::level>, &level_format,
              "Of the weakest rules that it was judged by; `proposed` if left out."}),
    since(3, {"only", at<&Cap::only>, &known_rule,
              "The one rule that it was judged by, if it was one."}),
    {"scenario", at<&Cap::source>, object(source_rows, "The scenario."), {}, Is::Required},
    {"broken", itself<Cap>, object(broken_rows, "The failure."), {}, Is::Required},
    since(2, {"found", at<&Cap::found>, label, "By what search.", Is::Required}),
    since(2, {"start", at<&Cap::start>, fields_type, "Every field of the initial state by name.",
              Is::Required}),
    until(1, {"choices", at<&Cap::steps>, list(step_1_type, choices), {}, Is::Required}),
    since(2, {"choices", at<&Cap::steps>, list(step_type, choices), {}, Is::Required}),
    since(3, {"seal", at<&Cap::seal>, sim::format::hex(),
              "16 hex digits: digest of all the rest, by which a capsule that was edited is known.",
              Is::Required})};

// A fault of it is told as a capsule's, whatever else it holds.
bool begins_as_capsule(std::string_view text) {
  std::string begin;
  for (const char c : text.substr(0, 100))
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') begin += c;
  return begin.starts_with("{\"capsule\"");
}

// Every complaint names its place.
class CapsuleReader {
 public:
  CapsuleReader(const sim::ParsedFile& file) : file_(file) {}

  Capsule read() {
    const auto& member = *sim::member_of(file_.root, "capsule");
    if (member.kind == sim::JsonValue::Kind::Integer && member.integer > capsule_format)
      reader_.fail(
          member, "This format of capsules is not known.",
          fmt::format("This program reads 1 to {}; a newer one may read others.", capsule_format));
    const auto format = reader_.integer(member, 1, capsule_format);
    complain();
    Capsule out;
    sim::format::read(reader_, file_.root, capsule_table(format), spot(out));
    complain();
    find_world(out.source);
    if (!conformance::names_program(out.subject) &&
        !conformance::is_subject(out.source.plan, out.subject))
      reader_.fail(*sim::member_of(file_.root, "subject"),
                   fmt::format("It is of another area than the scenario, which is of `{}`.",
                               out.source.plan.area()->name()));
    complain();
    return out;
  }

 private:
  void complain() const {
    if (reader_.failed())
      throw UsageError(sim::show(reader_.error(file_.text, file_.root, file_.file)));
  }

  void find_world(PlanSource& source) {
    const auto& scenario = *sim::member_of(file_.root, "scenario");
    const auto* document = sim::member_of(scenario, "file");
    if (document == nullptr) return find_named(source, *sim::member_of(scenario, "name"));
    auto read = conformance::read_any_scenario({file_.text, file_.file, source.name, *document});
    if (auto* error = std::get_if<sim::ScenarioError>(&read)) {
      error->pointer = "/scenario/file" + error->pointer;
      throw UsageError(sim::show(*error));
    }
    auto& found = std::get<conformance::AnyScenario>(read);
    source.plan = std::move(found.plan);
    source.expect = std::move(found.expect);
    source.rules = std::move(found.rules);
    source.story = std::move(found.story);
  }
  void find_named(PlanSource& source, const JsonValue& at) {
    try {
      source = plan_source(source.name);
    } catch (const UsageError& error) {
      reader_.fail(at, error.what());
      complain();
    }
  }

  const sim::ParsedFile& file_;
  Reader reader_;
};

std::uint64_t seal_of(const Capsule& capsule) {
  auto document = document_of(capsule_table(), capsule);
  document.erase("seal");
  return sim::digest_text(dump(document));
}

}  // namespace

std::vector<conformance::LabelledChoice> Capsule::choices() const {
  std::vector<conformance::LabelledChoice> out;
  for (const auto& step : steps) out.push_back(step.choice);
  return out;
}

const Type& capsule_table(int format) {
  constexpr auto newest = object(capsule_rows);
  static constexpr std::array tables{newest.in_format(1), newest.in_format(2), newest};
  static_assert(tables.size() == capsule_format);
  return tables[static_cast<std::size_t>(format - 1)];
}

bool is_sealed(const Capsule& capsule) {
  return capsule.format == capsule_format && capsule.seal == seal_of(capsule);
}

std::string capsule_text(const PlanSource& source, const conformance::Candidate& subject,
                         const PlanFailure& failure, std::string_view found) {
  // The way round an endless run is found again.
  const auto run = conformance::rerun(
      {.plan = source.plan, .subject = subject, .path = failure.path, .fields = true});
  Capsule out{.version = ORRERY_VERSION,
              .build = std::string(build_id()),
              .rules = std::string(rules_id()),
              .subject = std::string(subject.name),
              .level = subject.rules.weakest,
              .only = std::string(subject.rules.only),
              .source = source,
              .rule = failure.rule,
              .kind = failure.kind,
              .found = std::string(found),
              .start = run.start};
  for (const auto& step : run.steps) {
    out.steps.push_back({.choice = {.actor = std::string(step.label.actor),
                                    .text = step.label.text,
                                    .at_ms = step.at_ms,
                                    .index = step.index},
                         .of = step.choices,
                         .digest = step.digest});
    for (const auto& change : step.changed)
      out.steps.back().changed.push_back({change.name, change.after});
  }
  return capsule_text(std::move(out));
}

std::string capsule_text(Capsule capsule) {
  capsule.seal = seal_of(capsule);
  auto out = dump(document_of(capsule_table(), capsule), 2) + "\n";
  if (out.size() > capsule_bytes_max || capsule.steps.size() > capsule_choices_max)
    throw UsageError(fmt::format(
        "a run of {} choices makes a capsule of {} bytes, which may have {} choices and {} bytes. "
        "Look for a shorter run: --strategy bfs, or --shrink.",
        capsule.steps.size(), out.size(), capsule_choices_max, capsule_bytes_max));
  return out;
}

std::optional<Capsule> parse_capsule(std::string_view text, const std::string& file) {
  auto parsed = sim::parse_json(text, capsule_limits);
  if (const auto* fault = std::get_if<sim::JsonError>(&parsed)) {
    if (!begins_as_capsule(text)) return std::nullopt;
    const auto place = sim::place_of(text, fault->offset);
    throw UsageError(sim::show({file, place.line, place.column, {}, fault->what, fault->remedy}));
  }
  const auto& root = std::get<JsonValue>(parsed);
  if (sim::member_of(root, "capsule") == nullptr) return std::nullopt;
  return CapsuleReader({std::string(text), file, file, std::move(std::get<JsonValue>(parsed))})
      .read();
}

std::optional<Capsule> read_capsule(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const auto text = sim::text_of_file(path, {"capsule", capsule_bytes_max});
  if (const auto* fault = std::get_if<sim::ScenarioError>(&text))
    throw UsageError(sim::show(*fault));
  return parse_capsule(std::get<std::string>(text), path);
}

namespace {

constexpr std::size_t known_bytes_max = 200;
constexpr std::size_t subject_bytes_max = 4'000;  // A command may be long.
constexpr std::size_t schedule_max = 100'000;

void check_rule(Reader& reader, const JsonValue& json, const std::string& value) {
  if (!value.empty() && conformance::find_rule(value) == nullptr)
    reader.fail(json, fmt::format("{} is not a rule.", sim::echo(value)),
                "`orrery list rules` prints them all.");
}

void check_subject(Reader& reader, const JsonValue& json, const std::string& value) {
  // A program need not be there for what was recorded of it to be read.
  if (!conformance::is_subject(value) && !conformance::names_program(value))
    reader.fail(json, fmt::format("{} is not a subject.", sim::echo(value)),
                "Valid: engine, exec:COMMAND, and mutant:NAME with a name of `orrery list "
                "mutants`.");
}

std::string shard_in_file(const conformance::Shard& shard) { return tools::show(shard); }
void read_shard(Reader& reader, const JsonValue& json, const std::string& read,
                conformance::Shard& out) {
  if (const auto shard = parse_shard(read))
    out = *shard;
  else
    reader.fail(json, fmt::format("{} is no part I/N.", sim::echo(read)), "I is from 1 to N.");
}

constexpr Type choice = natural();

}  // namespace

constexpr Type known_rule = any_text(known_bytes_max).then(sim::format::check<&check_rule>);

constexpr Type known_subject = any_text(subject_bytes_max).then(sim::format::check<&check_subject>);

const Type& known_area() {
  static const auto words = [] {
    std::vector<Word> out;
    for (const auto* area : conformance::areas()) out.emplace_back(area->name(), area);
    return out;
  }();
  static const auto out = one_of("an area", words);
  return out;
}

constexpr Type failure_kind = one_of("a kind of failure", failure_words);

constexpr Type level_format = one_of("a level", spec::level_words);

constexpr Type schedule_format = list(choice, {.what = "choices", .most = schedule_max});

constexpr Type shard_format = through<std::string, conformance::Shard, &shard_in_file, &read_shard>(
    any_text(known_bytes_max));

}  // namespace tools
