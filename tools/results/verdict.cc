#include "results/verdict.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/words.h"

namespace tools {

std::string said_of(const conformance::CheckResult& result) {
  using conformance::Outcome;
  const auto first = result.message.substr(0, result.message.find('\n'));
  const auto with = [](std::string_view what, const std::string& why) {
    return std::string(what) + (why.empty() ? "" : ": " + why);
  };
  switch (result.outcome) {
    case Outcome::Pass: return "passed";
    case Outcome::Fail: return with("failed", first);
    case Outcome::NotExercised: return with("not exercised", first);
    case Outcome::Error: return with("error", first);
    case Outcome::Incomplete: return with("incomplete", first);
    case Outcome::NotApplicable: return with("not applicable", first);
    case Outcome::Known: return with("known to fail", result.known_because);
    case Outcome::Remark: return with("remark", result.rule + ": " + result.fails);
    case Outcome::Through: break;
  }
  if (result.unsteady) return "the subject is not the same twice, as told elsewhere";
  return with("red only through " + result.row, result.rule + ": " + result.fails);
}

std::string rows_through(const conformance::CheckResult& result,
                         std::span<const conformance::CheckResult> all) {
  const auto name_of = [](const std::string& check) { return check.substr(check.find('/') + 1); };
  const auto row = name_of(result.check);
  std::set<std::string> names;
  for (const auto& other : all)
    if (other.outcome == conformance::Outcome::Through && other.area == result.area &&
        other.row == row && other.rule == result.rule)
      names.insert(name_of(other.check));
  names.erase(row);
  if (names.empty()) return {};
  return fmt::format("{}: {}", counted(names.size(), "row"), fmt::join(names, ", "));
}

}  // namespace tools
