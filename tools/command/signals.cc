#include "command/signals.h"

#include <signal.h>
#include <unistd.h>
#include <ctime>

#include <csignal>

namespace tools {
namespace {

volatile std::sig_atomic_t caught = 0;

volatile std::sig_atomic_t caught_at = 0;  // Seconds of a steady clock.

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
  } else if (now - caught_at > 1) {
    ::_exit(128 + number);
  }
}

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

int caught_signal() { return caught; }

}  // namespace tools
