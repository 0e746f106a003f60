// What must be fast: the engine and the mutants in their judged worlds, searched and sampled.
#include "conformance/modality/judged_runs.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/modality/sampled_runs.h"
#include "conformance/run/programs.h"
#include "conformance/run/searched_model.h"
#include "engine/modality/engine.h"
#include "modality/subject.h"
#include "port/check.h"

namespace conformance::modality {
namespace {

// A line of the table, or several runs: what happens beside the call is drawn anew for each run.
template <class OneModel>
class LineRuns {
 public:
  using Model = OneModel;

  LineRuns(const SampleRequest& request)
      : rng_(sim::Rng(request.seed).fork(request.row)),
        plan_(sampled_plan(request.row, revision_named(request.revision))),
        subject_(subject_of(request.subject.name, plan_.limits, plan_.revision)),
        judge_(plan_.limits, spec::modality::clauses_of(request.subject.rules), plan_.revision) {}

  const sim::modality::Plan& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(2 * run + 1); }
  Model usual() const { return Model(JudgedWorlds(plan_, subject_, judge_)); }
  Model of(std::uint64_t run) {
    auto background = stream(2 * run);
    draw_background(plan_, background);
    return usual();
  }

 private:
  sim::Rng rng_;
  sim::modality::Plan plan_;
  std::shared_ptr<const sim::modality::Subject> subject_;
  spec::modality::Judge judge_;
};

// An engine whose calls are understood as those of another revision.
template <class Engine>
class OfRevision final : public sim::modality::EngineSubject<Engine> {
  using Base = sim::modality::EngineSubject<Engine>;

 public:
  OfRevision(const Engine& engine, port::modality::Revision revision)
      : Base(engine), revision_(revision) {}

  void step(sim::modality::SubjectState& state, const port::modality::Event& event,
            port::modality::Commands& out) const override {
    const auto* called = std::get_if<port::modality::Called>(&event.what);
    if (called == nullptr) return Base::step(state, event, out);
    auto own = *called;
    own.request = engine::modality::request_by(revision_, own.request);
    Base::step(state, {event.at, own}, out);
  }

 private:
  port::modality::Revision revision_;
};

}  // namespace

std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits,
                                                         port::modality::Revision revision) {
  if (name == "engine")
    return std::make_shared<OfRevision<engine::modality::Engine>>(engine::modality::Engine(limits),
                                                                  revision);
  if (auto program = program_of(name)) return program_subject(std::move(program), limits, revision);
  const auto* mutant = mutant_named(mutants(), name);
  CHECK(mutant != nullptr);
  return std::make_shared<OfRevision<Mutant>>(Mutant(limits, id_of(*mutant)), revision);
}

JudgedWorlds judged_worlds(const sim::modality::Plan& plan, const Candidate& subject) {
  return {
      plan, subject_of(subject.name, plan.limits, plan.revision),
      spec::modality::Judge(plan.limits, spec::modality::clauses_of(subject.rules), plan.revision)};
}

void sampled_runs(const sim::modality::Plan& plan, std::span<const std::uint32_t> runs,
                  const EachRun<RunItem>& each) {
  const auto judged = judged_worlds(plan, {});
  if (plan.another.empty())
    record_runs(judged, runs, each);
  else
    record_runs(JudgedRunsWorlds(judged), runs, each);
}

std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged) { return searched(judged); }

std::unique_ptr<const AnyModel> model_of(const sim::modality::Plan& plan,
                                         const Candidate& subject) {
  auto judged = judged_worlds(plan, subject);
  if (!plan.another.empty()) return model_of_runs(judged);
  return searched(judged);
}

Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel,
                    const GoOn& go_on) {
  if (request.row == runs_line)
    return sample_runs(LineRuns<JudgedRunsWorlds>(request), request, parallel, go_on);
  return sample_runs(LineRuns<JudgedWorlds>(request), request, parallel, go_on);
}

}  // namespace conformance::modality
