// Follows one gate: results into their files as they are decided, progress on stderr, and
// what a person or a program reads at the end.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/options.h"
#include "command/terminal.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/report.h"
#include "conformance/gate/suite.h"
#include "gate/area_lines.h"
#include "gate/journal.h"
#include "gate/known_failures.h"
#include "report/report.h"
#include "results/formats.h"
#include "results/words.h"

namespace tools {

class GateReport : public conformance::Listener {
 public:
  // `journal` may be null. With `time`, random runs share what the search left of it.
  GateReport(std::unique_ptr<Journal> journal, const conformance::Campaign& campaign,
             std::optional<std::chrono::milliseconds> time);

  void unit_begins(const conformance::Unit& unit) override;
  void unit_told(const conformance::Unit& unit, conformance::UnitResult& result) override;
  void decided(const conformance::CheckResult& result) override;
  void concluded(const conformance::CheckResult& result) override;
  void row(const conformance::RowResult& row) override;
  void soundness(const conformance::SoundnessMatrix& matrix) override;
  void clause_not_met(const conformance::UnmetClause& clause) override;
  void searched(std::string_view area, const conformance::SearchTotals& totals) override;
  void progress(const conformance::Progress& progress) override;
  bool keep_going() override;
  bool more_runs() override;

  // What is listed there does not fail.
  void know(KnownFailures known) { known_ = std::move(known); }

  // To be called once, after the gate.
  void finish(const conformance::GateSummary& summary, const conformance::GateOptions& options,
              const conformance::Shard& shard);

  int exit_code() const;
  // The one value that everything that is written shows.
  GateEnd end() const;
  const std::vector<conformance::CheckResult>& results() const { return results_; }
  const std::string& subject() const { return options_.subject; }
  // When it began, and what was judged: of a program a digest of its files.
  void dated(std::string date, std::string judged) {
    date_ = std::move(date);
    judged_ = std::move(judged);
  }
  // What fits one screen if all is well, or all there is to say.
  std::string text(const Paint& paint, bool details) const;
  std::string json() const;
  ReportData data() const;
  // For the page of a CI run, in Markdown.
  std::string step_summary(const Places& places) const;

 private:
  std::string table(const Paint& paint) const;
  std::string matrices(const Paint& paint) const;
  std::string verdict(const Paint& paint) const;
  std::string headline() const;
  std::string remarks(const Paint& paint) const;
  std::string left_out() const;
  // By area that failed: the tables that a program was judged by whose greeting names none of them.
  std::map<std::string, std::vector<std::string>> revisions_assumed() const;
  std::string how_to_name_revisions() const;
  std::vector<std::string> counts() const;
  std::vector<std::string> searches() const;
  std::string proofs() const;
  SummaryLine summary_fields() const;
  bool is_lost() const;  // Results could not be written: there is no use in going on.
  bool has_failed() const;
  bool is_incomplete() const;
  // A subject that is not the same twice first.
  std::vector<conformance::CheckResult> in_order() const;

  std::unique_ptr<Journal> journal_;
  std::optional<std::chrono::milliseconds> time_;
  ProgressLine line_;
  std::vector<conformance::CheckResult> results_;
  std::vector<conformance::RowResult> rows_;
  std::vector<conformance::SoundnessMatrix> matrices_;
  std::vector<conformance::UnmetClause> unmet_;
  std::vector<conformance::SearchTotals> searches_;
  AreaWorlds worlds_;
  std::vector<conformance::CheckResult> concluded_;  // Of the results, those of no unit.
  double search_seconds_ = 0;
  std::optional<double> unit_began_;  // Of the unit that is running.
  bool has_run_ = false;              // Any unit: not so in a merge, whose time says nothing.
  std::string phase_;
  double phase_began_ = 0;
  std::size_t lines_ = 0;        // Of random runs, in the tables of all areas:
  std::size_t lines_begun_ = 0;  // those that have begun.
  bool time_is_up_ = false;      // In a search.
  KnownFailures known_;
  conformance::GateSummary summary_;
  conformance::GateOptions options_;
  conformance::Shard shard_;
  std::string date_, judged_;
};

// What a gate leaves behind when it ended: the print, files for CI systems, annotations. `conform`
// and `merge` share the options for it.

class GateOutputs {
 public:
  static void add_options(CommandLine& line);
  // Looks at what will be written, so that a mistake is told before anything runs.
  explicit GateOutputs(const CommandLine& line);

  // To be called once, after report.finish(). Gives the exit code.
  int write(const GateReport& report) const;

 private:
  void print(const GateReport& report, const Places& places) const;

  bool json_, details_;
  bool results_on_stdout_;
  std::vector<std::optional<std::string>> files_;  // Of each format.
  std::string folder_;                             // Empty for none.
  std::optional<Place> place_;
};

}  // namespace tools
