// Runs of calls that an engine keeps, as their judge sees them.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "conformance/run/sampled_runs.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"

namespace conformance::modality {

// What a judge sees of such a call.
using TraceItem =
    std::variant<port::modality::Happening, port::modality::Fact, port::modality::Command>;
struct RunItem {
  TraceItem what;
  std::uint32_t run = 0;  // 0: the line names none.
  bool is_named = false;
  // What the log leaves out of a result, or of what a method gives.
  bool lacks_retry = false, lacks_blocker = false, lacks_value = false;

  RunItem(const TraceItem& item, std::uint32_t of = 0, bool named = false)
      : what(item), run(of), is_named(named) {}
  template <class What>
  RunItem(const sim::modality::OfRun<What>& of) : RunItem(of.what, of.run + 1u, true) {}
};
// These runs of that plan, which an engine keeps: they show which clauses a trace can judge.
void sampled_runs(const sim::modality::Plan& plan, std::span<const std::uint32_t> runs,
                  const EachRun<RunItem>& each);

}  // namespace conformance::modality
