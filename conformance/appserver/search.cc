// What must be fast: the engine and the mutants in their judged worlds, searched and sampled.
#include "appserver/mutants/server.h"
#include "appserver/subject.h"
#include "conformance/appserver/area.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/mutants/mutant.h"
#include "conformance/appserver/plans.h"
#include "conformance/run/programs.h"
#include "conformance/run/sampling.h"
#include "conformance/run/searched_model.h"
#include "port/check.h"

namespace conformance::appserver {
namespace {

// Each run is of a plan of its own.
class DrawnRuns {
 public:
  using Model = JudgedWorlds;

  explicit DrawnRuns(const SampleRequest& request)
      : request_(request), rng_(sim::Rng(request.seed).fork(request.row)) {
    of(0);
  }

  const sim::appserver::Plan& plan() const { return model_->worlds().plan(); }
  sim::Rng stream(std::uint64_t number) const { return rng_.fork(number); }
  sim::Rng picks(std::uint64_t run) const { return stream(2 * run + 1); }
  const Model& usual() const { return *model_; }
  const Model& of(std::uint64_t run) {
    const auto what = static_cast<sim::appserver::Fault>(request_.row);
    return model_.emplace(judged_worlds(sampled_plan(what, request_.seed, run), request_.subject));
  }

 private:
  SampleRequest request_;
  sim::Rng rng_;
  std::optional<Model> model_;
};

}  // namespace

const ServerMutant* server_named(std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  return find_server_mutant(subject.substr(mutant_prefix.size()));
}

const MutantLine* client_named(std::string_view subject) {
  const auto* out = mutant_named(mutants(), subject);
  CHECK(out != nullptr || !subject.starts_with(mutant_prefix) || server_named(subject) != nullptr);
  return out;
}

std::shared_ptr<const sim::appserver::Subject> client_of(std::string_view subject,
                                                         const engine::appserver::Limits& limits,
                                                         std::uint32_t seed) {
  using sim::appserver::Subject;
  if (auto program = program_of(subject)) return program_subject(std::move(program), limits, seed);
  const auto* mutant = client_named(subject);
  if (mutant == nullptr) return sim::subject_with<Subject, Engine>(limits, seed, Engine::State{});
  return sim::subject_with<Subject, Mutant>(limits_of(*mutant, limits), seed, made(*mutant));
}

JudgedWorlds judged_worlds(const sim::appserver::Plan& plan, const Candidate& subject) {
  using spec::appserver::clauses::clauses_on, spec::appserver::clauses::Party;
  auto on = clauses_on(Party::Client);
  if (plan.server.faults.empty()) on |= clauses_on(Party::Server);
  on = spec::without(spec::appserver::clauses::clauses(), on,
                     rules_off(spec::appserver::protocol_rules, subject.rules), subject.rules.but);
  auto world = plan;
  const auto* server = server_named(subject.name);
  if (server != nullptr && server->fault) world.server.faults.push_back(*server->fault);
  auto limits = engine::appserver::real_limits();
  limits.opts_out = plan.client.opts_out;
  return JudgedWorlds::of_own(std::move(world), client_of(subject.name, limits, plan.client.seed),
                              spec::appserver::clauses::Judge({}, on));
}

Sampled sample_row(const SampleRequest& request, const sim::Parallel& parallel, const GoOn& go_on) {
  return sample_runs(DrawnRuns(request), request, parallel, go_on);
}

std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged) { return searched(judged); }

std::unique_ptr<const AnyModel> model_of(const sim::appserver::Plan& plan,
                                         const Candidate& subject) {
  return searched(judged_worlds(plan, subject));
}

}  // namespace conformance::appserver
