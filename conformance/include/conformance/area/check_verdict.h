// What a directed check of any area comes to.
#pragma once
#include <string>
#include <string_view>

namespace conformance {

struct CheckVerdict {
  bool holds = true;
  bool faulted = false;             // The subject itself failed (FLT-01): `got` says how.
  std::string not_applicable = {};  // Why it says nothing of this subject; then it holds.
  std::string want = {}, got = {};  // Texts in the words of show(); empty when it holds.
  std::string trace = {};           // One line per event with its commands.
};

// How a verdict is printed: rule, want, got, and the trace, whose middle may be left out.
std::string explain(std::string_view rule, std::string_view says, const CheckVerdict& verdict);

}  // namespace conformance
