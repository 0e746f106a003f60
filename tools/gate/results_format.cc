#include "gate/results_reader.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "command/words.h"
#include "world/capsule.h"

namespace tools {
using namespace sim::format;

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
using sim::JsonValue;
using sim::Reader;

// Sets of rules and of clauses in files: hex digits, the highest bits first.

extern const sim::format::Type rules_set;    // A spec::Exercised.
extern const sim::format::Type clauses_set;  // A spec::ClauseSet.

constexpr std::size_t digits = 16;

struct RuleWords {
  static constexpr std::string_view what = "rules";
  static std::array<std::uint64_t*, 2> of(spec::Exercised& rules) {
    return {&rules.high, &rules.low};
  }
};
struct ClauseWords {
  static constexpr std::string_view what = "clauses";
  static constexpr auto count = std::tuple_size_v<decltype(spec::ClauseSet::bits)>;
  static std::array<std::uint64_t*, count> of(spec::ClauseSet& set) {
    std::array<std::uint64_t*, count> out{};
    for (std::size_t i = 0; i < count; ++i) out[i] = &set.bits[count - 1 - i];
    return out;
  }
};

// A set as the digits of its words, the highest first.
template <class Set, class Words>
std::string set_in_file(const Set& set) {
  Set copy = set;
  std::string out;
  for (const auto* word : Words::of(copy)) out += show_digest(*word);
  return out;
}
template <class Set, class Words>
void read_set(Reader& reader, const JsonValue& json, const std::string& read, Set& out) {
  const auto words = Words::of(out);
  bool fits = read.size() == words.size() * digits;
  for (std::size_t i = 0; i < words.size() && fits; ++i)
    fits = read_hex(std::string_view(read).substr(i * digits, digits), *words[i]);
  if (!fits)
    reader.fail(json, fmt::format("These are no {}.", Words::what),
                fmt::format("They are {} digits from 0 to f.", words.size() * digits));
}
template <class Set, class Words>
constexpr Type set_of(std::size_t words) {
  return through<std::string, Set, &set_in_file<Set, Words>, &read_set<Set, Words>>(
      any_text(words * digits));
}

constexpr Type rules_set = set_of<spec::Exercised, RuleWords>(2);

constexpr Type clauses_set = set_of<spec::ClauseSet, ClauseWords>(ClauseWords::count);

// A line holds the whole print of a failure.
constexpr std::size_t print_bytes_max = std::size_t{16} << 20;
constexpr std::size_t name_bytes_max = 4'000;
constexpr std::size_t parts_max = 100'000;
constexpr sim::JsonLimits line_limits{
    .depth = 8, .values = 200'000, .too_much = "No line of results has as many."};

constexpr Type short_text = any_text(name_bytes_max);
constexpr Type whole_print = any_text(print_bytes_max);

// Of numbers and flags, which most members are.
constexpr Row has(std::string_view name, Where where, Type type, std::string_view says) {
  return {name, where, type, says, Is::Required};
}
constexpr Row count(std::string_view name, Where where, std::string_view says) {
  return has(name, where, natural(), says);
}
constexpr Row flag(std::string_view name, Where where, std::string_view says) {
  return has(name, where, boolean(), says);
}
constexpr Row hex(std::string_view name, Where where, std::string_view says) {
  return has(name, where, sim::format::hex(), says);
}
constexpr Row parts(std::string_view name, Where where, const Type& item, std::string_view of_what,
                    std::string_view says = {}) {
  return has(name, where, list(item, {.what = of_what, .most = parts_max}), says);
}

constexpr Row failure_rows[] = {
    has("kind", at<&PlanFailure::kind>, &failure_kind, "How."),
    has("schedule", at<&PlanFailure::path>, &schedule_format, "As `orrery replay` takes it."),
    {"unavoidable_after", at<&PlanFailure::unavoidable_after>, natural(),
     "After so many choices no schedule could avoid a failure, if that is known."},
    {"cycle_ms", at<&PlanFailure::cycle_ms>, natural(),
     "The virtual time of the cycle of an `endless` one."}};

using C = CheckResult;
constexpr Row check_rows[] = {
    has("rule", at<&C::rule>, &known_rule,
        "The id of the rule that was broken or checked; empty if it is about many rules, or of an "
        "end that the scenario does not expect."),
    has("area", at<&C::area>, short_text, "Whose rules."),
    has("level", at<&C::level>, &level_format, "The rule's; `must` without a rule."),
    has("check", at<&C::check>, short_text,
        "What was checked; its kind stands before the first slash, see below."),
    {"fails", at<&C::fails>, whole_print,
     "Of a failure: what was wanted and what came, in one line, as a known failure names it."},
    {"row", at<&C::row>, short_text, "Of `through`: the row of the table that it fails by."},
    {"history", at<&C::history>, sim::format::hex(),
     "Of a run that failed: what was told and done in it, by names, as 16 hex digits."},
    {"unsteady", at<&C::unsteady>, boolean(),
     "The subject is not the same twice: what else fails may follow from that."},
    {"perhaps_follows", at<&C::perhaps_follows>, boolean(),
     "From such a subject; of the end alone."},
    has("outcome", at<&C::outcome>, one_of("an outcome", outcome_words), ""),
    count("worlds", at<&C::worlds>, "Worlds covered by this check, 0 if that says nothing."),
    count("states", at<&C::states>, "Distinct states met, likewise."),
    count("runs", at<&C::runs>, "Single runs made, likewise."),
    has("message", at<&C::message>, whole_print,
        "Of a failure the whole print, with line ends; of another outcome a sentence or empty."),
    has("replay", at<&C::replay>, whole_print,
        "One command that shows the failure again, or empty."),
    {"world", at<&C::world>, short_text, "Of a failed run, as `orrery replay` takes it."},
    {"failure", at<&C::failure>, object(failure_rows, "How a run failed."), "Of a failed run."}};
void finish_check(Reader&, const JsonValue&, C& result) {
  if (result.failure) result.failure->rule = result.rule;
}

using T = SearchTotals;
constexpr Row totals_rows[] = {
    count("worlds", at<&T::worlds>, "Worlds covered."),
    count("states", at<&T::states>, "Distinct states."),
    count("transitions", at<&T::transitions>, "Choices applied."),
    count("finals", at<&T::finals>, "States in which a call has ended."),
    count("levels", at<&T::levels>, "Choices on the longest of all shortest ways, plus one."),
    count("peak_bytes", at<&T::peak_bytes>, "Memory held at most."),
    hex("fingerprint", at<&T::fingerprint>, "16 hex digits over all states."),
    has("collision_probability", at<&T::collision_probability>, real(),
        "That any two states shared a digest."),
    flag("complete", at<&T::complete>, "Every reachable state was met."),
    has("limit", at<&T::limit>, short_text, "What stopped it; empty if it is complete.")};
constexpr Type totals_type = object(totals_rows, "A search of a table.");

using R = RowPart;
constexpr Row row_rows[] = {
    count("row", at<&R::row>, "From 0."),
    count("worlds", at<&R::worlds>, "Of a line, the most of its parts."),
    count("states", at<&R::states>, "Likewise."),
    count("worlds_left_out", at<&R::worlds_left_out>,
          "Likewise: those that cannot happen to the subject."),
    count("runs", at<&R::runs>, "Of a line, those of all parts."),
    has("met", at<&R::met>, &rules_set, "As `exercised`."),
    flag("searched", at<&R::searched>, "By this unit, for `worlds`."),
    flag("limited", at<&R::limited>, "Not to its end: a limit came before."),
    flag("foreign", at<&R::foreign>, "Not to its end: a failure that the options leave out came."),
    flag("failed", at<&R::failed>, "A rule is broken there."),
    flag("left_out", at<&R::left_out>, "All of it cannot happen to the subject."),
    has("through", at<&R::through>, short_text, "By this row alone; empty: by none."),
    flag("not_sampled", at<&R::not_sampled>, "There was time for none of its random runs.")};
constexpr Type row_type = object(row_rows, "What a unit adds to a line of the table.");

using P = SoundnessPart;
constexpr Type cell_count = natural();
constexpr Row soundness_rows[] = {
    count("row", at<&P::row>, "From 0."),
    count("column", at<&P::column>, "From 0."),
    has("kinds", at<&P::ended, &Soundness::kinds>,
        list(cell_count, {.what = "kinds", .most = conformance::truths}),
        "True OK, true error, false OK, false timeout, unseen success."),
    has("classes", at<&P::ended, &Soundness::classes>,
        list(cell_count, {.what = "classes", .most = conformance::lie_classes}),
        "Of the lies, in the order of the classes."),
    count("false_ok", at<&P::ended, &Soundness::false_ok>, "Lies of no class."),
    count("false_timeout", at<&P::ended, &Soundness::false_timeout>, "Likewise.")};
constexpr Type soundness_type =
    object(soundness_rows, "What a unit adds to a cell of the soundness matrix.");

using L = LieExample;
constexpr Word lie_words[] = {{truth_words[2], conformance::Truth::FalseOk},
                              {truth_words[3], conformance::Truth::FalseTimeout}};
constexpr Row example_rows[] = {
    count("row", at<&L::row>, "From 0."),
    has("kind", at<&L::kind>, one_of("a kind of lie", lie_words), ""),
    has("classes", at<&L::classes>, natural(0, (1u << conformance::lie_classes) - 1),
        "A bit for each."),
    has("world", at<&L::world>, short_text, "As `orrery replay` takes it."),
    has("schedule", at<&L::path>, &schedule_format, "Likewise.")};
constexpr Type example_type =
    object(example_rows, "The shortest lie of its row, kind and classes.");

using Proofs = conformance::Proofs;
constexpr Row proofs_rows[] = {
    count("proved_runs", at<&Proofs::runs>, "Random runs that were taken twice."),
    count("proved_transitions", at<&Proofs::transitions>, "Choices of searches, likewise."),
    count("differences", at<&Proofs::differences>, "How often the two differed.")};
constexpr Type proofs_type = object(proofs_rows);

using U = UnitResult;
constexpr Row result_rows[] = {
    flag("ends_chain", at<&U::ends_chain>,
         "Units of its line behind it do not count: a random run failed."),
    flag("incomplete", at<&U::incomplete>,
         "A limit, or a failure that the options leave out, came before the end."),
    has("exercised", at<&U::exercised>, &rules_set,
        "32 hex digits: bit i is set if its runs met rule i, in the order of `orrery list rules`."),
    has("clauses", at<&U::clauses>, &clauses_set,
        "128 hex digits, likewise: clauses of an area that is judged by them."),
    has("checked", at<&U::checked>, &rules_set, "Likewise: rules of which it is a directed check."),
    hex("fingerprint", at<&U::fingerprint>,
        "16 hex digits; those of all units add up, modulo 2^64, to the summary's."),
    part(at<&U::proofs>, proofs_type),
    parts("rows", at<&U::rows>, row_type, "rows"),
    parts("searches", at<&U::searches>, totals_type, "searches"),
    parts("soundness", at<&U::soundness>, soundness_type, "cells"),
    parts("examples", at<&U::examples>, example_type, "examples"),
    has("seconds", at<&U::seconds>, real(), "Measured; like `peak_bytes` no part of the result.")};
constexpr Row unit_rows[] = {
    has("unit", at<&UnitLine::name>, short_text,
        "`directed/RULE SENTENCE`, `scenario/NAME`, `table/NAME`, `row/ROW`, "
        "`random/ROW/FIRST-LAST`."),
    has("area", at<&UnitLine::area>, short_text, "Whose unit."),
    count("checks", at<&UnitLine::checks>, "So many lines before this one are its checks."),
    part(at<&UnitLine::result>, object(result_rows))};

using G = GateSummary;
constexpr Row counts_rows[] = {
    count("passed", at<&G::passed>, "Checks with that outcome."),
    count("failed", at<&G::failed>, "Likewise."),
    count("not_exercised", at<&G::not_exercised>, "Likewise."),
    count("errors", at<&G::errors>, "Likewise."),
    count("unfinished", at<&G::unfinished>, "Of outcome `incomplete`."),
    count("not_applicable", at<&G::not_applicable>, "Checks with that outcome."),
    count("worlds_left_out", at<&G::worlds_left_out>,
          "Worlds of rows that cannot happen to the subject, as that says."),
    count("known", at<&G::known>, "Likewise."),
    count("remarks", at<&G::remarks>, "Likewise."),
    count("through", at<&G::through>, "Likewise."),
    flag("judged_nothing", at<&G::judged_nothing>,
         "What was selected says nothing of the subject."),
    count("rows_exhausted", at<&G::rows_exhausted>,
          "Rows of all tables that passed and were searched to the end."),
    count("rows", at<&G::rows>, "Of so many."),
    count("profiles_exhausted", at<&G::profiles_exhausted>, "The same for the profiles."),
    count("profiles", at<&G::profiles>, "Of so many."),
    count("rows_not_sampled", at<&G::rows_not_sampled>,
          "Rows of all areas for whose random runs a budget of time left none."),
    count("units", at<&G::units>, "Of the campaign."),
    count("units_done", at<&G::units_done>, "Of these, what this gate knows."),
    part(at<&G::proofs>, proofs_type),
    flag("incomplete", at<&G::incomplete>,
         "A limit, or a failure that the options leave out, came before the end of a space."),
    hex("fingerprint", at<&G::fingerprint>,
        "16 hex digits over all states of the tables and the last states of the random runs: equal "
        "on every machine."),
    flag("interrupted", at<&G::interrupted>, "By a signal.")};

using S = SummaryLine;
constexpr Row summary_rows[] = {
    has("version", at<&S::version>, short_text, "Of the program."),
    has("subject", at<&S::subject>, &known_subject, "What was judged."),
    has("revision", at<&S::revision>, short_text, "Of the tables that have some."),
    count("seed", at<&S::seed>, "Of the random runs."),
    part(at<&S::counts>, object(counts_rows)),
    has("shard", at<&S::shard>, &shard_format, "`I/N`; `1/1`: the whole."),
    has("exit", at<&S::exit>, integer(0, 255), "The exit code."),
    has("verdict", at<&S::verdict>, one_of("a verdict", verdict_words),
        "What it ended with, as the terminal and every file say it."),
    parts("searches", at<&S::searches>, totals_type, "searches",
          "One for each search of a table.")};

// An object with one member, which says what it is.
constexpr Row campaign_rows[] = {
    has("campaign", itself<CampaignIdentity>, &identity_format, ""),
    {"date", at<&CampaignIdentity::date>, short_text, "When it began; no part of the result."},
    {"judged", at<&CampaignIdentity::judged>, short_text,
     "Digest of what was judged: of the files that a program's command names, or of this "
     "program's own engines. No part of the result."}};
constexpr Row summary_line_rows[] = {has("summary", itself<S>, &summary_format, "")};

void pass_over(Reader& reader, const JsonValue& json, DerivedLine&) { reader.is_object(json); }
void write_nothing(const DerivedLine&, Json&) {}
constexpr Type derived =
    custom_type(custom<DerivedLine, pass_over, write_nothing>, R"({"type": "object"})");
constexpr Row derived_row(std::string_view key) {
  return has(key, itself<DerivedLine>, derived, "");
}
constexpr Row cell_rows[] = {derived_row("soundness")};
constexpr Row lie_rows[] = {derived_row("example")};
constexpr Row clause_rows[] = {derived_row("clause")};

template <class Line>
ResultsLine read_as(Reader& reader, const JsonValue& json, const Type& type) {
  Line out{};
  sim::format::read(reader, json, type, spot(out));
  return out;
}
// A kind of line is told by a member that it alone has, or that stands before the others here.
struct LineKind {
  std::string_view key;
  Type type;
  ResultsLine (*read)(Reader&, const JsonValue&, const Type&);
};
constexpr LineKind line_kinds[] = {{"unit", &unit_format, read_as<UnitLine>},
                                   {"rule", &check_format, read_as<CheckResult>},
                                   {"campaign", object(campaign_rows), read_as<CampaignIdentity>},
                                   {"soundness", object(cell_rows), read_as<DerivedLine>},
                                   {"example", object(lie_rows), read_as<DerivedLine>},
                                   {"clause", object(clause_rows), read_as<DerivedLine>},
                                   {"summary", object(summary_line_rows), read_as<SummaryLine>}};

ResultsLine read_line(Reader& reader, const JsonValue& root) {
  for (const auto& kind : line_kinds)
    if (sim::member_of(root, kind.key) != nullptr) return kind.read(reader, root, kind.type);
  reader.fail(root, "This is not a line of a campaign's results.");
  return {};
}

}  // namespace

constexpr Type check_format = object(check_rows).then(sim::format::check<&finish_check>);
constexpr Type unit_format = object(unit_rows);
constexpr Type summary_format = object(summary_rows);

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
