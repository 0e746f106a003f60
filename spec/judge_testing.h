// A judge asked about what an observer saw, and how a test prints its answer.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "spec/rule.h"

namespace spec {

template <class JudgeState, class Findings>
struct Judged {
  JudgeState state;
  Findings findings;
  std::size_t at = 0;  // How many observations were seen without a breach.
};

template <class Result, class Judge, class Seen>
Result judge_run(const Judge& judge, const std::vector<Seen>& run) {
  Result judged;
  for (const Seen& seen : run) {
    std::visit([&](const auto& what) { judge.see(judged.state, what, judged.findings); }, seen);
    if (judged.findings.breach) break;
    ++judged.at;
  }
  if (!judged.findings.breach) judge.end(judged.state, judged.findings);
  return judged;
}

// `show` tells what was wanted and got.
std::string explain_breach(const auto& judged, std::span<const Rule> rules, auto show) {
  const auto& breach = judged.findings.breach;
  if (!breach) return "right";
  return std::string(rules[breach->rule].id) + " after " + std::to_string(judged.at) + ", want " +
         (breach->want ? show(*breach->want) : "nothing") + ", got " +
         (breach->got ? show(*breach->got) : "nothing");
}
// The same with the `show` that is found by the type of an observation.
std::string explain_breach(const auto& judged, std::span<const Rule> rules) {
  return explain_breach(judged, rules, [](const auto& seen) { return show(seen); });
}

}  // namespace spec
