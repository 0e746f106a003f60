#include "area/area.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "command/signals.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "sim/files/document.h"

namespace tools {
namespace {

using nlohmann::json;

struct OfArea {
  std::string_view command, area;
  int (*run)(Arguments);
};
// The first of a command is meant where no area is named.
constexpr std::array of_areas{
    OfArea{"check", "appserver", check_conversations},
    OfArea{"serve", "appserver", serve_app_server},
    OfArea{"serve", "monitor", serve_ide},
};

// Of `check`, what has traces as well.
std::vector<OfArea> rows_of(std::string_view command) {
  std::vector<OfArea> out;
  for (const auto& row : of_areas)
    if (row.command == command) out.push_back(row);
  if (command != "check") return out;
  for (const auto* area : conformance::areas())
    if (area->checks().facts().trace_slack) out.push_back({command, area->name(), check_traces});
  return out;
}

std::vector<std::string> areas_of(std::string_view command) {
  std::vector<std::string> out;
  for (const auto& row : rows_of(command)) out.emplace_back(row.area);
  return out;
}

std::optional<std::string> area_named_in(Arguments arguments) {
  constexpr std::string_view option = "--area", with_value = "--area=";
  std::optional<std::string> area;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i] == option && i + 1 < arguments.size()) area = arguments[i + 1];
    if (arguments[i].starts_with(with_value)) area = arguments[i].substr(with_value.size());
  }
  return area;
}

// A trace says in its first line of which area it is, but for those of an area that has no heads.
std::optional<std::string> area_of_trace(const std::string& path) {
  const auto read = sim::read_document<json>(CheckInput::first_line_of(path));
  const auto* head = std::get_if<json>(&read);
  if (head == nullptr || !head->is_object() || head->contains("dir") || head->contains("raw"))
    return std::nullopt;
  if (const auto area = head->find("area"); area != head->end() && area->is_string())
    return area->get<std::string>();
  if (!head->contains("t_ms")) return std::nullopt;
  for (const auto* each : conformance::areas())
    if (each->checks().facts().traces_have_no_head) return std::string(each->name());
  return std::nullopt;
}

// What can be read only once.
bool is_pipe(const std::string& path) {
  struct stat is {};
  return path == "-" ||
         (::stat(path.c_str(), &is) == 0 && (S_ISFIFO(is.st_mode) || S_ISCHR(is.st_mode)));
}

// The first that a file among the operands tells; who has a pipe does not wait for the next file.
std::optional<std::string> area_told_by(Arguments arguments) {
  constexpr std::array<std::string_view, 3> help{"-h", "--help", "--help-all"};
  if (std::ranges::find_first_of(arguments, help) != arguments.end()) return std::nullopt;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& path = arguments[i];
    std::error_code ignored;
    if (i > 0 && arguments[i - 1] == "--write-known") continue;
    if (is_pipe(path)) return area_of_trace(path);
    if (path.starts_with("-") || !std::filesystem::is_regular_file(path, ignored)) continue;
    if (auto area = area_of_trace(path)) return area;
  }
  return std::nullopt;
}

int run(std::string_view command, std::vector<std::string> arguments) {
  const auto areas = areas_of(command);
  auto area = area_named_in(arguments);
  if (!area && command == "check") {
    area = area_told_by(arguments);
    if (area && std::ranges::count(areas, *area) > 0)
      arguments.insert(arguments.begin(), {"--area", *area});
  }
  for (const auto& row : rows_of(command))
    if (row.area == area.value_or(areas.front())) return row.run(arguments);
  throw UsageError("--area: " + unknown_word("an area of this command", *area, areas));
}

}  // namespace

void add_area_option(CommandLine& line, std::string_view command) {
  line.option("area", fmt::format("{}", fmt::join(areas_of(command), "|")).c_str(),
              command == "check"
                  ? "Which of them it is about, with a help of its own; if not given, what "
                    "the first\nfile tells, or else the first of them."
                  : "Which of them it is about, with a help of its own; the first if "
                    "not given.");
}

std::vector<std::string> areas_with_other_help(std::string_view command) {
  std::vector<std::string> out;
  const auto rows = rows_of(command);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].run != rows[i - 1].run) out.emplace_back(rows[i].area);
  return out;
}

