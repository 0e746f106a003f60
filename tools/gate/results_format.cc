#include "gate/results_format.h"
#include "command/numbers.h"

#include <utility>

#include "gate/sets_format.h"
#include "results/words.h"
#include "world/known.h"

namespace tools {

namespace form = sim::format;

namespace {

using conformance::CheckResult;
using conformance::GateSummary;
using conformance::LieExample;
using conformance::PlanFailure;
using conformance::RowPart;
using conformance::SearchTotals;
using conformance::Soundness;
using conformance::SoundnessPart;
using conformance::UnitResult;
using form::Codec;
using form::Object;
using sim::JsonValue;
using sim::Reader;

// A line holds the whole print of a failure.
constexpr std::size_t print_bytes_max = std::size_t{16} << 20;
constexpr std::size_t name_bytes_max = 4'000;
constexpr std::size_t parts_max = 100'000;
constexpr sim::JsonLimits line_limits{
    .depth = 8, .values = 200'000, .too_much = "No line of results has as many."};

Codec<std::string> name_text() { return form::any_text(name_bytes_max); }
Codec<std::string> print_text() { return form::any_text(print_bytes_max); }

// Of numbers and flags, which most members are.
template <class T>
class Members {
 public:
  explicit Members(std::string_view says = {}) : out_(says) {}

  template <class Access>
  Members& count(std::string_view name, Access access, std::string_view says) {
    using V = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;
    return add(name, access, form::natural<V>(), says);
  }
  template <class Access>
  Members& flag(std::string_view name, Access access, std::string_view says) {
    return add(name, access, form::boolean(), says);
  }
  template <class Access, class V>
  Members& add(std::string_view name, Access access, Codec<V> codec, std::string_view says) {
    out_.member(name, access, std::move(codec), says).required();
    return *this;
  }
  template <class Access, class P>
  Members& part(Access access, const Object<P>& format) {
    out_.part(access, format);
    return *this;
  }
  Object<T> object() const { return out_; }

 private:
  Object<T> out_;
};

Codec<PlanFailure> failure_codec() {
  return Members<PlanFailure>("How a run failed.")
      .add("kind", &PlanFailure::kind, failure_kind(), "How.")
      .add("schedule", &PlanFailure::path, schedule_format(), "As `orrery replay` takes it.")
      .object()
      .member("unavoidable_after", &PlanFailure::unavoidable_after, form::natural<std::size_t>(),
              "After so many choices no schedule could avoid a failure, if that is known.")
      .member("cycle_ms", &PlanFailure::cycle_ms, form::natural<std::int64_t>(),
              "The virtual time of the cycle of an `endless` one.")
      .codec();
}

Object<CheckResult> make_check_format() {
  using C = CheckResult;
  auto out =
      Members<C>()
          .add("rule", &C::rule, known_rule(),
               "The id of the rule that was broken or checked; empty if it is about many rules, or "
               "of an end that the scenario does not expect.")
          .add("area", &C::area, name_text(), "Whose rules.")
          .add("level", &C::level, form::one_of("a level", form::worded<spec::Level>(level_words)),
               "The rule's; `must` without a rule.")
          .add("check", &C::check, name_text(),
               "What was checked; its kind stands before the first slash, see below.")
          .add("outcome", &C::outcome,
               form::one_of("an outcome", form::worded<conformance::Outcome>(outcome_words)), "")
          .count("worlds", &C::worlds, "Worlds covered by this check, 0 if that says nothing.")
          .count("states", &C::states, "Distinct states met, likewise.")
          .count("runs", &C::runs, "Single runs made, likewise.")
          .add("message", &C::message, print_text(),
               "Of a failure the whole print, with line ends; of another outcome a sentence or "
               "empty.")
          .add("replay", &C::replay, print_text(),
               "One command that shows the failure again, or empty.")
          .object();
  out.member("world", &C::world, name_text(), "Of a failed run, as `orrery replay` takes it.");
  out.member("failure", &C::failure, failure_codec(), "Of a failed run.");
  out.then([](Reader&, const JsonValue&, C& check) {
    if (check.failure) check.failure->rule = check.rule;
  });
  return out;
}

Object<SearchTotals> make_totals_format() {
  using T = SearchTotals;
  return Members<T>("A search of a table.")
      .count("worlds", &T::worlds, "Worlds covered.")
      .count("states", &T::states, "Distinct states.")
      .count("transitions", &T::transitions, "Choices applied.")
      .count("finals", &T::finals, "States in which a call has ended.")
      .count("levels", &T::levels, "Choices on the longest of all shortest ways, plus one.")
      .count("peak_bytes", &T::peak_bytes, "Memory held at most.")
      .add("fingerprint", &T::fingerprint, form::hex(), "16 hex digits over all states.")
      .add("collision_probability", &T::collision_probability, form::real(),
           "That any two states shared a digest.")
      .flag("complete", &T::complete, "Every reachable state was met.")
      .add("limit", &T::limit, name_text(), "What stopped it; empty if it is complete.")
      .object();
}

Codec<RowPart> row_codec() {
  using R = RowPart;
  return Members<R>("What a unit adds to a line of the table.")
      .count("row", &R::row, "From 0.")
      .count("worlds", &R::worlds, "Of a line, the most of its parts.")
      .count("states", &R::states, "Likewise.")
      .count("runs", &R::runs, "Of a line, those of all parts.")
      .add("met", &R::met, rules_codec(), "As `exercised`.")
      .flag("searched", &R::searched, "By this unit, for `worlds`.")
      .flag("limited", &R::limited, "Not to its end: a limit came before.")
      .flag("foreign", &R::foreign, "Not to its end: a failure that the options leave out came.")
      .flag("failed", &R::failed, "A rule is broken there.")
      .flag("not_sampled", &R::not_sampled, "There was time for none of its random runs.")
      .object()
      .codec();
}

constexpr auto ended_of = [](auto& part) -> auto& { return part.ended; };

Codec<SoundnessPart> soundness_codec() {
  using P = SoundnessPart;
  const auto ended =
      Members<Soundness>()
          .add("kinds", &Soundness::kinds,
               form::array_of<std::uint64_t, conformance::truths>(form::natural(), "kinds"),
               "True OK, true error, false OK, false timeout, unseen success.")
          .add("classes", &Soundness::classes,
               form::array_of<std::uint64_t, conformance::lie_classes>(form::natural(), "classes"),
               "Of the lies, in the order of the classes.")
          .count("false_ok", &Soundness::false_ok, "Lies of no class.")
          .count("false_timeout", &Soundness::false_timeout, "Likewise.")
          .object();
  return Members<P>("What a unit adds to a cell of the soundness matrix.")
      .count("row", &P::row, "From 0.")
      .count("column", &P::column, "From 0.")
      .part(ended_of, ended)
      .object()
      .codec();
}

Codec<LieExample> example_codec() {
  using L = LieExample;
  constexpr std::uint8_t classes_most = (1u << conformance::lie_classes) - 1;
  const std::vector<form::Word<conformance::Truth>> lies{
      {word(conformance::Truth::FalseOk), conformance::Truth::FalseOk},
      {word(conformance::Truth::FalseTimeout), conformance::Truth::FalseTimeout}};
  return Members<L>("The shortest lie of its row, kind and classes.")
      .count("row", &L::row, "From 0.")
      .add("kind", &L::kind, form::one_of("a kind of lie", lies), "")
      .add("classes", &L::classes, form::natural<std::uint8_t>(0, classes_most), "A bit for each.")
      .add("world", &L::world, name_text(), "As `orrery replay` takes it.")
      .add("schedule", &L::path, schedule_format(), "Likewise.")
      .object()
      .codec();
}

template <class V>
Codec<std::vector<V>> parts(std::string_view what, Codec<V> codec) {
  return form::list(std::move(codec), {.what = what, .most = parts_max});
}

constexpr auto result_of = [](auto& line) -> auto& { return line.result; };
constexpr auto proofs_of = [](auto& result) -> auto& { return result.proofs; };

Object<conformance::Proofs> proofs_format() {
  using P = conformance::Proofs;
  return Members<P>()
      .count("proved_runs", &P::runs, "Random runs that were taken twice.")
      .count("proved_transitions", &P::transitions, "Choices of searches, likewise.")
      .count("differences", &P::differences, "How often the two differed.")
      .object();
}

Object<UnitResult> result_format() {
  using R = UnitResult;
  return Members<R>()
      .flag("ends_chain", &R::ends_chain,
            "Units of its line behind it do not count: a random run failed.")
      .flag("incomplete", &R::incomplete,
            "A limit, or a failure that the options leave out, came before the end.")
      .add("exercised", &R::exercised, rules_codec(),
           "32 hex digits: bit i is set if its runs met rule i, in the order of "
           "`orrery list rules`.")
      .add("clauses", &R::clauses, clauses_codec(),
           "128 hex digits, likewise: clauses of an area that is judged by them.")
      .add("checked", &R::checked, rules_codec(),
           "Likewise: rules of which it is a directed check.")
      .add("fingerprint", &R::fingerprint, form::hex(),
           "16 hex digits; those of all units add up, modulo 2^64, to the summary's.")
      .part(proofs_of, proofs_format())
      .add("rows", &R::rows, parts("rows", row_codec()), "")
      .add("searches", &R::searches, parts("searches", totals_format().codec()), "")
      .add("soundness", &R::soundness, parts("cells", soundness_codec()), "")
      .add("examples", &R::examples, parts("examples", example_codec()), "")
      .add("seconds", &R::seconds, form::real(),
           "Measured; like `peak_bytes` no part of the result.")
      .object();
}

Object<UnitLine> make_unit_format() {
  using U = UnitLine;
  return Members<U>()
      .add("unit", &U::name, name_text(),
           "`directed/RULE SENTENCE`, `scenario/NAME`, `table/NAME`, `row/ROW`, "
           "`random/ROW/FIRST-LAST`.")
      .add("area", &U::area, name_text(), "Whose unit.")
      .count("checks", &U::checks, "So many lines before this one are its checks.")
      .part(result_of, result_format())
      .object();
}

Object<GateSummary> counts_format() {
  using S = GateSummary;
  return Members<S>()
      .count("passed", &S::passed, "Checks with that outcome.")
      .count("failed", &S::failed, "Likewise.")
      .count("not_exercised", &S::not_exercised, "Likewise.")
      .count("errors", &S::errors, "Likewise.")
      .count("skipped", &S::skipped, "Likewise.")
      .count("rows_exhausted", &S::rows_exhausted,
             "Rows of all tables that passed and were searched to the end.")
      .count("rows", &S::rows, "Of so many.")
      .count("profiles_exhausted", &S::profiles_exhausted, "The same for the profiles.")
      .count("profiles", &S::profiles, "Of so many.")
      .count("rows_not_sampled", &S::rows_not_sampled,
             "Rows of all areas for whose random runs a budget of time left none.")
      .count("units", &S::units, "Of the campaign.")
      .count("units_done", &S::units_done, "Of these, what this gate knows.")
      .part(proofs_of, proofs_format())
      .flag("incomplete", &S::incomplete,
            "A limit, or a failure that the options leave out, came before the end of a space.")
      .add("fingerprint", &S::fingerprint, form::hex(),
           "16 hex digits over all states of the tables and the last states of the random runs: "
           "equal on every machine.")
      .flag("interrupted", &S::interrupted, "By a signal.")
      .object();
}

constexpr auto counts_of = [](auto& summary) -> auto& { return summary.counts; };

Object<SummaryLine> make_summary_format() {
  using S = SummaryLine;
  return Members<S>()
      .add("version", &S::version, name_text(), "Of the program.")
      .add("subject", &S::subject, known_subject(), "What was judged.")
      .add("revision", &S::revision, name_text(), "Of the tables that have some.")
      .count("seed", &S::seed, "Of the random runs.")
      .part(counts_of, counts_format())
      .add("shard", &S::shard, shard_format(), "`I/N`; `1/1`: the whole.")
      .add("exit", &S::exit, form::integer<int>(0, 255), "The exit code.")
      .add("searches", &S::searches, parts("searches", totals_format().codec()),
           "One for each search of a table.")
      .object();
}

// A kind of line is told by a member that it alone has, or that stands before the others here.
struct LineKind {
  std::string_view key;
  std::function<ResultsLine(Reader&, const JsonValue&)> read;
};

template <class T>
LineKind line_kind(std::string_view key, const Object<T>& format) {
  return {key, [format](Reader& reader, const JsonValue& json) {
            T out{};
            format.read(reader, json, out);
            return ResultsLine(std::move(out));
          }};
}

// An object with one member, which says what it is.
template <class T>
LineKind wrapped(std::string_view key, Codec<T> codec) {
  return line_kind(key, Members<T>().add(key, form::itself, std::move(codec), "").object());
}

Codec<DerivedLine> derived() {
  return form::through<DerivedLine>(
      form::document(), [](form::Writer&, const DerivedLine&) { return form::Json::object(); },
      [](Reader&, const JsonValue&, const form::Json&, DerivedLine&) {});
}

const std::vector<LineKind>& line_kinds() {
  static const std::vector<LineKind> out{line_kind("unit", unit_format()),
                                         line_kind("rule", check_format()),
                                         wrapped("campaign", identity_format().codec()),
                                         wrapped("soundness", derived()),
                                         wrapped("example", derived()),
                                         wrapped("clause", derived()),
                                         wrapped("summary", summary_format().codec())};
  return out;
}

ResultsLine read_line(Reader& reader, const JsonValue& root) {
  for (const auto& kind : line_kinds())
    if (sim::member_of(root, kind.key) != nullptr) return kind.read(reader, root);
  reader.fail(root, "This is not a line of a campaign's results.");
  return {};
}

}  // namespace

const Object<CheckResult>& check_format() {
  static const auto out = make_check_format();
  return out;
}
const Object<SearchTotals>& totals_format() {
  static const auto out = make_totals_format();
  return out;
}
const Object<UnitLine>& unit_format() {
  static const auto out = make_unit_format();
  return out;
}
const Object<SummaryLine>& summary_format() {
  static const auto out = make_summary_format();
  return out;
}

std::variant<ResultsLine, sim::ScenarioError> read_results_line(std::string_view text,
                                                                const std::string& file,
                                                                std::size_t line) {
  auto parsed = sim::parse_json(text, line_limits);
  if (const auto* fault = std::get_if<sim::JsonError>(&parsed)) {
    const auto place = sim::place_of(text, fault->offset);
    return sim::ScenarioError{file, line, place.column, {}, fault->what, fault->remedy};
  }
  const auto& root = std::get<JsonValue>(parsed);
  Reader reader;
  auto out = read_line(reader, root);
  if (!reader.failed()) return out;
  auto error = reader.error(text, root, file);
  error.line = line;
  return error;
}

}  // namespace tools
