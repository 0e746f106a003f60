#include "command/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "command/options.h"

namespace tools {

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
  const auto why = std::strerror(errno);
  if (descriptor_ != STDERR_FILENO)
    print_error(fmt::format("orrery: cannot write to {}: {}\n", name_, why));
}

std::shared_ptr<Output> open_output(const std::string& path) {
  if (path == "-") return standard_output();
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw UsageError(fmt::format("{}: cannot write: {}.", path, std::strerror(errno)));
  return std::make_shared<Output>(descriptor, path);
}

void write_output(const std::string& path, std::string_view text) {
  const auto output = open_output(path);
  output->write(text);
  if (output->failed()) throw std::runtime_error(fmt::format("{} is not whole", path));
}

const std::shared_ptr<Output>& standard_output() {
  static const auto output = std::make_shared<Output>(STDOUT_FILENO, "stdout");
  return output;
}

const std::shared_ptr<Output>& standard_error() {
  static const auto output = std::make_shared<Output>(STDERR_FILENO, "stderr");
  return output;
}

void print_out(std::string_view text) { standard_output()->write(text); }
void print_error(std::string_view text) { standard_error()->write(text); }

}  // namespace tools
