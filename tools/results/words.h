// The words of a result in files and prints.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"
#include "spec/clause.h"

namespace tools {

// By their enumerators.
inline constexpr std::array<std::string_view, conformance::outcomes> outcome_words{
    "pass",           "fail",  "not_exercised", "error",  "incomplete",
    "not_applicable", "known", "remark",        "through"};
using spec::level_words;
inline constexpr std::array<std::string_view, 3> budget_words{"quick", "full", "nightly"};
inline constexpr std::array<std::string_view, conformance::truths> truth_words{
    "true_ok", "true_error", "false_ok", "false_timeout", "unseen_success"};
// As a person reads them.
inline constexpr std::array<std::string_view, conformance::truths> truth_names{
    "true OK", "true error", "false OK", "false timeout", "unseen success"};

inline std::string_view word(conformance::Outcome outcome) {
  return outcome_words[static_cast<std::size_t>(outcome)];
}
inline std::string_view word(conformance::Budget budget) {
  return budget_words[static_cast<std::size_t>(budget)];
}
inline std::string_view word(conformance::Truth truth) {
  return truth_words[static_cast<std::size_t>(truth)];
}
inline std::string_view name_of(conformance::Truth truth) {
  return truth_names[static_cast<std::size_t>(truth)];
}
// One command that shows it.
std::string replay_command(const conformance::LieExample& example,
                           const conformance::Candidate& subject);

// "never     Save: s.result_is_out", "only if   Save: !act.force => s.committed".
std::string line_of(const spec::ClauseText& clause);
// Its form, what act it is about, its conditions as they are written, and the rule that it
// presupposes.
nlohmann::ordered_json to_json(const spec::ClauseText& clause, std::span<const spec::Rule> rules);

// A failure as one text: what it prints, or else what it is, and the command that shows it again.
std::string failure_text(const conformance::CheckResult& result);

// Text of any bytes as one line of JSON, or indented.
std::string dump(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace tools
