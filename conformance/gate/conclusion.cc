#include "gate/conclusion.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "conformance/run/proof.h"

namespace conformance {
namespace {

// A shorter run is a better example, and one of a single class better than one of several.
bool better(const LieExample& a, const LieExample& b) {
  const auto rank = [](const LieExample& x) {
    return std::pair(std::popcount(x.classes), x.path.size());
  };
  return rank(a) < rank(b);
}

// `best` has at most one example of each kind, in the order of kinds.
void keep_if_better(const LieExample& example, std::vector<LieExample>& best) {
  const auto at = std::ranges::lower_bound(best, example.kind, {}, &LieExample::kind);
  if (at == best.end() || at->kind != example.kind)
    best.insert(at, example);
  else if (better(example, *at))
    *at = example;
}

SoundnessMatrix matrix_of(const AreaShape& shape, const std::vector<std::vector<Soundness>>& counts,
                          const std::vector<LieExample>& examples) {
  SoundnessMatrix out{.area = std::string(shape.name), .words = shape.soundness};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    SoundnessRow row{
        .name = shape.rows[i].name, .replaced_by = shape.rows[i].replaced_by, .cells = counts[i]};
    for (const auto& cell : counts[i]) row.total += cell;
    if (row.total.total() == 0) continue;
    if (row.replaced_by.empty()) out.total += row.total;
    out.rows.push_back(std::move(row));
  }
  for (const auto& example : examples) {
    if (!shape.rows[example.row].replaced_by.empty()) continue;
    for (std::size_t which = 0; which < lie_classes; ++which)
      if ((example.classes >> which & 1u) != 0) keep_if_better(example, out.examples[which]);
  }
  return out;
}

// With what the unit knows of them. Several checks of one unit share its time.
std::vector<CheckResult> decided_by(const Unit& unit, const UnitResult& result) {
  auto out = result.decided;
  for (auto& check : out) {
    check.file = unit.file;
    if (out.size() == 1 && result.seconds > 0) check.seconds = result.seconds;
  }
  return out;
}

bool fails(Outcome outcome) {
  return outcome == Outcome::Fail || outcome == Outcome::Remark || outcome == Outcome::Through;
}

// Whether it says anything of the subject.
bool is_of_subject(Outcome outcome) { return outcome == Outcome::Pass || fails(outcome); }

// Of a row that did not fail.
std::string why_not_all(const RowResult& row) {
  if (row.outcome == Outcome::NotApplicable)
    return "all that happens in this row is what the subject says that it is without";
  if (!row.exhausted) return "a limit or another rule ended the search of this row";
  return row.not_sampled ? "no random run of this row: the time was spent before" : "";
}

// Not exercised if nothing was taken twice.
CheckResult determinism_check(const Proofs& proofs, std::string_view area) {
  CheckResult result{.rule = std::string(determinism_rule),
                     .area = std::string(area),
                     .check = fmt::format("determinism/{}", area),
                     .states = proofs.transitions,
                     .runs = proofs.runs};
  if (proofs.runs == 0 && proofs.transitions == 0) {
    result.outcome = Outcome::NotExercised;
    result.message = "nothing was taken twice";
  }
  return result;
}

}  // namespace

std::uint64_t& GateSummary::count(Outcome outcome) {
  switch (outcome) {
    case Outcome::Pass: return passed;
    case Outcome::Fail: return failed;
    case Outcome::NotExercised: return not_exercised;
    case Outcome::Error: return errors;
    case Outcome::Incomplete: return unfinished;
    case Outcome::NotApplicable: return not_applicable;
    case Outcome::Known: return known;
    case Outcome::Remark: return remarks;
    case Outcome::Through: break;
  }
  return through;
}

void Conclusion::add_area(const AreaShape& shape) {
  const std::vector<Soundness> columns(shape.soundness.columns.size());
  areas_.push_back({.shape = &shape,
                    .rows = std::vector<Row>(shape.rows.size()),
                    .soundness = std::vector(shape.rows.size(), columns)});
}

void Conclusion::tell(const CheckResult& check, bool of_unit) {
  ++selected_;
  ++summary_.count(check.outcome);
  if (is_of_subject(check.outcome)) ++judged_;
  if (fails(check.outcome)) broken_.insert(check.rule);
  of_unit ? listener_.decided(check) : listener_.concluded(check);
}

