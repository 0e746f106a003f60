// A message of the port as a flat value without padding, for what is under way in a world.
#pragma once
#include <cstdint>

#include "port/appserver/messages.h"

namespace sim::appserver {

struct Letter {
  std::uint32_t id = 0;   // Of a request or an approval; a total.
  std::uint8_t kind = 0;  // The alternative of ToServer or ToClient.
  std::uint8_t thread = 0, turn = 0, item = 0;
  std::uint8_t first = 0, second = 0, third = 0, fourth = 0;  // What else that one has.
  bool operator==(const Letter&) const = default;
};

// What a client says may have any number; those of 255 and more are the same to a server.
Letter letter_of(const port::appserver::ToServer& message);
Letter letter_of(const port::appserver::ToClient& message);
port::appserver::ToServer to_server(const Letter& letter);
port::appserver::ToClient to_client(const Letter& letter);

// The alternative of ToClient that a message is.
template <class Message>
constexpr std::uint8_t kind_of() {
  return static_cast<std::uint8_t>(port::appserver::ToClient(Message{}).index());
}

}  // namespace sim::appserver
