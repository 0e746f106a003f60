#include "command/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <ctime>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <vector>

namespace tools {
namespace {

volatile std::sig_atomic_t caught = 0;
volatile std::sig_atomic_t caught_at = 0;  // Seconds of a steady clock.

// Readable for ever once a signal was caught, so that none is missed between a look and a wait.
int bell[2] = {-1, -1};

std::sig_atomic_t now_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::sig_atomic_t>(now.tv_sec);
}

// A second one ends the program at once. Some senders send each twice, to the process and
// to its group, so it has to come later.
extern "C" void on_signal(int number) {
  const auto now = now_seconds();
  if (caught == 0) {
    caught = number;
    caught_at = now;
    const int kept = errno;
    [[maybe_unused]] const auto rung = ::write(bell[1], "", 1);
    errno = kept;
  } else if (now - caught_at > 1) {
    ::_exit(128 + number);
  }
}

}  // namespace

void catch_signals() {
  if (bell[0] < 0 && ::pipe2(bell, O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe can be made");
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void release_signals() {
  caught = 0;
  bell[0] = bell[1] = -1;
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) std::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int caught_signal() { return caught; }

Woken wait_for(std::span<pollfd> waits, std::chrono::steady_clock::time_point deadline) {
  using Clock = std::chrono::steady_clock;
  constexpr auto longest = std::chrono::milliseconds(std::chrono::hours(1));
  std::vector<pollfd> all(waits.begin(), waits.end());
  all.push_back({bell[0], POLLIN, 0});
  for (;;) {
    if (caught != 0) return Woken::Signal;
    const auto now = Clock::now();
    auto wait = longest;
    if (deadline <= now + longest)
      wait = std::chrono::ceil<std::chrono::milliseconds>(
          std::max(deadline - now, Clock::duration::zero()));
    const int ready = ::poll(all.data(), all.size(), static_cast<int>(wait.count()));
    std::ranges::copy(all.begin(), all.end() - 1, waits.begin());
    if (caught != 0) return Woken::Signal;
    if (ready > 0) return Woken::Ready;
    if (Clock::now() >= deadline) return Woken::TimeIsUp;
  }
}

}  // namespace tools
