#include "conformance/monitor/judged.h"

#include "port/monitor/show.h"
#include "spec/monitor/rules.h"

namespace conformance::monitor {
namespace {

std::optional<Seen> told_of(const std::optional<port::monitor::Seen>& what) {
  if (!what) return std::nullopt;
  if (const auto* command = std::get_if<port::monitor::Command>(&*what))
    return Seen::act(*command, command->index(), show(*command));
  return std::visit([](const auto& one) { return JudgedWorlds::seen(one); }, *what);
}

}  // namespace

std::optional<Breach> JudgedWorlds::breach_of(const Findings& findings) {
  if (!findings.breach) return std::nullopt;
  const auto& breach = *findings.breach;
  return Breach{&spec::monitor::monitor_rules[breach.rule], told_of(breach.want),
                told_of(breach.got)};
}

std::optional<Seen> JudgedWorlds::seen(const port::monitor::Event& event) {
  if (std::holds_alternative<port::monitor::TimerFired>(event)) return std::nullopt;
  return Seen::fact(event, event.index(), show(event));
}
std::optional<Seen> JudgedWorlds::seen(const port::monitor::Fact& fact) {
  if (std::holds_alternative<port::monitor::TimePassed>(fact)) return std::nullopt;
  constexpr auto first = std::variant_size_v<port::monitor::Event>;
  return Seen::fact(fact, first + fact.index(), show(fact));
}
std::optional<Seen> JudgedWorlds::seen(const port::monitor::Command& command) {
  if (is_timer(command)) return std::nullopt;
  return Seen::act(command, command.index(), show(command));
}

}  // namespace conformance::monitor