void Conclusion::conclude(const std::vector<CheckResult>& decided) {
  for (const auto& check : decided) tell(check, false);
}

void Conclusion::add(std::size_t area_index, const Unit& unit, const UnitResult& result) {
  auto& area = areas_[area_index];
  ++summary_.units_done;
  summary_.fingerprint += result.fingerprint;
  summary_.proofs += result.proofs;
  area.proofs += result.proofs;
  summary_.incomplete = summary_.incomplete || result.incomplete;
  area.exercised |= result.exercised;
  area.clauses |= result.clauses;
  area.checked |= result.checked;
  for (const auto& part : result.rows) {
    auto& row = area.rows[part.row];
    auto& sum = row.sum;
    row.told = true;
    row.seconds += result.seconds;
    row.alone = row.alone && result.rows.size() == 1;
    sum.worlds = std::max(sum.worlds, part.worlds);
    sum.states = std::max(sum.states, part.states);
    sum.worlds_left_out = std::max(sum.worlds_left_out, part.worlds_left_out);
    sum.runs += part.runs;
    sum.met |= part.met;
    sum.searched = sum.searched || part.searched;
    sum.limited = sum.limited || part.limited;
    sum.foreign = sum.foreign || part.foreign;
    sum.failed = sum.failed || part.failed;
    sum.left_out = sum.left_out || part.left_out;
    row.searched_failed = row.searched_failed || (part.failed && part.searched);
    if (sum.through.empty()) sum.through = part.through;
    sum.not_sampled = sum.not_sampled || part.not_sampled;
  }
  for (const auto& part : result.soundness) area.soundness[part.row][part.column] += part.ended;
  area.examples.insert(area.examples.end(), result.examples.begin(), result.examples.end());
  for (const auto& totals : result.searches) listener_.searched(unit.area, totals);
  for (auto& check : decided_by(unit, result)) {
    count_once(area, check);
    // Whether a row fails by itself is known at the end.
    if (check.outcome == Outcome::Through)
      area.through.push_back(check);
    else
      tell(check, true);
  }
}

GateSummary Conclusion::end() {
  if (summary_.interrupted || summary_.partial) {
    for (const auto& area : areas_)
      for (const auto& check : area.through) tell(check, true);
  } else {
    for (auto& area : areas_) own_rows(area);
    for (const auto& area : areas_) rows(area);
    for (const auto& area : areas_) soundness(area);
    for (const auto& area : areas_) determinism(area);
    for (const auto& area : areas_) exercised_rules(area);
    for (const auto& area : areas_) unmet_clauses(area);
    summary_.nothing_selected = selected_ == 0;
  }
  // Units of a shard may judge without deciding a check.
  const bool met = std::ranges::any_of(
      areas_, [](const Area& area) { return area.exercised != spec::Exercised{}; });
  summary_.judged_nothing = selected_ > 0 && judged_ == 0 && summary_.errors == 0 &&
                            !summary_.interrupted && !(summary_.partial && met);
  return summary_;
}

// One cause is one failure: a subject that is not the same twice, what random runs show of a row
// that a search has shown, and what rows show by the same acts.
void Conclusion::count_once(Area& area, CheckResult& check) {
  if (check.outcome != Outcome::Fail) return;
  if (check.unsteady) {
    if (area.unsteady) check.outcome = Outcome::Through;
    area.unsteady = true;
    return;
  }
  const auto kind = check.check.substr(0, check.check.find('/') + 1);
  if (kind != "table/" && kind != "sampled/") return;
  auto name = check.check.substr(kind.size());
  const auto found = std::ranges::find(area.shape->rows, name, &RowName::name);
  if (found == area.shape->rows.end()) return;
  auto& row = area.rows[static_cast<std::size_t>(found - area.shape->rows.begin())];
  if (kind == "sampled/" && row.searched_failed) {
    check.row = name;
  } else if (!area.shape->rows_stand_alone && check.history != 0) {
    const auto [first, is_new] =
        area.first_rows.try_emplace({check.rule, check.fails, check.history}, name);
    if (!is_new) check.row = first->second;
  }
  if (check.row.empty()) {
    row.own_failed = true;
    return;
  }
  check.outcome = Outcome::Through;
  if (check.row != name && row.sum.through.empty()) row.sum.through = check.row;
}

