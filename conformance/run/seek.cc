#include "run/seek.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "conformance/run/failure_place.h"
#include "conformance/run/fault.h"
#include "sim/search/path_cost.h"
#include "sim/search/random.h"
#include "sim/search/replay.h"

namespace conformance {
namespace {

// The model of a search for one failure: nothing else ends it.
class SeekingWorlds {
 public:
  using Outcome = AnyModel::Outcome;
  struct State {
    AnyModel::State judged;
    Outcome outcome;         // Kept if an unexpected one is looked for.
    std::uint8_t found = 0;  // The failure that is looked for.
    bool operator==(const State&) const = default;
  };
  using Tally = AnyModel::Tally;

  // What is given outlives it.
  explicit SeekingWorlds(const Seek& seek)
      : seek_(seek), judged_(any_model(seek.plan, seek.subject)) {}

  State initial() const {
    return {.judged = judged_->initial(), .outcome = judged_->initial_outcome()};
  }
  void choices(const State& state, sim::Choices& out) const { judged_->choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    const AnyModel::Watch watch{.outcome = unexpected() ? &state.outcome : nullptr};
    if (const auto breach = judged_->apply(state.judged, choice, tally, watch)) {
      state.found = seek_.place == place_of(*breach);
    } else if (unexpected() && judged_->status(state.judged) == sim::Status::Final &&
               judged_->kind(state.judged) != left_out_kind) {
      state.found = seek_.expect && matching(seek_.expect, state.outcome) == 0 &&
                    seek_.place == place_of({&seek_.plan.area(), state.outcome});
    }
  }

  // Two breaches of one rule may differ in what came, which the judged world does not keep.
  std::uint64_t digest(const State& state) const {
    const auto digest =
        unexpected() ? judged_->digest(state.judged, state.outcome) : judged_->digest(state.judged);
    return digest ^ (state.found != 0 ? found_mark : 0);
  }
  bool equal(const State& a, const State& b) const { return a == b; }

  // Another failure is an end like any other.
  sim::Status status(const State& state) const {
    if (state.found != 0) return sim::Status::Broken;
    const auto status = judged_->status(state.judged);
    return status == sim::Status::Broken ? sim::Status::Final : status;
  }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

  std::uint8_t actor(const sim::Choice& choice) const { return judged_->actor(choice); }
  bool wanted_hang(const State& state) const {
    return seek_.place.kind == FailurePlace::Kind::NeverEnds &&
           seek_.place == place_of_end(seek_.plan, judged_->end(state.judged));
  }

 private:
  static constexpr std::uint64_t found_mark = 0x9e3779b97f4a7c15;

  bool unexpected() const { return seek_.place.kind == FailurePlace::Kind::Unexpected; }

  const Seek& seek_;
  std::unique_ptr<const AnyModel> judged_;
};

// Far beyond the longest run that ends.
constexpr std::size_t choices_max = 5'000;
constexpr std::uint64_t random_seed = 1;

bool found(const SeekingWorlds& model, const sim::ModelRun<SeekingWorlds>& run) {
  return run.end == sim::RunEnd::Broken ||
         (run.end == sim::RunEnd::Hang && model.wanted_hang(run.state));
}

// The run of a path, and the natural choice after it, if it fails as it should.
std::optional<sim::CostedPath> try_path(const SeekingWorlds& model, const sim::Path& path) {
  sim::PathCost cost;
  std::uint8_t actor = sim::nobody;
  std::size_t step = 0;
  const auto result = sim::replay(
      model, path, choices_max, [&](const auto&, const sim::Choice& choice, const auto&) {
        const auto index = step < path.size() ? path[step] : std::uint16_t{0};
        const auto acts = model.actor(choice);
        cost.add(index, actor, acts);
        actor = acts;
        ++step;
      });
  if (!found(model, result.run)) return std::nullopt;
  return sim::CostedPath{result.run.path, cost};
}

std::string without_numbers(std::string_view label) {
  std::string out;
  for (const char c : label)
    if (c < '0' || c > '9') out += c;
  return out;
}

// Steps through a world; `pick(labels of the offered choices, now)` gives an index.
class Walker {
 public:
  explicit Walker(const AnyModel& model) : model_(model), state_(model_.initial()) {}

