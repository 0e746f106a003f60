#include "conclusion.h"

#include <algorithm>
#include <bit>

#include "conformance/proof.h"

namespace conformance {

void Conclusion::add_area(const AreaShape& shape) {
  areas_.push_back({.shape = &shape, .rows = std::vector<Row>(shape.rows.size())});
}

void Conclusion::tell(const std::vector<CheckResult>& decided) {
  for (const auto& check : decided) {
    ++selected_;
    switch (check.outcome) {
      case Outcome::Pass: ++summary_.passed; break;
      case Outcome::Fail: ++summary_.failed; break;
      case Outcome::NotExercised: ++summary_.not_exercised; break;
      case Outcome::Error: ++summary_.errors; break;
      case Outcome::Skipped: ++summary_.skipped; break;
    }
    listener_.decided(check);
  }
}

void Conclusion::add(std::size_t area_index, const UnitResult& result) {
  auto& area = areas_[area_index];
  ++summary_.units_done;
  summary_.fingerprint += result.fingerprint;
  summary_.proofs += result.proofs;
  area.proofs += result.proofs;
  summary_.incomplete = summary_.incomplete || result.incomplete;
  area.exercised |= result.exercised;
  area.checked |= result.checked;
  for (const auto& part : result.rows) {
    auto& row = area.rows[part.row];
    auto& sum = row.sum;
    row.told = true;
    sum.worlds = std::max(sum.worlds, part.worlds);
    sum.states = std::max(sum.states, part.states);
    sum.runs += part.runs;
    sum.met |= part.met;
    sum.searched = sum.searched || part.searched;
    sum.limited = sum.limited || part.limited;
    sum.foreign = sum.foreign || part.foreign;
    sum.failed = sum.failed || part.failed;
  }
  for (const auto& totals : result.searches) listener_.searched(totals);
  tell(result.decided);
}

GateSummary Conclusion::end() {
  if (!summary_.interrupted && !summary_.partial) {
    for (const auto& area : areas_) rows(area);
    for (const auto& area : areas_) determinism(area);
    for (const auto& area : areas_) exercised_rules(area);
    summary_.nothing_selected = selected_ == 0;
  }
  return summary_;
}

void Conclusion::rows(const Area& area) {
  UnitScribe scribe(options_, *area.shape);
  const auto exercisable = area.shape->rules.size() - area.shape->rules_without_runs.size();
  for (std::size_t i = 0; i < area.rows.size(); ++i) {
    const auto& [sum, told] = area.rows[i];
    if (!told) continue;
    const auto& name = area.shape->rows[i];
    RowResult row{.name = name.name,
                  .key = name.key,
                  .worlds = sum.worlds,
                  .states = sum.states,
                  .runs = sum.runs,
                  .exercised = static_cast<std::uint32_t>(std::popcount(sum.met.low) +
                                                          std::popcount(sum.met.high)),
                  .exercisable = static_cast<std::uint32_t>(exercisable),
                  .exhausted = sum.searched && !sum.limited && !sum.foreign};
    if (sum.limited || sum.foreign) row.outcome = Outcome::Skipped;
    if (sum.failed) row.outcome = Outcome::Fail;
    if (name.kind != RowName::Kind::Other) {
      const bool profile = name.kind == RowName::Kind::Profile;
      ++(profile ? summary_.profiles : summary_.rows);
      if (row.exhausted && row.outcome == Outcome::Pass)
        ++(profile ? summary_.profiles_exhausted : summary_.rows_exhausted);
    }
    listener_.row(row);
    if (row.outcome == Outcome::Fail) continue;
    scribe.decide(
        {.check = "table/" + row.name,
         .outcome = row.outcome,
         .worlds = row.worlds,
         .states = row.states,
         .runs = row.runs,
         .message = row.exhausted ? "" : "a limit or another rule ended the search of this row"});
  }
  tell(scribe.result.decided);
}

// A difference has been told, as the failure of a check of its own.
void Conclusion::determinism(const Area& area) {
  if (area.proofs.differences != 0) return;
  UnitScribe scribe(options_, *area.shape);
  scribe.decide(determinism_check(area.proofs, area.shape->name));
  tell(scribe.result.decided);
}

void Conclusion::exercised_rules(const Area& area) {
  UnitScribe scribe(options_, *area.shape);
  for (std::size_t i = 0; i < area.shape->rules.size(); ++i) {
    const std::string rule(area.shape->rules[i].id);
    // What no run can meet is put to the test by its directed checks alone.
    const bool without_runs = std::ranges::count(area.shape->rules_without_runs, rule) > 0;
    const bool met = without_runs ? area.checked.has(i) : area.exercised.has(i);
    CheckResult result{.rule = rule, .check = "exercised/" + rule};
    if (!met && summary_.incomplete) {
      result.outcome = Outcome::Skipped;
      result.message = "the gate did not come to its end";
    } else if (!met) {
      result.outcome = Outcome::NotExercised;
      result.message = without_runs ? "no directed check was run"
                                    : "no run met the situation that this rule is about";
    }
    scribe.decide(std::move(result));
  }
  tell(scribe.result.decided);
}

}  // namespace conformance
