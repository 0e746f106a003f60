#include "conformance/run/fault.h"

#include "spec/fault_rules.h"

namespace conformance {

static_assert(spec::fault_rules[0].id == fault_rule);

Breach breach_of(const sim::SubjectFault& fault) {
  return {.rule = &spec::fault_rules[0],
          .want = Seen::act(std::string(sim::wanted(fault)), fault_kind,
                            std::string(sim::wanted(fault))),
          .got = Seen::act(fault.says, fault_kind, "failed: " + fault.says),
          .unsteady = fault.unsteady};
}

}  // namespace conformance
