#include "command/output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>

#include "command/options.h"
#include "command/signals.h"
#include "sim/files/scenario_file.h"

namespace tools {
namespace {

using Clock = std::chrono::steady_clock;

// Of a reader that takes nothing, once a signal was caught.
constexpr std::chrono::milliseconds last_patience{300};
// A pipe with room has room for so many bytes (PIPE_BUF).
constexpr std::size_t piece_max = 4'096;
// How often a FIFO is tried that nobody reads.
constexpr std::chrono::milliseconds between_tries{20};

std::atomic<bool> some_failed = false;

bool is_plain_file(int descriptor) {
  struct stat facts {};
  return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

bool is_fifo(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode);
}

// The bytes of the first character, if it is whole UTF-8 and does nothing but stand there; else
// zero. Controls do something, and so do marks that turn the direction of what is read.
std::size_t shown_whole(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  unsigned code = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr unsigned least[] = {0xa0, 0x800, 0x10000};
  const bool turns = code == 0x61c || code == 0x200e || code == 0x200f || code == 0x2028 ||
                     code == 0x2029 || (code >= 0x202a && code <= 0x202e) ||
                     (code >= 0x2066 && code <= 0x2069);
  const bool is_whole = first >= 0xc2 && first < 0xf5 && code >= least[size - 2] &&
                        code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return is_whole && !turns ? size : 0;
}

std::string shown_line(std::string_view line) {
  constexpr std::size_t part = shown_bytes_max / 2;
  if (line.size() > shown_bytes_max)
    return fmt::format("{} ... ({} bytes) ... {}", shown_line(line.substr(0, part)), line.size(),
                       shown_line(line.substr(line.size() - part)));
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    const auto size = shown_whole(line.substr(at));
    const bool command = line.substr(at).starts_with("::") && (at == 0 || line[at - 1] == ' ');
    if (size == 0 || command)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(line[at]));
    else
      out += line.substr(at, size);
    at += std::max(size, std::size_t{1});
  }
  return out;
}

}  // namespace

Output::Output(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)), may_block_(!is_plain_file(descriptor)) {}

Output::~Output() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
}

// Whether there is room for some bytes, which then do not block.
bool Output::is_taken() {
  pollfd wait{descriptor_, POLLOUT, 0};
  if (caught_signal() == 0 && wait_for({&wait, 1}) == Woken::Ready) return true;
  if (patient_until_ == Clock::time_point()) patient_until_ = Clock::now() + last_patience;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(patient_until_ - Clock::now());
  wait.revents = 0;
  return ::poll(&wait, 1, static_cast<int>(std::max(left.count(), decltype(left)::rep{0}))) > 0;
}

void Output::write(std::string_view text) {
  while (!text.empty() && !failed_ && !closed_) {
    if (may_block_ && !is_taken()) {
      closed_ = true;
      return;
    }
    const auto piece = text.substr(0, may_block_ ? piece_max : text.npos);
    const auto written = ::write(descriptor_, piece.data(), piece.size());
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
  if (descriptor_ == STDERR_FILENO) return;
  some_failed = true;
  print_error(fmt::format("orrery: {}\n", says));
}

bool an_output_failed() { return some_failed; }

int open_to_write(const std::string& path, int flags) {
  for (;;) {
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0666);
    if (descriptor >= 0) {
      ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
      return descriptor;
    }
    if (errno != ENXIO || !is_fifo(path)) return descriptor;
    if (wait_for({}, Clock::now() + between_tries) == Woken::Signal) throw Interrupted();
  }
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
  const int descriptor = open_to_write(path, O_TRUNC);
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

std::string escaped_json(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const auto byte = static_cast<unsigned char>(json[at]);
    const auto size = std::max(shown_whole(json.substr(at)), std::size_t{1});
    const bool is_plain = size > 1 || (byte < 0x80 && byte != 0x7f);
    if (is_plain) {
      out += json.substr(at, size);
      at += size;
      continue;
    }
    // All that are not shown have two or three bytes.
    const std::size_t bytes = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : 3;
    unsigned code = bytes == 1 ? byte : byte & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes && at + i < json.size(); ++i)
      code = code << 6 | (static_cast<unsigned char>(json[at + i]) & 0x3fu);
    out += fmt::format("\\u{:04x}", code & 0xffffu);
    at += bytes;
  }
  return out;
}

void print_out(std::string_view text) { standard_output()->write(text); }
void print_error(std::string_view text) { standard_error()->write(shown(text)); }

namespace {

namespace fs = std::filesystem;

constexpr std::size_t text_bytes_max = std::size_t{16} << 20;

bool tell(const std::string& path) {
  print_error(fmt::format("orrery: {}\n", cannot_write(path)));
  return false;
}

bool write_in_place(const std::string& path, std::string_view text) {
  const int descriptor = open_to_write(path, O_TRUNC);
  if (descriptor < 0) return tell(path);
  Output output(descriptor, path);
  output.write(text);
  return !output.failed();
}

}  // namespace

bool write_whole_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    print_out(text);
    return !standard_output()->failed();
  }
  std::error_code ignored;
  const auto status = fs::symlink_status(path, ignored);
  const bool is_there = fs::exists(status);
  if (is_there && !fs::is_regular_file(status)) return write_in_place(path, text);
  // A name of its own, since that of the file may be as long as names can be.
  const auto beside = fs::path(path).parent_path() / fmt::format(".orrery.{}.tmp", ::getpid());
  const int descriptor = open_to_write(beside, O_EXCL);
  if (descriptor < 0) return tell(path);
  if (is_there) ::fchmod(descriptor, static_cast<mode_t>(status.permissions()));
  bool whole = false;
  {
    Output output(descriptor, path);
    output.write(text);
    whole = !output.failed();
  }
  if (whole && std::rename(beside.c_str(), path.c_str()) == 0) return true;
  if (whole) tell(path);
  ::unlink(beside.c_str());
  return false;
}

std::string text_of_file(const std::string& path) {
  auto text = sim::text_of_file(path, {"file", text_bytes_max});
  return std::holds_alternative<std::string>(text) ? std::get<std::string>(std::move(text)) : "";
}

}  // namespace tools
