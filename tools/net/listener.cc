#include "net/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tools::net {

Descriptor listen_on(std::uint16_t port, int& error) {
  Descriptor out(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  if (out.open() && ::setsockopt(out.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      ::bind(out.number(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 &&
      ::listen(out.number(), SOMAXCONN) == 0)
    return out;
  error = errno;
  return Descriptor();
}

Descriptor listen_at(const std::string& path, int& error) {
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  error = ENAMETOOLONG;
  if (path.size() >= sizeof at.sun_path) return Descriptor();
  std::memcpy(static_cast<char*>(at.sun_path), path.data(), path.size());
  struct stat there {};
  if (::lstat(path.c_str(), &there) == 0 && S_ISSOCK(there.st_mode)) ::unlink(path.c_str());
  Descriptor out(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (out.open() && ::fchmod(out.number(), S_IRUSR | S_IWUSR) == 0 &&
      ::bind(out.number(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 &&
      ::listen(out.number(), SOMAXCONN) == 0)
    return out;
  error = errno;
  return Descriptor();
}

std::uint16_t local_port(int descriptor) {
  sockaddr_in at{};
  socklen_t size = sizeof at;
  ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&at), &size);
  return ntohs(at.sin_port);
}

Descriptor accept_on(int listener, int& error) {
  Descriptor out(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  const bool gone = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
  if (!out.open() && !gone) error = errno;
  return out;
}

void send_at_once(int descriptor, int buffer_bytes) {
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof buffer_bytes);
}

}  // namespace tools::net
