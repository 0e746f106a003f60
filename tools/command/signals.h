// SIGINT and SIGTERM ask the program to stop; what is decided by then stays decided.
//
// Long work looks at caught_signal(); whoever waits does so with wait_for(), so that no wait,
// however long, outlives the wish to stop; and what has no result of its own throws Interrupted.
#pragma once
#include <poll.h>

#include <chrono>
#include <exception>
#include <span>

namespace tools {

// From now on the first signal only sets a flag; the second ends the program at once. A
// reader of our output that goes away no longer ends it.
void catch_signals();

// Gives a process that was forked the ways of a fresh one: signals end it.
void release_signals();

// The signal that came, or zero.
int caught_signal();

// What was asked for has no result, since a signal came first: exit code 130 or 143.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

enum class Woken { Ready, TimeIsUp, Signal };

// Waits as poll(2) does until one of these is ready, the time is up or a signal was caught,
// before the call or during it. Those with a negative descriptor are passed over.
Woken wait_for(std::span<pollfd> waits, std::chrono::steady_clock::time_point deadline =
                                            std::chrono::steady_clock::time_point::max());

}  // namespace tools
