#include "area/check_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "command/output.h"
#include "command/signals.h"

namespace tools {
namespace {

using Clock = std::chrono::steady_clock;

// A named pipe that is silent for so long at its beginning may have no writer.
constexpr std::chrono::seconds silence_min{1};
constexpr std::size_t piece_bytes = std::size_t{1} << 16;

// What no conversation begins with.
struct Magic {
  std::string_view begins, says;
};
constexpr std::array magics{
    Magic{"\x1f\x8b", "it is compressed; unpack it first: gunzip -c FILE | orrery check -"},
    Magic{"\x28\xb5\x2f\xfd", "it is compressed; unpack it first: zstd -dc FILE | orrery check -"},
    Magic{"\xfd"
          "7zXZ",
          "it is compressed; unpack it first: xz -dc FILE | orrery check -"},
    Magic{"BZh91AY", "it is compressed; unpack it first: bzip2 -dc FILE | orrery check -"},
    Magic{"PK\x03\x04", "it is an archive; unpack it and name the recordings in it"},
    Magic{"\xff\xfe", "it is UTF-16; save it as UTF-8"},
    Magic{"\xfe\xff", "it is UTF-16; save it as UTF-8"},
};

// A device that is no terminal may never end, and never has a line end.
bool may_be_endless(int descriptor) {
  struct stat is {};
  struct stat nothing {};
  if (::fstat(descriptor, &is) != 0) return false;  // It is told when it is read.
  const bool empty = ::stat("/dev/null", &nothing) == 0 && is.st_rdev == nothing.st_rdev;
  return S_ISBLK(is.st_mode) || (S_ISCHR(is.st_mode) && !empty && ::isatty(descriptor) == 0);
}

}  // namespace

CheckInput::CheckInput(const std::string& path) : name_(path), bytes_(piece_bytes, '\0') {
  std::error_code ignored;
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
  } else if (std::filesystem::is_directory(path, ignored)) {
    error_ = "it is a folder; name the recordings in it";
  } else if ((descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) < 0) {
    error_ = fmt::format("it cannot be read: {}; check its name and who may read it",
                         std::strerror(errno));
  }
  if (error_.empty() && may_be_endless(descriptor_))
    error_ = "it is a device, which may have no end; name a recording";
}

CheckInput::~CheckInput() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::string_view CheckInput::read() {
  if (!error_.empty()) return {};
  ssize_t count = 0;
  do {
    // A pipe that nobody has written to yet is no end, and may be silent for ever.
    pollfd wait{descriptor_, POLLIN, 0};
    auto woken =
        wait_for({&wait, 1}, begun_ || descriptor_ == STDIN_FILENO ? Clock::time_point::max()
                                                                   : Clock::now() + silence_min);
    if (woken == Woken::TimeIsUp) {
      print_error(fmt::format("orrery check: {}: waiting for its writer.\n", name_));
      woken = wait_for({&wait, 1});
    }
    if (woken == Woken::Signal) throw Interrupted();
    count = ::read(descriptor_, bytes_.data(), bytes_.size());
  } while (count < 0 && (errno == EINTR || errno == EAGAIN));
  if (count < 0)
    error_ =
        fmt::format("it cannot be read: {}; check a copy of it that can", std::strerror(errno));
  const std::string_view piece(bytes_.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  if (begun_) return piece;
  begun_ = true;
  const auto magic =
      std::ranges::find_if(magics, [&](const Magic& row) { return piece.starts_with(row.begins); });
  if (magic == magics.end()) return piece;
  error_ = magic->says;
  return {};
}

}  // namespace tools
