#include "conformance/modality/checks/check.h"

#include <algorithm>
#include <variant>

#include <fmt/core.h>

#include "conformance/area/worlds.h"
#include "conformance/modality/area.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/plan.h"
#include "conformance/run/programs.h"
#include "engine/modality/engine.h"
#include "modality/checks/talk.h"
#include "modality/subject.h"
#include "port/modality/show.h"
#include "port/visit.h"
#include "sim/modality/world_turn.h"
#include "spec/modality/behaviour.h"

namespace conformance::modality {

namespace {

// A subject of a world, without one.
class Stepping final : public PolicySubject {
 public:
  Stepping(std::shared_ptr<const sim::modality::Subject> subject, MadeSubjects* made)
      : subject_(std::move(subject)), made_(made), state_(subject_->initial()) {}

 private:
  void do_step(const port::modality::Event& event, port::modality::Commands& out) override {
    if (const auto* called = std::get_if<Called>(&event.what);
        called != nullptr && made_ != nullptr)
      made_->called_by_mode |= spec::modality::means_another(called->request.mode);
    subject_->step(state_, event, out);
  }
  void do_overhear(port::Instant at, const port::modality::Fact& fact,
                   port::modality::Commands& out) override {
    subject_->overhear(state_, at, fact, out);
  }

  void overhear_run(port::Instant at, const port::modality::Happening& what,
                    const port::modality::Commands& said, port::modality::Commands& out) override {
    subject_->overhear_run(state_, at, what, said, out);
  }

  std::shared_ptr<const sim::modality::Subject> subject_;
  MadeSubjects* made_;
  sim::modality::SubjectState state_;
};

}  // namespace

port::modality::Commands PolicySubject::step(const port::modality::Event& event) {
  port::modality::Commands commands;
  do_step(event, commands);
  trace_.push_back({event.at, event.what, commands});
  return commands;
}

port::modality::Commands PolicySubject::overhear(port::Instant at,
                                                 const port::modality::Fact& fact) {
  port::modality::Commands commands;
  do_overhear(at, fact, commands);
  trace_.push_back({at, fact, commands});
  return commands;
}

PolicySubjects policy_subjects(const Candidate& subject, Revision revision, MadeSubjects* made) {
  const auto name = subject.name;
  const bool known =
      name == "engine" || program_of(name) != nullptr || mutant_named(mutants(), name) != nullptr;
  if (!known) return {};
  return {.make =
              [name = std::string(name), revision, made](const port::modality::Limits& limits) {
                return std::make_unique<Stepping>(subject_of(name, limits, revision), made);
              },
          .rules = subject.rules};
}

CheckVerdict verdict_by(const PolicyCheck& check, const Candidate& subject,
                        std::string_view revision) {
  const auto own = port::word(check.revision);
  const auto& worlds = area().worlds();
  if (revision.empty() ? !worlds.works_by(subject.name, own)
                       : own != revision && check.revision != Revision{})
    return {.not_applicable = fmt::format("it is of the table {}", own)};
  MadeSubjects made;
  const auto by = revision.empty() ? check.revision : revision_named(revision);
  auto out = check.run(policy_subjects(subject, by, &made));
  if (by != check.revision && made.called_by_mode)
    return {.not_applicable = fmt::format("it is of the table {}", own)};
  return out;
}

std::string trace_of(const PolicySubject& subject) {
  std::string text;
  for (const auto& [at, what, commands] : subject.trace())
    text += fmt::format("{} {} -> {}\n", show(at),
                        port::visit([](const auto& news) { return show(news); }, what),
                        show(std::span<const Command>(commands.data(), commands.size())));
  return text;
}

CheckVerdict both(const CheckVerdict& first, const CheckVerdict& second) {
  if (!first.holds) return first;
  return !second.holds || first.rests_on.empty() ? second : first;
}

namespace {

bool has_no_order(const Command& command) {
  return std::holds_alternative<Capture>(command) || std::holds_alternative<Cancel>(command) ||
         std::holds_alternative<CancelBody>(command) ||
         std::holds_alternative<DropCapture>(command) ||
         std::holds_alternative<ReportDialog>(command) || std::holds_alternative<Warn>(command);
}

// In one order, whatever order they came in; those of one kind stay in theirs.
std::vector<Command> ordered(std::span<const Command> commands) {
  std::vector<Command> out(commands.begin(), commands.end());
  for (auto from = out.begin(); from != out.end();) {
    const auto to = std::find_if_not(from, out.end(), has_no_order);
    std::stable_sort(from, to, [](const auto& a, const auto& b) { return a.index() < b.index(); });
    from = to == out.end() ? to : to + 1;
  }
  return out;
}

}  // namespace

CheckVerdict expect(std::span<const Command> want, std::span<const Command> got) {
  if (ordered(want) == ordered(got)) return {};
  return {.holds = false, .want = show(want), .got = show(got), .trace = {}};
}

std::string explain(const PolicyCheck& check, const CheckVerdict& verdict) {
  return conformance::explain(check.rule, check.says, verdict);
}

}  // namespace conformance::modality
