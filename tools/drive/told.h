// What is printed of what a user sees: the members of a JSON document a line.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "conversation/watch.h"
#include "drive/user.h"

namespace tools::drive {

// Not what only concerns the driver, or stands in a recording.
bool is_told(const port::appserver::Seen& seen);

std::string json_of(std::string_view text);
// Without `{"at_ms":` and the last brace.
std::string told(const port::appserver::Seen& seen);
std::string told(const engine::appserver::AccountAct& act);
std::string told(const engine::appserver::Detail& detail);
// What an answer tells of the thread that it opens, secrets masked.
std::string told_of_thread(const engine::json::Value& result);
std::string summary_line(const Outcome& outcome, const Watch& watch, std::int64_t ms);
// What breaks a rule, or is noted.
std::string finding_line(const Watch::Finding& finding, std::int64_t ms);

}  // namespace tools::drive
