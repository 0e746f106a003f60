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
// What a pipe that is ready takes without waiting (PIPE_BUF).
constexpr std::size_t write_max = 4096;
constexpr auto patience = 2s;

}  // namespace

Relay::Relay(const std::vector<std::string>& words, Faults& faults, Tape& tape)
    : faults_(faults), tape_(tape), process_(words, Process::Errors::Ours) {}

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
  std::vector<Piece> rest;
  faults_.finish(rest);
  std::ranges::move(rest, std::back_inserter(to_client_));
  flush();
  return process_.kill();
}

bool Relay::step() {
  const auto now = Clock::now();
  if (now >= press_at_) press(now);
  const bool due = !to_client_.empty() && now >= due_;
  std::array<pollfd, 2> client{
      pollfd{client_writes_ && to_server_.size() < waiting_max ? STDIN_FILENO : -1, POLLIN, 0},
      pollfd{client_reads_ ? STDOUT_FILENO : -1, static_cast<short>(due ? POLLOUT : 0), 0}};
  std::string_view rest = to_server_;
  std::string said;
  const auto event =
      process_.exchange(rest, said, wake_at(), {client, to_client_bytes_ >= waiting_max});
  const auto written = to_server_.size() - rest.size();
  tape_.take(Tape::Side::Client, std::string_view(to_server_).substr(0, written));
  to_server_.erase(0, written);
  queue(said);
  if (event == Process::Event::Ended || event == Process::Event::Interrupted) return false;
  if (event == Process::Event::TimeIsUp) return true;
  if (client[0].revents != 0) read_client();
  if ((client[1].revents & (POLLERR | POLLNVAL)) != 0) lose_client();
  // At once, too, if it was only now that something came.
  if (!to_client_.empty() && client_reads_) write_client();
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
  if (count <= 0)
    client_writes_ = false;
  else
    to_server_.append(bytes.data(), static_cast<std::size_t>(count));
}

void Relay::write_client() {
  while (!to_client_.empty() && Clock::now() >= due_) {
    pollfd ready{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLOUT) == 0) return;
    auto& piece = to_client_.front();
    const auto count =
        ::write(STDOUT_FILENO, piece.bytes.data(), std::min(piece.bytes.size(), write_max));
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count < 0) return lose_client();
    const auto size = static_cast<std::size_t>(count);
    tape_.take(Tape::Side::Server, std::string_view(piece.bytes).substr(0, size));
    to_client_bytes_ -= size;
    piece.bytes.erase(0, size);
    if (!piece.bytes.empty()) continue;
    to_client_.pop_front();
    if (!to_client_.empty()) due_ = Clock::now() + to_client_.front().pause;
  }
}

void Relay::flush() {
  while (!to_client_.empty() && client_reads_) {
    pollfd ready{STDOUT_FILENO, POLLOUT, 0};
    // Whoever wants us to end is not made to wait for a client that does not read.
    const bool hurried = caught_signal() != 0;
    if (hurried && ::poll(&ready, 1, 0) <= 0) return;
    if (!hurried && wait_for({&ready, 1}) == Woken::Signal) continue;
    if ((ready.revents & (POLLERR | POLLNVAL)) != 0) return;
    if (Clock::now() < due_ && !hurried) wait_for({}, due_);
    due_ = std::min(due_, Clock::now());
    write_client();
  }
}

void Relay::queue(std::string_view bytes) {
  if (!client_reads_) return;
  std::vector<Piece> pieces;
  faults_.feed(bytes, pieces);
  for (auto& piece : pieces) {
    if (piece.bytes.empty()) continue;
    if (to_client_.empty()) due_ = Clock::now() + piece.pause;
    to_client_bytes_ += piece.bytes.size();
    to_client_.push_back(std::move(piece));
  }
}

void Relay::lose_client() {
  if (!client_reads_) return;
  client_reads_ = client_writes_ = false;
  to_server_.clear();
  to_client_.clear();
  to_client_bytes_ = 0;
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

Relay::Time Relay::wake_at() const {
  const bool waits = !to_client_.empty() && due_ > Clock::now();
  return std::min(press_at_, waits ? due_ : Time::max());
}

}  // namespace tools::proxy
