// The rows that vectors are made of.
#pragma once
#include <span>
#include <string_view>

namespace fuzz {

using namespace std::string_view_literals;

// A JSON value, or what looks like one, that stands within a line: as the element of an array, or
// in the params of a message. `word`: of the refusal; empty if there is nothing to say of it.
struct ValueRow {
  std::string_view kind, name, value, word;
};
std::span<const ValueRow> value_rows();

// A whole line, in which `$` stands for "jsonrpc":"2.0", and its word in each profile.
struct LineRow {
  std::string_view kind, name, line, json, json_rpc, app_server, mcp;
};
std::span<const LineRow> line_rows();

}  // namespace fuzz
