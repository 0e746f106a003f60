#include "modality/sample.h"

#include "conformance/modality/area.h"
#include "conformance/modality/judged.h"
#include "conformance/modality/plans.h"
#include "modality/subject.h"
#include "run/sampling.h"

namespace conformance::modality {
namespace {

class LineRuns {
 public:
  using Model = JudgedWorlds;

  LineRuns(std::size_t cell, std::uint64_t seed, const Candidate& subject)
      : rng_(sim::Rng(seed).fork(cell)),
        plan_(sampled_plan(cell)),
        subject_(subject_of(subject.name, plan_.limits)),
        on_(spec::modality::clauses_of(subject.rules)) {}

  const sim::modality::Plan& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(2 * run + 1); }
  Model usual() const { return Model(plan_, subject_, on_); }
  Model of(std::uint64_t run) {
    auto background = stream(2 * run);
    draw_background(plan_, background);
    return usual();
  }

 private:
  sim::Rng rng_;
  sim::modality::Plan plan_;
  std::shared_ptr<const sim::modality::Subject> subject_;
  spec::ClauseSet on_;
};

}  // namespace

Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel,
                    const GoOn& go_on) {
  return conformance::sample(LineRuns(request.row, request.seed, request.subject), request,
                             parallel, go_on);
}

}  // namespace conformance::modality
