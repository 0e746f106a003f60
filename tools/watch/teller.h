// What `orrery watch` says of what it finds, as text or as JSON Lines. Whatever IDEs and files
// say, one line is one line, and a flood of bad ones is counted.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "engine/monitor/decode.h"
#include "port/monitor/commands.h"

namespace tools::watch {

using namespace port::monitor;

class Teller {
 public:
  Teller(bool json, std::string home, const engine::monitor::Texts& texts)
      : json_(json), home_(std::move(home)), texts_(texts) {}

  // `elsewhere`: its process is not seen, and its address answers.
  void added(const Marker& marker, bool elsewhere);
  void changed(const Marker& marker) { ide("ide_changed", "changed", marker); }
  void removed(Pid pid);
  void refused(Pid pid, Reading reading, std::string_view field);
  // A file that one scan after the other finds half-written.
  void unfinished(Pid pid);
  // So many files of dead processes, beside those that there is room for.
  void left_out(std::size_t count);
  void slept(std::chrono::milliseconds time);
  void scan_failed(Folder folder);
  void projects(Pid pid, std::string_view list, bool stale);
  void skipped(Pid pid, LineKind kind);
  void address(Pid pid, Address address, std::string_view url);
  void server(Pid pid, bool alive);
  void port_shown(std::uint16_t port, std::string_view build, bool marked);
  void port_gone(std::uint16_t port);

  // What the engine does not show: how its connections fare. `status` 0: no answer came.
  void asks(Pid pid, std::string_view url);
  // Of a marker of which no IDE was told, a person is told nothing.
  void answered(Pid pid, unsigned status, bool told);
  void ended(Pid pid, std::string_view why, bool told);

  void begins();
  void ends(std::size_t ides);

 private:
  using Json = nlohmann::ordered_json;
  void ide(const char* name, std::string_view word, const Marker& marker, bool elsewhere = false);
  void say(const char* name, Json what, const std::string& text);

  bool json_;
  std::string home_;
  const engine::monitor::Texts& texts_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> skipped_;  // So many, by kind.
  std::map<std::uint32_t, std::string> trouble_;  // Last told, so that a person reads it once.
};

}  // namespace tools::watch
