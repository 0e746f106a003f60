#include "command/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "command/options.h"

namespace tools {
namespace {

std::string shown_line(std::string_view line) {
  constexpr std::size_t part = shown_bytes_max / 2;
  if (line.size() > shown_bytes_max)
    return fmt::format("{} ... ({} bytes) ... {}", shown_line(line.substr(0, part)), line.size(),
                       shown_line(line.substr(line.size() - part)));
  std::string out;
  unsigned char before = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    // Some controls are two bytes of UTF-8.
    if (byte < 0x20 || byte == 0x7f || (before == 0xc2 && byte >= 0x80 && byte < 0xa0))
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
    before = byte;
  }
  return out;
}

}  // namespace

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

void Output::write(std::string_view text) {
  while (!text.empty() && !failed_ && !closed_) {
    const auto written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno != EINTR && errno != EAGAIN) {
      fail();
    }
  }
}

void Output::sync() {
  // What is no file has nothing to wait for: EINVAL, EROFS.
  if (::fdatasync(descriptor_) != 0 && (errno == EIO || errno == ENOSPC)) fail();
}

void Output::fail() {
  failed_ = true;
  const auto says = cannot_write(name_);
  if (descriptor_ != STDERR_FILENO) print_error(fmt::format("orrery: {}\n", says));
}

std::string cannot_write(const std::string& path) {
  return fmt::format("{}: cannot write: {}.", path, std::strerror(errno));
}

void refuse_output(const std::string& path) {
  const bool full = errno == ENOSPC || errno == EDQUOT;
  const auto says = cannot_write(path);
  if (full) throw std::runtime_error(says);
  throw UsageError(says);
}

std::shared_ptr<Output> open_output(const std::string& path) {
  if (path == "-") return standard_output();
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse_output(path);
  return std::make_shared<Output>(descriptor, path);
}

const std::shared_ptr<Output>& standard_output() {
  static const auto output = std::make_shared<Output>(STDOUT_FILENO, "stdout");
  return output;
}

const std::shared_ptr<Output>& standard_error() {
  static const auto output = std::make_shared<Output>(STDERR_FILENO, "stderr");
  return output;
}

std::string shown(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    out += shown_line(lines.substr(0, end));
    if (end < lines.size()) out += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

void print_out(std::string_view text) { standard_output()->write(text); }
void print_error(std::string_view text) { standard_error()->write(shown(text)); }

}  // namespace tools
