// Commands that are another for each area: `--area` says which.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "command/commands.h"
#include "command/options.h"

namespace tools {

// Adds the option to one of them, for its help; it was looked at before.
void add_area_option(CommandLine& line, std::string_view command);

// An area for each help that the command has beside its first.
std::vector<std::string> areas_with_other_help(std::string_view command);

int check_conversations(Arguments arguments);
int check_traces(Arguments arguments);
int serve_app_server(Arguments arguments);
int serve_ide(Arguments arguments);

}  // namespace tools
