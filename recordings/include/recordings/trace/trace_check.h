// A trace of a real IDE, backend or test run, judged by the clauses that judge simulated worlds.
//
// A trace is a file of JSON lines. Memory does not grow with it.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

class Area;

struct TraceFinding {
  std::uint64_t line = 0;  // Of the trace, from 1.
  std::int64_t time_ms = 0;
  std::optional<std::uint8_t> rule;  // By its index in the area's; none: it is a note.
  std::string says;
};
// Why a file is no trace, with what to do about it. `line` 0: it is about all of it.
struct BadTrace {
  std::uint64_t line = 0;
  std::string says;
};
// NotJudged: nothing that the trace tells shows anything of it.
enum class TraceOutcome : std::uint8_t { Pass, Fail, NotExercised, NotJudged };

using TraceSink = std::function<void(const TraceFinding&)>;
struct TraceRequest {
  // What happened may have been written down so much later or earlier than it did.
  std::chrono::milliseconds slack{};
  spec::RuleScope rules = {};
  TraceSink sink = {};
};

class TraceCheck {
 public:
  virtual ~TraceCheck() = default;
  TraceCheck(const TraceCheck&) = delete;
  TraceCheck& operator=(const TraceCheck&) = delete;

  // False: it is no trace, and nothing more is read.
  virtual bool feed(std::string_view bytes) = 0;
  // The trace ended; what was owed then is not missing.
  virtual bool finish() = 0;

  virtual const std::optional<BadTrace>& error() const = 0;
  virtual std::uint64_t lines() const = 0;
  // Of rules by their index in the area's.
  virtual TraceOutcome outcome(std::uint8_t rule) const = 0;
  virtual std::uint64_t broken(std::uint8_t rule) const = 0;  // So many times.
  // Of its clauses: how many are judged, of how many.
  struct Judged {
    std::size_t clauses = 0, of = 0;
  };
  virtual Judged judged(std::uint8_t rule) const = 0;
  // Where the lines break it in their order, and within the slack another order is right.
  struct Hidden {
    std::uint64_t times = 0, line = 0;  // The first one.
  };
  virtual Hidden hidden(std::uint8_t) const { return {}; }

 protected:
  TraceCheck() = default;
};

// Judges traces of an area that has some: its CheckFacts say how late a line may stand.
std::unique_ptr<TraceCheck> trace_check(const Area& area, const TraceRequest& request);

// Of the clauses of a rule, those that are on.
inline TraceCheck::Judged judged_of(std::span<const spec::ClauseText> clauses,
                                    const spec::ClauseSet& on, std::uint8_t rule) {
  TraceCheck::Judged out;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i].rule != rule) continue;
    ++out.of;
    out.clauses += on.has(i) ? 1u : 0u;
  }
  return out;
}

}  // namespace conformance
