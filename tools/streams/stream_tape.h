// Project streams while they happen, as the lines of a recording (docs/MONITOR.md).
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tools {

class StreamTape {
 public:
  // A line, with its newline.
  using Sink = std::function<void(const std::string&)>;

  explicit StreamTape(Sink sink) : sink_(std::move(sink)) {}

  // `authorized`: nothing, where it is not known.
  void asked(std::uint64_t connection, std::uint32_t pid, std::optional<bool> authorized);
  // Of a client's end, which has one window.
  void asks(std::uint64_t connection, std::uint32_t pid, bool sends_token);
  void ide(std::string_view name, std::uint32_t pid, bool has_token);
  void ide_removed(std::uint32_t pid);
  void shown(std::uint32_t pid, std::string_view projects, bool stale);  // JSON.
  void skipped(std::uint32_t pid, std::string_view kind);
  void answered(std::uint64_t connection, unsigned status);
  // A line of a stream, without its newline; not `whole`: it had none.
  void line(std::uint64_t connection, std::string_view text, bool whole = true);
  void changed(std::uint32_t pid, const std::string& projects);  // JSON.
  void stalled(std::uint64_t connection, bool stalled);
  void gone(std::uint64_t connection) { put("client_gone", connection); }
  void freed(std::uint64_t connection) { put("stream_freed", connection); }
  // `by_client`: it gave up a stream that was there.
  void ended(std::uint64_t connection, bool by_client);
  // The machine slept, or this process was stopped.
  void slept(std::chrono::milliseconds time);

 private:
  void put(std::string_view name, std::uint64_t connection, const std::string& more = {});
  void write(std::string_view name, const std::string& members);

  Sink sink_;
  bool tells_sleep_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tools
