// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"
#include "conformance/run/sample.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"
#include "sim/modality/subject.h"
#include "sim/program/program.h"
#include "sim/search/parallel.h"
#include "trace/sampled_runs.h"

namespace conformance::modality {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist.
std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits,
                                                         port::modality::Revision revision = {});

// A program that runs script calls. It is told the limits, and whose table holds if not the usual
// one.
std::shared_ptr<const sim::modality::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                              const port::modality::Limits& limits,
                                                              port::modality::Revision revision);

// Random runs of a line of the table: real constants, several entries, events and steps. The row of
// the request is a line of the table.
Sampled sample_line(const SampleRequest& request, const sim::Parallel& parallel, const GoOn& go_on);

// The plan outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::modality::Plan& plan, const Candidate& subject);

// What a judge sees of such a call.
using TraceItem =
    std::variant<port::modality::Happening, port::modality::Fact, port::modality::Command>;
struct RunItem {
  TraceItem what;
  std::uint32_t run = 0;  // 0: the line names none.
  bool is_named = false;
  // What the log leaves out of a result, or of what a method gives.
  bool lacks_retry = false, lacks_blocker = false, lacks_value = false;

  RunItem(TraceItem item, std::uint32_t of = 0, bool named = false)
      : what(std::move(item)), run(of), is_named(named) {}
  template <class What>
  RunItem(const sim::modality::OfRun<What>& of) : RunItem(of.what, of.run + 1u, true) {}
};
// Runs of that plan, which an engine keeps: they show which clauses a trace can judge.
void sampled_runs(const sim::modality::Plan& plan, std::uint64_t count,
                  const EachRun<RunItem>& each);

}  // namespace conformance::modality
