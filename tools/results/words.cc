#include "results/words.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "command/words.h"
#include "conformance/story/print.h"

namespace tools {

using nlohmann::ordered_json;

std::string replay_command(const conformance::LieExample& example,
                           const conformance::Candidate& subject) {
  return conformance::replay_command(example.world, subject, {}) +
         fmt::format(" --schedule {}", fmt::join(example.path, ","));
}

std::string line_of(const spec::ClauseText& clause) {
  const auto whom = fmt::format("{:<10}{}: ", show(clause.form), clause.act);
  if (clause.then.empty()) return whom + std::string(clause.when);
  const bool always = clause.when == "true";
  return whom + (always ? "" : fmt::format("{} => ", clause.when)) + std::string(clause.then);
}

ordered_json to_json(const spec::ClauseText& clause, std::span<const spec::Rule> rules) {
  ordered_json out{{"form", show(clause.form)}, {"act", clause.act}, {"when", clause.when}};
  if (!clause.then.empty()) out["then"] = clause.then;
  if (clause.given != spec::no_rule) out["given"] = rules[clause.given].id;
  return out;
}

std::string failure_text(const conformance::CheckResult& result) {
  const bool missed = result.outcome == conformance::Outcome::NotExercised;
  auto out =
      result.message.empty() ? std::string(missed ? "not exercised" : "failed") : result.message;
  if (!result.replay.empty() && out.find(result.replay) == std::string::npos)
    out += "\nreplay: " + result.replay;
  if (result.perhaps_follows)
    out += "\nperhaps a consequence: the subject is not the same twice, as told elsewhere";
  return out;
}

std::string dump(const ordered_json& value, int indent) {
  return escaped_json(value.dump(indent, ' ', false, ordered_json::error_handler_t::replace));
}

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
