#include "streams/stream_tape.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tools {

// The first line says that sleeps are told of, so that another pause is the IDE's.
void StreamTape::write(std::string_view name, const std::string& members) {
  if (!std::exchange(tells_sleep_, true)) slept({});
  using std::chrono::duration_cast, std::chrono::microseconds;
  const auto passed = duration_cast<microseconds>(std::chrono::steady_clock::now() - begin_);
  sink_(fmt::format("{{\"t_ms\":{:.3f},\"{}\":{{{}}}}}\n",
                    static_cast<double>(passed.count()) / 1e3, name, members));
}

void StreamTape::put(std::string_view name, std::uint64_t connection, const std::string& more) {
  write(name, fmt::format("\"connection\":{}{}", connection, more));
}

void StreamTape::slept(std::chrono::milliseconds time) {
  if (tells_sleep_) write("slept", fmt::format("\"time_ms\":{}", time.count()));
}

void StreamTape::asked(std::uint64_t connection, std::uint32_t pid,
                       std::optional<bool> authorized) {
  auto more = fmt::format(",\"pid\":{}", pid);
  if (authorized) more += fmt::format(",\"authorized\":{}", *authorized);
  put("stream_asked", connection, more);
}

void StreamTape::asks(std::uint64_t connection, std::uint32_t pid, bool sends_token) {
  put("stream_asked", connection,
      fmt::format(",\"pid\":{},\"window\":1,\"sends_token\":{}", pid, sends_token));
}
void StreamTape::ide(std::string_view name, std::uint32_t pid, bool has_token) {
  write(name, fmt::format("\"pid\":{},\"has_token\":{}", pid, has_token));
}
void StreamTape::ide_removed(std::uint32_t pid) {
  write("ide_removed", fmt::format("\"pid\":{}", pid));
}
void StreamTape::shown(std::uint32_t pid, std::string_view projects, bool stale) {
  write("projects_shown",
        fmt::format("\"pid\":{},\"projects\":{},\"stale\":{}", pid, projects, stale));
}
void StreamTape::skipped(std::uint32_t pid, std::string_view kind) {
  write("line_skipped", fmt::format("\"pid\":{},\"kind\":\"{}\"", pid, kind));
}

void StreamTape::answered(std::uint64_t connection, unsigned status) {
  put("stream_answered", connection, fmt::format(",\"status\":{}", status));
}

void StreamTape::ended(std::uint64_t connection, bool by_client) {
  put("ended", connection, by_client ? R"(,"side":"client")" : R"(,"side":"server")");
}

void StreamTape::line(std::uint64_t connection, std::string_view text, bool whole) {
  std::string more;
  try {
    more = ",\"raw\":" + nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {  // It is not UTF-8, which is all that counts.
    more = ",\"raw_b64\":\"\"";
  }
  put("line_sent", connection, more + (whole ? "" : ",\"no_newline\":true"));
}

void StreamTape::changed(std::uint32_t pid, const std::string& projects) {
  write("projects_changed", fmt::format("\"pid\":{},\"projects\":{}", pid, projects));
}

void StreamTape::stalled(std::uint64_t connection, bool stalled) {
  put("reader_stalled", connection, fmt::format(",\"stalled\":{}", stalled));
}

}  // namespace tools
