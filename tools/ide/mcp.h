// What the mock IDE says as an MCP server without tools: enough for a client to connect, and to ask
// whether it lives.
#pragma once
#include <string>
#include <string_view>

namespace tools::ide {

struct McpAnswer {
  unsigned status = 200;
  std::string body;  // JSON; empty: there is none.
};

// To one message, as JSON-RPC has them. Whatever else it is gets 400.
McpAnswer answer_mcp(std::string_view message);

}  // namespace tools::ide
