#include "gate/results_reader.h"

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "command/options.h"
#include "gate/results.h"
#include "world/capsule.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::UnitResult;
using nlohmann::ordered_json;

// What a field holds that no writer of ours would write.
class BadField : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Enum, std::size_t count>
Enum enum_of(const ordered_json& line, const char* key, const std::array<Enum, count>& values) {
  const auto& text = line.at(key).get_ref<const std::string&>();
  for (const auto value : values)
    if (word(value) == text) return value;
  throw BadField(fmt::format("{}: \"{}\" is not one of its values", key, text));
}

std::uint64_t hex_number(std::string_view text) {
  std::uint64_t out = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out, 16);
  if (error != std::errc() || stop != end || text.size() != 16)
    throw BadField(fmt::format("\"{}\" is not 16 hexadecimal digits", text));
  return out;
}

std::uint64_t number(const ordered_json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end()) return 0;
  if (!found->is_number_unsigned()) throw BadField(fmt::format("{}: not a whole number", key));
  return found->get<std::uint64_t>();
}

std::uint64_t fingerprint(const ordered_json& line) {
  const auto text = line.value("fingerprint", std::string());
  return text.empty() ? 0 : hex_number(text);
}

spec::Exercised rules(const ordered_json& line, const char* key) {
  const auto text = line.value(key, std::string());
  if (text.empty()) return {};
  if (text.size() != 32) throw BadField(fmt::format("{}: not 32 hexadecimal digits", key));
  const std::string_view digits = text;
  return {.low = hex_number(digits.substr(16)), .high = hex_number(digits.substr(0, 16))};
}

CheckResult check_of(const ordered_json& line) {
  using conformance::Outcome;
  using spec::Level;
  constexpr std::array levels{Level::Must, Level::Should, Level::Proposed};
  constexpr std::array outcomes{Outcome::Pass, Outcome::Fail, Outcome::NotExercised, Outcome::Error,
                                Outcome::Skipped};
  return {.rule = line.at("rule"),
          .area = line.at("area"),
          .level = enum_of(line, "level", levels),
          .check = line.at("check"),
          .outcome = enum_of(line, "outcome", outcomes),
          .worlds = number(line, "worlds"),
          .states = number(line, "states"),
          .runs = number(line, "runs"),
          .message = line.at("message"),
          .replay = line.at("replay")};
}

conformance::RowPart row_of(const ordered_json& line) {
  return {.row = line.at("row"),
          .worlds = number(line, "worlds"),
          .states = number(line, "states"),
          .runs = number(line, "runs"),
          .met = rules(line, "met"),
          .searched = line.value("searched", false),
          .limited = line.value("limited", false),
          .foreign = line.value("foreign", false),
          .failed = line.value("failed", false),
          .not_sampled = line.value("not_sampled", false)};
}

conformance::SearchTotals totals_of(const ordered_json& line) {
  return {.worlds = number(line, "worlds"),
          .states = number(line, "states"),
          .transitions = number(line, "transitions"),
          .finals = number(line, "finals"),
          .levels = number(line, "levels"),
          .peak_bytes = number(line, "peak_bytes"),
          .fingerprint = fingerprint(line),
          .collision_probability = line.at("collision_probability"),
          .complete = line.at("complete"),
          .limit = line.at("limit")};
}

conformance::SoundnessPart soundness_of(const ordered_json& line) {
  return {.row = line.at("row"),
          .column = line.at("column"),
          .ended = {.kinds = line.at("kinds"),
                    .classes = line.at("classes"),
                    .false_ok = number(line, "false_ok"),
                    .false_timeout = number(line, "false_timeout")}};
}

conformance::LieExample example_of(const ordered_json& line) {
  using conformance::Truth;
  constexpr std::array lies{Truth::FalseOk, Truth::FalseTimeout};
  return {.row = line.at("row"),
          .kind = enum_of(line, "kind", lies),
          .classes = line.at("classes"),
          .world = line.at("world"),
          .path = line.at("schedule")};
}

void add_failure(const ordered_json& line, std::vector<CheckResult>& checks) {
  using Kind = conformance::PlanFailure::Kind;
  constexpr std::array kinds{Kind::Breach, Kind::Hang, Kind::Endless, Kind::Unexpected,
                             Kind::Nondeterministic};
  const auto index = number(line, "check");
  if (index >= checks.size()) throw BadField("failures: of a check that is not there");
  auto& check = checks[index];
  check.world = line.at("world");
  check.failure = {.kind = enum_of(line, "kind", kinds), .rule = check.rule, .path = {}};
  for (const auto& choice : line.at("schedule")) check.failure->path.push_back(choice);
  if (line.contains("unavoidable_after"))
    check.failure->unavoidable_after = number(line, "unavoidable_after");
  if (line.contains("cycle_ms")) check.failure->cycle_ms = line.at("cycle_ms");
}

