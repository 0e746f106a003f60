#include "sim/ack/scenario.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/ack/frontend.h"

namespace sim::ack {
namespace {

class Pinner {
 public:
  explicit Pinner(const Plan& plan) : plan_(plan) {
    auto& fixed = out_.plan;
    fixed.table = plan.table;
    fixed.settings = plan.settings;
    fixed.viewer = plan.viewer;
    fixed.grid = plan.grid;
    fixed.latencies = plan.latencies;
    fixed.behaviours = {Behaviour::Responsive};
    fixed.planned = plan.planned;
    fixed.steps = plan.steps;
    if (!plan.steps.empty()) fixed.behaviours = plan.behaviours;
  }

  void take(Choice choice) {
    now_ms_ += choice.after_ms;
    auto& fixed = out_.plan;
    const std::size_t which = choice.slot;
    const std::size_t taken = choice.alternative;
    // A session that is written down stays as it is.
    if (!plan_.steps.empty() && which != slot::call && which != slot::start)
      return out_.choices.push_back(choice);
    if (which == slot::call) {
      add(plan_.calls[taken], fixed.calls);
    } else if (which == slot::start) {
      fixed.starts = {plan_.starts[taken]};
      // There is no dialog that this could be about.
      if (!is_soft_dialog(plan_, fixed.calls[0].effect.subject)) fixed.starts[0].dialog = false;
      now_ms_ = 0;
    } else if (which == slot::second) {
      add(plan_.second[taken], fixed.second);
      fixed.second_window = plan_.second_window;
      fixed.second_behaviours = {Behaviour::Responsive};
    } else if (which >= slot::again && which < slot::background) {
      const auto index = which - slot::again;
      add_step(index, plan_.calls[taken]);
      choice.slot = slot::again;
    } else if (which == slot::background && plan_.session > 0) {
      fixed.steps.push_back({.event = plan_.background[taken], .after = since_last()});
      choice.slot = slot::again;
    } else if (which == slot::background) {
      choice.slot = static_cast<std::uint8_t>(slot::planned + fixed.planned.size());
      fixed.planned.push_back({plan_.background[taken], {now_ms_, now_ms_}});
    } else if (which < slot::call && which % slot::per_call == due(0, Due::Dispatch)) {
      const auto index = which / slot::per_call;
      const auto& met = behaviours_of(plan_, {}, index)[taken];
      if (steps_[index] > 0)
        fixed.steps[steps_[index] - 1u].meets = {met};
      else
        (index == 0 ? fixed.behaviours : fixed.second_behaviours) = {met};
    } else {
      // The way that an opening goes stays open.
      out_.choices.push_back(choice);
      return;
    }
    choice.alternative = 0;
    out_.choices.push_back(choice);
  }

  std::variant<Pinned, std::string> finish() {
    if (!out_.plan.steps.empty())
      out_.plan.session = static_cast<std::uint8_t>(out_.plan.steps.size() + 1);
    if (out_.plan.steps.size() > steps_max) return "the session is too long";
    if (out_.plan.starts.empty()) return "the run ends before its first call";
    const auto events = out_.plan.planned.size();
    if (events > planned_max)
      return fmt::format("{} background events; a fixed plan has room for {}", events, planned_max);
    return std::move(out_);
  }

 private:
  static void add(Call call, std::vector<Call>& out) {
    call.cell = 0;
    out.push_back(std::move(call));
  }

  // Behind the step before it.
  Window since_last() {
    const auto passed = now_ms_ - std::exchange(last_ms_, now_ms_);
    return {passed, passed};
  }
  void add_step(std::size_t index, const Call& call) {
    const auto& table = *plan_.table;
    const auto& request = call.request;
    Step step{.tool = std::string(table.tools[request.tool.value]),
              .auto_confirm = request.auto_confirm,
              .one = request.one,
              .number = static_cast<std::uint8_t>(index + 1),
              .meets = {Behaviour::Responsive},
              .after = since_last(),
              .call = call};
    if (request.target != no_target) step.target = table.targets[request.target.value];
    step.call.cell = 0;
    out_.plan.steps.push_back(std::move(step));
    steps_[index] = out_.plan.steps.size();
  }

  const Plan& plan_;
  std::int32_t last_ms_ = 0;
  std::array<std::size_t, calls_max> steps_{};  // That the number has now; zero: the first call.
  std::int32_t now_ms_ = 0;                     // Since the first call.
  Pinned out_;
};

}  // namespace

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinner pinner(plan);
  for (const auto& choice : choices) pinner.take(choice);
  return pinner.finish();
}

}  // namespace sim::ack
