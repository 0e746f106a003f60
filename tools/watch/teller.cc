#include "watch/watcher.h"

#include <filesystem>
#include <system_error>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "command/words.h"
#include "results/words.h"
#include "sim/files/document.h"

namespace tools::watch {
namespace {

std::string_view words_for(Reading reading) {
  switch (reading) {
    case Reading::Unreadable: return "it cannot be read";
    case Reading::Legacy: return "it is a legacy marker, of an earlier version";
    case Reading::Incomplete: return "a required field is missing or of another type";
    case Reading::NotJson: return "it is no JSON";
    case Reading::OtherPid: return "it names another process than its name";
    case Reading::NewerSchema: return "its schema is newer than the known one";
    case Reading::NotAFile: return "it is no file";
    case Reading::TooLarge: return "it is larger than 1 MiB";
    case Reading::NotText: return "it is not UTF-8";
    case Reading::NoBridge: return "its IDE offers no project stream (no bridge in the marker)";
    case Reading::Dead: return "its process is not seen";
    case Reading::Younger: return "the process of that number began after it was written";
    case Reading::Good:
    case Reading::Gone:
    case Reading::Torn: break;
  }
  return "";
}

std::string_view words_for(Folder folder) {
  switch (folder) {
    case Folder::Denied: return "it cannot be read";
    case Folder::Missing: return "there is none";
    case Folder::TooMany: return "it has more than 64 marker files of processes that live";
    case Folder::Listed: break;
  }
  return "";
}

std::string_view words_for(Address address) {
  switch (address) {
    case Address::Unauthorized: return "wants to know who asks: 401";
    case Address::Forbidden: return "lets nobody in: 403";
    case Address::Busy: return "is busy: 429 or 5xx";
    case Address::None:
    case Address::Stream:
    case Address::Sse: break;
  }
  return port::word(address);
}

// In the newest of the places in which there is one.
std::string file_of(const std::string& home, Pid pid) {
  std::string out;
  for (const auto& layout : engine::monitor::layouts) {
    const auto path = home + "/" + engine::monitor::path_of_marker(pid, layout);
    std::error_code none;
    const auto found = std::filesystem::symlink_status(path, none);
    if (out.empty() || std::filesystem::exists(found)) out = path;
  }
  return out;
}

// 1, 10, 100: of a flood.
bool is_round(std::uint64_t count) {
  while (count % 10 == 0) count /= 10;
  return count == 1;
}

// The names of projects, as far as they have some.
std::string names_of(const nlohmann::ordered_json& list) {
  constexpr std::size_t shown_max = 10;
  std::string out;
  for (std::size_t i = 0; i < list.size() && i < shown_max; ++i) {
    const auto& each = list[i];
    const bool named = each.is_object() && each.contains("name") && each["name"].is_string();
    out += (i == 0 ? "" : ", ") + (named ? each["name"].get<std::string>() : dump(each));
  }
  if (list.size() > shown_max) out += fmt::format(" and {} more", list.size() - shown_max);
  return out.empty() ? "none" : out;
}

}  // namespace

void Teller::say(const char* name, Json what, const std::string& text) {
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto ms = duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin_).count();
  if (json_) return print_out(dump({{"at_ms", ms}, {name, std::move(what)}}) + "\n");
  if (text.empty()) return;
  auto line = fmt::format("{:9.3f} s  {}", static_cast<double>(ms) / 1e3, text);
  for (auto& letter : line)
    if (letter == '\n') letter = ' ';
  print_out(shown(line) + "\n");
}

void Teller::added(const Marker& marker, bool elsewhere) {
  ide("ide_added", "found", marker, elsewhere);
}

void Teller::ide(const char* name, std::string_view word, const Marker& marker, bool elsewhere) {
  const std::string url(texts_.text(marker.target.url)), build(texts_.text(marker.build));
  Json what{{"pid", marker.pid.value},
            {"build", build},
            {"url", url},
            {"port", marker.target.port},
            {"has_token", marker.target.token != no_text},
            {"created", marker.created.value}};
  if (elsewhere) what["elsewhere"] = true;
  if (marker.stream != no_text) what["stream"] = texts_.text(marker.stream);
  if (marker.sse != no_text) what["sse"] = texts_.text(marker.sse);
  say(name, std::move(what),
      fmt::format(
          "{:>7}  {}: {} at {}{}", marker.pid.value, word, build, url,
          elsewhere ? ", in another process namespace (its process is not seen here)" : ""));
}

void Teller::removed(Pid pid) {
  skipped_.erase(pid.value);
  trouble_.erase(pid.value);
  say("ide_removed", {{"pid", pid.value}}, fmt::format("{:>7}  gone", pid.value));
}

