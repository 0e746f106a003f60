// The parts of the acknowledgement gate, as units of a campaign.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "conformance/ack_check.h"
#include "conformance/ack_explored.h"
#include "conformance/ack_plans.h"
#include "conformance/campaign.h"

namespace conformance::acks {

class AckGate final : public AreaGate {
 public:
  explicit AckGate(GateOptions options);
  AckGate(const AckGate&) = delete;  // The units refer to this one.
  AckGate& operator=(const AckGate&) = delete;

  const AreaShape& shape() const override { return shape_; }
  const std::vector<Unit>& units() const override { return units_; }
  UnitResult run(std::size_t unit, const sim::Parallel& parallel,
                 Listener& listener) const override;
  std::uint64_t behaviour() const override;

 private:
  struct Work {
    const sim::Parallel& parallel;
    Listener& listener;
    UnitScribe scribe;
  };
  using Job = std::function<void(Work&)>;
  void add(Unit unit, Job job);

  // What is searched for one line of the table.
  struct RowSearch {
    std::uint32_t line;  // Of the shape.
    spec::ack::Revision revision;
    std::vector<PlanKind> kinds;
    std::size_t row;  // Of that revision's table.
  };

  void add_directed_checks();
  void add_scenarios();
  void add_rows();
  void add_row(RowName name, spec::ack::Revision revision, std::vector<PlanKind> kinds,
               std::size_t row, std::uint64_t cost);
  void add_samples();

  void directed_check(const Check& check, Work& work) const;
  void search_row(const RowSearch& search, Work& work) const;
  void take_endings(std::uint32_t line, const std::string& world, const Explored& found,
                    UnitResult& out) const;
  void sample(std::size_t row, std::uint64_t first, std::uint64_t end, Work& work) const;

  std::uint64_t samples_per_row() const;

  GateOptions options_;
  spec::ack::Revision revision_;
  AreaShape shape_;
  std::vector<Unit> units_;
  std::vector<Job> jobs_;  // Of each unit.
};

}  // namespace conformance::acks
