#include "command/progress.h"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "command/output.h"
#include "command/terminal.h"

namespace tools {
namespace {

using namespace std::chrono_literals;

constexpr auto reason_after = 5s;

}  // namespace

ProgressLine::ProgressLine()
    : redraws_(is_terminal(STDERR_FILENO)), begin_(Clock::now()), last_(begin_) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::set_slow_because(std::string why) {
  slow_because_ = std::move(why);
  slow_since_ = Clock::now();
}

bool ProgressLine::due() const { return Clock::now() - last_ >= (redraws_ ? 100ms : 5000ms); }

void ProgressLine::show(std::string_view text) {
  last_ = Clock::now();
  if (!slow_because_.empty() && Clock::now() - slow_since_ >= reason_after) {
    clear();
    print_error(fmt::format("orrery: this may take long: {}\n", std::exchange(slow_because_, {})));
  }
  if (!redraws_) return print_error(fmt::format("orrery: {}\n", text));
  drawn_ = true;
  standard_error()->write(
      fmt::format("\r\x1b[K{}", text.substr(0, terminal_columns(STDERR_FILENO) - 1)));
}

void ProgressLine::clear() {
  if (drawn_) standard_error()->write("\r\x1b[K");
  drawn_ = false;
}

std::chrono::duration<double> ProgressLine::elapsed() const { return Clock::now() - begin_; }

}  // namespace tools
