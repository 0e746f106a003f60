// A directed check: one rule, one sentence, one verdict, over events and commands alone.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/area/check_verdict.h"
#include "conformance/run/plan.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "spec/rule.h"

namespace conformance::modality {

// The thing under test. Records what it was told and what it answered.
class PolicySubject {
 public:
  virtual ~PolicySubject() = default;

  port::modality::Commands step(const port::modality::Event& event);
  // Tells what an engine is not told; a broken one may listen.
  port::modality::Commands overhear(port::Instant at, const port::modality::Fact& fact);
  // Likewise of another run in the IDE; it is not recorded.
  virtual void overhear_run(port::Instant, const port::modality::Happening&,
                            const port::modality::Commands&, port::modality::Commands&) {}

  struct Step {
    port::Instant at;
    std::variant<port::modality::Happening, port::modality::Fact> what;
    port::modality::Commands commands;
  };
  const std::vector<Step>& trace() const { return trace_; }

 private:
  virtual void do_step(const port::modality::Event& event, port::modality::Commands& out) = 0;
  virtual void do_overhear(port::Instant at, const port::modality::Fact& fact,
                           port::modality::Commands& out) = 0;
  std::vector<Step> trace_;
};

// Makes a fresh subject for one call under these limits, and says by which rules it is judged.
struct PolicySubjects {
  std::function<std::unique_ptr<PolicySubject>(const port::modality::Limits&)> make;
  spec::RuleScope rules = {};

  std::unique_ptr<PolicySubject> operator()(const port::modality::Limits& limits) const {
    return make(limits);
  }
  explicit operator bool() const { return make != nullptr; }
};

// What became of the making of subjects for a check.
struct MadeSubjects {
  bool called_by_mode = false;  // That means another thing by another revision.
};

// The engine itself, or the mutant of that name; null if there is none. They work by the table of
// the revision.
PolicySubjects policy_subjects(const Candidate& subject, port::modality::Revision revision = {},
                               MadeSubjects* made = nullptr);

class Talk;  // A private header has it.
CheckVerdict converse(const PolicySubjects& subjects, void (*script)(Talk&));

struct PolicyCheck {
  std::string_view rule;  // Key into spec::modality::policy_rules.
  std::string_view says;
  Script<PolicySubjects, Talk> run;
  port::modality::Revision revision = {};  // By whose table it is asked.
};

// Of one that works by the table of this revision; empty: by any. What a check of another asks of
// modes is not applicable to it.
CheckVerdict verdict_by(const PolicyCheck& check, const Candidate& subject,
                        std::string_view revision);

// Every rule has at least one. A check never skips: what it needs first and does not get
// makes it fail, unless a rule that is off owns it. Where a subject uses a freedom that such a
// rule leaves it, and goes another way than the script, the rest of the script is not asked.
std::span<const PolicyCheck> policy_checks();

std::string explain(const PolicyCheck& check, const CheckVerdict& verdict);

}  // namespace conformance::modality
