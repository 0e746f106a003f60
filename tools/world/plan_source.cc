#include "world/plan_source.h"

#include <fstream>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "command/nearest.h"
#include "command/options.h"
#include "command/selection.h"
#include "conformance/ack/plans.h"
#include "conformance/modality/plans.h"
#include "conformance/run/sample.h"

namespace tools {
namespace {

// "sample:3:1:17" as its three numbers.
std::optional<sim::modality::Plan> sampled(std::string_view typed) {
  std::vector<std::uint64_t> numbers;
  for (typed.remove_prefix(std::string_view("sample:").size()); numbers.size() < 3;) {
    const auto colon = typed.find(':');
    const auto number = parse_number(typed.substr(0, colon));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (colon == std::string_view::npos) break;
    typed.remove_prefix(colon + 1);
  }
  if (numbers.size() != 3 || numbers[0] >= conformance::modality::table_cells) return std::nullopt;
  return conformance::modality::sampled_plan(numbers[0], numbers[1], numbers[2]);
}

PlanSource table_part(const std::string& typed) {
  std::string valid;
  for (const auto budget : {conformance::Budget::Quick, conformance::Budget::Full}) {
    for (const auto& part : conformance::modality::table_parts(budget)) {
      if (typed == "table:" + part.name)
        return {.name = typed, .plan = conformance::modality::table_plan(part.budget, part.cells)};
      valid += (valid.empty() ? "table:" : ", table:") + part.name;
    }
  }
  throw UsageError(fmt::format("\"{}\" is not a table. Valid: {}.", typed, valid));
}

std::vector<std::string> ack_worlds() {
  auto out = conformance::ack::plan_names(spec::ack::Revision::R1);
  for (auto& name : conformance::ack::plan_names(spec::ack::Revision::R2))
    out.push_back(std::move(name));
  return out;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

PlanSource plan_source(const std::string& typed) {
  if (typed.starts_with("table:")) return table_part(typed);
  if (typed.starts_with("sample:")) {
    auto plan = sampled(typed);
    if (plan) return {.name = typed, .plan = std::move(*plan)};
    throw UsageError(
        fmt::format("\"{}\" is not a sample. Valid: sample:LINE:SEED:RUN with LINE "
                    "from 0 to {}.",
                    typed, conformance::modality::table_cells - 1));
  }
  if (auto plan = conformance::ack::plan_named(typed))
    return {.name = typed, .plan = std::move(*plan)};
  if (typed.starts_with("ack:"))
    throw UsageError(
        fmt::format("\"{}\" is not a world of tool calls. Valid: ack:REVISION:ROW, "
                    "ack:REVISION:KIND:ROW. Did you mean \"{}\"?",
                    typed, nearest(typed, ack_worlds())));
  auto scenario = load_named_scenario(typed);
  return {.name = typed,
          .plan = std::move(scenario.plan),
          .expect = std::move(scenario.expect),
          .text = read(scenario_path(typed)),
          .rules = std::move(scenario.rules),
          .coarse_because = std::move(scenario.coarse_because)};
}

}  // namespace tools
