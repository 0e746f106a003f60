// A program that acknowledges tool calls.
#pragma once
#include <memory>
#include <string>

#include "port/ack/words.h"
#include "sim/ack/subject.h"
#include "sim/program/any_stepper.h"
#include "sim/program/program.h"

namespace conformance::ack {

// It is told the revision of the table, which outlives it, and works by a table of its own; of one
// that was added it is told the rows, too. Its
// answers tell, beside commands, how its panes are: "panes".
std::shared_ptr<const sim::ack::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                         const port::ack::Table& table);

// Any subject that works by the table, which outlives it, in the same words.
std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::ack::Subject> subject,
                                         const port::ack::Table& table);

// port::vocabulary() in the names that it uses.
std::string vocabulary();
std::string facts_vocabulary();

}  // namespace conformance::ack
