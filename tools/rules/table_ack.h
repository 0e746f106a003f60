// The tool table of the acknowledgement, as the specification has it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "spec/ack/names.h"

namespace tools {

std::string ack_table_text(spec::ack::Revision revision);
std::string ack_table_json(spec::ack::Revision revision);

// The name of a tool, of what a call of it is called: "dialog_close" of "dialog_close about".
std::string_view tool_of(std::string_view request);
// Those that some revision knows.
std::vector<std::string> ack_tool_names();
// The rows of one tool, in each revision that has them; nothing of what is no tool.
struct AckToolRows {
  std::string text;
  nlohmann::ordered_json json;
  std::vector<std::string> rules;  // That the rows are about.
};
AckToolRows ack_rows_of(std::string_view tool);

}  // namespace tools
