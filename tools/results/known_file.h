// What somebody's client or server is known to fail, with a reason each, in the format of the file
// that `orrery conform --known` reads: a command is green until something else fails, and red when
// what is listed no longer does.
//
//   {"known_failures": 2, "known": [{"check": "recording", "rule": "RPC-05",
//     "fails": "the request of the server is not answered within 120 s", "because": "bug 7"}]}
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/files/scenario_file.h"

namespace tools {

struct KnownFinding {
  std::string check;  // What was tried, or "recording"; of a gate "directed/ACK-05 ...".
  std::string rule;   // Empty: an end that a scenario does not expect.
  std::string fails;  // As it is said.
  std::string because = {};
  bool operator==(const KnownFinding&) const = default;
};

// Throws a UsageError for what is no such file, and for an entry without a reason.
std::vector<KnownFinding> read_known_file(const std::string& file);
std::vector<KnownFinding> read_known_file(const sim::ParsedFile& file);
// A file that lists these.
std::string known_file(std::vector<KnownFinding> known);

class KnownFindings {
 public:
  KnownFindings() = default;
  // As read_known_file().
  explicit KnownFindings(const std::string& file);

  // Why it is known; null if it is not. `finding.because` is not looked at; what was tried tells
  // one from another, and of a recording what is said.
  const std::string* find(const KnownFinding& finding);
  // The rule was judged in this check, and not broken.
  void passed(std::string_view check, std::string_view rule);
  // What is to be said of each entry that passed and was not found.
  std::vector<std::string> stale() const;

 private:
  struct Entry {
    KnownFinding known;
    bool found = false, passed = false;
  };
  std::string file_;
  std::vector<Entry> entries_;
};

inline constexpr std::string_view recording_check = "recording";

}  // namespace tools
