#include "command/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"

namespace tools {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw UsageError(fmt::format("{}: cannot write: {}.", path, std::strerror(errno)));
}

// False: not all of it could be written.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0;
}

}  // namespace

void write_whole_file(const std::string& path, std::string_view text) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (path == "-" || (exists(status) && !is_regular_file(status))) return write_output(path, text);
  const auto beside = fmt::format("{}.{}.tmp", path, ::getpid());
  const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse(path);
  bool whole = write_all(descriptor, text);
  whole = ::close(descriptor) == 0 && whole;
  if (whole && std::rename(beside.c_str(), path.c_str()) == 0) return;
  const int why = errno;
  ::unlink(beside.c_str());
  errno = why;
  refuse(path);
}

}  // namespace tools
