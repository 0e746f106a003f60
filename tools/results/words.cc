#include "results/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
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

}  // namespace tools
