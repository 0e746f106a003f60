#include "command/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "command/output.h"
#include "sim/files/scenario_file.h"

namespace tools {
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
