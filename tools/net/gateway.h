// A program of lines on its standard streams, for clients that connect: ws://127.0.0.1:PORT and
// unix://PATH, as codex has them. Each client has a process of its own, or all have one; each of
// its messages is one line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::net {

struct Address {
  std::string path = {};   // Empty: a port of this machine.
  std::uint16_t port = 0;  // 0: any that is free.
};
// Nothing: it is neither of the two.
std::optional<Address> address_of(std::string_view url);

// Tells on stderr where it listens. Runs until a signal, and then throws Interrupted; throws
// UsageError if it cannot listen.
[[noreturn]] void serve_clients(const Address& address, const std::vector<std::string>& words);
// The same with one process for all: it starts with the first client, and again with the next one
// when it has ended.
[[noreturn]] void serve_together(const Address& address, const std::vector<std::string>& words);

}  // namespace tools::net
