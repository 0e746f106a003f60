#include "appserver/subject.h"

#include <fmt/format.h>

#include "appserver/mutants/server.h"
#include "conformance/appserver/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "conformance/run/programs.h"
#include "engine/appserver/engine.h"
#include "port/check.h"
#include "sim/appserver/subject.h"
#include "sim/program/subject.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

using engine::appserver::Limits;

// With the limits that its engine refers to.
template <class E>
class WithLimits final : public sim::appserver::Subject {
 public:
  template <class Begin>
  WithLimits(const Limits& limits, std::uint32_t seed, const Begin& begin)
      : limits_(limits), subject_(E(limits_, seed, begin)) {}

  sim::appserver::SubjectState initial() const override { return subject_.initial(); }
  void step(sim::appserver::SubjectState& state, const port::appserver::Event& event,
            port::appserver::Commands& out) const override {
    subject_.step(state, event, out);
  }
  void rebase(sim::appserver::SubjectState& state, port::Instant now) const override {
    subject_.rebase(state, now);
  }

 private:
  const Limits limits_;
  sim::appserver::EngineSubject<E> subject_;
};

}  // namespace

const MutantInfo* mutant_named(std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  const auto name = subject.substr(mutant_prefix.size());
  const auto* out = find_mutant(name);
  CHECK(out != nullptr || find_server_mutant(name) != nullptr);
  return out;
}

std::unique_ptr<const sim::appserver::Subject> client_of(std::string_view subject,
                                                         const Limits& limits, std::uint32_t seed) {
  if (auto program = program_of(subject)) {
    using Subject = sim::ProgramSubject<sim::appserver::Subject, sim::appserver::SubjectState,
                                        port::appserver::Event, port::appserver::Commands>;
    return std::make_unique<Subject>(
        std::move(program),
        fmt::format(R"({{"area":"appserver","seed":{},"opts_out":{}}})", seed, limits.opts_out));
  }
  const auto* mutant = mutant_named(subject);
  if (mutant == nullptr) return std::make_unique<WithLimits<Engine>>(limits, seed, Engine::State{});
  return std::make_unique<WithLimits<Mutant>>(limits_of(*mutant, limits), seed, made(*mutant));
}

std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::appserver::Subject> client) {
  return sim::stepper_of<sim::appserver::SubjectState, port::appserver::Event,
                         port::appserver::Commands>(std::move(client), port::NoNames(),
                                                    [](const auto&, const auto&, const auto&) {});
}

JudgedWorlds judged_worlds(const sim::appserver::Plan& plan, const Candidate& subject) {
  auto setting = std::make_shared<Setting>();
  setting->plan = plan;
  using spec::appserver::clauses::clauses_on, spec::appserver::clauses::Party;
  setting->on = clauses_on(Party::Client);
  if (plan.server.faults.empty()) setting->on |= clauses_on(Party::Server);
  setting->on =
      spec::without(spec::appserver::clauses::clauses(), setting->on,
                    rules_off(spec::appserver::protocol_rules, subject.rules), subject.rules.but);
  if (subject.name.starts_with(mutant_prefix))
    if (const auto* server = find_server_mutant(subject.name.substr(mutant_prefix.size())))
      setting->plan.server.faults.push_back(server->fault);
  auto limits = engine::appserver::real_limits();
  limits.opts_out = plan.client.opts_out;
  setting->subject = client_of(subject.name, limits, plan.client.seed);
  return JudgedWorlds(std::move(setting));
}

}  // namespace conformance::appserver
