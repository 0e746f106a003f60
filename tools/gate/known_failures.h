// What a subject is known to fail, with a reason each: a file beside the subject, so that a gate is
// green until something else fails, and red when one of these no longer does.
//
// An entry names a check, the rule that fails in it, and what was wanted and came. A check that
// fails otherwise than that is as red as one that is not listed, and what a subject that crashes
// would have done nobody knows: FLT-01 is never known.
#pragma once
#include <string>
#include <vector>

#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "results/known_file.h"

namespace tools {

class KnownFailures {
 public:
  KnownFailures() = default;
  // Throws a UsageError for what is no such file, or names what the campaign has not.
  KnownFailures(const std::string& file, const conformance::Campaign& campaign);
  KnownFailures(const sim::ParsedFile& file, const conformance::Campaign& campaign);

  // Of all results of a gate that came to its end: those that are listed and fail as listed are
  // known; for each that is listed and does not fail so, one more fails.
  void apply(std::vector<conformance::CheckResult>& results,
             conformance::GateSummary& summary) const;

 private:
  void check(const conformance::Campaign& campaign) const;

  std::string file_;
  std::vector<KnownFinding> known_;
};

// A file that lists these failures, and how many of them; crashes are counted apart.
struct WrittenKnown {
  std::string text;
  std::size_t listed = 0, refused = 0;
};
WrittenKnown known_failures_of(const std::vector<conformance::CheckResult>& results);

}  // namespace tools
