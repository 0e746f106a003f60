// What a driver runs, of any area: a plan, and what is expected of its runs. Drivers pass
// these on and know no area; `with_model` and the texts of a run do.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/ack_outcome.h"
#include "sim/ack_plan.h"
#include "sim/outcome.h"
#include "sim/plan.h"
#include "spec/rule.h"

namespace conformance {

using AnyPlan = std::variant<sim::Plan, sim::acks::Plan>;
// Without results: nothing is expected.
using AnyExpectation = std::variant<sim::Expectation, sim::acks::Expectation>;
using AnyOutcome = std::variant<sim::Outcome, sim::acks::Outcome>;

// Refers to a plan, which outlives it.
class PlanRef {
 public:
  PlanRef(const sim::Plan& plan) : plan_(&plan) {}
  PlanRef(const sim::acks::Plan& plan) : plan_(&plan) {}
  PlanRef(const AnyPlan& plan) {
    std::visit([this](const auto& one) { plan_ = &one; }, plan);
  }

  template <class Use>
  auto visit(Use use) const {
    return std::visit([&](const auto* plan) { return use(*plan); }, plan_);
  }

 private:
  std::variant<const sim::Plan*, const sim::acks::Plan*> plan_;
};

// Refers to an expectation, which outlives it, or to none. One without results is none: then
// what calls come to needs no place in a state.
class ExpectRef {
 public:
  ExpectRef() = default;
  ExpectRef(std::nullptr_t) {}
  ExpectRef(const sim::Expectation* expect) { refer_to(expect); }
  ExpectRef(const sim::acks::Expectation* expect) { refer_to(expect); }
  ExpectRef(const AnyExpectation& expect) {
    std::visit([this](const auto& one) { refer_to(&one); }, expect);
  }

  explicit operator bool() const { return expect_.index() != 0; }
  template <class Use>
  auto visit(Use use) const {
    return std::visit(use, expect_);
  }
  AnyExpectation copy() const {
    AnyExpectation out;
    if (const auto* one = as<sim::Expectation>()) out = *one;
    if (const auto* one = as<sim::acks::Expectation>()) out = *one;
    return out;
  }
  // Null unless it is of this area.
  template <class Expectation>
  const Expectation* as() const {
    const auto* expect = std::get_if<const Expectation*>(&expect_);
    return expect == nullptr ? nullptr : *expect;
  }

 private:
  template <class Expectation>
  void refer_to(const Expectation* expect) {
    if (expect != nullptr && !expect->results.empty()) expect_ = expect;
  }
  std::variant<std::monostate, const sim::Expectation*, const sim::acks::Expectation*> expect_;
};

// "modality", "ack".
std::string_view area_of(const PlanRef& plan);
std::span<const spec::Rule> rules_of(const PlanRef& plan);
// What a run breaks that stands still for good, if its judge says nothing else.
std::string_view rule_of_no_end(const PlanRef& plan);
// Whether only the instants at which a window begins or ends are searched.
bool has_coarse_grid(const PlanRef& plan);

// "engine", or "mutant:" and the name of a mutant of this plan's area.
bool is_subject(const PlanRef& plan, std::string_view name);
bool is_subject(std::string_view name);  // Of any area.

// The results that are expected, each in one line.
std::vector<std::string> texts_of(const ExpectRef& expect);
// Whether an outcome of the same area is none of those that are expected, of which there are some.
bool is_unexpected(const ExpectRef& expect, const AnyOutcome& outcome);
// "failed at monitor: dialog_during_body, body starts, closed 1, ..."
std::string show(const AnyOutcome& outcome);

}  // namespace conformance