// What only others show of a row is a failure of its own, if it has none: of worlds of other rows
// told once for each rule, of a check or a scenario as that.
void Conclusion::own_rows(Area& area) {
  std::set<std::pair<std::string, std::string>> told;
  std::vector<CheckResult> out;
  for (auto check : area.through) {
    const auto row = std::ranges::find(area.shape->rows, check.row, &RowName::name);
    auto* own = row == area.shape->rows.end()
                    ? nullptr
                    : &area.rows[static_cast<std::size_t>(row - area.shape->rows.begin())];
    const bool of_rows = check.check.starts_with("table/") || check.check.starts_with("sampled/");
    const bool fails = own == nullptr || (own->sum.failed && !own->shown_by_others);
    if (fails || of_rows) tell(check, true);
    if (fails || (of_rows && !told.emplace(check.row, check.rule).second)) continue;
    check.outcome = Outcome::Fail;
    if (of_rows) {
      own->sum.failed = own->own_failed = own->shown_by_others = true;
      check.check = "table/" + check.row;
    }
    check.row.clear();
    out.push_back(std::move(check));
  }
  conclude(out);
}

void Conclusion::rows(const Area& area) {
  UnitScribe scribe(options_, *area.shape);
  const auto& without = area.shape->rules_without_runs;
  const auto not_about = std::ranges::count_if(area.shape->rules_not_about, [&](auto rule) {
    return std::ranges::count(without, rule) == 0;
  });
  const auto exercisable = area.shape->rules.size() - without.size() -
                           area.shape->rules_not_in_gate.size() -
                           static_cast<std::size_t>(not_about);
  for (std::size_t i = 0; i < area.rows.size(); ++i) {
    const auto& [sum, told, seconds, alone, shown_by_others, searched_failed, own_failed] =
        area.rows[i];
    if (!told) continue;
    const auto& name = area.shape->rows[i];
    RowResult row{.area = std::string(area.shape->name),
                  .name = name.name,
                  .key = name.key,
                  .worlds = sum.worlds,
                  .states = sum.states,
                  .runs = sum.runs,
                  .exercised = static_cast<std::uint32_t>(std::popcount(sum.met.low) +
                                                          std::popcount(sum.met.high)),
                  .exercisable = static_cast<std::uint32_t>(exercisable),
                  .exhausted = sum.searched && !sum.limited && !sum.foreign,
                  .not_sampled = sum.not_sampled};
    if (sum.left_out) row.outcome = Outcome::NotApplicable;
    if (sum.limited || sum.foreign) row.outcome = Outcome::Incomplete;
    if (!sum.through.empty()) row.outcome = Outcome::Through;
    row.through = sum.through;
    if (sum.failed && (own_failed || row.through.empty())) row.outcome = Outcome::Fail;
    if (name.kind != RowName::Kind::Other && row.outcome != Outcome::NotApplicable) {
      const bool profile = name.kind == RowName::Kind::Profile;
      ++(profile ? summary_.profiles : summary_.rows);
      if (row.exhausted && row.outcome == Outcome::Pass)
        ++(profile ? summary_.profiles_exhausted : summary_.rows_exhausted);
    }
    summary_.rows_not_sampled += row.not_sampled;
    summary_.worlds_left_out += sum.worlds_left_out;
    listener_.row(row);
    if (row.outcome == Outcome::Fail || row.outcome == Outcome::Through) continue;
    scribe.decide({.check = "table/" + row.name,
                   .outcome = row.outcome,
                   .worlds = row.worlds,
                   .states = row.states,
                   .runs = row.runs,
                   .message = why_not_all(row),
                   .seconds = alone && seconds > 0 ? std::optional(seconds) : std::nullopt});
  }
  conclude(scribe.result.decided);
}

