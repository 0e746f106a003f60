// What of an area is tried beside searches: directed checks, mutants, vectors and traces; and which
// rules are looked for where.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/area/check_verdict.h"
#include "conformance/area/mutants.h"
#include "conformance/run/plan.h"
#include "port/meanings.h"
#include "spec/rule.h"

namespace sim {
class Stepper;
}

namespace conformance {

class Seen;
struct VectorWords;

struct DirectedCheck {
  std::string_view rule, description;
  // `subject` is one of the area: is_subject().
  std::function<CheckVerdict(const Candidate& subject)> run;
  // About bytes or texts, which a program that speaks the port does not show.
  bool beyond_port = false;

  // As run(), of a subject that may fail.
  CheckVerdict verdict_of(const Candidate& subject) const;
};

struct CheckFacts {
  std::string_view hang_rule = {};  // What a run breaks that stands still for good.
  std::span<const std::string_view> rules_without_runs = {};  // Their directed checks must do.
  // Of what its gate cannot see, such as bytes: other commands judge them.
  std::span<const std::string_view> rules_not_in_gate = {};
  // A mutant that has a scenario must fail in it, by no longer a run than the scenario's own.
  bool scenarios_show_mutants = false;
  // How late what happened may stand in a trace, unless something else is said. Nothing: nothing of
  // the area is told in traces.
  std::optional<std::chrono::milliseconds> trace_slack = {};
  // Its traces begin with what happened, as recorders write them.
  bool traces_have_no_head = false;
  // All that its port says, for programs that speak it: port/vocabulary.h.
  std::string vocabulary = {};
  // What observers alone are told, in the same form; and what all these words mean.
  std::string facts_vocabulary = {};
  const port::Meanings* meanings = nullptr;
};

class AreaChecks {
 public:
  virtual ~AreaChecks() = default;
  AreaChecks(const AreaChecks&) = delete;
  AreaChecks& operator=(const AreaChecks&) = delete;

  const CheckFacts& facts() const { return facts_; }

  virtual std::span<const MutantLine> mutants() const { return {}; }
  virtual std::vector<DirectedCheck> directed() const { return {}; }
  // The same for subjects that work by the table of this revision; one that ships asks nothing new.
  virtual std::vector<DirectedCheck> directed_of(std::string_view) const { return directed(); }
  // What looks for a breach of one of its rules beside directed checks; empty: they are named, and
  // that is enough.
  virtual std::string other_evidence(const spec::Rule& rule, bool has_checks) const;

  // Its vectors; nothing: it has none, since its port leaves too much to a subject.
  virtual std::optional<VectorWords> vector_words() const;
  // One run of a subject, "engine" or "mutant:NAME", of this setup, as programs are told it. Null:
  // there is no such setup.
  virtual std::unique_ptr<sim::Stepper> stepper(std::string_view, const nlohmann::json&) const;

  // A run of a plan as a trace: its head, and a line, of which the time is missing.
  virtual nlohmann::ordered_json trace_head(const PlanRef& plan) const;
  virtual nlohmann::ordered_json trace_line(const PlanRef& plan, const Seen& seen) const;

 protected:
  explicit AreaChecks(CheckFacts facts) : facts_(std::move(facts)) {}

 private:
  CheckFacts facts_;
};

}  // namespace conformance
