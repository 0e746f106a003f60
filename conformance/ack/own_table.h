// A tool table of whoever asks as one more revision.
#pragma once
#include <variant>

#include "sim/files/scenario_file.h"
#include "spec/ack/names.h"

namespace conformance::ack {

// The revision that a file is, which it is from now on: added, unless the file is of a revision and
// says what that says. Refuses what is no table by spec/ack/flaws.h, and a name that another has.
std::variant<spec::ack::Revision, sim::ScenarioError> add_own_table(const sim::ParsedFile& file);

}  // namespace conformance::ack
