// The system's end of a server on this machine: descriptors that never make anybody wait.
#pragma once
#include <cstdint>
#include <string>

#include "process/process.h"

namespace tools::net {

// Listens; 0: on any port that is free. Not open if it cannot, and then `error` is an errno.
Descriptor listen_on(std::uint16_t port, int& error);
// The same at a path of the file system, of which this user alone has the use; a socket that is
// there already is replaced.
Descriptor listen_at(const std::string& path, int& error);
std::uint16_t local_port(int descriptor);

// Who connected. Not open without an error: whoever it was is gone.
Descriptor accept_on(int listener, int& error);
// Whatever is written is sent at once, and so many bytes at most wait in the system.
void send_at_once(int descriptor, int buffer_bytes);

}  // namespace tools::net
