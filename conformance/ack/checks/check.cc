#include "conformance/ack/checks/check.h"

#include <algorithm>

#include "ack/checks/talk.h"
#include "ack/program.h"
#include "conformance/ack/area.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/revisions.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "port/check.h"
#include "sim/state/subject_fault.h"

namespace conformance::ack {
namespace {

// Anything that steps as the engine does.
template <class Engine>
class Stepping final : public Subject {
 public:
  explicit Stepping(const Engine& engine) : engine_(engine) {}
  Reading panes() const override { return engine_.panes(); }
  const Table& table() const override { return engine_.table(); }

 private:
  void do_step(const Event& event, Commands& out) override {
    sim::step_subject([&] { engine_.step(event, out); });
  }

  Engine engine_;
};

class SteppingProgram final : public Subject {
 public:
  SteppingProgram(std::shared_ptr<sim::Program> program, const Table& table)
      : subject_(program_subject(std::move(program), table)),
        table_(table),
        state_(subject_->initial()) {}
  Reading panes() const override { return subject_->panes(state_); }
  const Table& table() const override { return table_; }

 private:
  void do_step(const Event& event, Commands& out) override { subject_->step(state_, event, out); }

  std::shared_ptr<const sim::ack::Subject> subject_;
  const Table& table_;
  sim::ack::SubjectState state_;
};

}  // namespace

Commands Subject::step(const Event& event) {
  trace_.push_back({event, {}});
  Commands commands;
  do_step(event, commands);
  trace_.back().commands = commands;
  return commands;
}

const Table& Subjects::by(const Table& table) const {
  const bool works = tables.empty() || std::ranges::count(tables, &table) > 0;
  return works ? table : *tables.front();
}

Subjects subjects(const Candidate& subject, const Table* own) {
  const auto of_engine = [](const Table& table) {
    return std::make_unique<Stepping<Engine>>(Engine(table));
  };
  std::vector<const Table*> tables;
  if (own != nullptr) tables.push_back(own);
  if (subject.name == "engine") return {of_engine, subject.rules, tables};
  if (auto program = program_of(subject.name)) {
    const auto of_program = [program](const Table& table) {
      return std::make_unique<SteppingProgram>(program, table);
    };
    for (const auto revision : all_revisions())
      if (own == nullptr && area().worlds().works_by(subject.name, name_of(revision)))
        tables.push_back(&table_of(revision));
    return {of_program, subject.rules, tables,
            [program](std::string_view word) { return program->is_without(word); }};
  }
  const auto* info = mutant_named(mutants(), subject.name);
  CHECK(info != nullptr);
  const auto of_mutant = [info](const Table& table) {
    return std::make_unique<Stepping<Mutant>>(made(*info, table));
  };
  return {of_mutant, subject.rules, tables};
}

std::span<const Check> checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> out;
    for (const std::span<const Check> part : {wait_checks(), result_checks(), dialog_checks(),
                                              trip_checks(), state_checks(), row_checks()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

}  // namespace conformance::ack
