#include "serve/conversation.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/signals.h"

namespace tools::serve {

using sim::appserver::Fate;

namespace {

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
    case Fate::Fades:
      if (Clock::now() >= fades_at_) return crashed;
      return std::nullopt;
    case Fate::Hangs:
    case Fate::ClosedInput:
      // Only a signal ends it, or that nobody is left.
      if (input_ended_ && !outbox_.has_reader()) return exit_code::passed;
      return std::nullopt;
    case Fate::ClosedOutput:
    case Fate::Lives: break;
  }
  return input_ended_ ? std::optional<int>(mock_.exit_code()) : std::nullopt;
}

int Conversation::run() {
  for (;;) {
    collect();
    if (const auto code = over()) {
      finish();
      return *code;
    }
    std::array<pollfd, 2> waits{
        pollfd{may_read() ? in_ : -1, POLLIN, 0},
        pollfd{outbox_.has_reader() ? out_ : -1,
               static_cast<short>(outbox_.wants_to_write() ? POLLOUT : 0), 0}};
    if (wait_for(waits, std::min(wake_at(), outbox_.wake_at())) == Woken::Signal)
      throw Interrupted();
    if ((waits[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) outbox_.lose_reader();
    if (waits[0].revents != 0) read_some();
    collect();
    outbox_.write_some();
    step_if_due();
  }
}

Conversation::Clock::time_point Conversation::wake_at() {
  if (mock_.fate() == Fate::Fades) return fades_at_;
  if (!may_step()) {
    stepping_ = false;
    return Clock::time_point::max();
  }
  if (!std::exchange(stepping_, true)) step_at_ = Clock::now() + pace_.step;
  if (!pace_.fast) return step_at_;
  return outbox_.empty() ? Clock::now() : Clock::time_point::max();
}

void Conversation::step_if_due() {
  if (!may_step()) return;
  const bool due = pace_.fast ? outbox_.empty() : stepping_ && Clock::now() >= step_at_;
  if (!due) return;
  mock_.step();
  step_at_ = Clock::now() + pace_.step;
}

void Conversation::collect() {
  for (auto& each : mock_.take()) outbox_.put(std::move(each));
  outbox_.set_endless(mock_.endless());
  if (mock_.fate() == Fate::Fades && fades_at_ == Clock::time_point::max())
    fades_at_ = Clock::now() + std::chrono::milliseconds(sim::appserver::fading_ms);
  if (mock_.fate() == Fate::ClosedInput && !std::exchange(input_ended_, true)) ::close(in_);
  if (mock_.fate() == Fate::ClosedOutput && outbox_.empty() && outbox_.has_reader()) {
    ::close(out_);
    outbox_.lose_reader();
  }
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

void Conversation::finish() {
  collect();
  outbox_.set_endless(false);
  const auto until = Clock::now() + last_words;
  while (!outbox_.empty() && outbox_.has_reader()) {
    std::array<pollfd, 1> wait{
        pollfd{out_, static_cast<short>(outbox_.wants_to_write() ? POLLOUT : 0), 0}};
    const auto woken = wait_for(wait, std::min(until, outbox_.wake_at()));
    if (woken == Woken::Signal || Clock::now() >= until) return;
    if ((wait[0].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return;
    outbox_.write_some();
  }
}

}  // namespace tools::serve
