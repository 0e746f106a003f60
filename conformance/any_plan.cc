#include "conformance/any_plan.h"

#include <algorithm>

#include "conformance/ack_mutant.h"
#include "conformance/mutant.h"
#include "engine/overload.h"
#include "spec/ack_rules.h"
#include "spec/policy_rules.h"
#include "with_model.h"

namespace conformance {
namespace {

bool is_mutant(const sim::Plan&, std::string_view name) { return find_mutant(name) != nullptr; }
bool is_mutant(const sim::acks::Plan&, std::string_view name) {
  return acks::find_mutant(name) != nullptr;
}

}  // namespace

std::string_view area_of(const PlanRef& plan) {
  return plan.visit(engine::Overload{[](const sim::Plan&) { return "modality"; },
                                     [](const sim::acks::Plan&) { return "ack"; }});
}

std::span<const spec::Rule> rules_of(const PlanRef& plan) {
  using Rules = std::span<const spec::Rule>;
  return plan.visit(
      engine::Overload{[](const sim::Plan&) { return Rules(spec::policy::policy_rules); },
                       [](const sim::acks::Plan&) { return Rules(spec::ack::ack_rules); }});
}

std::string_view rule_of_no_end(const PlanRef& plan) {
  return plan.visit(engine::Overload{[](const sim::Plan&) { return "MOD-91"; },
                                     [](const sim::acks::Plan&) { return "ACK-06"; }});
}

bool has_coarse_grid(const PlanRef& plan) {
  return plan.visit([](const auto& one) { return one.grid.step_ms == 0; });
}

bool is_subject(const PlanRef& plan, std::string_view name) {
  if (!name.starts_with(mutant_prefix)) return name == "engine";
  name.remove_prefix(mutant_prefix.size());
  return plan.visit([&](const auto& one) { return is_mutant(one, name); });
}

bool is_subject(std::string_view name) {
  return is_subject(sim::Plan{}, name) || is_subject(sim::acks::Plan{}, name);
}

std::vector<std::string> texts_of(const ExpectRef& expect) {
  std::vector<std::string> out;
  expect.visit(engine::Overload{[](std::monostate) {},
                                [&](const auto* one) {
                                  for (const auto& result : one->results)
                                    out.push_back(show(result));
                                }});
  return out;
}

bool is_unexpected(const ExpectRef& expect, const AnyOutcome& outcome) {
  return std::visit(engine::Overload{[&](const sim::Outcome& one) {
                                       const auto* wanted = expect.as<sim::Expectation>();
                                       return wanted != nullptr && matching(*wanted, one) == 0;
                                     },
                                     [&](const sim::acks::Outcome& one) {
                                       const auto* wanted = expect.as<sim::acks::Expectation>();
                                       return wanted != nullptr && matching(*wanted, one) == 0;
                                     }},
                    outcome);
}

std::string show(const AnyOutcome& outcome) {
  return std::visit([](const auto& one) { return show(one); }, outcome);
}

}  // namespace conformance
