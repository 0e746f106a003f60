// How many ways a slot may go, and which of them would change something.
#include <algorithm>

#include "sim/ack/frontend.h"

namespace sim::ack {

bool rules_out(const Without& without, const Start& start) {
  return (without.start_up && (!start.store || !start.tracker)) ||
         (without.window_list && !start.windows);
}

bool rules_out(const Without& without, Background what) {
  if (what == Background::WindowsCome) return without.window_list;
  return without.start_up && (what == Background::StoreComes || what == Background::TrackerComes);
}

std::size_t alternatives_of(const Plan& plan, std::size_t which) {
  constexpr std::size_t ways_to_open = 3;
  if (which == slot::call) return plan.calls.size();
  if (which == slot::start) return plan.starts.size();
  if (which == slot::second) return plan.second.size();
  if (which >= slot::again && which < slot::background)
    return plan.steps.empty() ? plan.calls.size() : 1;
  if (which == slot::background) return plan.background.size();
  if (which > slot::background) return 1;
  const auto what = static_cast<Due>(which % slot::per_call);
  if (what == Due::Dispatch) {
    std::size_t most = behaviours_of(plan, {}, which / slot::per_call).size();
    for (const auto& step : plan.steps) most = std::max(most, step.meets.size());
    return most;
  }
  return what == Due::Process ? ways_to_open : 1;
}

bool may_happen(const Plan& plan, const Frontend& frontend, const Chosen& chosen, bool store_exists,
                std::size_t which, std::size_t alternative) {
  if (which == slot::start) return !rules_out(plan.without, plan.starts[alternative]);
  if (which == slot::background)
    return !rules_out(plan.without, plan.background[alternative]) &&
           matters(plan.background[alternative], plan, frontend, store_exists);
  if (which >= slot::call) return true;
  const std::size_t index = which / slot::per_call;
  const auto& effect = effect_of(plan, chosen, frontend, index);
  const auto what = static_cast<Due>(which % slot::per_call);
  if (what == Due::Process)
    return alternative == 0 || effect.kind == EffectKind::OpenFile ||
           (effect.kind == EffectKind::StartOrAsk && alternative == 1);
  if (what != Due::Dispatch) return true;
  // A frontend that stands still treats all alike: the first alternative stands for them.
  if (frontend.stalled) return alternative == 0;
  const auto& met = behaviours_of(plan, chosen, index);
  if (alternative >= met.size()) return false;
  const bool round_trip = frontend.actions[index].request != 0;
  if (applies(met[alternative], effect, round_trip)) return true;
  const auto applicable = [&](Behaviour each) { return applies(each, effect, round_trip); };
  return alternative == 0 && std::ranges::none_of(met, applicable);
}

}  // namespace sim::ack
