#include "proxy/relay.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "command/signals.h"

namespace tools::proxy {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t waiting_max = std::size_t{1} << 20;
constexpr std::size_t read_max = std::size_t{64} << 10;
constexpr auto patience = 2s;
// Of an answer that is delayed.
constexpr auto late = 500ms;

}  // namespace

Relay::Relay(const std::vector<std::string>& words, Passing& passing, Tape& tape)
    : passing_(passing),
      tape_(tape),
      process_(words, Process::Errors::Ours),
      to_client_(STDOUT_FILENO, late, tape) {}

ProcessEnd Relay::run() {
  while (step()) {}
  if (const int signal = caught_signal(); signal != 0 && !process_.end()) {
    process_.signal(signal);
    process_.end_within(patience);
    std::string_view nothing;
    for (std::string said; process_.exchange(nothing, said, Clock::now()) == Process::Event::Moved;
         said.clear())
      queue(said);
  }
  std::vector<faults::Outgoing> rest;
  passing_.finish(rest);
  put(rest);
  flush();
  return process_.kill();
}

bool Relay::step() {
  const auto now = Clock::now();
  if (now >= press_at_) press(now);
  const bool due = to_client_.wants_to_write();
  std::array<pollfd, 2> client{
      pollfd{client_writes_ && to_server_.size() < waiting_max ? STDIN_FILENO : -1, POLLIN, 0},
      pollfd{to_client_.has_reader() ? STDOUT_FILENO : -1, static_cast<short>(due ? POLLOUT : 0),
             0}};
  std::string_view rest = to_server_;
  std::string said;
  const auto event = process_.exchange(rest, said, std::min(press_at_, to_client_.wake_at()),
                                       {client, !to_client_.has_room()});
  const auto written = to_server_.size() - rest.size();
  tape_.take(Tape::Side::Client, std::string_view(to_server_).substr(0, written));
  to_server_.erase(0, written);
  queue(said);
  if (event == Process::Event::Ended || event == Process::Event::Interrupted) return false;
  if (event == Process::Event::TimeIsUp) return true;
  if (client[0].revents != 0) read_client();
  if ((client[1].revents & (POLLERR | POLLNVAL)) != 0) to_client_.lose_reader();
  // At once, too, if it was only now that something came.
  to_client_.write_some();
  if (!to_client_.has_reader()) lose_client();
  if (!client_writes_ && to_server_.empty() && !input_closed_) {
    input_closed_ = true;
    process_.close_input();
  }
  return true;
}

void Relay::read_client() {
  std::array<char, read_max> bytes;
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    client_writes_ = false;
    return;
  }
  const std::string_view said(bytes.data(), static_cast<std::size_t>(count));
  passing_.hear(said);
  to_server_ += said;
}

void Relay::flush() {
  to_client_.set_endless(false);
  while (to_client_.has_reader() && (!to_client_.empty() || to_client_.has_late())) {
    // Whoever wants us to end is not made to wait for a client that does not read.
    const bool hurried = caught_signal() != 0;
    pollfd ready{STDOUT_FILENO, static_cast<short>(to_client_.wants_to_write() ? POLLOUT : 0), 0};
    if (hurried && ::poll(&ready, 1, 0) <= 0) return;
    if (!hurried && wait_for({&ready, 1}, to_client_.wake_at()) == Woken::Signal) continue;
    if ((ready.revents & (POLLERR | POLLNVAL)) != 0) return;
    to_client_.write_some();
  }
}

void Relay::queue(std::string_view bytes) {
  std::vector<faults::Outgoing> pieces;
  passing_.feed(bytes, pieces);
  put(pieces);
  to_client_.set_endless(passing_.endless());
}

void Relay::put(const std::vector<faults::Outgoing>& pieces) {
  for (const auto& piece : pieces) to_client_.put(piece);
}

void Relay::lose_client() {
  if (pressed_ > 0) return;
  client_writes_ = false;
  to_server_.clear();
  press(Clock::now());
}

void Relay::press(Time now) {
  switch (pressed_++) {
    case 0:
      input_closed_ = true;
      process_.close_input();
      break;
    case 1: process_.signal(SIGTERM); break;
    default: process_.kill();
  }
  press_at_ = now + patience;
}

}  // namespace tools::proxy
