// The option --listen of the commands that stand for an app-server: a program of lines on its
// standard streams, for clients that connect to ws://127.0.0.1:PORT or unix://PATH. Each client has
// a process of its own, or all have one; each of its messages is one line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "command/options.h"

namespace tools::net {

struct Address {
  std::string path = {};   // Empty: a port of this machine.
  std::uint16_t port = 0;  // 0: any that is free.
};
// Nothing: it is neither of the two.
std::optional<Address> address_of(std::string_view url);

void add_listen_option(CommandLine& line);
// Given, this does not come back: each client gets a process of this command with the rest of its
// arguments. Tells on stderr where it listens; throws UsageError if it cannot.
void serve_clients_if_asked(const CommandLine& line, const std::string& command,
                            Arguments arguments);

}  // namespace tools::net
