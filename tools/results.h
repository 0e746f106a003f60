// results.jsonl: one JSON object per check, written whole as soon as it is decided, then one
// with the summary.
//
//   {"rule","area","level","check","outcome","worlds","states","runs","message","replay"}
//   {"summary":{...}}
//
// level is must, should or proposed; outcome is pass, fail, not_exercised, error or skipped.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "conformance/report.h"
#include "output.h"

namespace tools {

std::string_view word(conformance::Outcome outcome);
std::string_view word(spec::Level level);

nlohmann::ordered_json to_json(const conformance::CheckResult& result);
nlohmann::ordered_json to_json(const conformance::RowResult& row);
nlohmann::ordered_json to_json(const conformance::SearchTotals& totals);

// Text of any bytes as one line of JSON, or indented.
std::string dump(const nlohmann::ordered_json& value, int indent = -1);

class ResultsFile {
 public:
  explicit ResultsFile(std::shared_ptr<Output> output) : output_(std::move(output)) {}
  void add(const conformance::CheckResult& result);
  void finish(const nlohmann::ordered_json& summary);
  bool failed() const { return output_->failed(); }

 private:
  std::shared_ptr<Output> output_;
};

}  // namespace tools
