// What a gate ended with: one value, which the terminal, pages and files of CI systems all show.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "conformance/gate/report.h"

namespace tools {

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
