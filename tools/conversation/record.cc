#include "conversation/record.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

namespace tools {
namespace {

constexpr int parts_max = 10'000;

// Makes a file of this name, unless there is one.
bool claimed(const std::string& name) {
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno != EEXIST;  // Whoever opens it says why not.
  ::close(descriptor);
  return true;
}

// A pipe, a terminal: it is written behind what it has.
bool is_plain(const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

std::string name_of_part(const std::string& name, int part) {
  if (part == 1) return name;
  const auto slash = name.rfind('/');
  const auto dot = name.rfind('.');
  const bool has_end = dot != name.npos && dot > 0 && (slash == name.npos || dot > slash + 1);
  const auto stem = has_end ? name.substr(0, dot) : name;
  return fmt::format("{}.{}{}", stem, part, has_end ? name.substr(dot) : "");
}

Record::Record(std::string name, std::string teller)
    : name_(std::move(name)), teller_(std::move(teller)) {
  open();
}

void Record::open() {
  if (name_ == "-" || !is_plain(name_)) {
    file_ = open_output(name_);
    return;
  }
  int part = 1;
  while (part < parts_max && !claimed(name_of_part(name_, part))) ++part;
  const auto name = name_of_part(name_, part);
  file_ = open_output(name);
  if (part > 1) print_error(fmt::format("{}: this process is recorded in {}\n", teller_, name));
  if (!told_) print_error(fmt::format("{}: {} is raw, secrets included\n", teller_, name_));
  told_ = true;
}

void Record::write(const Tape::RecordedLine& line) {
  if (!file_) open();
  file_->write(recording_line(line));
}

void Record::begin_part() {
  if (!file_ || name_ == "-" || !is_plain(name_)) return;
  failed_ = failed_ || file_->failed();
  file_.reset();
}

}  // namespace tools
