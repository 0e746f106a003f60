#include "recording/check_description.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "area/check_input.h"
#include "command/numbers.h"
#include "command/options.h"
#include "command/output.h"
#include "command/terminal.h"
#include "conformance/area/areas.h"
#include "conformance/area/words.h"
#include "conformance/story/print.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::DescriptionFinding;
using nlohmann::ordered_json;

// Nobody reads a longer description.
constexpr std::size_t description_max = std::size_t{1} << 20;

std::string text_of_input(const std::string& path) {
  CheckInput input(path);
  std::string out;
  for (auto bytes = input.read(); !bytes.empty(); bytes = input.read()) {
    out += bytes;
    if (out.size() > description_max)
      throw UsageError(fmt::format("{}: it is longer than 1 MiB; give the text alone.", path));
  }
  if (!input.error().empty()) throw UsageError(fmt::format("{}: {}.", path, input.error()));
  if (out.find_first_not_of(" \t\r\n") == out.npos)
    throw UsageError(fmt::format("{}: it is empty; give the text that callers read.", path));
  return out;
}

// Whether one of the rules that the fact rests on must be kept.
bool is_must(const DescriptionFinding& finding) {
  for (std::size_t at = 0; at < finding.rules.size();) {
    const auto end = std::min(finding.rules.find(' ', at), finding.rules.size());
    const auto* rule = conformance::find_rule(finding.rules.substr(at, end - at));
    if (rule != nullptr && rule->level == spec::Level::Must) return true;
    at = end + 1;
  }
  return false;
}

void print(const std::string& name, const DescriptionFinding& finding) {
  const Paint paint(STDOUT_FILENO);
  const auto place =
      finding.contradicted ? fmt::format("{}:{}", shown(name), finding.line) : shown(name);
  const auto* what = finding.contradicted ? "contradicts" : is_must(finding) ? "lacks" : "may add";
  print_out(fmt::format("{}: {} ({}, {})\n", place,
                        finding.contradicted || is_must(finding) ? paint.bad(what) : what,
                        finding.fact, finding.rules) +
            conformance::print_field("", finding.says));
}

}  // namespace

int check_description(const conformance::Area& area, const std::string& path, bool json) {
  const auto name = path == "-" ? std::string("stdin") : path;
  const auto findings = area.words().judge_description(text_of_input(path));
  if (!findings)
    throw UsageError(
        fmt::format("--description: the area {} has no tool that is described; "
                    "modality has one.",
                    area.name()));
  std::size_t denied = 0, lacking = 0;
  auto all = ordered_json::array();
  for (const auto& finding : *findings) {
    denied += finding.contradicted ? 1u : 0u;
    lacking += !finding.contradicted && is_must(finding) ? 1u : 0u;
    if (!json) print(name, finding);
    ordered_json row{{"fact", finding.fact},
                     {"rules", finding.rules},
                     {"says", finding.says},
                     {"must", is_must(finding)},
                     {"found", finding.contradicted ? "contradicted" : "lacking"}};
    if (finding.contradicted) row["line"] = finding.line;
    all.push_back(std::move(row));
  }
  const bool good = denied + lacking == 0;
  const Paint paint(STDOUT_FILENO);
  if (json)
    print_out(dump({{"file", name}, {"outcome", good ? "pass" : "fail"}, {"findings", all}}) +
              "\n");
  else
    print_out(fmt::format("{}: {}: {} contradicted, {} lacking, {} that could be added\n",
                          shown(name), good ? paint.good("passed") : paint.bad("FAILED"),
                          counted(denied, "fact"), lacking, findings->size() - denied - lacking));
  return good ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
