// The subject that a name stands for, and what drivers run of it.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "conformance/run/any_model.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "port/ack/words.h"
#include "sim/ack/plan.h"
#include "sim/ack/subject.h"

namespace conformance::ack {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist. All work by
// the table, or by one of their own, that outlives it.
std::shared_ptr<const sim::ack::Subject> subject_of(std::string_view name,
                                                    const port::ack::Table& table);

// By the revision of the plan, which outlives it.
std::unique_ptr<const AnyModel> model_of(const sim::ack::Plan& plan, const Candidate& subject);

// Searched for how calls end, too: each kind of lie is a finding with its shortest run. With
// stop_at_first, lies end the search, too. A plan of two calls tells no endings: whose lie it is
// depends on the other one.
Explored explore_calls(const sim::ack::Plan& plan, const Candidate& subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel);

}  // namespace conformance::ack
