#include "watch/watcher.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <utility>

#include "process/process.h"

namespace tools::watch {
namespace {

constexpr std::size_t names_at_once = 4'096;

// Of a file whose size says nothing: up to one byte more than a marker may have.
std::optional<std::string> bytes_of(int file) {
  std::string out(engine::monitor::marker_bytes_max + 1, '\0');
  std::size_t size = 0;
  while (size < out.size()) {
    const auto count = ::read(file, out.data() + size, out.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  out.resize(size);
  return out;
}

Reading reading_of_errno() {
  switch (errno) {
    case ENOENT:
    case ENOTDIR: return Reading::Gone;
    case ELOOP:
    case ENXIO:
    case ENODEV: return Reading::NotAFile;
    default: return Reading::Unreadable;
  }
}

struct Bytes {
  Reading reading = Reading::Good;
  std::string text;
};
Bytes read_file(const std::string& path) {
  struct stat facts {};
  // Opening a device or a pipe may do something, so it is looked at first, and again behind.
  if (::stat(path.c_str(), &facts) != 0) {
    // A link to nothing is there all the same.
    const bool link = errno == ENOENT && ::lstat(path.c_str(), &facts) == 0;
    return {link ? Reading::NotAFile : reading_of_errno(), {}};
  }
  if (!S_ISREG(facts.st_mode)) return {Reading::NotAFile, {}};
  if (facts.st_size > static_cast<off_t>(engine::monitor::marker_bytes_max))
    return {Reading::TooLarge, {}};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.open()) return {reading_of_errno(), {}};
  if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode))
    return {Reading::NotAFile, {}};
  auto bytes = bytes_of(file.number());
  if (!bytes) return {Reading::Unreadable, {}};
  return {Reading::Good, std::move(*bytes)};
}

std::optional<std::string> small_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return std::nullopt;
  return bytes_of(file.number());
}

// Seconds since 1970 at which the machine started.
std::int64_t started() {
  const auto text = small_file("/proc/stat").value_or("");
  constexpr std::string_view word = "\nbtime ";
  const auto at = text.find(word);
  std::int64_t out = 0;
  if (at != text.npos)
    std::from_chars(text.data() + at + word.size(), text.data() + text.size(), out);
  return out;
}

// Whether there is a process of that number, or was until somebody takes note of its end. Cheap:
// there may be a million of such files.
bool lives(Pid pid) {
  if (pid.value > static_cast<std::uint32_t>(std::numeric_limits<pid_t>::max())) return false;
  return ::kill(static_cast<pid_t>(pid.value), 0) == 0 || errno == EPERM;
}

struct Life {
  bool alive = false;
  Stamp began{};
};
// The name of a process may hold anything, so its end is looked for from behind.
Life life_of(Pid pid) {
  constexpr int fields_before_start = 20;  // Behind the name; the state is the first.
  const auto text = small_file("/proc/" + std::to_string(pid.value) + "/stat");
  if (!text) return {};
  auto at = text->rfind(')');
  if (at == text->npos || at + 2 >= text->size()) return {};
  at += 2;
  const char state = (*text)[at];
  if (state == 'Z' || state == 'X' || state == 'x') return {};
  for (int i = 1; i < fields_before_start && at != text->npos; ++i) at = text->find(' ', at + 1);
  std::int64_t ticks = 0;
  if (at != text->npos) std::from_chars(text->data() + at + 1, text->data() + text->size(), ticks);
  const auto seconds = started() + ticks / std::max<std::int64_t>(::sysconf(_SC_CLK_TCK), 1);
  return {true, {static_cast<std::uint32_t>(std::clamp<std::int64_t>(seconds, 0, UINT32_MAX))}};
}

}  // namespace

void Listing::Closer::operator()(void* folder) const { ::closedir(static_cast<DIR*>(folder)); }

Listing::Listing(std::string home) : home_(std::move(home)), folder_(::opendir(home_.c_str())) {
  if (folder_) return;
  failed_ = errno == ENOENT || errno == ENOTDIR ? Folder::Missing : Folder::Denied;
}
Listing::~Listing() = default;

bool Listing::open_next() {
  folder_.reset();
  while (!folder_ && ++layout_ < engine::monitor::layouts.size()) {
    const auto path = home_ + "/" + std::string(engine::monitor::layouts[layout_].folder);
    folder_.reset(::opendir(path.c_str()));
    if (!folder_ && errno != ENOENT && errno != ENOTDIR) failed_ = Folder::Denied;
  }
  return folder_ != nullptr;
}

std::optional<FolderListed> Listing::step() {
  if (!folder_) return FolderListed{.folder = failed_, .pids = {}};
  for (std::size_t i = 0; i < names_at_once; ++i) {
    errno = 0;
    const auto* entry = ::readdir(static_cast<DIR*>(folder_.get()));
    if (entry == nullptr) {
      if (errno != 0) return FolderListed{.folder = Folder::Denied, .pids = {}};
      if (open_next()) continue;
      if (failed_ == Folder::Denied) return FolderListed{.folder = failed_, .pids = {}};
      return found_;
    }
    const auto pid = engine::monitor::pid_of_name(entry->d_name, engine::monitor::layouts[layout_]);
    if (!pid || std::ranges::find(found_.pids, *pid) != found_.pids.end()) continue;
    if (!add(*pid)) return FolderListed{.folder = Folder::TooMany, .pids = {}};
  }
  return std::nullopt;
}

void Listing::leave_out(std::size_t at) {
  found_.pids.erase(at);
  ++left_out_;
}
bool Listing::add(Pid pid) {
  auto& pids = found_.pids;
  if (pids.size() == pids.capacity() && !std::exchange(only_living_, true))
    for (auto i = pids.size(); i-- > 0;)
      if (!lives(pids[i])) leave_out(i);
  if (only_living_ && !lives(pid)) {
    ++left_out_;
    return true;
  }
  if (pids.size() == pids.capacity()) return false;
  pids.push_back(pid);
  return true;
}

MarkerRead read_marker(const std::string& home, Pid pid, engine::monitor::Texts& texts) {
  MarkerRead out{.pid = pid};
  Bytes bytes;
  bool newer_place = false;
  for (auto layout = engine::monitor::layouts.rbegin(); layout != engine::monitor::layouts.rend();
       ++layout) {
    bytes = read_file(home + "/" + engine::monitor::path_of_marker(pid, *layout));
    newer_place = !layout->folder.empty();
    if (bytes.reading != Reading::Gone) break;
  }
  out.reading = bytes.reading;
  if (bytes.reading != Reading::Good) return out;
  const auto decoded = engine::monitor::decode_marker(bytes.text, pid, texts);
  out.reading = decoded.reading;
  out.field = texts.id(decoded.field);
  // There each part may be missing, the former address among them.
  if (newer_place && decoded.field == "mcpUrl") {
    out.reading = Reading::NoBridge;
    out.field = no_text;
  }
  if (out.reading != Reading::Good) return out;
  out.marker = decoded.marker;
  const auto life = life_of(pid);
  out.alive = life.alive;
  out.began = life.began;
  return out;
}

}  // namespace tools::watch
