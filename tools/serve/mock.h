// One process of the mock server: lines in, lines out, and steps of its turns whenever it is told.
//
// What happens is decided by sim's server, which has two threads and turns of three items at most;
// here it has any number of threads, one after the other in its place, and texts of a client's.
// No clock and no I/O: the caller reads, writes and waits.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "faults/settings.h"
#include "serve/played.h"
#include "sim/appserver/server.h"
#include "sim/appserver/wire.h"
#include "sim/search/rng.h"

namespace tools::serve {

struct MockSettings {
  const sim::appserver::Dialect* dialect = &sim::appserver::dialects[0];
  std::vector<sim::appserver::TurnScript> turns = {};  // Of a scenario; none: by the prompt.
  std::uint8_t stored = 0;                             // Threads that are there from the start.
  faults::Settings faults = {};
  std::string home = {};  // That initialize tells.
  // The plan of a scenario that a prompt names, or null.
  std::function<const sim::appserver::ServerPlan*(const std::string& prompt)> named = {};
  faults::Told on_fault = {};
};

// A thread of the client's, and its present turn.
struct Chat {
  sim::appserver::Thread state;
  std::uint8_t turns = 0, items = 0, asks = 0;            // Of the present or last turn.
  std::uint32_t number = 0;                               // The thread's, on the wire.
  std::uint32_t turn = 0, first_item = 0, first_ask = 0;  // Likewise; they are never reused.
  Played played;
  std::string cwd, preview;
};

class Mock {
 public:
  explicit Mock(const MockSettings& settings);

  void hear(std::string_view line);

  // Whether a turn has something to do without hearing anything.
  bool may_step();
  // Each of these goes on by one step.
  void step();

  sim::appserver::Fate fate() const { return server_.fate; }
  // Nothing ends the line that was begun: the caller goes on with it.
  bool endless() const { return lines_.endless(); }
  // It cannot be started at all.
  bool refuses_to_start() const { return refuses_; }
  // SIGTERM does not end it.
  bool ignores_terminate() const { return ignores_terminate_; }

  // What was said since the last call.
  std::vector<faults::Outgoing> take();

 private:
  // A request, as long as it may be answered.
  struct Asked {
    std::string method;
    std::uint32_t thread = 0, turn = 0;  // On the wire.
  };
  using Action = std::function<void(sim::appserver::ServerTurn&)>;

  void hear_message(const sim::appserver::ToServer& message, const Json& line);
  void hear_request(sim::appserver::Request request, const Json& line);
  void hear_answer(const sim::appserver::ToServer& message, sim::appserver::AskId ask);
  void read_client(const Json& params);
  void start_thread(const sim::appserver::Request& request, const Json& params);
  void begin_turn(Chat& chat, const Json& params);
  const sim::appserver::TurnScript* script_for(const std::string& prompt);
  Chat& open_chat(std::uint32_t number);
  bool goes_on(Chat& chat);

  // Lets the server do it with this chat in its first place.
  void act(Chat& chat, const Action& action);
  bool goes_wrong(const Action& action, sim::appserver::SpokenList& spoken);
  void tell_faults(const sim::appserver::Server& before);
  void tell(std::string_view fault);

  void say(const Chat& chat, const sim::appserver::ToClient& message, bool late);
  std::optional<sim::appserver::ByteFault> line_fault(const sim::appserver::ToClient& message);
  sim::appserver::ToClient widened(const Chat& chat, const sim::appserver::ToClient& message);
  void dress(Json& line, const Chat& chat, const sim::appserver::ToClient& message);
  void dress_result(Json& result, const Chat& chat, const sim::appserver::Response& response);
  Json threads() const;

  MockSettings settings_;
  sim::appserver::ServerPlan plan_;
  sim::appserver::Server server_;
  sim::appserver::Wire wire_;
  faults::Lines lines_;
  sim::Rng rng_;
  std::map<std::uint32_t, Chat> chats_;
  std::set<std::uint32_t> running_;
  std::map<std::uint32_t, Asked> asked_;
  std::set<std::string, std::less<>> muted_;       // Methods that initialize opted out of.
  std::vector<sim::appserver::TurnScript> turns_;  // Of the scenario that is played.
  std::size_t turns_played_ = 0;
  std::uint32_t next_thread_ = 1, next_turn_ = 1, next_item_ = 1, next_ask_ = 1;
  std::vector<faults::Outgoing> out_;
  std::string client_name_;
  bool refuses_ = false, ignores_terminate_ = false;
};

}  // namespace tools::serve
