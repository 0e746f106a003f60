#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "sim/joint/plan.h"

namespace sim::joint {

static_assert(std::has_unique_object_representations_v<Outcome>);

namespace {

constexpr std::array<std::string_view, untruths> says_of{
    "it was carried out, though it asks and nobody had accepted it",
    "the user was told another end of its call in the IDE than that had",
    "the dialog of its approval was closed, and the agent was not told that it is declined"};

}  // namespace

std::string show(const Untrue& what) {
  return fmt::format("item {}: {}", what.item, says_of[static_cast<std::size_t>(what.what)]);
}

void Outcome::noticed(const Coupled& what) {
  if (what.what == Coupling::CallBegun) ++begun;
  if (what.what == Coupling::ApprovalClosed) ++(what.flag ? swept : closed);
}

void Outcome::noticed(const Untrue& what) {
  untrue = static_cast<std::uint8_t>(untrue | 1u << static_cast<unsigned>(what.what));
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  if (outcome.untrue != 0) return 0;
  return matching_results(expect.results, [&](const ExpectedResult& result) {
    const bool call = !result.call || modality::matching({{*result.call}}, outcome.call) != 0;
    const bool tool = !result.tool || ack::allows(*result.tool, outcome.tool.calls[0]);
    const bool talk = !result.talk || appserver::matching({{*result.talk}}, outcome.talk) != 0;
    return call && tool && talk && is_allowed(result.begun, outcome.begun) &&
           is_allowed(result.swept, outcome.swept) && is_allowed(result.closed, outcome.closed);
  });
}

std::string show(const Outcome& outcome) {
  std::string out;
  for (std::size_t i = 0; i < untruths; ++i)
    if ((outcome.untrue >> i & 1u) != 0) out += fmt::format("of some item, {}; ", says_of[i]);
  const bool ended =
      std::ranges::any_of(outcome.call.runs, [](const auto& run) { return run.results != 0; });
  out += ended ? modality::show(outcome.call) : "no result";
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
  return out.empty() ? "anything, and nothing untrue" : out;
}

}  // namespace sim::joint
