#include "run/any_model.h"

#include <new>
#include <type_traits>

#include "conformance/ack/fields.h"
#include "conformance/joint/fields.h"
#include "conformance/modality/fields.h"
#include "port/overload.h"
#include "run/breach.h"
#include "run/plan_failure.h"
#include "run/with_model.h"
#include "sim/state/digest.h"

namespace conformance {
namespace {

modality::Tally& part_of(joint::Tally& both, const modality::Tally*) { return both.policy; }
ack::Tally& part_of(joint::Tally& both, const ack::Tally*) { return both.tool; }
joint::Tally& part_of(joint::Tally& both, const joint::Tally*) { return both; }

using Both = sim::joint::Outcome;
const sim::modality::Outcome& part_of(const Both& both, const sim::modality::Outcome*) {
  return both.call;
}
const sim::ack::Outcome& part_of(const Both& both, const sim::ack::Outcome*) { return both.tool; }
const Both& part_of(const Both& both, const Both*) { return both; }

template <class Judged>
class AdaptedModel : public AnyModel {
 public:
  explicit AdaptedModel(const Judged& judged) : judged_(judged) {}

  State initial() const override {
    State out;
    new (out.bytes.data()) Own(judged_.initial());
    return out;
  }
  void choices(const State& state, sim::Choices& out) const override {
    judged_.choices(own(state), out);
  }
  std::optional<Breach> apply(State& state, const sim::Choice& choice, Tally& tally,
                              WorldListener& listener) const override {
    const typename Judged::Tally* kind = nullptr;
    typename Judged::Findings findings;
    judged_.apply(own(state), choice, part_of(tally, kind), findings, listener);
    return breach_of(findings);
  }
  std::uint64_t digest(const State& state) const override { return judged_.digest(own(state)); }
  std::uint64_t digest(const State& state, const Outcome& outcome) const override {
    const typename Judged::Outcome* kind = nullptr;
    return sim::digest(Ended{own(state), part_of(outcome, kind)});
  }
  bool equal(const State& a, const State& b) const override {
    return judged_.equal(own(a), own(b));
  }
  sim::Status status(const State& state) const override { return judged_.status(own(state)); }
  std::uint64_t kind(const State& state) const override { return judged_.kind(own(state)); }
  std::uint8_t cell(const State& state) const override { return judged_.cell(own(state)); }
  std::uint8_t actor(const sim::Choice& choice) const override { return judged_.actor(choice); }
  sim::Label label(const State& state, const sim::Choice& choice) const override {
    return judged_.label(own(state), choice);
  }
  sim::Fields fields(const State& state) const override {
    const Own& mine = own(state);
    if constexpr (std::is_same_v<typename Judged::Tally, joint::Tally>) {
      return joint::fields(mine);
    } else if constexpr (std::is_same_v<typename Judged::Tally, ack::Tally>) {
      return ack::fields(mine);
    } else {
      return modality::fields(mine);
    }
  }
  std::optional<Breach> end(const State& state) const override {
    Own ended = own(state);
    typename Judged::Findings findings;
    judged_.end(ended, findings);
    return breach_of(findings);
  }
  void end_unexpected(State& state) const override { own(state).broken = unexpected_kind; }

 private:
  using Own = typename Judged::State;
  static_assert(std::is_trivially_copyable_v<Own> && sizeof(Own) <= sizeof(State) &&
                alignof(Own) == alignof(State));

  struct Ended {
    Own judged;
    typename Judged::Outcome outcome;
    // No padding: it is hashed as bytes.
    std::array<std::uint8_t, 4 - sizeof(outcome) % 4> zero{};
  };

  // Copying bytes copies what lives in them.
  static Own& own(State& state) {
    return *std::launder(reinterpret_cast<Own*>(state.bytes.data()));
  }
  static const Own& own(const State& state) {
    return *std::launder(reinterpret_cast<const Own*>(state.bytes.data()));
  }

  Judged judged_;
};

}  // namespace

std::unique_ptr<const AnyModel> any_model(const PlanRef& plan, std::string_view subject) {
  return with_model(plan, subject, [](const auto& model) -> std::unique_ptr<const AnyModel> {
    return std::make_unique<AdaptedModel<std::decay_t<decltype(model)>>>(model);
  });
}

AnyOutcome outcome_of(const PlanRef& plan, const AnyModel::Outcome& outcome) {
  return plan.visit(
      port::Overload{[&](const sim::modality::Plan&) { return AnyOutcome(outcome.call); },
                     [&](const sim::ack::Plan&) { return AnyOutcome(outcome.tool); },
                     [&](const sim::joint::Plan&) { return AnyOutcome(outcome); }});
}

std::uint32_t matching(const ExpectRef& expect, const AnyModel::Outcome& outcome) {
  return expect.visit(port::Overload{
      [](std::monostate) { return 0u; },
      [&](const sim::modality::Expectation* one) {
        return sim::modality::matching(*one, outcome.call);
      },
      [&](const sim::ack::Expectation* one) { return sim::ack::matching(*one, outcome.tool); },
      [&](const sim::joint::Expectation* one) { return sim::joint::matching(*one, outcome); }});
}

}  // namespace conformance
