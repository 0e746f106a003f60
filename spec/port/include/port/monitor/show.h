// Events, commands and facts of the monitor in short words, for prints and stories:
// "Connect connection=1 pid=7 url=3 port=64400". Members that are zero are left out.
#pragma once
#include <string>

#include "port/meanings.h"
#include "port/monitor/facts.h"

namespace port::monitor {

std::string show(const Event& event);
std::string show(const Command& command);
std::string show(const Fact& fact);
std::string show(const Seen& seen);

// What the words mean.
const Meanings& meanings();

}  // namespace port::monitor
