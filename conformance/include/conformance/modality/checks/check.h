// A directed check: one rule, one sentence, one verdict, over events and commands alone.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modality/engine.h"

namespace conformance {

// The thing under test. Records what it was told and what it answered.
class PolicySubject {
 public:
  virtual ~PolicySubject() = default;

  engine::policy::Commands step(const engine::policy::Event& event);

  struct Step {
    engine::policy::Event event;
    engine::policy::Commands commands;
  };
  const std::vector<Step>& trace() const { return trace_; }

 private:
  virtual void do_step(const engine::policy::Event& event, engine::policy::Commands& out) = 0;
  std::vector<Step> trace_;
};

// Makes a fresh subject for one call under these limits.
using PolicySubjects = std::function<std::unique_ptr<PolicySubject>(const engine::policy::Limits&)>;

// The engine itself, or the mutant of that name; null if there is none.
PolicySubjects policy_subjects(std::string_view name);

struct CheckVerdict {
  bool holds = true;
  std::string want, got;  // Texts in the words of show(); empty when it holds.
  std::string trace;      // One line per event with its commands.
};

struct PolicyCheck {
  std::string_view rule;  // Key into spec::policy::policy_rules.
  std::string_view says;
  CheckVerdict (*run)(const PolicySubjects& subjects);
};

// Every rule has at least one. A check never skips: what it needs first and does not get
// makes it fail.
std::span<const PolicyCheck> policy_checks();

// How a verdict is printed: rule, want, got, and the trace, whose middle may be left out.
std::string explain(std::string_view rule, std::string_view says, const CheckVerdict& verdict);
std::string explain(const PolicyCheck& check, const CheckVerdict& verdict);

}  // namespace conformance
