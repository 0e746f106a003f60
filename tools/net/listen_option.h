// The option --listen of the commands that stand for an app-server.
#pragma once
#include <string>

#include "command/commands.h"
#include "command/options.h"

namespace tools {

void add_listen_option(CommandLine& line);
// Given, this does not come back: each client gets a process of this command with the rest of its
// arguments.
void serve_clients_if_asked(const CommandLine& line, const std::string& command,
                            Arguments arguments);

}  // namespace tools
