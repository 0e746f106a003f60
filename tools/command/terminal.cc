#include "command/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "command/output.h"

namespace tools {
namespace {

constexpr std::size_t default_columns = 100;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

}  // namespace

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  if (!is_terminal(descriptor) || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0)
    return default_columns;
  return size.ws_col >= 40 ? size.ws_col : default_columns;
}

Paint::Paint(int descriptor)
    : on_(is_terminal(descriptor) && environment("NO_COLOR").empty() &&
          environment("TERM") != "dumb") {}

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

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
