#include "conformance/gate/campaign.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/run/fault.h"
#include "gate/conclusion.h"
#include "port/check.h"
#include "sim/state/text_digest.h"

namespace conformance {
namespace {

// Follows the units in order and says of each whether it counts.
class Chains {
 public:
  bool counts(const Unit& unit) const { return unit.chain.empty() || !ended_.contains(key(unit)); }
  void passed(const Unit& unit, const UnitResult& result) {
    if (result.ends_chain && !unit.chain.empty()) ended_.insert(key(unit));
  }

 private:
  static std::string key(const Unit& unit) { return unit.area + "/" + unit.chain; }
  std::set<std::string, std::less<>> ended_;
};

}  // namespace

bool UnitScribe::wanted(std::string_view rule) const {
  // A subject that fails shows nothing of the rule that is asked for.
  return !options_.rule || rule.empty() || *options_.rule == rule || rule == fault_rule;
}

spec::Level UnitScribe::level_of(std::string_view rule) const {
  const auto found = std::ranges::find(shape_.rules, rule, &spec::Rule::id);
  if (found != shape_.rules.end()) return found->level;
  const auto* other = find_rule(rule);  // A scenario of several areas breaks rules of any.
  return other == nullptr ? spec::Level::Must : other->level;
}

void UnitScribe::decide(CheckResult check) {
  if (!wanted(check.rule)) return;
  check.area = shape_.name;
  if (!check.rule.empty()) check.level = level_of(check.rule);
  if (check.level > options_.level) {
    if (check.outcome == Outcome::Fail || check.outcome == Outcome::Through)
      check.outcome = Outcome::Remark;
    else if (check.outcome == Outcome::NotExercised)
      check.outcome = Outcome::NotApplicable;
  }
  result.decided.push_back(std::move(check));
}

void UnitScribe::fail(CheckResult check) {
  if (check.outcome == Outcome::Fail && !check.row.empty()) check.outcome = Outcome::Through;
  decide(std::move(check));
}

void UnitScribe::fail_row(RowPart& row, CheckResult failure) {
  const bool counts = wanted(failure.rule) && level_of(failure.rule) <= options_.level;
  if (!counts) {
    row.foreign = result.incomplete = true;
  } else if (failure.unsteady) {
    row.through = unsteady_subject;
  } else if (failure.row.empty()) {
    row.failed = true;
  } else {
    failure.outcome = Outcome::Through;
    row.through = failure.row;
  }
  decide(std::move(failure));
}

void UnitScribe::leave(const std::string& unit, const std::string& why) {
  result.incomplete = true;
  decide({.check = unit, .outcome = Outcome::Incomplete, .message = why});
}

Campaign::Campaign(GateOptions options, std::vector<std::unique_ptr<AreaGate>> areas)
    : options_(std::move(options)), areas_(std::move(areas)) {
  for (std::size_t area = 0; area < areas_.size(); ++area) {
    const auto& units = areas_[area]->units();
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      CHECK(numbers_.emplace(std::pair(units[unit].area, units[unit].name), units_.size()).second);
      units_.push_back(units[unit]);
      places_.push_back({area, unit});
    }
  }
}

std::optional<std::size_t> Campaign::find(std::string_view area, std::string_view name) const {
  const auto found = numbers_.find(std::pair(std::string(area), std::string(name)));
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

bool Campaign::fits(std::size_t unit, const UnitResult& result) const {
  const auto& shape = areas_[places_[unit].area]->shape();
  const auto has_row = [&](const auto& part) { return part.row < shape.rows.size(); };
  return std::ranges::all_of(result.rows, has_row) &&
         std::ranges::all_of(result.examples, has_row) &&
         std::ranges::all_of(result.soundness, [&](const SoundnessPart& part) {
           return has_row(part) && part.column < shape.soundness.columns.size();
         });
}

std::vector<std::string> Campaign::area_names() const {
  std::vector<std::string> out;
  for (const auto& area : areas_) out.emplace_back(area->shape().name);
  return out;
}

std::uint64_t Campaign::units_digest() const {
  std::string text;
  for (const auto& unit : units_)
    text += fmt::format("{}\t{}\t{}\t{}\t{:x}\n", unit.area, unit.name, unit.chain, unit.cost,
                        unit.inputs);
  return sim::digest_text(text);
}

std::uint64_t Campaign::rules_digest() const {
  std::string text;
  for (const auto& area : areas_)
    for (const auto& rule : area->shape().rules)
      text += fmt::format("{}\t{}\t{}\t{}\n", rule.id, rule.clause, static_cast<int>(rule.level),
                          rule.text);
  return sim::digest_text(text);
}

std::uint64_t Campaign::behaviour() const {
  std::uint64_t out = 0;
  for (const auto& area : areas_) out = out * 31 + area->behaviour();
  return out;
}

GateSummary Campaign::run(const std::vector<bool>& todo, UnitResults& results,
                          const sim::Parallel& parallel, Listener& listener) const {
  Conclusion conclusion(options_, listener);
  for (const auto& area : areas_) conclusion.add_area(area->shape());
  Chains chains;
  auto& summary = conclusion.summary();
  summary.units = units_.size();
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const auto& unit = units_[i];
    if (!chains.counts(unit)) continue;
    auto& result = results[i];
    if (!result && !todo[i]) {
      summary.partial = true;
      continue;
    }
    if (!result) {
      summary.interrupted = !listener.keep_going();
      if (summary.interrupted) break;
      listener.unit_begins(unit);
      auto made = areas_[places_[i].area]->run(places_[i].unit, parallel, listener);
      summary.interrupted = !made.finished;
      if (!made.finished) {
        for (const auto& totals : made.searches) listener.searched(unit.area, totals);
        break;
      }
      result = std::move(made);
    }
    listener.unit_told(unit, *result);
    conclusion.add(places_[i].area, unit, *result);
    chains.passed(unit, *result);
  }
  return conclusion.end();
}

std::vector<std::size_t> Campaign::missing(const UnitResults& results) const {
  std::vector<std::size_t> out;
  Chains chains;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (!chains.counts(units_[i])) continue;
    if (results[i])
      chains.passed(units_[i], *results[i]);
    else
      out.push_back(i);
  }
  return out;
}

std::vector<std::uint32_t> shards_of(std::span<const Unit> units, std::uint32_t count) {
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t unit) { return units[unit].cost; });
  std::set<std::pair<std::uint64_t, std::uint32_t>> loads;  // Cost so far, shard.
  for (std::uint32_t shard = 1; shard <= count; ++shard) loads.emplace(0, shard);
  std::vector<std::uint32_t> out(units.size());
  for (const auto unit : order) {
    const auto [load, shard] = *loads.begin();
    loads.erase(loads.begin());
    loads.emplace(load + units[unit].cost, shard);
    out[unit] = shard;
  }
  return out;
}

}  // namespace conformance
