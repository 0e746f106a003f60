// Commands that are another for each area: `--area` says which.
#pragma once
#include "command/commands.h"
#include "command/options.h"

namespace tools {

// Adds the option to one of them, for its help; it was looked at before.
void add_area_option(CommandLine& line, std::string_view command);

int check_conversations(Arguments arguments);
int check_traces(Arguments arguments);
int serve_app_server(Arguments arguments);
int serve_ide(Arguments arguments);

}  // namespace tools
