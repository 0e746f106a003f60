#include "ack/sample.h"

#include "ack/subject.h"
#include "conformance/ack/area.h"
#include "run/sampling.h"

namespace conformance::ack {
namespace {

class CallRuns {
 public:
  using Model = JudgedWorlds;

  CallRuns(const sim::ack::Plan& plan, const sim::Rng& rng, const Model& model)
      : plan_(plan), rng_(rng), model_(model) {}

  const sim::ack::Plan& plan() const { return plan_; }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(run); }
  const Model& usual() const { return model_; }
  const Model& of(std::uint64_t) { return model_; }

 private:
  const sim::ack::Plan& plan_;
  sim::Rng rng_;
  const Model& model_;
};

}  // namespace

Sampled sample_calls(const sim::ack::Plan& plan, const SampleRequest& request,
                     const sim::Parallel& parallel, const GoOn& go_on) {
  const auto model = judged_worlds(plan, request.subject);
  const auto rng = sim::Rng(request.seed).fork(request.row);
  return conformance::sample(CallRuns(plan, rng, model), request, parallel, go_on);
}

}  // namespace conformance::ack
