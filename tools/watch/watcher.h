// The engine of the monitor on the real machine: its folder, its clock, its ports and sockets, in
// one thread. What it holds is bounded by what the engine follows.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/codec/jsonl.h"
#include "engine/monitor/decode.h"
#include "engine/monitor/engine.h"
#include "net/exchange.h"
#include "net/loop.h"
#include "streams/stream_tape.h"
#include "watch/folder.h"
#include "watch/teller.h"

namespace tools::watch {

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
