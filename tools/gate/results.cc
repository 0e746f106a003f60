#include "gate/results.h"

#include <nlohmann/json.hpp>

#include "gate/results_format.h"
#include "results/words.h"

namespace tools {

using nlohmann::ordered_json;

ordered_json to_json(const conformance::CheckResult& result) {
  return document_of(check_format, result);
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

ordered_json to_json(const conformance::UnmetClause& unmet) {
  ordered_json out{{"area", unmet.area}, {"rule", unmet.rules[unmet.clause.rule].id}};
  out.update(to_json(unmet.clause, unmet.rules));
  out["outcome"] = word(conformance::Outcome::NotExercised);
  return out;
}

std::vector<ordered_json> lines_of(const conformance::SoundnessMatrix& matrix,
                                   const conformance::Candidate& subject) {
  std::vector<ordered_json> out;
  const auto classes = [&](const conformance::Soundness& ended) {
    ordered_json counts = ordered_json::object();
    for (std::size_t i = 0; i < conformance::lie_classes; ++i)
      if (ended.classes[i] != 0) counts[std::string(matrix.words.classes[i])] = ended.classes[i];
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

std::string lines_of(const conformance::Unit& unit, const conformance::UnitResult& result) {
  std::string out;
  for (const auto& check : result.decided) out += dump(to_json(check)) + "\n";
  const UnitLine line{
      .name = unit.name, .area = unit.area, .checks = result.decided.size(), .result = result};
  return out + dump(document_of(unit_format, line)) + "\n";
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
