#include "signals.h"

#include <signal.h>
#include <unistd.h>

#include <csignal>

namespace tools {
namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void on_signal(int number) {
  if (caught != 0) ::_exit(128 + number);
  caught = number;
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
