// The subject that a name stands for.
#pragma once
#include <memory>
#include <string_view>

#include "conformance/ack/judged.h"
#include "conformance/run/plan.h"
#include "port/ack/words.h"
#include "sim/ack/plan.h"
#include "sim/ack/subject.h"

namespace conformance::ack {

// The engine for "engine", the mutant for "mutant:NAME", else a program; it must exist. All work by
// the table, or by one of their own, that outlives it.
std::shared_ptr<const sim::ack::Subject> subject_of(std::string_view name,
                                                    const port::ack::Table& table);

// Judged worlds of the subject, by the revision of the plan.
JudgedWorlds judged_worlds(const sim::ack::Plan& plan, const Candidate& subject);

}  // namespace conformance::ack
