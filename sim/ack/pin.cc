#include "sim/ack/pin.h"

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
  }

  void take(Choice choice) {
    now_ms_ += choice.after_ms;
    auto& fixed = out_.plan;
    const std::size_t which = choice.slot;
    const std::size_t taken = choice.alternative;
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
    } else if (which == slot::background) {
      choice.slot = static_cast<std::uint8_t>(slot::planned + fixed.planned.size());
      fixed.planned.push_back({plan_.background[taken], {now_ms_, now_ms_}});
    } else if (which < slot::call && which % slot::per_call == due(0, Due::Dispatch)) {
      const auto index = which / slot::per_call;
      (index == 0 ? fixed.behaviours
                  : fixed.second_behaviours) = {behaviours_of(plan_, index)[taken]};
    } else {
      // The way that an opening goes stays open.
      out_.choices.push_back(choice);
      return;
    }
    choice.alternative = 0;
    out_.choices.push_back(choice);
  }

  std::variant<Pinned, std::string> finish() {
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

  const Plan& plan_;
  std::int32_t now_ms_ = 0;  // Since the first call.
  Pinned out_;
};

}  // namespace

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  if (plan.session > 0) return "it is a session, and a scenario has two calls at most";
  Pinner pinner(plan);
  for (const auto& choice : choices) pinner.take(choice);
  return pinner.finish();
}

}  // namespace sim::ack
