// Whether the acknowledgement gate can fail: every mutant must be caught, by a rule that it
// names, in what the gate exhausts.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/ack/checks/check.h"
#include "conformance/ack/gate.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/run/explored.h"

namespace conformance::ack {
namespace {

bool names(std::string_view rules, std::string_view rule) {
  return (" " + std::string(rules) + " ").find(" " + std::string(rule) + " ") != std::string::npos;
}

// What quick exhausts, in both revisions: the small plans first.
std::vector<std::string> worlds() {
  std::vector<std::string> out;
  for (const auto kind : {PlanKind::Refused, PlanKind::Row, PlanKind::Replies, PlanKind::Pairs}) {
    for (const auto revision : all_revisions()) {
      const bool by_row = kind == PlanKind::Row || kind == PlanKind::Pairs;
      const auto rows = by_row ? rows_of(revision).size() : 1;
      for (std::size_t row = 0; row < rows; ++row) out.push_back(plan_name(revision, kind, row));
    }
  }
  return out;
}

class Selftest {
 public:
  Selftest(const sim::Parallel& parallel, const std::function<bool()>& keep_going)
      : parallel_(parallel), keep_going_(keep_going), worlds_(worlds()) {}

  SelftestRow run(const MutantInfo& mutant) const {
    SelftestRow row{.mutant = std::string(mutant.name), .rules = std::string(mutant.rules)};
    const auto subject = "mutant:" + row.mutant;
    check(mutant, subject, row);
    for (const auto& world : worlds_) {
      if (search(world, mutant, subject, row) || !keep_going_()) return row;
    }
    if (!row.caught) row.message = "neither a search nor a directed check catches it";
    return row;
  }

 private:
  static void check(const MutantInfo& mutant, const std::string& subject, SelftestRow& row) {
    for (const auto& check : checks()) {
      if (row.by_check || !names(mutant.rules, check.rule)) continue;
      row.by_check = !check.run(subjects(subject)).holds;
      if (row.by_check) row.caught_by_rule = check.rule;
    }
    row.caught = row.by_check;
    if (row.by_check) row.caught_by = "check";
  }

  conformance::Explored explored(const sim::ack::Plan& plan, const std::string& subject,
                                 bool stop_at_first, SelftestRow& row) const {
    sim::SearchOptions options;
    options.stop_at_first = stop_at_first;
    options.findings_max = 64;
    options.edges = false;
    options.keep_going = keep_going_;
    auto found = explore_plan(plan, subject, {}, options, parallel_);
    row.states += found.states;
    return found;
  }

  // Whether a rule that the mutant names is found broken there.
  bool search(const std::string& world, const MutantInfo& mutant, const std::string& subject,
              SelftestRow& row) const {
    const auto plan = *plan_named(world);
    // What is met first is nearly always one of its rules. If it is not, all are looked at.
    auto found = explored(plan, subject, true, row);
    const auto named = [&](const PlanFailure& failure) {
      return names(mutant.rules, failure.rule);
    };
    auto match = std::ranges::find_if(found.failures, named);
    if (match == found.failures.end() && !found.failures.empty()) {
      found = explored(plan, subject, false, row);
      match = std::ranges::find_if(found.failures, named);
    }
    if (match == found.failures.end()) return false;
    row.caught = true;
    row.caught_by = "search";
    row.caught_by_rule = match->rule;
    row.run_length = static_cast<std::uint32_t>(match->path.size());
    row.world = world;
    return true;
  }

  const sim::Parallel& parallel_;
  const std::function<bool()>& keep_going_;
  std::vector<std::string> worlds_;
};

}  // namespace

std::vector<SelftestRow> run_selftest(const std::vector<std::string>&,
                                      const sim::Parallel& parallel,
                                      const std::function<void(const SelftestRow&)>& decided,
                                      const std::function<bool()>& keep_going) {
  const Selftest selftest(parallel, keep_going);
  std::vector<SelftestRow> rows;
  for (const auto& mutant : mutants()) {
    if (!keep_going()) break;
    auto row = selftest.run(mutant);
    if (!keep_going()) break;  // It may have been cut off.
    rows.push_back(std::move(row));
    decided(rows.back());
  }
  return rows;
}

}  // namespace conformance::ack