int check(Arguments arguments) { return run("check", {arguments.begin(), arguments.end()}); }
int serve_command(Arguments arguments) {
  return run("serve", {arguments.begin(), arguments.end()});
}

namespace {

using Clock = std::chrono::steady_clock;

// A named pipe that is silent for so long at its beginning may have no writer.
constexpr std::chrono::seconds silence_min{1};
constexpr std::size_t piece_bytes = std::size_t{1} << 16;
constexpr std::size_t first_line_max = std::size_t{1} << 20;

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
    Magic{{"{\0", 2}, "it is UTF-16; save it as UTF-8"},
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

std::map<std::string, CheckInput::Source>& CheckInput::begun_pipes() {
  static std::map<std::string, Source> begun;
  return begun;
}

CheckInput::CheckInput(const std::string& path, ProgressLine* progress)
    : bytes_(piece_bytes, '\0'), progress_(progress) {
  if (auto begun = begun_pipes().extract(path)) {
    source_ = std::move(begun.mapped());
    return;
  }
  source_.name = path;
  std::error_code ignored;
  if (path == "-") {
    source_.descriptor = STDIN_FILENO;
  } else if (std::filesystem::is_directory(path, ignored)) {
    source_.error = "it is a folder; name the recordings in it";
  } else if ((source_.descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) < 0) {
    source_.error = fmt::format("it cannot be read: {}; check its name and who may read it",
                                std::strerror(errno));
  }
  if (source_.error.empty() && may_be_endless(source_.descriptor))
    source_.error = "it is a device, which may have no end; name a recording";
  struct stat is {};
  if (source_.error.empty() && ::fstat(source_.descriptor, &is) == 0 && S_ISREG(is.st_mode))
    whole_ = static_cast<std::uint64_t>(is.st_size);
}

CheckInput::~CheckInput() {
  if (source_.descriptor > STDIN_FILENO) ::close(source_.descriptor);
}

std::string CheckInput::first_line_of(const std::string& path) {
  CheckInput input(path);
  std::string read;
  std::size_t begin = std::string::npos, end = std::string::npos;
  for (auto piece = input.read(); !piece.empty(); piece = input.read()) {
    read += piece;
    begin = read.find_first_not_of(" \t\r\n");
    end = begin == std::string::npos ? begin : read.find('\n', begin);
    if (end != std::string::npos || read.size() >= first_line_max) break;
  }
  auto line = begin == std::string::npos ? std::string() : read.substr(begin, end - begin);
  if (is_pipe(path)) {
    input.source_.ahead = std::move(read);
    begun_pipes()[path] = std::exchange(input.source_, {});
  }
  return line;
}

std::string_view CheckInput::read() {
  auto& [name, error, ahead, descriptor, begun] = source_;
  if (!error.empty()) return {};
  if (progress_ != nullptr && whole_ > 0 && progress_->due())
    progress_->show(
        fmt::format("{}: {} % read", name == "-" ? "stdin" : shown(name), 100 * read_ / whole_));
  if (!ahead.empty()) {
    bytes_ = std::exchange(ahead, {});
    return bytes_;
  }
  bytes_.resize(piece_bytes);
  ssize_t count = 0;
  do {
    // A pipe that nobody has written to yet is no end, and may be silent for ever.
    pollfd wait{descriptor, POLLIN, 0};
    auto woken =
        wait_for({&wait, 1}, begun || descriptor == STDIN_FILENO ? Clock::time_point::max()
                                                                 : Clock::now() + silence_min);
    if (woken == Woken::TimeIsUp) {
      print_error(fmt::format("orrery check: {}: waiting for its writer.\n", name));
      woken = wait_for({&wait, 1});
    }
    if (woken == Woken::Signal) throw Interrupted();
    count = ::read(descriptor, bytes_.data(), bytes_.size());
  } while (count < 0 && (errno == EINTR || errno == EAGAIN));
  if (count < 0)
    error = fmt::format("it cannot be read: {}; check a copy of it that can", std::strerror(errno));
  const std::string_view piece(bytes_.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  read_ += piece.size();
  if (begun) return piece;
  begun = true;
  const auto magic =
      std::ranges::find_if(magics, [&](const Magic& row) { return piece.starts_with(row.begins); });
  if (magic == magics.end()) return piece;
  error = magic->says;
  return {};
}

}  // namespace tools