  sim::Path along(std::span<const sim::Choice> choices) {
    for (const auto& choice : choices) {
      if (!offer()) break;
      const auto at = std::ranges::find(offered_, choice);
      if (at == offered_.end()) break;
      take(static_cast<std::size_t>(at - offered_.begin()));
    }
    return std::move(path_);
  }

  sim::Path like(std::span<const RerunStep> steps) {
    while (offer()) {
      std::size_t index = 0;
      for (std::size_t skipped = 0; skipped < steps.size(); ++skipped) {
        const auto like = nearest(steps[skipped]);
        if (!like) continue;
        index = *like;
        steps = steps.subspan(skipped + 1);
        break;
      }
      take(index);
    }
    return std::move(path_);
  }

 private:
  bool offer() {
    offered_.clear();
    if (model_.status(state_) != sim::Status::Running || path_.size() == choices_max) return false;
    model_.choices(state_, offered_);
    labels_.clear();
    for (const auto& choice : offered_)
      if (const auto [known, fresh] = labels_.try_emplace({choice.slot, choice.alternative}); fresh)
        known->second = model_.label(state_, choice);
    return !offered_.empty() && offered_.size() <= std::numeric_limits<std::uint16_t>::max();
  }

  // The same thing at the nearest instant; else one that differs in numbers alone.
  std::optional<std::size_t> nearest(const RerunStep& step) const {
    std::optional<std::size_t> best;
    auto least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < offered_.size(); ++i) {
      const auto& label = labels_.at({offered_[i].slot, offered_[i].alternative});
      if (label.actor != step.label.actor) continue;
      const bool same = label.text == step.label.text;
      if (!same && without_numbers(label.text) != without_numbers(step.label.text)) continue;
      constexpr std::int64_t far = std::int64_t{1} << 40;
      const auto off = std::abs(now_ms_ + offered_[i].after_ms - step.at_ms) + (same ? 0 : far);
      if (off >= least) continue;
      least = off;
      best = i;
    }
    return best;
  }

  void take(std::size_t index) {
    now_ms_ += offered_[index].after_ms;
    model_.apply(state_, offered_[index], tally_);
    path_.push_back(static_cast<std::uint16_t>(index));
  }

  const AnyModel& model_;
  AnyModel::State state_;
  sim::Choices offered_;
  // Of what is offered; the instant makes no difference to it.
  std::map<std::pair<std::uint8_t, std::uint8_t>, sim::Label> labels_;
  sim::Path path_;
  std::int64_t now_ms_ = 0;
  AnyModel::Tally tally_;
};

}  // namespace

sim::SimplestPath seek_simplest(const Seek& seek, std::uint64_t work_max) {
  return sim::simplest_path(SeekingWorlds(seek), work_max);
}

std::optional<sim::Path> seek_randomly(const Seek& seek, std::uint64_t runs) {
  const SeekingWorlds model(seek);
  const sim::Rng seed(random_seed);
  sim::ModelRun<SeekingWorlds> run(model);
  for (std::uint64_t k = 0; k < runs; ++k) {
    sim::Picker picker({sim::RandomStrategy::Kind::Uniform}, 0, seed.fork(k));
    run.restart(model);
    sim::random_run(model, picker, choices_max, run, sim::VisitNothing());
    if (found(model, run)) return run.path;
  }
  return std::nullopt;
}

sim::Path simplify(const Seek& seek, const sim::Path& path, std::uint64_t budget) {
  const SeekingWorlds model(seek);
  const auto first = try_path(model, path);
  if (!first) return path;
  const auto still = [&](const sim::Path& candidate) { return try_path(model, candidate); };
  return sim::shrink_path(*first, still, budget).path;
}

sim::Path path_of(const PlanRef& plan, const Candidate& subject,
                  std::span<const sim::Choice> choices) {
  return Walker(*any_model(plan, subject)).along(choices);
}

sim::Path follow(const PlanRef& plan, const Candidate& subject, std::span<const RerunStep> steps) {
  return Walker(*any_model(plan, subject)).like(steps);
}

}  // namespace conformance
