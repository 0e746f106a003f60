// An area's own model behind AnyModel.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>

#include "conformance/run/any_model.h"
#include "conformance/run/fault.h"
#include "conformance/run/plan_failure.h"
#include "sim/state/digest.h"

namespace conformance {

// A Judged is a JudgedModel (run/judged.h) with an Outcome, and has seen(fact or act), what a
// reader is told of it, if anything; breach_of(findings, state), end(state, findings) and
// fields(state). An Outcome takes what it can of noticed(fact), heard(fact) and commanded(act).
template <class Judged>
class AdaptedModel : public AnyModel {
 public:
  explicit AdaptedModel(const Judged& judged) : judged_(judged) {}

  State initial() const override {
    State out;
    new (out.bytes.data()) Own(judged_.initial());
    return out;
  }
  Outcome initial_outcome() const override {
    Outcome out;
    new (out.bytes.data()) OwnOutcome{};
    return out;
  }
  void choices(const State& state, sim::Choices& out) const override {
    judged_.choices(own(state), out);
  }
  std::optional<Breach> apply(State& state, const sim::Choice& choice, Tally& tally,
                              const Watch& watch) const override {
    Recorder recorder{judged_, watch};
    typename Judged::Findings findings;
    try {
      judged_.apply(own(state), choice, findings, recorder);
    } catch (const sim::SubjectFault& fault) {
      put_fault(own(state), fault);
      tally.left_out = tally.left_out || fault.left_out;
      if (fault.left_out) return std::nullopt;
      return conformance::breach_of(fault);
    }
    judged_.count(own(state), findings, tally);
    return judged_.breach_of(findings, own(state));
  }
  std::uint64_t digest(const State& state) const override { return judged_.digest(own(state)); }
  std::uint64_t digest(const State& state, const Outcome& outcome) const override {
    return sim::digest(Ended{own(state), own(outcome)});
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
  sim::Fields fields(const State& state) const override { return judged_.fields(own(state)); }
  std::optional<Breach> end(const State& state) const override {
    Own ended = own(state);
    typename Judged::Findings findings;
    judged_.end(ended, findings);
    return judged_.breach_of(findings, ended);
  }
  void end_unexpected(State& state) const override { own(state).broken = unexpected_kind; }

 protected:
  const Judged& judged() const { return judged_; }

 private:
  using Own = typename Judged::State;
  using OwnOutcome = typename Judged::Outcome;
  template <class Value, class Room>
  static constexpr bool fits = std::is_trivially_copyable_v<Value> &&
                               sizeof(Value) <= sizeof(Room) && alignof(Value) <= alignof(Room);
  static_assert(fits<Own, State> && alignof(Own) == alignof(State) && fits<OwnOutcome, Outcome>);

  struct Ended {
    Own judged;
    OwnOutcome outcome;
    // No padding: it is hashed as bytes.
    std::array<std::uint8_t, 4 - sizeof(outcome) % 4> zero{};
  };

  struct Recorder {
    const Judged& judged;
    const Watch& watch;
    void fact(const auto& fact) {
      keep(fact);
      if constexpr (requires(OwnOutcome & outcome) { outcome.noticed(fact); })
        if (watch.outcome != nullptr) own(*watch.outcome).noticed(fact);
      if constexpr (requires(OwnOutcome & outcome) { outcome.heard(fact); })
        if (watch.outcome != nullptr) own(*watch.outcome).heard(fact);
    }
    void act(const auto& act) {
      keep(act);
      if constexpr (requires(OwnOutcome & outcome) { outcome.commanded(act); })
        if (watch.outcome != nullptr) own(*watch.outcome).commanded(act);
    }
    void keep(const auto& what) {
      if (watch.seen == nullptr) return;
      if (auto seen = judged.seen(what)) watch.seen->push_back(std::move(*seen));
    }
  };

  // Copying bytes copies what lives in them.
  static Own& own(State& state) {
    return *std::launder(reinterpret_cast<Own*>(state.bytes.data()));
  }
  static const Own& own(const State& state) {
    return *std::launder(reinterpret_cast<const Own*>(state.bytes.data()));
  }
  static OwnOutcome& own(Outcome& outcome) {
    return *std::launder(reinterpret_cast<OwnOutcome*>(outcome.bytes.data()));
  }
  static const OwnOutcome& own(const Outcome& outcome) {
    return *std::launder(reinterpret_cast<const OwnOutcome*>(outcome.bytes.data()));
  }

  Judged judged_;
};

template <class Judged>
std::unique_ptr<const AnyModel> adapted(const Judged& judged) {
  return std::make_unique<AdaptedModel<Judged>>(judged);
}

}  // namespace conformance
