#include "modality/scenario_writer.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "sim/modality/words.h"

namespace sim::modality {
namespace {

using nlohmann::ordered_json;

class BodyWriter {
 public:
  explicit BodyWriter(const std::vector<Instruction>& body) : body_(body) {}

  std::optional<ordered_json> write() {
    auto out = list(0);
    if (!fits_ || at_ != body_.size()) return std::nullopt;
    return out;
  }

 private:
  bool is_call(Method method) const {
    return at_ < body_.size() && body_[at_].op == Op::Call && body_[at_].call.method == method;
  }

  // Up to the end of the block, or of the body.
  ordered_json list(std::size_t depth) {
    auto out = ordered_json::array();
    while (at_ < body_.size() && !is_call(Method::LeaveModalDialogAllowed)) {
      if (!is_call(Method::EnterModalDialogAllowed)) {
        out.push_back(instruction(body_[at_++]));
        continue;
      }
      ++at_;
      out.push_back({{"allowed", list(depth + 1)}});
      if (at_ < body_.size()) {
        ++at_;
      } else {
        // Only what leaves the script for good leaves a block open.
        const auto last = body_.back().op;
        fits_ = fits_ && (last == Op::Throw || last == Op::Never);
      }
    }
    fits_ = fits_ && (depth > 0 || at_ == body_.size());
    return out;
  }

  static ordered_json instruction(const Instruction& what) {
    switch (what.op) {
      case Op::Open: return {{"open", name(what.kind)}};
      case Op::Sleep: return {{"sleep_ms", what.ms}};
      case Op::Call: return method_call(what.call);
      case Op::Edit:
      case Op::WriteDisk:
      case Op::OpenNonModal:
      case Op::CloseTop:
      case Op::ReadIndex:
      case Op::Throw:
      case Op::IgnoreCancel:
      case Op::Never: break;
    }
    return name(what.op);
  }

  static ordered_json method_call(const MethodCall& call) {
    const auto found = std::ranges::find(callable_methods, call.method, &CallableMethod::method);
    ordered_json out{{"call", found == callable_methods.end() ? "" : found->name}};
    if (!call.await_dispose) out["await_dispose"] = false;
    if (call.force) out["force"] = true;
    if (call.project_only) out["project_only"] = true;
    return out;
  }

  const std::vector<Instruction>& body_;
  std::size_t at_ = 0;
  bool fits_ = true;
};

}  // namespace

std::optional<ordered_json> body_json(const std::vector<Instruction>& body) {
  return BodyWriter(body).write();
}

ordered_json result_json(const ExpectedResult& result) {
  ordered_json out{{"verdict", verdict_names[index_of(result.verdict)]}};
  if (result.verdict == Verdict::Failed) {
    out["stage"] = port::word(result.stage);
    out["reason"] = reason_names[index_of(result.reason)];
  }
  const auto add = [&](const char* name, const auto& field) {
    if (field) out[name] = *field;
  };
  add("body_starts", result.body_starts);
  add("on_disk", result.on_disk);
  add("closed", result.closed);
  if (result.warnings) {
    auto& warnings = out["warnings"] = ordered_json::array();
    for (std::size_t i = 0; i < warning_names.size(); ++i)
      if ((*result.warnings >> i & 1u) != 0) warnings.push_back(warning_names[i]);
  }
  add("screenshots", result.screenshots);
  add("thread_dumps", result.thread_dumps);
  add("writes", result.writes);
  add("looks", result.looks);
  add("close_order", result.close_order);
  return out;
}

ordered_json expectation_json(const Expectation& expect) {
  ordered_json out{{"results", ordered_json::array()}};
  for (const auto& result : expect.results) out["results"].push_back(result_json(result));
  return out;
}

}  // namespace sim::modality
