#include "net/loop.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <vector>

#include "command/signals.h"

namespace tools::net {
namespace {

// Of one read: no more than a piece is held.
constexpr std::size_t piece_bytes_max = std::size_t{16} << 10;

// So late this process is never, unless it does not run.
constexpr std::chrono::seconds least_sleep{2};

// With the time in which the machine sleeps, in which the other clock stands still.
Loop::Clock::time_point time_in_all() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return Loop::Clock::time_point(std::chrono::seconds(time.tv_sec) +
                                 std::chrono::nanoseconds(time.tv_nsec));
}

bool is_for_later(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

}  // namespace

void Loop::run() {
  awake_ = Clock::now();
  awake_in_all_ = time_in_all();
  while (!stopped_ && caught_signal() == 0) {
    call_posted();
    call_timers();
    if (!stopped_) wait();
  }
}

void Loop::call_posted() {
  for (auto left = posted_.size(); left > 0 && !stopped_; --left) {
    const auto call = std::move(posted_.front());
    posted_.pop_front();
    call();
  }
}

void Loop::call_timers() {
  const auto now = Clock::now();
  while (!stopped_ && !timers_.empty() && timers_.begin()->first <= now) {
    auto& timer = *timers_.begin()->second;
    const auto call = std::exchange(timer.call_, nullptr);
    timer.cancel();
    call();
  }
}

void Loop::wait() {
  std::vector<pollfd> waits;
  std::vector<Socket*> of;
  for (auto* socket : sockets_) {
    const int events = (socket->readable_ ? POLLIN : 0) | (socket->writable_ ? POLLOUT : 0);
    if (events == 0) continue;
    waits.push_back({socket->number(), static_cast<short>(events), 0});
    of.push_back(socket);
  }
  const auto deadline = !posted_.empty()  ? Clock::time_point{}
                        : timers_.empty() ? Clock::time_point::max()
                                          : timers_.begin()->first;
  const auto woken = wait_for(waits, deadline);
  // Since the last wait, for what sleeps may do so while something is called as well.
  const auto now = Clock::now(), in_all = time_in_all();
  const auto late = std::max(now - std::max(deadline, awake_), Clock::duration{});
  const auto asleep = (in_all - awake_in_all_) - (now - awake_);
  awake_ = now;
  awake_in_all_ = in_all;
  if (slept_ && late + asleep >= least_sleep) slept_({late + asleep, late});
  if (woken != Woken::Ready) return;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    // What was called before may have closed it.
    const auto make = [&](short events, Call Socket::*call) {
      if (stopped_ || (waits[i].revents & (events | POLLERR | POLLHUP)) == 0) return;
      if (!sockets_.contains(of[i])) return;
      if (const auto made = std::exchange(of[i]->*call, nullptr)) made();
    };
    make(POLLIN, &Socket::readable_);
    make(POLLOUT, &Socket::writable_);
  }
}

void Timer::start(Loop::Clock::time_point at, Call call) {
  cancel();
  at_ = at;
  call_ = std::move(call);
  loop_.timers_.emplace(at_, this);
}

void Timer::cancel() {
  loop_.timers_.erase({at_, this});
  const auto call = std::exchange(call_, nullptr);  // It may hold whoever holds this timer.
}

Socket::Socket(Loop& loop, Descriptor descriptor) : loop_(loop) { open(std::move(descriptor)); }
Socket::~Socket() { close(); }

void Socket::open(Descriptor descriptor) {
  close();
  descriptor_ = std::move(descriptor);
  if (descriptor_.open()) loop_.sockets_.insert(this);
}

void Socket::close() {
  loop_.sockets_.erase(this);
  // They may hold whoever holds this socket.
  const auto readable = std::exchange(readable_, nullptr);
  const auto writable = std::exchange(writable_, nullptr);
  descriptor_.close();
}

void Socket::read(std::function<void(std::string_view, int)> received) {
  when_readable([this, received = std::move(received)]() mutable {
    std::array<char, piece_bytes_max> piece;
    const auto size = ::read(number(), piece.data(), piece.size());
    if (size < 0 && is_for_later(errno)) return read(std::move(received));
    if (size < 0) return received({}, errno);
    received({piece.data(), static_cast<std::size_t>(size)}, 0);
  });
}

void Socket::write(std::string text, std::function<void(int)> written) {
  when_writable([this, text = std::move(text), written = std::move(written)]() mutable {
    const auto size = ::send(number(), text.data(), text.size(), MSG_NOSIGNAL);
    if (size < 0 && !is_for_later(errno)) return written(errno);
    if (size > 0) text.erase(0, static_cast<std::size_t>(size));
    if (text.empty()) return written(0);
    write(std::move(text), std::move(written));
  });
}

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