void Conclusion::soundness(const Area& area) {
  const auto& words = area.shape->soundness;
  if (words.columns.empty()) return;
  const auto matrix = matrix_of(*area.shape, area.soundness, area.examples);
  listener_.soundness(matrix);
  UnitScribe scribe(options_, *area.shape);
  // Rows that failed, and those that are red through one of these.
  std::map<std::string, std::string, std::less<>> red_through;
  for (std::size_t i = 0; i < area.rows.size(); ++i) {
    const auto& sum = area.rows[i].sum;
    const auto& name = area.shape->rows[i].name;
    if (sum.failed || !sum.through.empty()) red_through[name] = sum.failed ? name : sum.through;
  }
  const auto judge = [&](std::string_view rule, std::string_view what,
                         std::uint64_t Soundness::*lies) {
    CheckResult result{.rule = std::string(rule),
                       .check = fmt::format("soundness/no {} outside the classes", what)};
    std::string through;
    bool own = false;
    for (const auto& row : matrix.rows) {
      result.runs += row.total.total();
      if (row.total.*lies == 0) continue;
      result.outcome = Outcome::Fail;
      result.message +=
          fmt::format("{}{}: {}", result.message.empty() ? "" : ", ", row.name, row.total.*lies);
      const auto red = red_through.find(row.name);
      own = own || red == red_through.end();
      if (red != red_through.end()) through = red->second;
    }
    if (result.outcome == Outcome::Fail && !own) {
      result.outcome = Outcome::Through;
      result.row = through;
      result.fails = result.message;
    }
    if (result.runs == 0) {
      result.outcome = summary_.incomplete ? Outcome::Incomplete : Outcome::NotExercised;
      result.message = "no call ended";
    }
    scribe.decide(std::move(result));
  };
  judge(words.false_ok_rule, "false OK", &Soundness::false_ok);
  judge(words.false_timeout_rule, "false timeout", &Soundness::false_timeout);
  conclude(scribe.result.decided);
}

// A difference has been told, as the failure of a check of its own.
void Conclusion::determinism(const Area& area) {
  if (area.proofs.differences != 0) return;
  UnitScribe scribe(options_, *area.shape);
  scribe.decide(determinism_check(area.proofs, area.shape->name));
  conclude(scribe.result.decided);
}

void Conclusion::exercised_rules(const Area& area) {
  UnitScribe scribe(options_, *area.shape);
  for (std::size_t i = 0; i < area.shape->rules.size(); ++i) {
    const std::string rule(area.shape->rules[i].id);
    if (std::ranges::count(area.shape->rules_not_in_gate, rule) > 0) continue;
    // What no run can meet is put to the test by its directed checks alone.
    const bool without_runs = std::ranges::count(area.shape->rules_without_runs, rule) > 0;
    // A run that breaks a rule has met it.
    const bool met =
        broken_.contains(rule) || (without_runs ? area.checked.has(i) : area.exercised.has(i));
    CheckResult result{.rule = rule, .check = "exercised/" + rule};
    const bool not_about = std::ranges::count(area.shape->rules_not_about, rule) > 0;
    if (!met && not_about) {
      result.outcome = Outcome::NotApplicable;
      result.message = "no row of the table is about it, or what it is about cannot happen";
    } else if (!met && summary_.incomplete) {
      result.outcome = Outcome::Incomplete;
      result.message = "the gate did not come to its end";
    } else if (!met) {
      result.outcome = Outcome::NotExercised;
      result.message = without_runs ? "no directed check was run"
                                    : "no run met the situation that this rule is about";
    }
    scribe.decide(std::move(result));
  }
  conclude(scribe.result.decided);
}

// Those that are judged here. What a gate that did not come to its end has not met says nothing,
// and what is forbidden nobody meets who is right.
void Conclusion::unmet_clauses(const Area& area) {
  if (summary_.incomplete) return;
  const auto& shape = *area.shape;
  const auto scope = options_.candidate().rules;
  for (std::size_t i = 0; i < shape.clauses.size(); ++i) {
    const auto& rule = shape.rules[shape.clauses[i].rule];
    const bool elsewhere = std::ranges::count(shape.rules_not_in_gate, rule.id) > 0 ||
                           std::ranges::count(shape.rules_not_about, rule.id) > 0;
    const bool forbids = shape.clauses[i].form == spec::Form::Never;
    if (area.clauses.has(i) || forbids || elsewhere || !scope.has(rule)) continue;
    listener_.clause_not_met({std::string(shape.name), shape.rules, shape.clauses[i]});
  }
}

}  // namespace conformance
