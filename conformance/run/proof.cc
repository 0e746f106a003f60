#include "conformance/run/proof.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace conformance {
namespace {

std::string grouped(std::uint64_t number) {
  auto out = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

std::string place(const Rerun& run, std::size_t step) {
  if (step == 0 || step > run.steps.size()) return "in the initial state";
  const auto& taken = run.steps[step - 1];
  return fmt::format("after choice {} ({}: {} at {})", step, taken.label.actor, taken.label.text,
                     show_instant(taken.at_ms));
}

}  // namespace

PlanFailure nondeterministic_failure(sim::Path path) {
  return {PlanFailure::Kind::Nondeterministic, std::string(determinism_rule), std::move(path)};
}

PlanFailure nondeterministic_failure(sim::Path path, std::size_t choices) {
  if (choices < path.size()) path.resize(choices);
  return nondeterministic_failure(std::move(path));
}

std::optional<Complaint> two_ways_complaint(const Rerun& run) {
  if (!run.two_ways) return std::nullopt;
  const auto& [step, field] = *run.two_ways;
  const auto where = place(run, step);
  return Complaint{
      .rule = std::string(determinism_rule),
      .says = {},
      .want = fmt::format("{}, the second time too: {} = {}", where, field.name, field.before),
      .got = fmt::format("the second time: {} = {}", field.name, field.after)};
}

Complaint nondeterminism_complaint() {
  return {.rule = std::string(determinism_rule),
          .says = {},
          .want = "the last of these choices leads to the same state each time",
          .got = "two states, when it was first met; taken twice again, they were alike"};
}

Proofs proofs_of(const Explored& found) {
  return {
      .transitions = found.proved,
      .differences = static_cast<std::uint64_t>(std::ranges::count_if(found.failures, differs))};
}

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

std::string show(const Proofs& proofs) {
  return fmt::format("determinism: {} run{} and {} transition{} proved, {} difference{}",
                     grouped(proofs.runs), proofs.runs == 1 ? "" : "s", grouped(proofs.transitions),
                     proofs.transitions == 1 ? "" : "s", proofs.differences,
                     proofs.differences == 1 ? "" : "s");
}

}  // namespace conformance
