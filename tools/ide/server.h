// The mock IDE's server, on loopback only: /api/about, its project streams (MON-40 to MON-44), and
// what answers for its own server. One thread; memory and descriptors are bounded whatever clients
// do: so many connections at once, for each one line on its way, and what changes meanwhile is
// joined.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/monitor/decode.h"
#include "net/http.h"
#include "net/loop.h"
#include "port/words.h"
#include "streams/stream_tape.h"

namespace tools::ide {

// What may happen to the mock IDE, and what may be wrong with it: as scenario files call it
// (sim/monitor/plan.h), as far as these have it.

enum class Act : std::uint8_t {
  ProjectsChange,
  ServerMoves,     // To another port, with its marker; its streams end.
  ServerHangs,     // It takes requests and answers nothing.
  ServerFails,     // It answers 500.
  ServerOther,     // It answers everything as another web server does.
  ServerRecovers,  // From these, and from a network that stopped.
  NetworkStops,    // Nothing is said on any stream any more, and none ends.
  NetworkBack,     // For streams that are asked for from then on; those that there were stay dead.
  StreamsEnd,
  PingsStop,
  LineBroken,    // A line that is no message,
  LineUnknown,   // or one of a type that nobody knows,
  LineRepeated,  // or the last snapshot once more,
  LineTorn,      // or half of one: then the stream ends,
  LineEndless,   // or one that goes on for ever.
  TokenChanges,  // Not that of the marker.
  MarkerWritten,
  MarkerTorn,  // Half of it.
  MarkerRemoved,
  ProcessEnds,  // At once: its marker stays.
  Stop,
};

enum class Flaw : std::uint8_t {
  PingFirst,
  NoFirstLine,
  KeepsChanges,
  SeqStays,
  InstanceChanges,
  NoPings,
  TakesAnyToken,
  LineBeforeRefusal,
  OneHoldsAll,
  NeverFrees,
  SlowSnapshot,     // The first line comes late.
  NoStreamAddress,  // Its own server has the older address alone.
};

struct Setting {
  std::uint32_t pid = 0;
  std::uint16_t first_port = 63'342, last_port = 63'361;  // 0: any that is free.
  std::string token, build;
  std::size_t projects = 2;
  std::chrono::milliseconds ping{4'000}, slow{3'000};  // `slow`: of the flaw slow_snapshot.
  std::set<Flaw> flaws;
  std::span<const engine::monitor::Layout> layouts = engine::monitor::layouts;  // Of its markers.

  bool has(Flaw flaw) const { return flaws.contains(flaw); }
};

// Beyond this, who connects waits.
inline constexpr std::size_t connections_max = 512;

class Session;

class Server {
 public:
  // Listens. Throws UsageError if no port is free.
  Server(net::Loop& loop, Setting setting, StreamTape& tape);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }

  // All but those of the marker and the process, which are for the caller.
  void act(Act act);
  // Ends every stream and connection, and listens no more.
  void close();

  // For sessions.
  enum class Manner : std::uint8_t { Well, Hanging, Failing, Other };
  Manner manner() const { return manner_; }
  bool silent() const { return silent_; }
  bool pings() const { return pings_; }
  const Setting& setting() const { return setting_; }
  StreamTape& tape() { return tape_; }
  std::uint64_t next_stream() { return ++streams_; }
  std::uint64_t next_events() { return ++events_; }
  // Null: there is no such event stream.
  Session* events(std::uint64_t number) const;
  // Of the first ones is told who they are: nobody may read what is told, and it must not fill up.
  bool tells_of_clients() const { return streams_ < clients_told; }
  std::string projects() const;  // JSON.
  bool lets_in(std::string_view authorization) const;
  bool held_up() const;  // By one that takes nothing, where that is what is wrong.
  void end(const std::shared_ptr<Session>& session);
  void pump_all();

 private:
  static constexpr std::uint64_t clients_told = 100;
  void listen();
  void accept();
  bool has_room() const;
  std::shared_ptr<Session> oldest_without_request() const;
  void rest();
  void for_each_stream(const std::function<void(Session&)>& what);

