#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/run/programs.h"
#include "conformance/story/print.h"
#include "results/formats.h"
#include "results/words.h"
#include "sim/state/text_digest.h"

namespace tools {
namespace {

namespace fs = std::filesystem;

fs::path repository() {
  std::error_code ignored;
  auto here = fs::current_path(ignored);
  for (auto folder = here; folder != folder.parent_path(); folder = folder.parent_path())
    if (fs::exists(folder / ".git", ignored)) return folder;
  return here;
}

std::size_t line_naming(const std::string& rule, const fs::path& path) {
  const auto text = text_of_file(path.string());
  const auto at = text.find('"' + rule + '"');
  if (rule.empty() || at == text.npos) return 1;
  const auto before = std::string_view(text).substr(0, at);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

}  // namespace

std::optional<Place> parse_place(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto digits = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  const auto line = parse_number(digits);
  if (text.empty() || (colon != text.npos && (colon == 0 || !line || *line == 0)))
    return std::nullopt;
  return Place{std::string(text.substr(0, colon)), line ? static_cast<std::size_t>(*line) : 1};
}

Places::Places(std::string_view subject, std::optional<Place> given)
    : Places(repository(), subject) {
  if (given) program_ = std::move(given);
}

Places::Places(fs::path root, std::string_view subject) : root_(std::move(root)) {
  if (!conformance::names_program(subject)) return;
  std::istringstream words{std::string(subject.substr(conformance::program_prefix.size()))};
  for (std::string word; !program_ && words >> word;) {
    std::erase_if(word, [](char c) { return c == '\'' || c == '"'; });
    if (auto file = relative(word)) program_ = Place{.file = std::move(*file)};
  }
}

std::optional<std::string> Places::relative(const fs::path& path) const {
  std::error_code failed;
  const auto whole = fs::canonical(path, failed);
  if (failed || !fs::is_regular_file(whole, failed)) return std::nullopt;
  const auto root = fs::canonical(root_, failed);
  if (failed) return std::nullopt;
  const auto file = whole.lexically_relative(root);
  if (file.empty() || *file.begin() == "..") return std::nullopt;
  return file.generic_string();
}

std::optional<Place> Places::of(const conformance::CheckResult& result) const {
  auto file = relative(result.file);
  if (!file) return std::nullopt;
  return Place{std::move(*file), line_naming(result.rule, result.file)};
}

std::optional<Place> Places::to_look_at(const conformance::CheckResult& result) const {
  auto place = of(result);
  return place ? place : program_;
}

std::string markdown_escaped(std::string_view text) {
  static constexpr std::string_view marks = "\\`*_{}[]()<>#+-!|&~@:";
  std::string out;
  for (const char c : shown(text)) {
    if (marks.find(c) != marks.npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string markdown_fenced(std::string_view text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  auto out = fence + "text\n" + shown(text);
  if (!out.ends_with('\n')) out += '\n';
  return out + fence + "\n";
}

namespace {

using conformance::CheckResult;
using conformance::Outcome;
using nlohmann::ordered_json;

std::string_view level_of(spec::Level level) {
  static constexpr std::array<std::string_view, 3> words{"error", "warning", "note"};
  return words[static_cast<std::size_t>(level)];
}

// RFC 3986: what is neither unreserved nor a slash is written as its bytes.
std::string uri_of(std::string_view path) {
  static constexpr std::string_view kept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char c : path)
    out += kept.find(c) != kept.npos ? std::string{c}
                                     : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

ordered_json text_of(std::string_view text) { return {{"text", text}}; }

ordered_json rule_json(const spec::Rule& rule) {
  return {{"id", rule.id},
          {"shortDescription", text_of(rule.text)},
          {"fullDescription", text_of(fmt::format("{} ({}): {}", rule.clause,
                                                  conformance::show(rule.level), rule.text))},
          {"help", text_of(fmt::format("`orrery explain {}` says what checks it.", rule.id))},
          {"defaultConfiguration", {{"level", level_of(rule.level)}}}};
}

struct Rules {
  std::vector<std::string_view> ids = {};
  ordered_json array = ordered_json::array();

  Rules() {
    for (const auto& table : conformance::rule_tables())
      for (const auto& rule : table.rules) {
        ids.push_back(rule.id);
        array.push_back(rule_json(rule));
      }
  }
};

ordered_json location_of(const CheckResult& result, const Places& places) {
  ordered_json out = ordered_json::object();
  if (const auto place = places.to_look_at(result))
    out["physicalLocation"] = {
        {"artifactLocation", {{"uri", uri_of(place->file)}, {"uriBaseId", "%SRCROOT%"}}},
        {"region", {{"startLine", place->line}}}};
  out["logicalLocations"].push_back({{"fullyQualifiedName", result.area + "/" + result.check}});
  return out;
}

// What tells a case from others, whatever it says and however long it took.
std::string fingerprint_of(const CheckResult& result) {
  return show_digest(sim::digest_text(
      fmt::format("{}\t{}\t{}\t{}", result.area, result.check, result.world, result.rule)));
}

bool is_told(const CheckResult& result) {
  return result.outcome == Outcome::Known || result.outcome == Outcome::Remark;
}

ordered_json result_json(const CheckResult& result, const Places& places, const Rules& rules) {
  ordered_json out;
  // An end that a scenario does not expect is of no rule.
  if (const auto at = std::ranges::find(rules.ids, result.rule); at != rules.ids.end()) {
    out["ruleId"] = result.rule;
    out["ruleIndex"] = at - rules.ids.begin();
  }
  out["level"] = level_of(result.level);
  out["message"] = text_of(failure_text(result));
  // A failure that is known is one that somebody has looked at; a remark asks for nothing.
  if (result.outcome == Outcome::Known)
    out["suppressions"].push_back({{"kind", "external"}, {"justification", result.known_because}});
  if (result.outcome == Outcome::Remark) {
    out["kind"] = "informational";
    out["level"] = "none";
  }
  out["locations"].push_back(location_of(result, places));
  out["partialFingerprints"] = {{"orreryCase/v1", fingerprint_of(result)}};
  return out;
}

ordered_json invocation_of(std::span<const CheckResult> results, const GateEnd& end) {
  const bool ended = end.verdict == Verdict::Passed || end.verdict == Verdict::Failed ||
                     (end.verdict == Verdict::Incomplete && end.exit == exit_code::passed);
  ordered_json out{{"executionSuccessful", ended}, {"exitCode", end.exit}};
  if (!end.is_good() && end.verdict != Verdict::Failed)
    out["toolExecutionNotifications"].push_back(
        {{"level", end.is_bad() ? "error" : "warning"}, {"message", text_of(end.line())}});
  for (const auto& result : results)
    if (result.outcome == conformance::Outcome::Error)
      out["toolExecutionNotifications"].push_back(
          {{"level", "error"}, {"message", text_of(result.check + ": " + failure_text(result))}});
  return out;
}

}  // namespace

std::string sarif_json(std::span<const CheckResult> results, const Places& places,
                       const GateEnd& end) {
  const Rules rules;
  ordered_json found = ordered_json::array();
  for (const auto& result : results)
    if (fails_gate(result) || is_told(result)) found.push_back(result_json(result, places, rules));
  const ordered_json driver{
      {"name", "orrery"}, {"version", ORRERY_VERSION}, {"rules", rules.array}};
  const ordered_json run{{"tool", {{"driver", driver}}},
                         {"invocations", ordered_json::array({invocation_of(results, end)})},
                         {"properties", {{"verdict", end.word()}, {"says", end.line()}}},
                         {"results", std::move(found)}};
  return dump(ordered_json{{"$schema",
                            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                            "schemas/sarif-schema-2.1.0.json"},
                           {"version", "2.1.0"},
                           {"runs", ordered_json::array({run})}},
              2) +
         "\n";
}

namespace {

constexpr std::size_t shown_max = 10;  // GitHub drops what comes after, per step.

std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    if (special)
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string error_line(std::string_view title, std::string_view message,
                       const std::optional<Place>& place = {}) {
  const auto where =
      place ? fmt::format("file={},line={},", escaped(place->file, true), place->line) : "";
  return fmt::format("::error {}title={}::{}\n", where, escaped(title, true),
                     escaped(message, false));
}

}  // namespace

bool on_github() {
  const char* value = std::getenv("GITHUB_ACTIONS");
  return value != nullptr && std::string_view(value) == "true";
}

std::string github_annotations(std::span<const conformance::CheckResult> results,
                               const Places& places) {
  std::vector<const conformance::CheckResult*> red;
  for (const auto& result : results) {
    const bool error = result.outcome == conformance::Outcome::Error;
    if (error || fails_gate(result)) red.push_back(&result);
  }
  std::string out;
  const std::size_t shown = red.size() > shown_max ? shown_max - 1 : red.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& result = *red[i];
    out += error_line(result.check, failure_text(result), places.to_look_at(result));
  }
  if (shown < red.size())
    out += error_line("orrery", fmt::format("and {} more; see the log", red.size() - shown));
  return out;
}

}  // namespace tools
