// The files of an area: scenarios, read and written, made of runs, shrunk, and what they expect;
// and tables and limits of whoever asks.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/plan.h"
#include "conformance/run/scenario.h"
#include "sim/files/shrink_words.h"

namespace conformance {

// Of what a world holds: {"modal entry", "modal entries", 2}.
struct RunPart {
  std::string_view one, many;
  std::size_t count = 0;
  bool operator==(const RunPart&) const = default;
};

class AreaFiles {
 public:
  virtual ~AreaFiles() = default;
  AreaFiles(const AreaFiles&) = delete;
  AreaFiles& operator=(const AreaFiles&) = delete;

  // A scenario of a file that says that it is about this area.
  virtual LoadedAnyScenario read(const sim::ParsedFile& file) const = 0;
  // Of such a file, for editors: what each word of it means.
  virtual nlohmann::ordered_json schema() const = 0;
  // The document, or why there is none.
  virtual std::variant<nlohmann::ordered_json, std::string> write(
      const AnyScenario& scenario) const = 0;
  virtual std::variant<AnyPinned, std::string> pin(const PlanRef& plan,
                                                   std::span<const sim::Choice> choices) const = 0;
  virtual sim::ShrinkWords shrink_words() const { return {}; }
  // What a reader of such a world has to take in; always the same parts, in one order.
  virtual std::vector<RunPart> parts_of(const PlanRef& plan) const = 0;
  // Whether only the instants at which a window begins or ends are searched.
  virtual bool has_coarse_grid(const PlanRef& plan) const = 0;

  virtual std::uint32_t matching(const AnyExpectation& expect,
                                 const AnyModel::Outcome& outcome) const = 0;
  virtual std::vector<std::string> unexpected_lies(const AnyExpectation&, std::uint16_t) const {
    return {};
  }

  virtual bool takes_tables() const { return false; }
  // A table of whoever asks, in a file, as one more revision: what that is called. To be done
  // before anything is made of the area.
  virtual std::variant<std::string, sim::ScenarioError> add_table(
      const sim::ParsedFile& file) const;
  // The table of a revision as such a file.
  virtual nlohmann::ordered_json table_document(std::string_view revision) const;
  // Of such a file, for editors; null: there is none.
  virtual nlohmann::ordered_json table_schema() const;
  virtual bool takes_limits() const { return false; }
  // Bounds and periods of whoever asks, in a file: worlds with the real ones have these from then
  // on. To be done before anything is made of the area.
  virtual std::optional<sim::ScenarioError> take_limits(const sim::ParsedFile& file) const;

 protected:
  AreaFiles() = default;
};

}  // namespace conformance
