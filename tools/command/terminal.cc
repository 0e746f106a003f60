#include "command/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

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

}  // namespace tools
