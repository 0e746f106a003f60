// A directed check of the acknowledgement: one rule, one sentence, one verdict, over events and
// commands alone.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/check_verdict.h"
#include "engine/ack/engine.h"

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

// Makes a fresh subject that works by this table, which outlives it.
using Subjects = std::function<std::unique_ptr<Subject>(const port::ack::Table&)>;

// The engine itself, or the mutant of that name; null if there is none.
Subjects subjects(std::string_view name);

struct Check {
  std::string_view rule;  // Key into spec::ack::ack_rules.
  std::string_view says;
  CheckVerdict (*run)(const Subjects& subjects);
};

// A check never skips: what it needs first and does not get makes it fail.
std::span<const Check> checks();

}  // namespace conformance::ack
