// What a driver runs, of any area: a plan, what is expected of its runs, and what one came to.
// Drivers pass these on; what they mean is for their area to say (conformance/area/area.h).
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/run/any_model.h"
#include "port/check.h"
#include "spec/rule.h"

namespace conformance {

class Area;

// The area whose plan or expectation a type is: each area specialises it for its own two.
template <class T>
inline constexpr std::nullptr_t area_of_type = nullptr;

// A plan, kept. Copies share it.
class AnyPlan {
 public:
  AnyPlan() = default;
  template <class Plan>
  AnyPlan(Plan plan)
      : area_(&area_of_type<Plan>()), plan_(std::make_shared<const Plan>(std::move(plan))) {}

  const Area* area() const { return area_; }
  const void* get() const { return plan_.get(); }
  // The caller knows that it is one of these.
  template <class Plan>
  const Plan& as() const {
    CHECK(area_ == &area_of_type<Plan>());
    return *static_cast<const Plan*>(plan_.get());
  }

 private:
  const Area* area_ = nullptr;
  std::shared_ptr<const void> plan_;
};

// Refers to a plan, which outlives it.
class PlanRef {
 public:
  template <class Plan>
  PlanRef(const Plan& plan) : area_(&area_of_type<Plan>()), plan_(&plan) {}
  PlanRef(const AnyPlan& plan) : area_(plan.area()), plan_(plan.get()) {}

  const Area& area() const { return *area_; }
  template <class Plan>
  const Plan& as() const {
    CHECK(area_ == &area_of_type<Plan>());
    return *static_cast<const Plan*>(plan_);
  }

 private:
  const Area* area_;
  const void* plan_;
};

// What is expected of the runs of a plan, kept. Copies share it. One without results is none: then
// what runs come to needs no place in a state.
class AnyExpectation {
 public:
  AnyExpectation() = default;
  AnyExpectation(std::nullptr_t) {}
  template <class Expectation>
  requires requires(const Expectation& expect) { expect.results; }
  AnyExpectation(Expectation expect) {
    if (expect.results.empty()) return;
    area_ = &area_of_type<Expectation>();
    expect_ = std::make_shared<const Expectation>(std::move(expect));
  }
  template <class Expectation>
  AnyExpectation(const Expectation* expect) {
    if (expect != nullptr) *this = AnyExpectation(*expect);
  }

  explicit operator bool() const { return expect_ != nullptr; }
  // Of one that there is.
  const Area& area() const { return *area_; }
  // One without results, unless it is one of these.
  template <class Expectation>
  Expectation as() const {
    if (area_ != &area_of_type<Expectation>()) return {};
    return *get<Expectation>();
  }
  // The caller knows that it is one of these.
  template <class Expectation>
  const Expectation* get() const {
    return static_cast<const Expectation*>(expect_.get());
  }

 private:
  const Area* area_ = nullptr;
  std::shared_ptr<const void> expect_;
};

// What a run came to.
struct AnyOutcome {
  const Area* area = nullptr;  // Null before anything ran.
  AnyModel::Outcome outcome = {};
};

inline constexpr std::string_view mutant_prefix = "mutant:";

// Who is judged, and by which rules. Refers to its words, which outlive it.
struct Candidate {
  // Or "mutant:" and a name, or that of a program (run/programs.h): is_subject().
  std::string_view name = "engine";
  spec::RuleScope rules = {};

  Candidate() = default;
  template <std::convertible_to<std::string_view> Name>
  Candidate(const Name& who, const spec::RuleScope& held_to = {}) : name(who), rules(held_to) {}
  bool operator==(const Candidate&) const = default;
};

// "engine", "mutant:" and the name of a mutant of this plan's area, or a program that speaks it.
bool is_subject(const PlanRef& plan, std::string_view name);
bool is_subject(std::string_view name);  // Of any area.

// The plan outlives it. The subject must exist: is_subject().
std::unique_ptr<const AnyModel> any_model(const PlanRef& plan, const Candidate& subject);

// What a run breaks that stands still for good, if its judge says nothing else.
std::string_view hang_rule(const PlanRef& plan);

// The results that are expected, each in one line.
std::vector<std::string> texts_of(const AnyExpectation& expect);
// Bit i: result i of the expectation is this outcome. Zero: none is, or nothing is expected.
std::uint32_t matching(const AnyExpectation& expect, const AnyModel::Outcome& outcome);
// In which ways the classes of lies that some run told are not those that are expected, each in a
// few words. `lies` has a bit for each class.
std::vector<std::string> unexpected_lies(const AnyExpectation& expect, std::uint16_t lies);
// Whether an outcome of the same area is none of those that are expected, of which there are some.
bool is_unexpected(const AnyExpectation& expect, const AnyOutcome& outcome);
// "failed at monitor: dialog_during_body, body starts, closed 1, ..."
std::string show(const AnyOutcome& outcome);

}  // namespace conformance
