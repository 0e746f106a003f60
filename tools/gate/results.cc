#include "gate/results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "world/capsule.h"

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

std::string_view word(conformance::Budget budget) {
  switch (budget) {
    case conformance::Budget::Quick: return "quick";
    case conformance::Budget::Full: return "full";
    case conformance::Budget::Nightly: return "nightly";
  }
  return {};
}

std::string_view word(conformance::Truth truth) {
  using conformance::Truth;
  switch (truth) {
    case Truth::TrueOk: return "true_ok";
    case Truth::TrueError: return "true_error";
    case Truth::FalseOk: return "false_ok";
    case Truth::FalseTimeout: return "false_timeout";
  }
  return {};
}

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

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
  return {{"area", row.area},
          {"name", row.name},
          {"key", row.key},
          {"worlds", row.worlds},
          {"states", row.states},
          {"runs", row.runs},
          {"exercised", row.exercised},
          {"exercisable", row.exercisable},
          {"exhausted", row.exhausted},
          {"not_sampled", row.not_sampled},
          {"outcome", word(row.outcome)}};
}

ordered_json to_json(const conformance::SearchTotals& totals) {
  return {{"worlds", totals.worlds},
          {"states", totals.states},
          {"transitions", totals.transitions},
          {"finals", totals.finals},
          {"levels", totals.levels},
          {"peak_bytes", totals.peak_bytes},
          {"fingerprint", hex(totals.fingerprint)},
          {"collision_probability", totals.collision_probability},
          {"complete", totals.complete},
          {"limit", totals.limit}};
}

namespace {

std::string hex(const spec::Exercised& rules) {
  return tools::hex(rules.high) + tools::hex(rules.low);
}

void put(ordered_json& out, const char* key, std::uint64_t number) {
  if (number != 0) out[key] = number;
}
void put(ordered_json& out, const char* key, bool flag) {
  if (flag) out[key] = true;
}
void put(ordered_json& out, const char* key, const spec::Exercised& rules) {
  if (rules != spec::Exercised()) out[key] = hex(rules);
}

ordered_json to_json(const conformance::RowPart& part) {
  ordered_json out{{"row", part.row}};
  put(out, "worlds", part.worlds);
  put(out, "states", part.states);
  put(out, "runs", part.runs);
  put(out, "met", part.met);
  put(out, "searched", part.searched);
  put(out, "limited", part.limited);
  put(out, "foreign", part.foreign);
  put(out, "failed", part.failed);
  put(out, "not_sampled", part.not_sampled);
  return out;
}

// Counts as they stand in the arrays of Soundness, and behind them the lies of no class.
ordered_json to_json(const conformance::SoundnessPart& part) {
  ordered_json out{{"row", part.row},
                   {"column", part.column},
                   {"kinds", part.ended.kinds},
                   {"classes", part.ended.classes}};
  put(out, "false_ok", part.ended.false_ok);
  put(out, "false_timeout", part.ended.false_timeout);
  return out;
}

ordered_json to_json(const conformance::LieExample& example) {
  return {{"row", example.row},
          {"kind", word(example.kind)},
          {"classes", example.classes},
          {"world", example.world},
          {"schedule", example.path}};
}

// What a check object leaves out of a failure.
ordered_json failure_json(std::size_t check, const conformance::CheckResult& result) {
  ordered_json out{{"check", check},
                   {"world", result.world},
                   {"kind", word(result.failure->kind)},
                   {"schedule", result.failure->path}};
  if (result.failure->unavoidable_after)
    out["unavoidable_after"] = *result.failure->unavoidable_after;
  if (result.failure->cycle_ms) out["cycle_ms"] = *result.failure->cycle_ms;
  return out;
}

}  // namespace

ordered_json to_json(const conformance::Unit& unit, const conformance::UnitResult& result) {
  ordered_json out{{"unit", unit.name}, {"area", unit.area}, {"checks", result.decided.size()}};
  put(out, "ends_chain", result.ends_chain);
  put(out, "incomplete", result.incomplete);
  put(out, "exercised", result.exercised);
  put(out, "checked", result.checked);
  if (result.fingerprint != 0) out["fingerprint"] = hex(result.fingerprint);
  put(out, "proved_runs", result.proofs.runs);
  put(out, "proved_transitions", result.proofs.transitions);
  put(out, "differences", result.proofs.differences);
  for (const auto& row : result.rows) out["rows"].push_back(to_json(row));
  for (const auto& totals : result.searches) out["searches"].push_back(to_json(totals));
  for (const auto& part : result.soundness) out["soundness"].push_back(to_json(part));
  for (const auto& example : result.examples) out["examples"].push_back(to_json(example));
  for (std::size_t i = 0; i < result.decided.size(); ++i)
    if (result.decided[i].failure) out["failures"].push_back(failure_json(i, result.decided[i]));
  out["seconds"] = result.seconds;
  return out;
}

std::vector<ordered_json> lines_of(const conformance::SoundnessMatrix& matrix,
                                   std::string_view subject) {
  std::vector<ordered_json> out;
  const auto classes = [&](const conformance::Soundness& ended) {
    ordered_json counts = ordered_json::object();
    for (std::size_t i = 0; i < conformance::lie_classes; ++i)
      put(counts, std::string(matrix.words.classes[i]).c_str(), ended.classes[i]);
    return counts;
  };
  for (const auto& row : matrix.rows) {
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      const auto& ended = row.cells[column];
      if (ended.total() == 0) continue;
      ordered_json cell{{"area", matrix.area},
                        {"row", row.name},
                        {std::string(matrix.words.column), matrix.words.columns[column]}};
      for (std::size_t kind = 0; kind < conformance::truths; ++kind)
        cell[std::string(word(static_cast<conformance::Truth>(kind)))] = ended.kinds[kind];
      cell["classes"] = classes(ended);
      cell["unexplained"] = ended.false_ok + ended.false_timeout;
      out.push_back({{"soundness", std::move(cell)}});
    }
  }
  for (std::size_t i = 0; i < conformance::lie_classes; ++i) {
    for (const auto& example : matrix.examples[i])
      out.push_back({{"example",
                      {{"area", matrix.area},
                       {"class", matrix.words.classes[i]},
                       {"kind", word(example.kind)},
                       {"choices", example.path.size()},
                       {"world", example.world},
                       {"schedule", example.path},
                       {"replay", replay_command(example, subject)}}}});
  }
  return out;
}

std::string replay_command(const conformance::LieExample& example, std::string_view subject) {
  auto out = "orrery replay " + example.world;
  if (subject != "engine") out += fmt::format(" --subject {}", subject);
  return out + fmt::format(" --schedule {}", fmt::join(example.path, ","));
}

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string lines_of(const conformance::Unit& unit, const conformance::UnitResult& result) {
  std::string out;
  for (const auto& check : result.decided) out += dump(to_json(check)) + "\n";
  return out + dump(to_json(unit, result)) + "\n";
}

bool same_result(const conformance::Unit& unit, conformance::UnitResult a,
                 conformance::UnitResult b) {
  for (auto* result : {&a, &b}) {
    result->seconds = 0;
    for (auto& totals : result->searches) totals.peak_bytes = 0;
  }
  return lines_of(unit, a) == lines_of(unit, b);
}

}  // namespace tools
