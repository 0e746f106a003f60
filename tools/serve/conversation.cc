#include "serve/conversation.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/signals.h"

namespace tools::serve {

using sim::appserver::Fate;

namespace {

constexpr std::size_t endless_bytes = std::size_t{1} << 16;
// How long an ending waits for its client to read.
constexpr std::chrono::milliseconds last_words{250};
// As a Rust program that panics.
constexpr int crashed = 101;

// The message without members that nobody knows, which may hold what another reader refuses.
std::string known_part(const engine::rpc::Accepted& accepted) {
  static constexpr std::array<std::string_view, 5> known{"id", "method", "params", "result",
                                                         "error"};
  std::string out;
  for (const auto& member : accepted.members) {
    const auto key = member.key.decoded();
    if (std::ranges::find(known, key) == known.end()) continue;
    out += fmt::format("{}\"{}\":{}", out.empty() ? "{" : ",", key, member.value.raw);
  }
  return out + "}";
}

}  // namespace

std::optional<int> Conversation::over() const {
  switch (mock_.fate()) {
    case Fate::Crashed: return crashed;
    case Fate::ExitedZero: return exit_code::passed;
    case Fate::Hangs:
      // Only a signal ends it, or that nobody is left.
      if (input_ended_ && reader_gone_) return exit_code::passed;
      return std::nullopt;
    case Fate::ClosedOutput:
    case Fate::Lives: break;
  }
  return input_ended_ ? std::optional<int>(exit_code::passed) : std::nullopt;
}

int Conversation::run() {
  for (;;) {
    collect();
    if (const auto code = over()) {
      finish();
      return *code;
    }
    std::array<pollfd, 2> waits{pollfd{may_read() ? in_ : -1, POLLIN, 0},
                                pollfd{reader_gone_ ? -1 : out_, 0, 0}};
    if (!queue_.empty()) waits[1].events = POLLOUT;
    if (wait_for(waits, wake_at()) == Woken::Signal) throw Interrupted();
    if ((waits[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) reader_gone_ = true;
    if (waits[0].revents != 0) read_some();
    collect();
    write_some();
    step_if_due();
  }
}

Conversation::Clock::time_point Conversation::wake_at() {
  auto out = Clock::time_point::max();
  for (const auto& each : late_) out = std::min(out, each.due);
  if (!may_step()) {
    stepping_ = false;
    return out;
  }
  if (!std::exchange(stepping_, true)) step_at_ = Clock::now() + pace_.step;
  if (pace_.fast) return queue_.empty() ? Clock::now() : out;
  return std::min(out, step_at_);
}

void Conversation::step_if_due() {
  if (!may_step()) return;
  const bool due = pace_.fast ? queue_.empty() : stepping_ && Clock::now() >= step_at_;
  if (!due) return;
  mock_.step();
  step_at_ = Clock::now() + pace_.step;
}

void Conversation::collect() {
  for (auto& each : mock_.take()) {
    if (each.late)
      late_.push_back({Clock::now() + pace_.late, std::move(each)});
    else
      enqueue(std::move(each));
  }
  const auto now = Clock::now();
  const auto later = std::stable_partition(late_.begin(), late_.end(),
                                           [&](const Late& each) { return each.due <= now; });
  for (auto at = late_.begin(); at != later; ++at) enqueue(std::move(at->what));
  late_.erase(late_.begin(), later);
  if (mock_.endless() && queue_.empty()) enqueue({.bytes = std::string(endless_bytes, 'x')});
  if (mock_.fate() == Fate::ClosedOutput && queue_.empty() && !reader_gone_) {
    ::close(out_);
    reader_gone_ = true;
  }
}

void Conversation::enqueue(Outgoing what) {
  if (reader_gone_) return;
  queued_bytes_ += what.bytes.size();
  if (!what.apart && !queue_.empty() && !queue_.back().apart)
    queue_.back().bytes += what.bytes;
  else
    queue_.push_back(std::move(what));
}

void Conversation::read_some() {
  std::array<char, std::size_t{1} << 16> bytes;
  const auto count = ::read(in_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  const auto hear = [this](const engine::rpc::Item& item) {
    if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
      mock_.hear(known_part(*accepted));
  };
  if (count <= 0) {
    input_ended_ = true;
    return decoder_.finish(hear);
  }
  const std::string_view heard(bytes.data(), static_cast<std::size_t>(count));
  tape_.take(Tape::Side::Client, heard);
  decoder_.feed(heard, hear);
}

// No more than what a pipe that can be written at all takes at once.
void Conversation::write_some() {
  if (reader_gone_) queue_.clear();
  if (queue_.empty()) {
    queued_bytes_ = 0;
    return;
  }
  pollfd wait{out_, POLLOUT, 0};
  if (::poll(&wait, 1, 0) != 1 || (wait.revents & POLLOUT) == 0) return;
  auto& front = queue_.front().bytes;
  const auto count = ::write(out_, front.data(), std::min<std::size_t>(front.size(), PIPE_BUF));
  if (count < 0) {
    reader_gone_ = errno != EINTR && errno != EAGAIN;
    return;
  }
  const auto written = static_cast<std::size_t>(count);
  tape_.take(Tape::Side::Server, std::string_view(front).substr(0, written));
  queued_bytes_ -= written;
  front.erase(0, written);
  if (front.empty()) queue_.pop_front();
}

void Conversation::finish() {
  collect();
  const auto until = Clock::now() + last_words;
  while (!queue_.empty() && !reader_gone_) {
    std::array<pollfd, 1> wait{pollfd{out_, POLLOUT, 0}};
    if (wait_for(wait, until) != Woken::Ready) return;
    if ((wait[0].revents & POLLOUT) == 0) return;
    write_some();
  }
}

}  // namespace tools::serve
