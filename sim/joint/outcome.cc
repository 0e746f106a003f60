#include <type_traits>

#include <fmt/format.h>

#include "sim/joint/plan.h"

namespace sim::joint {

static_assert(std::has_unique_object_representations_v<Outcome>);

void Outcome::noticed(const Coupled& what) {
  if (what.what == Coupling::CallBegun) ++begun;
  if (what.what == Coupling::ApprovalClosed) ++(what.flag ? swept : closed);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  const auto is = [](const auto& wanted, auto has) { return !wanted || *wanted == has; };
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < expect.results.size(); ++i) {
    const auto& result = expect.results[i];
    const bool call = !result.call || modality::matching({{*result.call}}, {outcome.call, {}}) != 0;
    const bool tool = !result.tool || ack::allows(*result.tool, outcome.tool.calls[0]);
    const bool talk = !result.talk || appserver::matching({{*result.talk}}, outcome.talk) != 0;
    const bool links = is(result.begun, outcome.begun) && is(result.swept, outcome.swept) &&
                       is(result.closed, outcome.closed);
    if (call && tool && talk && links) bits |= 1u << i;
  }
  return bits;
}

std::string show(const Outcome& outcome) {
  auto out = outcome.call.results == 0 ? "no result" : modality::show(outcome.call);
  if (outcome.tool != ack::Outcome{}) out += "; tool " + ack::show(outcome.tool);
  if (outcome.talk != appserver::Outcome{})
    out += fmt::format("; agent {}, begun {}, swept {}, closed {}", appserver::show(outcome.talk),
                       outcome.begun, outcome.swept, outcome.closed);
  return out;
}

std::string show(const ExpectedResult& result) {
  std::string out;
  const auto add = [&](std::string text) { out += (out.empty() ? "" : "; ") + std::move(text); };
  const auto count = [&](std::string_view name, const auto& wanted) {
    if (wanted) add(fmt::format("{} {}", name, *wanted));
  };
  if (result.call) add(modality::show(*result.call));
  if (result.tool) add("tool " + ack::show(*result.tool));
  if (result.talk) add("agent " + appserver::show(*result.talk));
  count("begun", result.begun);
  count("swept", result.swept);
  count("closed", result.closed);
  return out;
}

}  // namespace sim::joint
