// What a driver runs, of any area: a plan, and what is expected of its runs. Drivers pass
// these on and know no area; `with_model` and the texts of a run do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/ack/outcome.h"
#include "sim/ack/plan.h"
#include "sim/joint/plan.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"
#include "spec/rule.h"

namespace conformance {

using AnyPlan = std::variant<sim::modality::Plan, sim::ack::Plan, sim::joint::Plan>;
// Without results: nothing is expected.
using AnyExpectation =
    std::variant<sim::modality::Expectation, sim::ack::Expectation, sim::joint::Expectation>;
using AnyOutcome = std::variant<sim::modality::Outcome, sim::ack::Outcome, sim::joint::Outcome>;

// Refers to a plan, which outlives it.
class PlanRef {
 public:
  PlanRef(const sim::modality::Plan& plan) : plan_(&plan) {}
  PlanRef(const sim::ack::Plan& plan) : plan_(&plan) {}
  PlanRef(const sim::joint::Plan& plan) : plan_(&plan) {}
  PlanRef(const AnyPlan& plan) {
    std::visit([this](const auto& one) { plan_ = &one; }, plan);
  }

  template <class Use>
  decltype(auto) visit(Use use) const {
    return std::visit([&](const auto* plan) -> decltype(auto) { return use(*plan); }, plan_);
  }

 private:
  std::variant<const sim::modality::Plan*, const sim::ack::Plan*, const sim::joint::Plan*> plan_;
};

// Refers to an expectation, which outlives it, or to none. One without results is none: then
// what calls come to needs no place in a state.
class ExpectRef {
 public:
  ExpectRef() = default;
  ExpectRef(std::nullptr_t) {}
  ExpectRef(const sim::modality::Expectation* expect) { refer_to(expect); }
  ExpectRef(const sim::ack::Expectation* expect) { refer_to(expect); }
  ExpectRef(const sim::joint::Expectation* expect) { refer_to(expect); }
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
    if (const auto* one = as<sim::modality::Expectation>()) out = *one;
    if (const auto* one = as<sim::ack::Expectation>()) out = *one;
    if (const auto* one = as<sim::joint::Expectation>()) out = *one;
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
  std::variant<std::monostate, const sim::modality::Expectation*, const sim::ack::Expectation*,
               const sim::joint::Expectation*>
      expect_;
};

// "modality", "ack"; "joint" of both at once.
std::string_view area_of(const PlanRef& plan);
// The broken rule that a state of a judged world of this plan names as its kind.
const spec::Rule& rule_of_kind(const PlanRef& plan, std::uint64_t kind);
// What a run breaks that stands still for good, if its judge says nothing else.
std::string_view rule_of_no_end(const PlanRef& plan);
// Whether only the instants at which a window begins or ends are searched.
bool has_coarse_grid(const PlanRef& plan);

inline constexpr std::string_view mutant_prefix = "mutant:";
// "engine", or "mutant:" and the name of a mutant of this plan's area.
bool is_subject(const PlanRef& plan, std::string_view name);
bool is_subject(std::string_view name);  // Of any area.

// The results that are expected, each in one line.
std::vector<std::string> texts_of(const ExpectRef& expect);
// In which ways the classes of lies that some run told are not those that are expected, each in a
// few words. `lies` has a bit for each class.
std::vector<std::string> unexpected_lies(const ExpectRef& expect, std::uint8_t lies);
// Whether an outcome of the same area is none of those that are expected, of which there are some.
bool is_unexpected(const ExpectRef& expect, const AnyOutcome& outcome);
// "failed at monitor: dialog_during_body, body starts, closed 1, ..."
std::string show(const AnyOutcome& outcome);

}  // namespace conformance
