#include "monitor/subject.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/run/programs.h"
#include "port/check.h"
#include "sim/program/subject.h"
#include "spec/monitor/rules.h"

namespace conformance::monitor {
namespace {

using sim::monitor::Fault;
using sim::monitor::What;

// With the limits that its engine refers to.
template <class E>
class LimitedSubject final : public sim::monitor::Subject {
 public:
  template <class Begin>
  LimitedSubject(const engine::monitor::Limits& limits, std::uint32_t seed, const Begin& begin)
      : limits_(limits), subject_(E(limits_, seed, begin)) {}

  sim::monitor::SubjectState initial() const override { return subject_.initial(); }
  void step(sim::monitor::SubjectState& state, const sim::monitor::TimedEvent& event,
            port::monitor::Commands& out) const override {
    subject_.step(state, event, out);
  }
  void rebase(sim::monitor::SubjectState& state, port::Instant now) const override {
    subject_.rebase(state, now);
  }

 private:
  const engine::monitor::Limits limits_;
  sim::monitor::EngineSubject<E> subject_;
};

// What a program is told when a run begins: where it is to look. The other limits are the rules'.
std::string setup_of(const engine::monitor::Limits& limits, std::uint32_t seed) {
  return fmt::format(
      R"({{"area":"monitor","seed":{},"jitter_percent":{},"first_port":{},"ports":{},)"
      R"("probes_at_once":{}}})",
      seed, limits.jitter_percent, limits.ports[0].first, limits.ports_count(),
      limits.probes_at_once);
}

bool makes_ides_wrong(const sim::monitor::Happening& what) {
  return what.what == What::LineBroken || what.what == What::LineRepeated ||
         what.what == What::LineEndless || what.what == What::FirstLineBroken;
}
bool has_right_ides(const sim::monitor::Plan& plan) {
  return plan.fault == Fault::None && std::ranges::none_of(plan.free, makes_ides_wrong) &&
         std::ranges::none_of(plan.planned, makes_ides_wrong, &sim::monitor::Planned::happening);
}

}  // namespace

const MutantInfo* mutant_named(std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  const auto* out = find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(out != nullptr);
  return out;
}

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

std::unique_ptr<const sim::monitor::Subject> subject_of(std::string_view subject,
                                                        const engine::monitor::Limits& limits,
                                                        std::uint32_t seed) {
  if (auto program = program_of(subject)) {
    using Subject = sim::ProgramSubject<sim::monitor::Subject, sim::monitor::SubjectState,
                                        sim::monitor::TimedEvent, port::monitor::Commands>;
    return std::make_unique<Subject>(std::move(program), setup_of(limits, seed));
  }
  const auto* mutant = mutant_named(subject);
  if (mutant == nullptr || fault_of(*mutant) != Fault::None)
    return std::make_unique<LimitedSubject<Engine>>(limits, seed, Engine::State{});
  return std::make_unique<LimitedSubject<Mutant>>(limits_of(*mutant, limits), seed, made(*mutant));
}

engine::monitor::Limits limits_of_setup(const nlohmann::json& setup) {
  engine::monitor::Limits out;
  const auto first = setup.at("first_port").get<std::uint16_t>();
  const auto count = setup.at("ports").get<std::uint16_t>();
  out.ports = {};
  out.ports[0] = {first, static_cast<std::uint16_t>(first + count - 1)};
  out.probes_at_once = setup.at("probes_at_once").get<std::uint8_t>();
  out.jitter_percent = setup.at("jitter_percent").get<std::uint8_t>();
  return out;
}

std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::monitor::Subject> monitor) {
  return sim::stepper_of<sim::monitor::SubjectState, sim::monitor::TimedEvent,
                         port::monitor::Commands>(std::move(monitor), port::NoNames(),
                                                  [](const auto&, const auto&, const auto&) {});
}

JudgedWorlds judged_worlds(const sim::monitor::Plan& plan, const Candidate& subject) {
  auto setting = std::make_shared<Setting>();
  setting->plan = plan;
  setting->bounds = {.first_port = sim::monitor::first_port,
                     .ports = static_cast<std::uint8_t>(plan.ports.size()),
                     .probes_at_once = plan.probes_at_once};
  using spec::monitor::Party;
  setting->on = spec::monitor::clauses_of(Party::Monitor, subject.rules);
  if (has_right_ides(plan)) setting->on |= spec::monitor::clauses_of(Party::Ides, subject.rules);
  if (const auto* mutant = mutant_named(subject.name); mutant != nullptr)
    if (const auto fault = fault_of(*mutant); fault != Fault::None) setting->plan.fault = fault;
  setting->subject = subject_of(subject.name, limits_of(plan), plan.seed);
  return JudgedWorlds(std::move(setting));
}

}  // namespace conformance::monitor
