#include "results/tap.h"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "results/junit.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

// On one line, where a number sign would begin a directive.
std::string point_text(std::string_view text) {
  std::string out;
  for (const char c : shown(text.substr(0, text.find('\n')))) {
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string point(const CheckResult& result, std::size_t number) {
  const bool red = fails_gate(result) || result.outcome == Outcome::Error;
  const bool known = !result.known_because.empty();
  auto out = fmt::format("{}ok {} - {}", red || known ? "not " : "", number,
                         point_text(result.area + "/" + result.check));
  if (known) return out + " # TODO " + point_text(result.known_because) + "\n";
  if (!red && result.outcome != Outcome::Pass) out += " # SKIP " + point_text(said_of(result));
  if (!red) return out + "\n";
  return out + fmt::format("\n  ---\n  rule: {}\n  message: {}\n  ...\n",
                           dump(nlohmann::ordered_json(result.rule)),
                           dump(nlohmann::ordered_json(failure_text(result))));
}

}  // namespace

std::string tap_text(std::span<const CheckResult> results, const GateEnd& end) {
  auto out = fmt::format("TAP version 14\n# {}\n1..{}\n", point_text(end.line()),
                         results.size() + (end.is_bad() ? 1 : 0));
  for (std::size_t i = 0; i < results.size(); ++i) out += point(results[i], i + 1);
  if (end.is_bad())
    out += fmt::format("not ok {} - {}\n", results.size() + 1, point_text(end.line()));
  return out;
}

}  // namespace tools
