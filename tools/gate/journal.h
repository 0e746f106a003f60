// The results file of a gate that may be killed at any moment and gone on with.
//
// Each unit is written whole, after its checks. What the kernel has is not lost when the
// program is killed; it is sent to the disk every second and at the end. The file is locked
// while it is written.
#pragma once
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "command/output.h"
#include "conformance/gate/campaign.h"
#include "gate/results_reader.h"

namespace tools {

class Journal {
 public:
  // "-" is stdout. A regular file is emptied first, but what an unfinished campaign left in
  // it is kept beside it under another name. Throws a UsageError if another process writes
  // it, or if it cannot be written.
  static std::unique_ptr<Journal> begin(const std::string& path, const CampaignIdentity& identity);
  // Goes on with what the file holds, if anything. Throws a UsageError as begin() does, and if
  // the file is of something else.
  static std::unique_ptr<Journal> go_on(const std::string& path, const CampaignIdentity& identity);

  // What the file held when it was opened.
  const RecordedCampaign& recorded() const { return recorded_; }

  void add(const conformance::Unit& unit, const conformance::UnitResult& result);
  void add(const conformance::CheckResult& result);  // Of the conclusion.
  void add(const conformance::SoundnessMatrix& matrix, const conformance::Candidate& subject);
  void add(const conformance::UnmetClause& clause);
  void finish(const SummaryLine& summary);
  bool failed() const { return output_->failed(); }

 private:
  Journal(std::shared_ptr<Output> output, RecordedCampaign recorded);

  std::shared_ptr<Output> output_;
  RecordedCampaign recorded_;
  std::set<std::pair<std::string, std::string>> held_;  // Area and name of recorded units.
  std::chrono::steady_clock::time_point synced_;
};

// Reads the whole results file; a UsageError if it cannot, if it is being written, or if
// it has over results_bytes_max.
RecordedCampaign read_results(const std::string& path);

}  // namespace tools
