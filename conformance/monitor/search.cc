// What must be fast: the engine and the mutants in their judged worlds, searched and sampled.
#include <algorithm>

#include "conformance/monitor/judged.h"
#include "conformance/monitor/mutants/mutant.h"
#include "conformance/run/programs.h"
#include "conformance/run/searched_model.h"
#include "monitor/subject.h"
#include "port/check.h"

namespace conformance::monitor {
namespace {

using sim::monitor::Fault;
using sim::monitor::What;

bool makes_ides_wrong(const sim::monitor::Happening& what) {
  return what.what == What::LineBroken || what.what == What::LineRepeated ||
         what.what == What::NumberStays || what.what == What::LineEndless ||
         what.what == What::FirstLineBroken;
}
bool has_right_ides(const sim::monitor::Plan& plan) {
  return plan.fault == Fault::None && std::ranges::none_of(plan.free, makes_ides_wrong) &&
         std::ranges::none_of(plan.planned, makes_ides_wrong, &sim::monitor::Planned::happening);
}

// The limits of the rules, with so many ports of a plan, two at a time.
engine::monitor::Limits limits_of(const sim::monitor::Plan& plan) {
  engine::monitor::Limits out;
  const auto count = static_cast<std::uint16_t>(plan.ports.size());
  out.ports = {};
  out.ports[0] = {sim::monitor::first_port,
                  static_cast<std::uint16_t>(sim::monitor::first_port + count - 1)};
  out.probes_at_once = plan.probes_at_once;
  out.jitter_percent = plan.jitter_percent;
  return out;
}

}  // namespace

std::shared_ptr<const sim::monitor::Subject> subject_of(std::string_view subject,
                                                        const engine::monitor::Limits& limits,
                                                        std::uint32_t seed) {
  using sim::monitor::Subject;
  if (auto program = program_of(subject)) return program_subject(std::move(program), limits, seed);
  const auto* mutant = mutant_named(mutants(), subject);
  CHECK(mutant != nullptr || !subject.starts_with(mutant_prefix));
  if (mutant == nullptr || fault_of(*mutant) != Fault::None)
    return sim::subject_with<Subject, Engine>(limits, seed, Engine::State{});
  return sim::subject_with<Subject, Mutant>(limits_of(*mutant, limits), seed, made(*mutant));
}

JudgedWorlds judged_worlds(const sim::monitor::Plan& plan, const Candidate& subject) {
  using spec::monitor::clauses_of, spec::monitor::Party;
  auto on = clauses_of(Party::Monitor, subject.rules);
  if (has_right_ides(plan)) on |= clauses_of(Party::Ides, subject.rules);
  auto world = plan;
  if (const auto* mutant = mutant_named(mutants(), subject.name))
    if (const auto fault = fault_of(*mutant); fault != Fault::None) world.fault = fault;
  const spec::monitor::Bounds bounds{.first_port = sim::monitor::first_port,
                                     .ports = static_cast<std::uint8_t>(plan.ports.size()),
                                     .probes_at_once = plan.probes_at_once};
  return JudgedWorlds::of_own(std::move(world),
                              subject_of(subject.name, limits_of(plan), plan.seed), {bounds, on});
}

std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged) { return searched(judged); }

std::unique_ptr<const AnyModel> model_of(const sim::monitor::Plan& plan, const Candidate& subject) {
  return searched(judged_worlds(plan, subject));
}

}  // namespace conformance::monitor