void Teller::refused(Pid pid, Reading reading, std::string_view field) {
  const auto file = file_of(home_, pid);
  Json what{{"pid", pid.value}, {"file", file}, {"reading", port::word(reading)}};
  std::string why(words_for(reading));
  if (!field.empty()) {
    what["field"] = field;
    why += fmt::format(": {}", field);
  }
  say("file_refused", std::move(what), fmt::format("{:>7}  no IDE: {}: {}", pid.value, file, why));
}

void Teller::unfinished(Pid pid) {
  const auto file = file_of(home_, pid);
  say("file_unfinished", {{"pid", pid.value}, {"file", file}},
      fmt::format("{:>7}  half-written, and stays so: {}; what was known stays", pid.value, file));
}

void Teller::left_out(std::size_t count) {
  say("files_left_out", {{"count", count}, {"reading", port::word(Reading::Dead)}},
      fmt::format("{:>7}  no IDEs: {} more of processes that are not there", "",
                  counted(count, "marker")));
}

void Teller::slept(std::chrono::milliseconds time) {
  say("slept", {{"time_ms", time.count()}},
      fmt::format("{:>7}  slept for {:.3f} s", "", static_cast<double>(time.count()) / 1e3));
}

void Teller::scan_failed(Folder folder) {
  say("scan_failed", {{"home", home_}, {"folder", port::word(folder)}},
      fmt::format("{:>7}  the folder {}: {}; what was known stays", "", home_, words_for(folder)));
}

void Teller::projects(Pid pid, std::string_view list, bool stale) {
  auto read = sim::read_document<Json>(list, {.bytes_max = engine::monitor::stream_line_max});
  auto parsed =
      std::holds_alternative<Json>(read) ? std::get<Json>(std::move(read)) : Json::array();
  const auto names = json_ ? std::string() : names_of(parsed);
  say("projects_shown", {{"pid", pid.value}, {"projects", std::move(parsed)}, {"stale", stale}},
      fmt::format("{:>7}  projects{}: {}", pid.value, stale ? " (stale)" : "", names));
}

void Teller::skipped(Pid pid, LineKind kind) {
  auto& counts = skipped_[pid.value];
  const auto count = ++(kind == LineKind::Unknown ? counts.second : counts.first);
  if (!is_round(count)) return;
  say("line_skipped", {{"pid", pid.value}, {"kind", port::word(kind)}, {"count", count}},
      fmt::format("{:>7}  skipped {} {}", pid.value, port::word(kind), counted(count, "line")));
}

void Teller::address(Pid pid, Address address, std::string_view url) {
  say("address_given", {{"pid", pid.value}, {"address", port::word(address)}, {"url", url}},
      address == Address::None
          ? std::string()
          : fmt::format("{:>7}  its own server: {} ({})", pid.value, url, words_for(address)));
}

void Teller::server(Pid pid, bool alive) {
  say("server_shown", {{"pid", pid.value}, {"alive", alive}},
      alive ? std::string() : fmt::format("{:>7}  its own server does not answer", pid.value));
}

void Teller::port_shown(std::uint16_t port, std::string_view build, bool marked) {
  say("port_shown", {{"port", port}, {"build", build}, {"marked", marked}},
      fmt::format("{:>7}  port {} answers as {}{}", "", port, build,
                  marked ? "" : ", which has no marker"));
}

void Teller::port_gone(std::uint16_t port) {
  say("port_gone", {{"port", port}},
      fmt::format("{:>7}  port {} answers as an IDE no more", "", port));
}

void Teller::asks(Pid pid, std::string_view url) {
  say("stream_asked", {{"pid", pid.value}, {"url", url}}, {});
}

void Teller::answered(Pid pid, unsigned status, bool told) {
  if (status == 200) trouble_.erase(pid.value);
  const auto text = status == 200   ? std::string()
                    : status == 401 ? "refuses our token (401); waiting for its marker to change"
                                    : fmt::format("answers {}", status);
  const bool again = !told || text.empty() || std::exchange(trouble_[pid.value], text) == text;
  say("stream_answered", {{"pid", pid.value}, {"status", status}},
      again ? std::string() : fmt::format("{:>7}  {}", pid.value, text));
}

void Teller::ended(Pid pid, std::string_view why, bool told) {
  const auto text = fmt::format("no stream: {}", why);
  const bool again = !told || std::exchange(trouble_[pid.value], text) == text;
  say("stream_ended", {{"pid", pid.value}, {"why", why}},
      again ? std::string() : fmt::format("{:>7}  {}", pid.value, text));
}

void Teller::begins() {
  say("watching", {{"home", home_}}, fmt::format("{:>7}  watching {}", "", home_));
}
void Teller::ends(std::size_t ides) {
  say("stopped", {{"ides", ides}},
      fmt::format("{:>7}  stopped; {} known", "", counted(ides, "IDE")));
}

}  // namespace tools::watch
