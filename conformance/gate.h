// The parts of the modality gate, as units of a campaign.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/campaign.h"
#include "conformance/check.h"
#include "conformance/explored.h"
#include "conformance/modality_plans.h"

namespace conformance {

class ModalityGate final : public AreaGate {
 public:
  explicit ModalityGate(GateOptions options);
  ModalityGate(const ModalityGate&) = delete;  // The units refer to this one.
  ModalityGate& operator=(const ModalityGate&) = delete;

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

  void add_directed_checks();
  void add_scenarios();
  void add_table();
  void add_samples();

  void directed_check(const PolicyCheck& check, Work& work) const;
  void search_table(const TablePart& part, Work& work) const;
  void meet_alone(std::size_t cell, Work& work) const;
  void sample(std::size_t cell, std::uint64_t first, std::uint64_t end, Work& work) const;

  std::uint64_t samples_per_line() const;

  GateOptions options_;
  AreaShape shape_;
  std::vector<Unit> units_;
  std::vector<Job> jobs_;  // Of each unit.
};

}  // namespace conformance
