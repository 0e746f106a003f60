// The mock app-server: hears what a client says and says what a server would, with the faults that
// its plan asks for. It knows no time: a turn goes on step by step whenever it is told to.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include <boost/container/static_vector.hpp>

#include "port/appserver/facts.h"
#include "sim/appserver/letter.h"
#include "sim/appserver/plan.h"

namespace sim::appserver {

enum class ItemPhase : std::uint8_t {
  Ahead,
  Begun,
  Waits,  // For the turn of the thread that it opened.
  Asked,
  Withdrawn,
  Decided,
  CarriedOut,
  Over,
  InIde,  // A call there is under way.
};
struct Item {
  std::uint16_t said = 0;  // Of its parts.
  std::uint8_t id = 0;
  ItemPhase phase{};
  std::uint8_t ask = 0;
  bool failed = false;  // Its call in the IDE did.
  bool operator==(const Item&) const = default;
};

enum class TurnPhase : std::uint8_t { None, Answered, Running, Counted };
struct Turn {
  std::array<Item, items_max> items{};
  std::uint8_t id = 0;
  TurnPhase phase{};
  std::uint8_t script = 0;
  std::uint8_t zero = 0;
  bool operator==(const Turn&) const = default;
};

// An item that has outlived its turn.
struct Outliving {
  std::uint8_t item = 0;  // Zero: there is none.
  std::uint8_t turn = 0;
  bool told = false;  // More of its output.
  std::uint8_t zero = 0;
  bool operator==(const Outliving&) const = default;
};

struct Thread {
  Turn turn{};
  Outliving outliving{};
  std::uint16_t total = 0;  // Of tokens.
  bool exists = false;
  bool loaded = false;  // In this process.
  bool archived = false;
  std::uint8_t parent = 0;  // Of one that a turn opened: the number of its thread,
  std::uint8_t opener = 0;  // and of the item in its script, from 1.
  std::uint8_t zero = 0;
  bool operator==(const Thread&) const = default;
};

enum class Handshake : std::uint8_t { None, Answered, Done };
// What became of the process by its own doing.
enum class Fate : std::uint8_t {
  Lives,
  Crashed,
  ExitedZero,
  Hangs,
  Fades,  // It is silent, and ends by itself later.
  ClosedOutput,
  ClosedInput,
};
inline constexpr std::int32_t bad_exit_code = 3;
// A subagent takes its time, whatever the others take.
inline constexpr std::int32_t subagent_ms = 1'000;  // For each step.

// A server with all its runs: threads and numbers outlive a process.
struct Server {
  Letter kept_back{};
  std::array<Thread, threads_max> threads{};
  std::array<FaultCount, faults_room> faults{};  // Of the plan's.
  Kept kept{};
  std::uint8_t turns = 0, items = 0, asks = 0;  // Given out so far.
  Handshake handshake{};
  Fate fate{};
  std::uint8_t opts_out = 0;
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const Server&) const = default;
};

// One message or one fact, in order.
struct Spoken {
  std::variant<ToClient, CarriedOut> what;
  bool late = false;  // It is under way for longer than others, which overtake it.
};
// Of one step: three items end with their approvals and their turn, each message with two more.
inline constexpr std::size_t spoken_max = 32;
using SpokenList = boost::container::static_vector<Spoken, spoken_max>;

// As every run finds it.
Server initial_server(const ServerPlan& plan);

// Applies what happens to one server. Refers to all that it is given; lives for one step.
class ServerTurn {
 public:
  // `dares`: which faults of any opportunity take this one.
  ServerTurn(const ServerPlan& plan, Server& server, SpokenList& out, Dares dares = 0)
      : plan_(plan), server_(server), out_(out), dares_(dares) {}

  // A new process of it starts: nothing of the one before is under way.
  void start();
  void hear(const ToServer& message);
  // Whether a turn of the thread has something to do without hearing anything.
  bool may_step(std::size_t thread) const;
  void step(std::size_t thread);
  // The call in the IDE that carries the item out has ended. Nothing if nobody waits for it.
  void call_ended(std::uint8_t item, bool failed);

  // Whether the fault happens now; an opportunity, counted.
  bool fires(Fault fault) { return fires(fault, nullptr, nullptr); }
  bool fires(Fault fault, const ToClient& message) { return fires(fault, nullptr, &message); }

 private:
  class Way;  // Of one message to the client.
  bool fires(Fault fault, const Method* method, const ToClient* message);

  void hear(const Request& request);
  void hear(const Initialized&);
  void hear(const Answer& answer);
  void hear(const AnswerError& answer);
  void initialize(const Request& request);
  void carry_out(const Request& request);
  void start_thread(const Request& request);
  void start_turn(const Request& request);
  void interrupt(const Request& request);
  Thread* find(ThreadId thread);
  static ThreadId thread_id(std::size_t index) { return {static_cast<std::uint32_t>(index + 1)}; }

  void settle(std::size_t thread, Item& item, Decision decision);
  void begin_turn(std::size_t thread);
  // The item that can go on, or null.
  Item* next_item(Thread& thread) const;
  void go_on(std::size_t thread, Item& item);
  void ask(std::size_t thread, Item& item);
  void say_part(std::size_t thread, Item& item);
  void say_text(std::size_t thread, std::uint8_t turn, std::uint8_t item, bool is_delta,
                std::uint32_t part = 0);
  void end_item(std::size_t thread, Item& item, ItemEnd end);
  void count_usage(std::size_t thread);
  void end_turn(std::size_t thread, TurnEnd end);
  void fail_process(Fault fault, Fate fate) {
    if (server_.fate == Fate::Lives && fires(fault)) server_.fate = fate;
  }

  void refuse(const Request& request, Error error) {
    respond(request, {.id = request.id, .error = error, .text = {refused_text}});
  }
  void respond(const Request& request, const Response& response);
  void notify(const ToClient& message);
  void say(const ToClient& message, bool late = false);
  // Of the thread's turn.
  std::size_t items_of(const Thread& thread) const {
    return thread.opener != 0 ? 1 : plan_.turns[thread.turn.script].items.size();
  }
  ItemScript script_of(const Thread& thread, const Item& item) const;
  void open_thread(std::size_t parent, Item& item);
  void close_thread(Thread& thread);
  void end_outliving(std::size_t index);

  const ServerPlan& plan_;
  Server& server_;
  SpokenList& out_;
  Dares dares_;
};

}  // namespace sim::appserver
