// An area's own model behind AnyModel, searched and sampled as quickly as can be. Instantiated once
// for an area, in a source that is optimised: AREA/search.cc.
#pragma once
#include <memory>

#include "conformance/run/adapted_model.h"
#include "conformance/run/plan_summary.h"
#include "conformance/run/sampling.h"
#include "sim/search/explore.h"

namespace conformance {

template <class Judged>
class SearchedModel final : public AdaptedModel<Judged> {
 public:
  using AdaptedModel<Judged>::AdaptedModel;

  Explored explore(const PlanRef& plan, const Candidate& subject, const sim::SearchOptions& options,
                   const sim::Parallel& parallel) const override {
    const auto found = sim::explore(this->judged(), options, parallel);
    return summary(found, found.tally, plan, subject);
  }
  Sampled sample(const PlanRef& plan, const SampleRequest& request, const sim::Parallel& parallel,
                 const GoOn& go_on) const override {
    return sample_runs(RunsOfOne(this->judged(), plan, request), request, parallel, go_on);
  }
};

template <class Judged>
std::unique_ptr<const AnyModel> searched(const Judged& judged) {
  return std::make_unique<SearchedModel<Judged>>(judged);
}

}  // namespace conformance
