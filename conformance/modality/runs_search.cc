// What must be fast of two runs in one IDE.
#include "conformance/modality/judged_runs.h"
#include "conformance/run/searched_model.h"

namespace conformance::modality {

static_assert(std::has_unique_object_representations_v<JudgedRuns>);

std::unique_ptr<const AnyModel> model_of_runs(const JudgedWorlds& one) {
  return searched(JudgedRunsWorlds(one));
}

}  // namespace conformance::modality
