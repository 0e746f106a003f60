#include "conformance/run/rerun.h"

#include <utility>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "sim/search/twin.h"

namespace conformance {
namespace {

// An endless run comes back to a state long before.
constexpr std::size_t cycle_steps_max = 1'000'000;

class Rerunner {
 public:
  Rerunner(const RerunRequest& request, const AnyModel& model)
      : request_(request),
        model_(model),
        state_(model_.initial()),
        outcome_(model_.initial_outcome()) {}

  Rerun run() {
    shadow_.begin(model_, state_);
    if (request_.fields) out_.start = fields_ = fields_of(state_);
    note_two_ways();
    take_all();
    out_.outcome = {&request_.plan.area(), outcome_};
    return std::move(out_);
  }

 private:
  // A program has fields of its own, which nobody sees.
  sim::Fields fields_of(const AnyModel::State& state) const {
    auto out = model_.fields(state);
    if (names_program(request_.subject.name))
      std::erase_if(out, [](const auto& field) { return field.name.starts_with("engine."); });
    return out;
  }

  void take_all() {
    for (std::size_t i = 0; i < request_.path.size() + request_.natural_steps; ++i) {
      const bool natural = i >= request_.path.size();
      if (!take(natural ? std::uint16_t{0} : request_.path[i], natural)) return;
    }
    look_for_choices();
    if (choices_.empty()) {
      stand_still();
    } else if (request_.endless) {
      go_round();
    }
  }

  void go_round() {
    const AnyModel::State begin = state_;
    AnyModel::State mark = state_;  // One in a cycle, once there were more choices than before it.
    std::size_t next_mark = 1;
    const std::size_t at = out_.steps.size();
    const std::int64_t begin_ms = now_ms_;
    std::size_t mark_at = at;
    std::int64_t mark_ms = now_ms_;
    for (std::size_t i = 0; i < cycle_steps_max; ++i) {
      if (!take(0, true)) return;
      if (state_ == begin) return goes_round_from(at, begin_ms);
      // It goes round without coming back to where it began.
      if (state_ == mark) {
        if (request_.from_anywhere) goes_round_from(mark_at, mark_ms);
        return;
      }
      if (i + 1 != next_mark) continue;
      mark = state_;
      mark_at = out_.steps.size();
      mark_ms = now_ms_;
      next_mark *= 2;
    }
  }

  void goes_round_from(std::size_t step, std::int64_t since_ms) {
    out_.cycle_begin = step;
    out_.cycle_ms = now_ms_ - since_ms;
    stand_still();
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
    auto offered = request_.fields ? offered_now() : std::vector<OfferedChoice>();
    now_ms_ += choice.after_ms;
    out_.steps.push_back({.index = index,
                          .choices = static_cast<std::uint16_t>(choices_.size()),
                          .choice = choice,
                          .label = model_.label(state_, choice),
                          .at_ms = now_ms_,
                          .seen = {},
                          .offered = std::move(offered)});
    RerunStep& step = out_.steps.back();
    auto breach = model_.apply(state_, choice, tally_, {&step.seen, &outcome_});
    step.digest = model_.digest(state_);
    if (request_.fields) {
      auto fields = fields_of(state_);
      step.changed = sim::changes(fields_, fields);
      fields_ = std::move(fields);
    }
    shadow_(state_, choice, state_);
    note_two_ways();
    return settle(breach);
  }

  std::vector<OfferedChoice> offered_now() const {
    std::vector<OfferedChoice> out;
    for (const auto& choice : choices_)
      out.push_back({model_.label(state_, choice), now_ms_ + choice.after_ms});
    return out;
  }

  void note_two_ways() {
    if (!shadow_.differs_after() || out_.two_ways) return;
    const auto different = sim::changes(fields_of(state_), fields_of(shadow_.state()));
    out_.two_ways = {*shadow_.differs_after(), different.empty()
                                                   ? sim::FieldChange{"no named field", "?", "?"}
                                                   : different[0]};
  }

  // What the step led to. A final state is the end even if the path goes on.
  bool settle(const std::optional<Breach>& breach) {
    switch (model_.status(state_)) {
      case sim::Status::Running: return true;
      case sim::Status::Final: out_.end = Rerun::End::Final; return false;
      case sim::Status::Broken:
        out_.end = Rerun::End::Broken;
        out_.breach = breach;
        return false;
    }
    return false;
  }

  void look_for_choices() {
    choices_.clear();
    model_.choices(state_, choices_);
    out_.choices_left = choices_.size();
  }

  // What is owed by now never comes. Where nothing is, that there is no end is what is wrong.
  void stand_still() {
    out_.end = Rerun::End::Hang;
    out_.breach = model_.end(state_);
    if (out_.breach) return;
    if (out_.cycle_begin && out_.cycle_ms == 0)
      out_.breach = breach_of({.says = "no end of acts in one instant: it comes back to where it "
                                       "was, and no time passes",
                               .kind = sim::FaultKind::EndlessActs});
    else
      out_.breach = Breach{.rule = find_rule(hang_rule(request_.plan)),
                           .want = Seen::act(std::string(), fault_kind, "an end of the run"),
                           .got = Seen::act(std::string(), fault_kind, "none")};
  }

  const RerunRequest& request_;
  const AnyModel& model_;
  AnyModel::State state_;
  AnyModel::Outcome outcome_;  // So far.
  sim::Shadow<AnyModel> shadow_;
  sim::Choices choices_;
  sim::Fields fields_;  // As they are now, if asked for.
  AnyModel::Tally tally_;
  std::int64_t now_ms_ = 0;
  Rerun out_;
};

}  // namespace

Rerun rerun(const RerunRequest& request) {
  return Rerunner(request, *any_model(request.plan, request.subject)).run();
}

Rerun rerun_to_failure(RerunRequest request) {
  auto run = rerun(request);
  if (run.end != Rerun::End::Running || request.endless) return run;
  request.natural_steps = std::size_t{2} * sim::acts_max;
  auto further = rerun(request);
  return further.breach ? further : run;
}

std::string show_instant(std::int64_t ms) { return fmt::format("{}.{:03}s", ms / 1000, ms % 1000); }

}  // namespace conformance
