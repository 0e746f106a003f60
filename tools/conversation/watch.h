// Judges what a client that is driven and its servers say, as `orrery check` does: a process after
// the other, by what is known of the version that each says it is.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "conversation/tape.h"
#include "recordings/appserver/check.h"

namespace tools {

class Watch {
 public:
  using Finding = conformance::appserver::TranscriptFinding;
  using Told = std::function<void(const Finding& finding)>;

  Watch(const spec::appserver::Dialect& dialect, Told told)
      : dialect_(dialect), told_(std::move(told)) {
    begin_part();
  }
  void see(const Tape::RecordedLine& line) {
    check_->take(line);
    keep_version();
  }
  // What follows is of another process.
  void begin_part() {
    finish();
    notes_.clear();
    check_.emplace(dialect_, [this](const Finding& finding) { take(finding); });
  }
  void finish() {
    if (!check_) return;
    check_->finish();
    keep_version();
    check_.reset();
  }

  std::uint64_t breaches() const { return breaches_; }
  // Of the last server that told it.
  spec::appserver::Version version() const { return version_; }

 private:
  void keep_version() {
    if (check_->version().is_known()) version_ = check_->version();
  }
  // A note is told once.
  void take(const Finding& finding) {
    constexpr std::size_t notes_max = 64;
    const bool breach = finding.rule != spec::no_rule;
    breaches_ += breach ? 1 : 0;
    if (breach || (notes_.size() < notes_max && notes_.insert(finding.says).second)) told_(finding);
  }

  const spec::appserver::Dialect& dialect_;
  Told told_;
  std::optional<conformance::appserver::TranscriptCheck> check_;
  std::set<std::string> notes_;
  std::uint64_t breaches_ = 0;
  spec::appserver::Version version_{};
};

}  // namespace tools
