// The tool table of the acknowledgement, as the specification has it, or whoever added one.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/files/scenario_file.h"
#include "spec/ack/names.h"

namespace conformance::ack {

std::string table_text(spec::ack::Revision revision);
nlohmann::ordered_json table_json(spec::ack::Revision revision);
// As a file that add_own_table() takes.
nlohmann::ordered_json table_document(spec::ack::Revision revision);

// The name of a tool, of what a call of it is called: "dialog_close" of "dialog_close about".
std::string_view tool_of(std::string_view request);
// Those that some revision knows.
std::vector<std::string> tool_names();
// The rows of one tool, in each revision that has them; nothing of what is no tool.
struct ToolRows {
  std::string text;
  nlohmann::ordered_json json;
  std::vector<std::string> rules;  // That the rows are about.
};
ToolRows rows_of_tool(std::string_view tool);

// The revision that a file is, which it is from now on: added, unless the file is of a revision and
// says what that says. Refuses what is no table by spec/ack/flaws.h, and a name that another has.
std::variant<spec::ack::Revision, sim::ScenarioError> add_own_table(const sim::ParsedFile& file);

}  // namespace conformance::ack
