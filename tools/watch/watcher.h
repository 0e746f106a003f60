// The engine of the monitor on the real machine: its folder, its clock, its ports and sockets, in
// one thread. What it holds is bounded by what the engine follows.
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "engine/codec/jsonl.h"
#include "engine/monitor/decode.h"
#include "engine/monitor/engine.h"
#include "net/exchange.h"
#include "net/loop.h"
#include "port/monitor/commands.h"
#include "port/monitor/events.h"
#include "streams/stream_tape.h"

namespace tools::watch {

// The home folder and the processes of this machine, as the engine asks for them. Whatever stands
// there, nothing here waits for another, and memory is bounded: of files that are no markers only
// the names are looked at, some at a time.

using namespace port::monitor;

// One listing, in steps. Of more files than can be listed, those of processes that do not live are
// left out: markers that dead IDEs left hide no running one.
class Listing {
 public:
  explicit Listing(std::string home);
  ~Listing();
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  // The whole answer, or nothing: go on later.
  std::optional<FolderListed> step();
  std::size_t left_out() const { return left_out_; }

 private:
  // Whether there is another folder, now open. A home without it is one all the same.
  bool open_next();
  bool add(Pid pid);
  void leave_out(std::size_t at);

  struct Closer {
    void operator()(void* folder) const;
  };
  std::string home_;
  std::size_t layout_ = 0;  // Whose folder is open.
  std::unique_ptr<void, Closer> folder_;
  Folder failed_{};
  FolderListed found_{};
  bool only_living_ = false;
  std::size_t left_out_ = 0;
};

// A marker file, in the newest of the places in which there is one. Links are followed, and nothing
// but a file is opened.
MarkerRead read_marker(const std::string& home, Pid pid, engine::monitor::Texts& texts);

// What `orrery watch` says of what it finds, as text or as JSON Lines. Whatever IDEs and files
// say, one line is one line, and a flood of bad ones is counted.

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

struct Setting {
  std::string home;
  engine::monitor::Limits limits{};
  std::uint32_t seed = 1;
};

class Watcher {
 public:
  Watcher(net::Loop& loop, const Setting& setting, bool json, StreamTape& tape);
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  void start();
  // Ends every connection; nothing is said after.
  void stop();

 private:
  using Clock = net::Loop::Clock;
  using Engine = engine::monitor::BasicEngine<engine::monitor::Live>;
  // A stream, from its Connect to its end.
  struct Link {
    std::shared_ptr<net::Exchange> exchange;
    engine::jsonl::Lines lines;
    engine::monitor::SeqNumbers numbers{};
    Pid pid{};
    std::uint64_t number = 0;  // In the recording.
    bool open = false;
  };
  // A look at an IDE's own server.
  struct Trial {
    std::shared_ptr<net::Exchange> exchange;
    std::unique_ptr<net::Timer> bound;
    TextId address{};
    unsigned status = 0;
  };
  struct Visit {
    std::shared_ptr<net::Exchange> exchange;
    std::string body;
    unsigned status = 0;
  };

  void hear(const Event& event);
  void on(const ListFolder&);
  void on(const ReadMarker& command);
  void on(const Connect& command);
  void on(const Disconnect& command);
  void on(const Probe& command);
  void on(const CancelProbe& command);
  void on(const TryStream& command);
  void on(const AskHead& command);
  void on(const SetTimer& command);
  void on(const CancelTimer& command);
  void on(const IdeAdded& command);
  void on(const IdeChanged& command);
  void on(const IdeRemoved& command);
  void on(const FileRefused& command);
  void on(const ScanFailed& command) { teller_.scan_failed(command.folder); }
  void on(const ProjectsShown& command);
  void on(const LineSkipped& command);
  void on(const AddressGiven& command);
  void on(const ServerShown& command) { teller_.server(command.pid, command.alive); }
  void ask_own_server(std::uint16_t port);
  void on(const PortShown& command);
  void on(const PortGone& command) { teller_.port_gone(command.port); }

  void woke(const net::Loop::Sleep& sleep);
  void list();
  void link_answered(ConnectionId id, unsigned status, std::string_view type);
  void link_bytes(ConnectionId id, std::string_view bytes);
  void link_ended(ConnectionId id, const std::string& why, bool by_us = false);
  void drop(ConnectionId id, const std::string& why);
  void line(ConnectionId id, const engine::jsonl::Line& line);
  ListId list_of(std::string_view projects);
  void visited(std::uint16_t port);
  enum class Look : std::uint8_t { Stream, Head };
  void look(Look what, Pid pid, TextId address);
  void looked(Look what, Pid pid);
  // An IDE was told of.
  bool is_told(Pid pid) const;
  void set_clock();
  void forget_unused();

  net::Loop& loop_;
  Setting setting_;
  engine::monitor::Texts texts_;
  Teller teller_;
  StreamTape& tape_;
  Engine engine_;
  net::Timer clock_;
  std::map<std::pair<TimerKind, std::uint32_t>, Clock::time_point> timers_;
  std::unique_ptr<Listing> listing_;
  std::map<std::uint16_t, Link> links_;
  std::map<std::uint16_t, Visit> visits_;
  std::map<std::pair<Look, std::uint32_t>, Trial> trials_;
  std::map<std::uint16_t, std::string> lists_;
  std::deque<Event> heard_;
  std::uint64_t streams_ = 0;
  std::uint16_t last_list_ = 0;
  // Files that were half-written in so many scans in a row: who writes one is done by then.
  static constexpr int torn_scans = 5;
  std::map<std::uint32_t, int> torn_;
  std::size_t left_out_ = 0;  // Of the files, as told.
  bool stepping_ = false, stopped_ = false;
};

}  // namespace tools::watch
