#include "run/model_sample.h"

#include "run/sampling.h"

namespace conformance {
namespace {

class ModelRuns {
 public:
  using Model = AnyModel;

  ModelRuns(const PlanRef& plan, const sim::Rng& rng, const AnyModel& model)
      : plan_(plan), rng_(rng), model_(model) {}

  const PlanRef& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(run); }
  const AnyModel& usual() const { return model_; }
  const AnyModel& of(std::uint64_t) const { return model_; }

 private:
  PlanRef plan_;
  sim::Rng rng_;
  const AnyModel& model_;
};

}  // namespace

Sampled sample_model(const PlanRef& plan, const SampleRequest& request,
                     const sim::Parallel& parallel, const GoOn& go_on) {
  const auto model = any_model(plan, request.subject);
  const auto rng = sim::Rng(request.seed).fork(request.row);
  return sample(ModelRuns(plan, rng, *model), request, parallel, go_on);
}

}  // namespace conformance
