// What the judges of the areas found, in the words that all drivers share.
#pragma once
#include <optional>
#include <string_view>
#include <variant>

#include "conformance/joint/judged.h"
#include "conformance/run/rerun.h"
#include "spec/ack/judge.h"
#include "spec/ack/rules.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance {

inline std::optional<Breach> breach_of(const spec::modality::Findings& findings) {
  if (!findings.breach) return std::nullopt;
  const auto seen = [](const std::optional<port::modality::Command>& act) {
    return act ? std::optional<Seen>(*act) : std::nullopt;
  };
  const auto& [rule, want, got] = *findings.breach;
  return Breach{&spec::modality::policy_rules[rule], seen(want), seen(got)};
}

inline std::optional<Breach> breach_of(const spec::ack::Findings& findings) {
  if (!findings.breach) return std::nullopt;
  const auto seen = [](const std::optional<spec::ack::Seen>& what) -> std::optional<Seen> {
    if (!what) return std::nullopt;
    return std::visit([](const auto& one) { return Seen(one); }, *what);
  };
  const auto& [rule, want, got] = *findings.breach;
  return Breach{&spec::ack::ack_rules[rule], seen(want), seen(got)};
}

inline std::optional<Breach> breach_of(const joint::Findings& findings) {
  auto breach = breach_of(findings.policy);
  return breach ? breach : breach_of(findings.tool);
}

}  // namespace conformance