UnitResult unit_of(const ordered_json& line, std::vector<CheckResult> checks) {
  UnitResult out{.ends_chain = line.value("ends_chain", false),
                 .incomplete = line.value("incomplete", false),
                 .decided = std::move(checks),
                 .exercised = rules(line, "exercised"),
                 .checked = rules(line, "checked"),
                 .fingerprint = fingerprint(line),
                 .proofs = {.runs = line.value("proved_runs", std::uint64_t{0}),
                            .transitions = line.value("proved_transitions", std::uint64_t{0}),
                            .differences = line.value("differences", std::uint64_t{0})},
                 .seconds = line.value("seconds", 0.0)};
  if (number(line, "checks") != out.decided.size())
    throw BadField("checks: not as many as stand before it");
  const ordered_json none = ordered_json::array();
  for (const auto& row : line.value("rows", none)) out.rows.push_back(row_of(row));
  for (const auto& totals : line.value("searches", none)) out.searches.push_back(totals_of(totals));
  for (const auto& part : line.value("soundness", none))
    out.soundness.push_back(soundness_of(part));
  for (const auto& example : line.value("examples", none))
    out.examples.push_back(example_of(example));
  for (const auto& failure : line.value("failures", none)) add_failure(failure, out.decided);
  return out;
}

class Parser {
 public:
  explicit Parser(const std::string& file) { out_.file = file; }

  RecordedCampaign parse(std::string_view text) {
    std::size_t at = 0;
    for (std::size_t end = 0; (end = text.find('\n', at)) != text.npos; at = end + 1) {
      ++line_;
      try {
        take(text.substr(at, end - at), end + 1);
      } catch (const nlohmann::json::exception& error) {
        refuse(error.what());
      } catch (const BadField& error) {
        refuse(error.what());
      }
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw UsageError(fmt::format(
        "{}:{}: this is not a line of a campaign's results ({}). If what stands before it is "
        "whole, cut the file off before this line and go on with --resume.",
        out_.file, line_, why));
  }

  void take(std::string_view text, std::size_t end) {
    const auto line = ordered_json::parse(text, nullptr, false);
    if (out_.identity.is_null()) return take_identity(line, end);
    if (!line.is_object()) refuse("no JSON object");
    if (line.contains("unit")) return take_unit(line, end);
    if (line.contains("summary")) {
      out_.ended = !line["summary"].value("interrupted", false);
    } else if (!line.contains("soundness") && !line.contains("example")) {
      checks_.push_back(check_of(line));
    }
  }

  void take_identity(const ordered_json& line, std::size_t end) {
    if (!line.contains("campaign") || !line["campaign"].is_object())
      throw UsageError(
          fmt::format("{}:{}: the first line does not say which campaign this is. Results "
                      "of `orrery conform` do; name such a file, or a new one.",
                      out_.file, line_));
    out_.identity = line["campaign"];
    out_.bytes_kept = end;
  }

  void take_unit(const ordered_json& line, std::size_t end) {
    RecordedUnit unit{.unit = {.area = line.at("area"), .name = line.at("unit")},
                      .result = unit_of(line, std::move(checks_)),
                      .line = line_};
    checks_.clear();
    out_.units.push_back(std::move(unit));
    out_.bytes_kept = end;
    out_.ended = false;
  }

  RecordedCampaign out_;
  std::vector<CheckResult> checks_;  // Not yet followed by their unit.
  std::size_t line_ = 0;
};

}  // namespace

RecordedCampaign parse_results(std::string_view text, const std::string& file) {
  return Parser(file).parse(text);
}

void take_units(const RecordedCampaign& recorded, const conformance::Campaign& campaign,
                conformance::UnitResults& results, std::vector<std::string>& from) {
  from.resize(results.size());
  for (const auto& [unit, result, line] : recorded.units) {
    const auto place = campaign.find(unit.area, unit.name);
    if (!place || !campaign.fits(*place, result))
      throw UsageError(fmt::format("{}:{}: unit \"{}\" is not of this campaign.", recorded.file,
                                   line, unit.name));
    auto& known = results[*place];
    if (known && !same_result(unit, *known, result))
      throw std::runtime_error(
          fmt::format("unit \"{}\" has one result in {} and another in {}:{}. A unit comes to the "
                      "same wherever it runs: the two were made by different programs, or one of "
                      "them was altered.",
                      unit.name, from[*place], recorded.file, line));
    if (known) continue;
    known = result;
    from[*place] = recorded.file;
  }
}

}  // namespace tools
