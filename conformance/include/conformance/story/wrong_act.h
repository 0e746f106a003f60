// Why an act is wrong where it came, by the clause that it breaks, in words.
#pragma once
#include <string>
#include <string_view>

#include "spec/clause.h"

namespace conformance {

// "ScheduleRefresh comes only if phase is Decided and not Scheduled, where phase is not Called";
// empty for a clause that wants an act that did not come.
std::string why_wrong(const spec::ClauseText& clause);

// A condition as it is written in a clause, as words: "phase is Decided and not Scheduled".
std::string plain_words(std::string_view condition);

}  // namespace conformance
