#include "results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tools {

using nlohmann::ordered_json;

std::string_view word(conformance::Outcome outcome) {
  using conformance::Outcome;
  switch (outcome) {
    case Outcome::Pass: return "pass";
    case Outcome::Fail: return "fail";
    case Outcome::NotExercised: return "not_exercised";
    case Outcome::Error: return "error";
    case Outcome::Skipped: return "skipped";
  }
  return {};
}

std::string_view word(spec::Level level) {
  switch (level) {
    case spec::Level::Must: return "must";
    case spec::Level::Should: return "should";
    case spec::Level::Proposed: return "proposed";
  }
  return {};
}

ordered_json to_json(const conformance::CheckResult& result) {
  return {{"rule", result.rule},
          {"area", result.area},
          {"level", word(result.level)},
          {"check", result.check},
          {"outcome", word(result.outcome)},
          {"worlds", result.worlds},
          {"states", result.states},
          {"runs", result.runs},
          {"message", result.message},
          {"replay", result.replay}};
}

ordered_json to_json(const conformance::RowResult& row) {
  return {{"name", row.name},
          {"key", row.key},
          {"worlds", row.worlds},
          {"states", row.states},
          {"runs", row.runs},
          {"exercised", row.exercised},
          {"exercisable", row.exercisable},
          {"exhausted", row.exhausted},
          {"outcome", word(row.outcome)}};
}

ordered_json to_json(const conformance::SearchTotals& totals) {
  return {{"worlds", totals.worlds},
          {"states", totals.states},
          {"transitions", totals.transitions},
          {"finals", totals.finals},
          {"levels", totals.levels},
          {"peak_bytes", totals.peak_bytes},
          {"fingerprint", fmt::format("{:016x}", totals.fingerprint)},
          {"collision_probability", totals.collision_probability},
          {"complete", totals.complete},
          {"limit", totals.limit}};
}

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

void ResultsFile::add(const conformance::CheckResult& result) {
  output_->write(dump(to_json(result)) + "\n");
}

void ResultsFile::finish(const ordered_json& summary) {
  output_->write(dump(ordered_json{{"summary", summary}}) + "\n");
}

}  // namespace tools
