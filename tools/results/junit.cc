#include "results/formats.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "conformance/story/print.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;

// The length of the well-formed UTF-8 sequence that begins here and that XML may hold, or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  std::uint32_t code = length == 1 ? first : first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  static constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[length] || surrogate || code == 0xfffe || code == 0xffff || code > 0x10ffff)
    return 0;
  const bool control = (code < 0x20 && code != '\t' && code != '\n') || code == 0x7f ||
                       (code >= 0x80 && code < 0xa0);
  return control ? 0 : length;
}

std::string attribute(std::string_view name, std::string_view value) {
  std::string out;
  for (const char c : xml_escaped(value)) {
    if (c == '\n')
      out += "&#10;";
    else if (c == '\t')
      out += "&#9;";
    else
      out += c;
  }
  return fmt::format(" {}=\"{}\"", name, out);
}

// "directed", "table", "scenario": what stands before the first slash.
std::string suite_of(const CheckResult& result) {
  const auto slash = result.check.find('/');
  const auto kind =
      slash == std::string::npos ? std::string("checks") : result.check.substr(0, slash);
  return result.area + "." + kind;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

std::string element(std::string_view tag, std::string_view type, const CheckResult& result) {
  const auto message = result.message.empty() ? std::string(type) : first_line(result.message);
  return fmt::format("      <{}{}{}>{}</{}>\n", tag, attribute("message", message),
                     attribute("type", type), xml_escaped(result.message), tag);
}

std::string verdict(const CheckResult& result) {
  switch (result.outcome) {
    case Outcome::Pass: return {};
    case Outcome::Fail: return element("failure", "rule broken", result);
    case Outcome::Error: return element("error", "harness", result);
    case Outcome::NotExercised:
      if (fails_gate(result)) return element("failure", "not exercised", result);
      break;
    case Outcome::Incomplete:
    case Outcome::NotApplicable:
    case Outcome::Known:
    case Outcome::Remark:
    case Outcome::Through: break;
  }
  return fmt::format("      <skipped{}/>\n", attribute("message", said_of(result)));
}

// The gate as a suite of its own: what did not come to its end is skipped, and what judged nothing
// fails, whatever its checks say. Of what failed those tell.
std::string verdict_suite(const GateEnd& end) {
  const bool fails = end.is_bad() && end.verdict != Verdict::Failed;
  const bool skips = !fails && !end.is_good() && end.verdict != Verdict::Failed;
  auto inside = fmt::format(
      "      <system-out>{}\n{}\nFailures are here the checks that failed and those of a MUST that "
      "were not exercised. This case is none of the checks.</system-out>\n",
      xml_escaped(end.line()), xml_escaped(end.counts));
  const auto message = attribute("message", end.line());
  if (fails) inside = fmt::format("      <failure{} type=\"{}\"/>\n", message, end.word()) + inside;
  if (skips) inside = fmt::format("      <skipped{}/>\n", message) + inside;
  return fmt::format(
      "  <testsuite name=\"orrery.verdict\" tests=\"1\" failures=\"{}\" errors=\"0\" "
      "skipped=\"{}\">\n    <testcase classname=\"orrery.verdict\"{}>\n{}    </testcase>\n"
      "  </testsuite>\n",
      fails ? 1 : 0, skips ? 1 : 0, attribute("name", end.word()), inside);
}

// With microseconds: a directed check takes less than a thousandth.
std::string time_of(const std::optional<double>& seconds) {
  return seconds ? fmt::format(" time=\"{:.6f}\"", *seconds) : "";
}

// One check may fail in several worlds and by several rules, and readers keep one of the cases that
// have the same name.
std::string case_name(const CheckResult& result) {
  if (result.world.empty()) return result.check;
  const auto world = result.check.ends_with(result.world) ? "" : " in " + result.world;
  return result.check + world + ": " + (result.rule.empty() ? "end" : result.rule);
}

std::string test_case(const CheckResult& result, const Places& places) {
  std::string out = "    <testcase" + attribute("classname", suite_of(result)) +
                    attribute("name", case_name(result));
  if (const auto place = places.of(result))
    out += attribute("file", place->file) + fmt::format(" line=\"{}\"", place->line);
  out += time_of(result.seconds) + ">\n" + verdict(result);
  auto text = fmt::format("rule {} ({}), worlds {}, states {}, runs {}",
                          result.rule.empty() ? "-" : result.rule, conformance::show(result.level),
                          result.worlds, result.states, result.runs);
  if (!result.replay.empty()) text += "\nreplay " + result.replay;
  return out + "      <system-out>" + xml_escaped(text) + "</system-out>\n    </testcase>\n";
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  std::optional<double> seconds = {};
  void add(const GateEnd& end) {
    ++tests;
    if (end.is_good() || end.verdict == Verdict::Failed) return;
    ++(end.is_bad() ? failures : skipped);
  }
  void add(const CheckResult& result) {
    if (result.seconds) seconds = seconds.value_or(0) + *result.seconds;
    ++tests;
    if (result.outcome == Outcome::Error)
      ++errors;
    else if (fails_gate(result))
      ++failures;
    else if (result.outcome != Outcome::Pass)
      ++skipped;
  }
  std::string text() const {
    return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests,
                       failures, errors, skipped) +
           time_of(seconds);
  }
};

}  // namespace

bool fails_gate(const CheckResult& result) {
  return result.outcome == conformance::Outcome::Fail ||
         (result.outcome == conformance::Outcome::NotExercised &&
          result.level == spec::Level::Must);
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto length = sequence_length(text);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (text[0] == '&') {
      out += "&amp;";
    } else if (text[0] == '<') {
      out += "&lt;";
    } else if (text[0] == '>') {
      out += "&gt;";
    } else if (text[0] == '"') {
      out += "&quot;";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string junit_xml(std::span<const CheckResult> results, const Places& places,
                      const GateEnd& end) {
  Counts all;
  all.add(end);
  std::vector<std::string> order;
  std::map<std::string, std::pair<Counts, std::string>> suites;
  for (const auto& result : results) {
    const auto name = suite_of(result);
    auto [suite, added] = suites.try_emplace(name);
    if (added) order.push_back(name);
    suite->second.first.add(result);
    suite->second.second += test_case(result, places);
    all.add(result);
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"orrery\"" +
                    all.text() + ">\n" + verdict_suite(end);
  for (const auto& name : order) {
    const auto& [counts, cases] = suites.at(name);
    out += "  <testsuite" + attribute("name", name) + counts.text() + ">\n" + cases +
           "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

namespace {

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
