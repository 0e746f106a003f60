#include "world/capsule.h"

#include <filesystem>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/options.h"
#include "conformance/area/areas.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/run/scenario.h"
#include "results/words.h"
#include "sim/files/scenario_file.h"
#include "sim/files/scenario_format.h"
#include "sim/state/text_digest.h"
#include "world/known.h"

namespace tools {

namespace form = sim::format;

namespace {

using conformance::PlanFailure;
using form::Codec;
using form::Object;
using sim::JsonValue;
using sim::Reader;

constexpr std::size_t label_bytes_max = 4'000;
constexpr std::size_t fields_max = 5'000;
constexpr sim::JsonLimits capsule_limits{.values = 500'000,
                                         .too_much = "Capsules that orrery writes hold less."};

Codec<std::string> label() { return form::any_text(label_bytes_max); }

// An object of texts.
Codec<sim::Fields> fields_codec() {
  return {[](Reader& reader, const JsonValue& json, sim::Fields& out) {
            if (json.items.size() > fields_max)
              reader.fail(json, fmt::format("{} fields are too many.", json.items.size()),
                          fmt::format("There is room for {}.", fields_max));
            reader.each_member(json, [&](const JsonValue& item) {
              out.push_back({item.name, reader.any_text(item, label_bytes_max)});
            });
          },
          [](form::Writer&, const sim::Fields& fields, const sim::Fields&) {
            form::Json::object_t out;
            for (const auto& field : fields) out.Container::emplace_back(field.name, field.value);
            return form::Json(std::move(out));
          },
          [](form::Definitions&, const sim::Fields&) -> form::Json {
            return {{"type", "object"}};
          }};
}

// A document, kept as its text.
Codec<std::string> file_codec() {
  return form::through<std::string>(
      form::document(),
      [](form::Writer&, const std::string& text) {
        return text.empty() ? form::Json::object() : form::Json::parse(text, nullptr, false);
      },
      [](Reader&, const JsonValue&, const form::Json& read, std::string& out) {
        out = dump(read);
      });
}

Codec<PlanSource> source_codec() {
  Object<PlanSource> out("The scenario.");
  out.member("name", &PlanSource::name, label(), "What it is called.").required();
  out.member("file", &PlanSource::text, file_codec(), "The whole file, if it comes from one.");
  return out.codec();
}

Codec<Capsule> broken_codec() {
  Object<Capsule> out("The failure.");
  out.member("rule", &Capsule::rule, known_rule(),
             "The rule; empty for an end that the scenario does not expect.")
      .required();
  out.member("kind", &Capsule::kind, failure_kind(), "How it is broken.").required();
  return out.codec();
}

Codec<CapsuleStep> step_codec(int format) {
  using S = CapsuleStep;
  const auto choice = [](auto member) {
    return [member](auto& step) -> auto& { return step.choice.*member; };
  };
  using conformance::LabelledChoice;
  Object<S> out("A choice.");
  out.member("index", choice(&LabelledChoice::index), form::natural<std::uint16_t>(),
             "Which one, from 0.")
      .required();
  out.member("of", &S::of, form::natural<std::uint16_t>(), "Among so many.").required();
  out.member("at_ms", choice(&LabelledChoice::at_ms), form::natural<std::int64_t>(),
             "Virtual time since the call.")
      .required();
  out.member("actor", choice(&LabelledChoice::actor), label(), "Whose.").required();
  out.member("label", choice(&LabelledChoice::text), label(), "What it is called.").required();
  out.member("digest", &S::digest, form::hex(), "16 hex digits: of the state afterwards.")
      .required();
  if (format > 1)
    out.member("changed", &S::changed, fields_codec(), "Fields that changed.").required();
  return out.codec();
}

Object<Capsule> make_table(int format) {
  using C = Capsule;
  Object<C> out;
  out.member(
         "capsule", &C::format, form::integer<int>(1, capsule_format),
         "The format of the file. Format 1 has no `build`, `rules`, `found`, `start`, `changed` "
         "and `seal`, format 2 no `seal`; a newer one is refused.")
      .required();
  out.member("version", &C::version, label(), "Of the program that wrote it.").required();
  if (format > 1) {
    out.member("build", &C::build, label(),
               "Digest of the sources of `engine`, `spec`, `sim` and `conformance`, without tests: "
               "all that decides a run. Equal for equal sources, with any compiler and without "
               "version control.")
        .required();
    out.member("rules", &C::rules, label(),
               "Digest of the ids, clauses, levels and words of all rules.")
        .required();
  }
  out.member("subject", &C::subject, known_subject(), "`engine`, `mutant:NAME` or `exec:COMMAND`.")
      .required();
  if (format > 2) {
    out.member("level", &C::level, form::one_of("a level", form::worded<spec::Level>(level_words)),
               "Of the weakest rules that it was judged by; `proposed` if left out.");
    out.member("only", &C::only, known_rule(),
               "The one rule that it was judged by, if it was one.");
  }
  out.member("scenario", &C::source, source_codec(), "").required();
  out.member("broken", form::itself, broken_codec(), "").required();
  if (format > 1) {
    out.member("found", &C::found, label(), "By what search.").required();
    out.member("start", &C::start, fields_codec(), "Every field of the initial state by name.")
        .required();
  }
  out.member("choices", &C::steps,
             form::list(step_codec(format), {.what = "choices", .most = capsule_choices_max}), "")
      .required();
  if (format > 2)
    out.member(
           "seal", &C::seal, form::hex(),
           "16 hex digits: digest of all the rest, by which a capsule that was edited is known.")
        .required();
  return out;
}

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
    const auto format = reader_.integer(*sim::member_of(file_.root, "capsule"), 1, capsule_format);
    complain();
    Capsule out;
    capsule_table(format).read(reader_, file_.root, out);
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

const Object<Capsule>& capsule_table(int format) {
  static const std::array tables{make_table(1), make_table(2), make_table(3)};
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

}  // namespace tools
