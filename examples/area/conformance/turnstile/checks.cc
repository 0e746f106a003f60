#include <algorithm>

#include <fmt/format.h>

#include "turnstile/subjects.h"

namespace conformance::turnstile {
namespace {

using port::turnstile::Command;
using port::turnstile::Event;
using enum port::turnstile::Event;
using enum port::turnstile::Command;

struct Step {
  Event event;
  std::vector<Command> want;
};
struct Check {
  std::string_view rule, says;
  std::vector<Step> steps;
};

// clang-format off
const std::vector<Check> checks{
  {"TUR-01", "one coin unlocks it, and the next comes back",
   {{Coin, {Unlock, Wake}}, {Coin, {GiveBack}}}},
  {"TUR-02", "it lets one visitor through",
   {{Push, {}}, {Coin, {Unlock, Wake}}, {Push, {Lock}}, {Push, {}}}},
  {"TUR-03", "each unlocking has a wait of its own, at whose end it locks",
   {{Coin, {Unlock, Wake}}, {Push, {Lock}}, {Coin, {Unlock, Wake}}, {Woken, {Lock}}}},
};
// clang-format on

std::string show(const auto& commands) {
  std::string out;
  for (const auto command : commands)
    out += (out.empty() ? "" : " ") + std::string(port::word(command));
  return out.empty() ? "nothing" : out;
}

CheckVerdict run(const Check& check, std::string_view subject_name) {
  const auto subject = subject_named(subject_name);
  sim::turnstile::SubjectState state;
  CheckVerdict out;
  for (const auto& [event, want] : check.steps) {
    const auto got = subject->step(state, event);
    out.trace += fmt::format("{} -> {}\n", port::word(event), show(got));
    if (std::ranges::equal(want, got)) continue;
    out.holds = false;
    out.want = show(want);
    out.got = show(got);
    break;
  }
  return out;
}

}  // namespace

std::vector<DirectedCheck> directed_checks() {
  std::vector<DirectedCheck> out;
  for (const auto& check : checks)
    out.push_back({check.rule, check.says,
                   [&check](const Candidate& subject) { return run(check, subject.name); }});
  return out;
}

}  // namespace conformance::turnstile
