#include "conformance/modality/checks/check.h"
#include "modality/checks/talk.h"

namespace conformance::modality {

std::span<const PolicyCheck> policy_checks() {
  static const std::vector<PolicyCheck> all = [] {
    std::vector<PolicyCheck> checks;
    for (const std::span<const PolicyCheck> part :
         {surface_checks(),  profile_checks(), twin_checks(),         row_checks(),
          sweep_checks(),    capture_checks(), wait_checks(),         gate_checks(),
          sync_checks(),     smart_checks(),   event_thread_checks(), neighbour_checks(),
          monitor_checks(),  block_checks(),   body_checks(),         post_checks(),
          liveness_checks(), method_checks(),  read_checks(),         text_checks()})
      checks.insert(checks.end(), part.begin(), part.end());
    return checks;
  }();
  return all;
}

}  // namespace conformance::modality
