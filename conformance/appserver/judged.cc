#include "conformance/appserver/judged.h"

#include "port/appserver/show.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

namespace port_ = port::appserver;

std::optional<Seen> seen_of(const std::optional<port_::Seen>& what) {
  if (!what) return std::nullopt;
  return std::visit([](const auto& one) { return JudgedWorlds::seen(one); }, *what);
}

}  // namespace

std::optional<Breach> JudgedWorlds::breach_of(const Findings& findings) {
  if (!findings.breach) return std::nullopt;
  const auto& breach = *findings.breach;
  return Breach{&spec::appserver::protocol_rules[breach.rule], seen_of(breach.want),
                seen_of(breach.got)};
}

std::optional<Seen> JudgedWorlds::seen(const port_::Happening& what) {
  if (std::holds_alternative<port_::TimerFired>(what)) return std::nullopt;
  return Seen::fact(what, what.index(), port_::show(what));
}

std::optional<Seen> JudgedWorlds::seen(const port_::Fact& fact) {
  if (std::holds_alternative<port_::TimePassed>(fact)) return std::nullopt;
  constexpr auto first = std::variant_size_v<port_::Happening>;
  return Seen::fact(fact, first + fact.index(), port_::show(fact));
}

std::optional<Seen> JudgedWorlds::seen(const port_::Command& command) {
  if (std::holds_alternative<port_::SetTimer>(command) ||
      std::holds_alternative<port_::CancelTimer>(command))
    return std::nullopt;
  return Seen::act(command, command.index(), port_::show(command));
}

}  // namespace conformance::appserver
