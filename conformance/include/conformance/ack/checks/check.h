// A directed check of the acknowledgement: one rule, one sentence, one verdict, over events and
// commands alone.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/area/check_verdict.h"
#include "conformance/run/plan.h"
#include "engine/ack/engine.h"
#include "spec/rule.h"

namespace conformance::ack {

// The thing under test. Records what it was told and what it answered.
class Subject {
 public:
  virtual ~Subject() = default;

  port::ack::Commands step(const port::ack::Event& event);
  virtual port::ack::Reading panes() const = 0;
  virtual const port::ack::Table& table() const = 0;

  struct Step {
    port::ack::Event event;
    port::ack::Commands commands;
  };
  const std::vector<Step>& trace() const { return trace_; }

 private:
  virtual void do_step(const port::ack::Event& event, port::ack::Commands& out) = 0;
  std::vector<Step> trace_;
};

// Makes a fresh subject that works by this table, which outlives it, and says by which rules it is
// judged.
struct Subjects {
  std::function<std::unique_ptr<Subject>(const port::ack::Table&)> make;
  spec::RuleScope rules = {};
  // The tables that it works by; none: all. Where that of a check is none of them it works by the
  // first, and the check is applicable where each request that it makes waits for the same in both.
  std::vector<const port::ack::Table*> tables = {};
  // What cannot happen to it, by its word; a check that needs it is not applicable.
  std::function<bool(std::string_view)> is_without = [](std::string_view) { return false; };

  const port::ack::Table& by(const port::ack::Table& table) const;
};

// The engine itself, or the mutant of that name, which must exist.
Subjects subjects(const Candidate& subject, const port::ack::Table* own = nullptr);

class Talk;  // A private header has it.
CheckVerdict converse(const Subjects& subjects, void (*script)(Talk&));

struct Check {
  std::string_view rule;  // Key into spec::ack::ack_rules.
  std::string_view says;
  Script<Subjects, Talk> run;
};

// A check never skips: what it needs first and does not get makes it fail. Acts that a rule owns
// that is off are nobody's business.
std::span<const Check> checks();

}  // namespace conformance::ack
