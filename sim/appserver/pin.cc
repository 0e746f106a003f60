#include "sim/appserver/scenario.h"

#include <fmt/format.h>

#include "sim/appserver/world.h"

namespace sim::appserver {

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinned out{.plan = plan, .choices = {}};
  auto& fixed = out.plan;
  fixed.free.clear();
  fixed.free_max = 0;
  std::int32_t now_ms = 0;
  for (auto choice : choices) {
    now_ms += choice.after_ms;
    if (choice.slot == slot::free) {
      const auto& act = plan.free[choice.alternative];
      choice.slot = static_cast<std::uint8_t>(slot::beside + fixed.beside.size());
      choice.alternative = 0;
      fixed.beside.push_back({act, {now_ms, now_ms}});
    }
    out.choices.push_back(choice);
  }
  if (fixed.beside.size() > acts_max)
    return fmt::format("{} acts beside the user's script; a fixed plan has room for {}",
                       fixed.beside.size(), acts_max);
  return out;
}

}  // namespace sim::appserver
