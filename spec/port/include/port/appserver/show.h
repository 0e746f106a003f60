// Events, commands and facts of the app-server in short words, for prints and stories:
// "Send process=1 TurnStart id=3 thread=1 text=2". Members that are zero are left out.
#pragma once
#include <string>

#include "port/appserver/facts.h"
#include "port/meanings.h"

namespace port::appserver {

std::string show(const ToServer& message);
std::string show(const ToClient& message);
std::string show(const Happening& what);
std::string show(const Command& command);
std::string show(const Fact& fact);
std::string show(const Seen& seen);

// What the words mean.
const Meanings& meanings();

}  // namespace port::appserver
