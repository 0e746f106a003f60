#include "conformance/ack/example.h"

#include "conformance/ack/plans.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"

namespace conformance::ack {

std::string show_example(const LieExample& example, std::string_view subject) {
  const auto plan = plan_named(example.world);
  if (!plan) return {};
  return print_lanes(rerun({.plan = *plan, .subject = subject, .path = example.path}));
}

}  // namespace conformance::ack
