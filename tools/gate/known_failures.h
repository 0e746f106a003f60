// What a subject is known to fail, with a reason each: a file beside the subject, so that a gate is
// green until something else fails, and red when one of these no longer does.
//
//   {"known_failures":1,"known":[{"name":"ACK-05","because":"it reads once"}]}
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "sim/files/scenario_file.h"

namespace tools {

struct KnownFailure {
  std::string name;  // A rule, or a check: "directed/ACK-05 ...", "scenario/ack/deadline_tie".
  std::string because;
  bool operator==(const KnownFailure&) const = default;
};

class KnownFailures {
 public:
  KnownFailures() = default;
  // Throws a UsageError for what is no such file, or names what the campaign has not.
  KnownFailures(const std::string& file, const conformance::Campaign& campaign);
  KnownFailures(const sim::ParsedFile& file, const conformance::Campaign& campaign);

  // Of all results of a gate that came to its end: those that are listed and fail are skipped and
  // counted; for each that is listed and passes, one more fails.
  void apply(std::vector<conformance::CheckResult>& results, conformance::GateSummary& summary);
  std::uint64_t count() const { return count_; }

 private:
  std::string file_;
  std::vector<KnownFailure> known_;
  std::uint64_t count_ = 0;
};

// A file that lists the rules that these break, or the checks that fail without one.
std::string known_failures_text(const std::vector<conformance::CheckResult>& results);

}  // namespace tools
