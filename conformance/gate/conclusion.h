// What a gate comes to when its units are put together: counts, rows, exercised rules.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/gate/campaign.h"

namespace conformance {

class Conclusion {
 public:
  Conclusion(const GateOptions& options, Listener& listener)
      : options_(options), listener_(listener) {}

  void add_area(const AreaShape& shape);
  // A unit of that area, in the order of the campaign. Tells the listener its results.
  void add(std::size_t area, const Unit& unit, const UnitResult& result);
  // Tells rows and exercised rules, if nothing is missing, and gives the summary.
  GateSummary end();

  // How far it came is for the caller to set.
  GateSummary& summary() { return summary_; }

 private:
  struct Row {
    RowPart sum;
    bool told = false;  // Some unit was about it.
    double seconds = 0;
    bool alone = true;             // No unit was about other rows too, so the time is its own.
    bool shown_by_others = false;  // It fails, and only in worlds of other rows.
    bool searched_failed = false;  // A search of its own worlds has shown a failure.
    bool own_failed = false;       // It fails by what no row before it has shown.
  };
  struct Area {
    const AreaShape* shape = nullptr;
    std::vector<Row> rows = {};
    std::vector<std::vector<Soundness>> soundness = {};  // By row and column.
    std::vector<LieExample> examples = {};
    spec::Exercised exercised = {}, checked = {};
    spec::ClauseSet clauses = {};
    Proofs proofs = {};
    std::vector<CheckResult> through = {};  // Failures that rows only show.
    bool unsteady = false;                  // The subject is, and that was told.
    // The row that showed a failure first: by rule, what was wanted and came, and history.
    std::map<std::tuple<std::string, std::string, std::uint64_t>, std::string> first_rows = {};
  };

  void tell(const CheckResult& check, bool of_unit);
  void conclude(const std::vector<CheckResult>& decided);
  void count_once(Area& area, CheckResult& check);
  void own_rows(Area& area);
  void rows(const Area& area);
  void soundness(const Area& area);
  void determinism(const Area& area);
  void exercised_rules(const Area& area);
  void unmet_clauses(const Area& area);

  const GateOptions& options_;
  Listener& listener_;
  std::vector<Area> areas_;
  GateSummary summary_;
  std::set<std::string> broken_;  // Rules of checks that failed.
  std::uint64_t selected_ = 0, judged_ = 0;
};

}  // namespace conformance
