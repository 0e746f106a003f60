#include "conformance/run/any_plan.h"

#include <fmt/format.h>

#include "conformance/ack/mutants/mutant.h"
#include "conformance/joint/judged.h"
#include "conformance/modality/mutants/mutant.h"
#include "modality/subject.h"
#include "port/overload.h"
#include "sim/ack/words.h"
#include "spec/ack/rules.h"
#include "spec/modality/rules.h"

namespace conformance {
namespace {

bool is_mutant(const sim::modality::Plan&, std::string_view name) {
  return modality::find_mutant(name) != nullptr;
}
bool is_mutant(const sim::ack::Plan&, std::string_view name) {
  return ack::find_mutant(name) != nullptr;
}
bool is_mutant(const sim::joint::Plan& plan, std::string_view name) {
  return is_mutant(plan.policy, name) || is_mutant(plan.tool, name);
}

const spec::Rule& policy_rule(std::uint64_t kind) { return spec::modality::policy_rules[kind - 1]; }
const spec::Rule& tool_rule(std::uint64_t kind) { return spec::ack::ack_rules[kind - 1]; }

// Those of modality have no lies.
std::uint8_t classes_of(const ExpectRef& expect) {
  if (const auto* one = expect.as<sim::ack::Expectation>()) return one->classes;
  if (const auto* one = expect.as<sim::joint::Expectation>()) return one->classes;
  return 0;
}

}  // namespace

std::string_view area_of(const PlanRef& plan) {
  return plan.visit(port::Overload{[](const sim::modality::Plan&) { return "modality"; },
                                   [](const sim::ack::Plan&) { return "ack"; },
                                   [](const sim::joint::Plan&) { return "joint"; }});
}

const spec::Rule& rule_of_kind(const PlanRef& plan, std::uint64_t kind) {
  using Rule = const spec::Rule&;
  return plan.visit(port::Overload{
      [&](const sim::modality::Plan&) -> Rule { return policy_rule(kind); },
      [&](const sim::ack::Plan&) -> Rule { return tool_rule(kind); },
      [&](const sim::joint::Plan&) -> Rule {
        return kind > joint::tool_kinds ? tool_rule(kind - joint::tool_kinds) : policy_rule(kind);
      }});
}

std::string_view rule_of_no_end(const PlanRef& plan) {
  return plan.visit(port::Overload{[](const sim::modality::Plan&) { return "MOD-91"; },
                                   [](const sim::ack::Plan&) { return "ACK-06"; },
                                   [](const sim::joint::Plan&) { return "MOD-91"; }});
}

bool has_coarse_grid(const PlanRef& plan) {
  return plan.visit(
      port::Overload{[](const sim::joint::Plan& both) { return both.policy.grid.step_ms == 0; },
                     [](const auto& one) { return one.grid.step_ms == 0; }});
}

bool is_subject(const PlanRef& plan, std::string_view name) {
  if (!name.starts_with(mutant_prefix)) return name == "engine";
  name.remove_prefix(mutant_prefix.size());
  return plan.visit([&](const auto& one) { return is_mutant(one, name); });
}

bool is_subject(std::string_view name) {
  return is_subject(sim::modality::Plan{}, name) || is_subject(sim::ack::Plan{}, name);
}

std::vector<std::string> texts_of(const ExpectRef& expect) {
  std::vector<std::string> out;
  expect.visit(port::Overload{[](std::monostate) {},
                              [&](const auto* one) {
                                for (const auto& result : one->results) out.push_back(show(result));
                              }});
  return out;
}

std::vector<std::string> unexpected_lies(const ExpectRef& expect, std::uint8_t lies) {
  std::vector<std::string> out;
  if (!expect) return out;
  for (std::size_t i = 0; i < sim::ack::class_names.size(); ++i) {
    const bool wanted = (classes_of(expect) >> i & 1u) != 0;
    const bool told = (lies >> i & 1u) != 0;
    if (wanted != told)
      out.push_back(
          fmt::format("{} lie of class {}", wanted ? "a" : "no", sim::ack::class_names[i]));
  }
  return out;
}

namespace {

template <class Outcome, class Expectation>
bool is_unexpected_as(const ExpectRef& expect, const AnyOutcome& outcome) {
  const auto* wanted = expect.as<Expectation>();
  const auto* came = std::get_if<Outcome>(&outcome);
  return wanted != nullptr && came != nullptr && matching(*wanted, *came) == 0;
}

}  // namespace

bool is_unexpected(const ExpectRef& expect, const AnyOutcome& outcome) {
  return is_unexpected_as<sim::modality::Outcome, sim::modality::Expectation>(expect, outcome) ||
         is_unexpected_as<sim::ack::Outcome, sim::ack::Expectation>(expect, outcome) ||
         is_unexpected_as<sim::joint::Outcome, sim::joint::Expectation>(expect, outcome);
}

std::string show(const AnyOutcome& outcome) {
  return std::visit([](const auto& one) { return show(one); }, outcome);
}

}  // namespace conformance
