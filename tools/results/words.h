// The words of a result in files and prints.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
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

// What a gate ended with: one value, which the terminal, pages and files of CI systems all show.

enum class Verdict : std::uint8_t {
  Passed,
  Failed,
  Incomplete,     // Nothing failed, and not all was judged.
  JudgedNothing,  // What was selected says nothing of the subject.
  NothingSelected,
  Interrupted,
  Broken,  // The harness failed.
};
// In files, and as a person reads them.
inline constexpr std::array<std::string_view, 7> verdict_words{
    "passed", "failed", "incomplete", "judged_nothing", "nothing_selected", "interrupted", "error"};
inline constexpr std::array<std::string_view, 7> verdict_names{
    "passed", "FAILED", "INCOMPLETE", "NOTHING JUDGED", "NOTHING SELECTED", "INTERRUPTED", "ERROR"};

struct GateEnd {
  Verdict verdict = Verdict::Passed;
  int exit = 0;
  std::string says = {};    // "0 of 40 rows exhausted within the quick bounds"
  std::string counts = {};  // "12 checks passed, 1 failed": of what it decided, by their outcomes.

  std::string_view word() const { return verdict_words[static_cast<std::size_t>(verdict)]; }
  std::string_view name() const { return verdict_names[static_cast<std::size_t>(verdict)]; }
  bool is_bad() const {
    return verdict == Verdict::Failed || verdict == Verdict::JudgedNothing ||
           verdict == Verdict::Broken;
  }
  bool is_good() const { return verdict == Verdict::Passed; }
  // "INCOMPLETE: 0 of 40 rows exhausted within the quick bounds"
  std::string line() const { return std::string(name()) + (says.empty() ? "" : ": " + says); }
};

// How a result that neither passed nor fails the gate is told, in one line: "not applicable: the
// subject does not work by r2", "known to fail: it reads once".
std::string said_of(const conformance::CheckResult& result);

// The rows that are red only through the one that this failure is of, by its rule: "2 rows: turn,
// session"; empty: none.
std::string rows_through(const conformance::CheckResult& result,
                         std::span<const conformance::CheckResult> all);

}  // namespace tools