  net::Loop& loop_;
  Setting setting_;
  StreamTape& tape_;
  net::Timer pause_;
  net::Socket listener_;
  std::vector<std::shared_ptr<Session>> sessions_;  // In the order in which they came.
  std::uint16_t port_ = 0;
  std::string token_;
  std::uint64_t streams_ = 0, events_ = 0;
  std::uint32_t changes_ = 0, tokens_ = 0;
  Manner manner_{};
  bool silent_ = false, pings_ = true, closed_ = false;
};

// What the mock IDE says as an MCP server without tools: enough for a client to connect, and to ask
// whether it lives.
struct McpAnswer {
  unsigned status = 200;
  std::string body;  // JSON; empty: there is none.
};

// To one message, as JSON-RPC has them. Whatever else it is gets 400.
McpAnswer answer_mcp(std::string_view message);

// Whether a client has the right token.

// The time that it takes depends on the length of `given` alone.
inline bool same_secret(std::string_view wanted, std::string_view given) {
  volatile unsigned char difference = wanted.size() == given.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char ours = wanted.empty() ? '\0' : wanted[i % wanted.size()];
    difference = static_cast<unsigned char>(difference | (ours ^ given[i]));
  }
  return difference == 0;
}

// One connection to the mock IDE: a request, and its answer or its stream. Not for others than the
// server.

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Server& server, net::Loop& loop, Descriptor descriptor);

  void begin();
  void close();
  // As close(), and tells the server.
  void finish();
  bool awaits_request() const { return !asked_; }

  bool streams() const { return stream_ != 0; }
  bool stalled() const { return stalled_; }

  // The number of its event stream; zero: it is none.
  std::uint64_t events() const { return events_; }
  void tell_event(std::string text);

  // Of a stream. A line of its own; null texts: the last snapshot again.
  void say(Act what);
  void owe_snapshot();
  void end_stream();
  // It says nothing more, and its connection stays.
  void lose_stream();
  // Writes what waits, if anything does and nothing is on its way.
  void pump();

 private:
  struct Waiting {
    std::string text;
    bool whole = true, last = false;
  };

  void read_request();
  void serve();
  bool comes_from_here() const;
  bool serve_own(std::string_view path);
  void answer_message();
  void open_events();
  void pump_events();
  void keep_events();
  void answer(unsigned status, const char* type, const std::string& body);
  void ask_for_stream();
  bool hear_announcement();
  void open_stream();
  void began_stream();
  void listen_for_end();
  void gone();
  void wait_for_ping();
  std::string instance() const;
  std::string ping() const;
  std::string snapshot(bool again);
  void write(Waiting what);
  void wrote(const Waiting& what);
  void watch_reader();

  Server& server_;
  net::Socket socket_;
  net::Timer limit_, ping_, stall_, slow_;
  std::string body_;  // Of the request.
  std::unique_ptr<net::HttpReader> request_;
  std::deque<Waiting> waiting_;
  std::deque<std::string> events_waiting_;
  std::uint64_t stream_ = 0, events_ = 0;
  std::uint32_t seq_ = 0;
  bool asked_ = false, endless_ = false, open_ = false, owed_ = false, writing_ = false,
       stalled_ = false, over_ = false;
};

}  // namespace tools::ide

namespace port {

template <>
inline constexpr std::array<std::string_view, 21> words<tools::ide::Act>{
    "projects_change", "server_moves",   "server_hangs",
    "server_fails",    "server_other",   "server_recovers",
    "network_stops",   "network_back",   "streams_end",
    "pings_stop",      "line_broken",    "line_unknown",
    "line_repeated",   "line_torn",      "line_endless",
    "token_changes",   "marker_written", "marker_torn",
    "marker_removed",  "process_ends",   "stop"};
template <>
inline constexpr std::array<std::string_view, 12> words<tools::ide::Flaw>{
    "ping_first",       "no_first_line", "keeps_changes",   "seq_stays",
    "instance_changes", "no_pings",      "takes_any_token", "line_before_refusal",
    "one_holds_all",    "never_frees",   "slow_snapshot",   "no_stream_address"};

}  // namespace port
