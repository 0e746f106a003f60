#include "command/progress.h"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "command/output.h"
#include "command/terminal.h"

namespace tools {
namespace {

using namespace std::chrono_literals;

constexpr auto hint_after = 5s;

}  // namespace

ProgressLine::ProgressLine()
    : redraws_(is_terminal(STDERR_FILENO)), begin_(Clock::now()), last_(begin_) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due() const { return Clock::now() - last_ >= (redraws_ ? 100ms : 5000ms); }

void ProgressLine::show(std::string_view text) {
  last_ = Clock::now();
  if (!hint_.empty() && elapsed() >= hint_after) {
    clear();
    print_error(fmt::format("orrery: {}\n", std::exchange(hint_, {})));
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
