#include "gate/results_reader.h"

#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"

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

namespace {

using conformance::CheckResult;

class Parser {
 public:
  explicit Parser(const std::string& file) { out_.file = file; }

  RecordedCampaign parse(std::string_view text) {
    std::size_t at = 0;
    for (std::size_t end = 0; (end = text.find('\n', at)) != text.npos; at = end + 1) {
      ++line_;
      auto line = read_results_line(text.substr(at, end - at), out_.file, line_);
      if (const auto* error = std::get_if<sim::ScenarioError>(&line)) refuse(sim::show(*error));
      std::visit([&](auto& one) { take(one, end + 1); }, std::get<ResultsLine>(line));
    }
    // Of a first line that was cut off, the beginning is known.
    constexpr std::string_view begin = "{\"campaign\":";
    if (line_ == 0 && !text.starts_with(begin.substr(0, text.size())))
      refuse(fmt::format("{}:1: This is not a line of a campaign's results.", out_.file));
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    if (!out_.identity)
      throw UsageError(why +
                       " Results of `orrery conform` begin with a line that says which "
                       "campaign they are of; name such a file, or a new one.");
    throw UsageError(why +
                     " If what stands before this line is whole, cut the file off before it "
                     "and go on with --resume.");
  }
  [[noreturn]] void refuse_at(std::string_view pointer, std::string_view why) const {
    refuse(fmt::format("{}:{}: {}: {}", out_.file, line_, pointer, why));
  }

  void take(CampaignIdentity& identity, std::size_t end) {
    if (out_.identity) refuse_at("/campaign", "The file has begun with such a line.");
    out_.identity = std::move(identity);
    out_.bytes_kept = end;
  }
  template <class Line>
  void take(Line& line, std::size_t end) {
    if (!out_.identity) refuse_at("/campaign", "It is missing.");
    follow(line, end);
  }

  void follow(CheckResult& check, std::size_t) { checks_.push_back(std::move(check)); }
  void follow(UnitLine& unit, std::size_t end) {
    if (unit.checks != checks_.size())
      refuse_at("/checks", fmt::format("The unit has {} checks, but {} stand before it.",
                                       unit.checks, checks_.size()));
    for (const auto& check : checks_)
      if (check.area != unit.area) refuse_at("/area", "The checks before it are of another area.");
    if (!names_.emplace(unit.area, unit.name).second)
      refuse_at("/unit", "This unit stands twice in the file. Take one of the two out.");
    unit.result.decided = std::exchange(checks_, {});
    out_.units.push_back({{.area = std::move(unit.area), .name = std::move(unit.name)},
                          std::move(unit.result),
                          line_});
    out_.bytes_kept = end;
    out_.ended = false;
  }
  void follow(SummaryLine& summary, std::size_t) { out_.ended = !summary.counts.interrupted; }
  void follow(DerivedLine&, std::size_t) {}

  RecordedCampaign out_;
  std::set<std::pair<std::string, std::string>> names_;  // Of the units: area and name.
  std::vector<CheckResult> checks_;                      // Not yet followed by their unit.
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
