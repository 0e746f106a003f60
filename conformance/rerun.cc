#include "conformance/rerun.h"

#include "breach.h"
#include "conformance/ack_fields.h"
#include "conformance/fields.h"
#include "conformance/joint_fields.h"
#include "engine/ack.h"
#include "engine/policy.h"
#include "sim/twin.h"
#include "with_model.h"

namespace conformance {
namespace {

// An endless run comes back to a state long before.
constexpr std::size_t cycle_steps_max = 1'000'000;

template <class Outcome>
struct SeenRecorder {
  std::vector<Seen>& seen;
  Outcome& outcome;

  void command(const auto& command) { outcome.commanded(command); }
  void notice(const auto&... fact) { outcome.noticed(fact...); }
  void fact(const spec::policy::Fact& fact) {
    if (!std::holds_alternative<spec::policy::TimePassed>(fact)) seen.emplace_back(fact);
  }
  void fact(const spec::ack::Fact& fact) {
    if (!std::holds_alternative<spec::ack::TimePassed>(fact)) seen.emplace_back(fact);
  }
  void act(const auto& act) { seen.emplace_back(act); }
};

template <class Model>
class Rerunner {
 public:
  Rerunner(const RerunRequest& request, const Model& model)
      : request_(request), model_(model), state_(model_.initial()) {
    out_.outcome = Outcome{};
  }

  Rerun run() {
    shadow_.begin(model_, state_);
    if (request_.fields) out_.start = fields(state_);
    note_two_ways();
    for (std::size_t i = 0; i < request_.path.size() + request_.natural_steps; ++i) {
      const bool natural = i >= request_.path.size();
      if (!take(natural ? std::uint16_t{0} : request_.path[i], natural)) return std::move(out_);
    }
    look_for_choices();
    if (choices_.empty()) {
      stand_still();
    } else if (request_.endless) {
      go_round();
    }
    return std::move(out_);
  }

 private:
  using State = typename Model::State;
  using Findings = typename Model::Findings;
  using Outcome = typename Model::Outcome;

  void go_round() {
    const State begin = state_;
    const std::size_t at = out_.steps.size();
    const std::int64_t begin_ms = now_ms_;
    for (std::size_t i = 0; i < cycle_steps_max; ++i) {
      if (!take(0, true)) return;
      if (!(state_ == begin)) continue;
      out_.cycle_begin = at;
      out_.cycle_ms = now_ms_ - begin_ms;
      return stand_still();
    }
  }

  // False: the run is over.
  bool take(std::uint16_t index, bool natural) {
    look_for_choices();
    if (index >= choices_.size()) {
      if (!natural) {
        out_.end = Rerun::End::NoChoice;
      } else {
        stand_still();
      }
      return false;
    }
    const sim::Choice choice = choices_[index];
    now_ms_ += choice.after_ms;
    out_.steps.push_back({.index = index,
                          .choices = static_cast<std::uint16_t>(choices_.size()),
                          .choice = choice,
                          .label = model_.label(state_, choice),
                          .at_ms = now_ms_,
                          .seen = {}});
    RerunStep& step = out_.steps.back();
    SeenRecorder<Outcome> recorder{step.seen, std::get<Outcome>(out_.outcome)};
    Findings findings;
    model_.apply(state_, choice, tally_, findings, recorder);
    step.digest = model_.digest(state_);
    if (request_.fields) step.fields = fields(state_);
    shadow_(state_, choice, state_);
    note_two_ways();
    return settle(findings);
  }

  void note_two_ways() {
    if (!shadow_.differs_after() || out_.two_ways) return;
    const auto different = sim::changes(fields(state_), fields(shadow_.state()));
    out_.two_ways = {*shadow_.differs_after(), different.empty()
                                                   ? sim::FieldChange{"no named field", "?", "?"}
                                                   : different[0]};
  }

  // What the step led to. A final state is the end even if the path goes on.
  bool settle(const Findings& findings) {
    switch (model_.status(state_)) {
      case sim::Status::Running: return true;
      case sim::Status::Final: out_.end = Rerun::End::Final; return false;
      case sim::Status::Broken:
        out_.end = Rerun::End::Broken;
        out_.breach = breach_of(findings);
        return false;
    }
    return false;
  }

  void look_for_choices() {
    choices_.clear();
    model_.choices(state_, choices_);
    out_.choices_left = choices_.size();
  }

  void stand_still() {
    out_.end = Rerun::End::Hang;
    Findings findings;
    model_.end(state_, findings);
    out_.breach = breach_of(findings);
  }

  const RerunRequest& request_;
  const Model& model_;
  State state_;
  sim::Shadow<Model> shadow_;
  sim::Choices choices_;
  typename Model::Tally tally_;
  std::int64_t now_ms_ = 0;
  Rerun out_;
};

}  // namespace

Rerun rerun(const RerunRequest& request) {
  return with_model(request.plan, request.subject,
                    [&](const auto& model) { return Rerunner(request, model).run(); });
}

bool is_act(const Seen& seen) {
  return std::holds_alternative<spec::policy::Act>(seen) ||
         std::holds_alternative<spec::ack::Act>(seen);
}

std::string show(const Seen& seen) {
  return std::visit([](const auto& one) { return show(one); }, seen);
}

}  // namespace conformance
