#include "conformance/ack_example.h"

#include "conformance/ack_plans.h"
#include "conformance/print.h"
#include "conformance/rerun.h"

namespace conformance::acks {

std::string show_example(const LieExample& example, std::string_view subject) {
  const auto plan = plan_named(example.world);
  if (!plan) return {};
  return print_lanes(rerun({.plan = *plan, .subject = subject, .path = example.path}));
}

}  // namespace conformance::acks
