// A directed check of the client as a conversation: what happens, and what it must command then.
//
// A talk plays the driver by the book. It answers only what was sent, fires a timer only at its
// instant, and stops at the first difference: the rest is not said any more. Timers stay out of
// comparisons; after() and fires() hold the client to them.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/appserver/checks/check.h"

namespace conformance::appserver {

using namespace engine::appserver;  // Private header: every check is written in these words.
using namespace std::chrono_literals;

class Talk {
 public:
  explicit Talk(Client client) : client_(std::move(client)) {}

  // What the user does, or whatever else happens.
  Talk& tell(const Happening& what);
  // The server's process says it.
  Talk& hears(const ToClient& message) { return tell(Received{process_, message}); }
  // An answer to the last such request that was sent and not answered; its id is filled in.
  Talk& answers(Method method, Response response = {});
  // The same once more.
  Talk& answers_again();

  // Opened, started, and shaken hands with; the server is verified.
  Talk& opens();
  // This chat is started and ready. Its thread has its number plus ten.
  Talk& starts(std::uint32_t chat = 1);
  // A turn of that chat, of its number plus twenty, has begun.
  Talk& says(std::uint32_t chat = 1);

  // Time passes; no timer but that of health is due before the end of it.
  Talk& after(Duration duration);
  // The timer of this kind that is due first is so long from now; it fires.
  Talk& fires(TimerKind kind, Duration least, Duration most);
  Talk& fires(TimerKind kind, Duration from_now) { return fires(kind, from_now, from_now); }

  // What the last event was answered with, in whatever order: the clauses know which matters.
  // Requests have the numbers that the client gives them.
  Talk& wants(std::initializer_list<Command> commands);
  // That a request of this method was sent with it, or with none.
  Talk& sends(Method method);
  Talk& sends_nothing();
  // Each of these is reported so, and nothing else comes of it.
  Talk& strays(std::initializer_list<std::pair<ToClient, Reported>> messages);

  CheckVerdict verdict();
  operator CheckVerdict() { return verdict(); }

 private:
  bool over() const { return !verdict_.holds; }
  void step(const Happening& what);
  void note(const Command& command);
  void fail(std::string want, std::string got);
  std::string said() const;

  Client client_;
  Instant now_{};
  ProcessId process_{};
  std::map<std::pair<TimerKind, std::uint32_t>, Instant> due_;
  std::vector<Request> sent_;  // Not answered.
  Response answered_;          // The last.
  std::vector<Command> said_;  // By the last event, without timers.
  CheckVerdict verdict_;
};

constexpr ThreadId thread_of(std::uint32_t chat) { return {chat + 10}; }
constexpr TurnId turn_of(std::uint32_t chat) { return {chat + 20}; }

constexpr Send sends_interrupt(TurnId turn, ThreadId thread = thread_of(1)) {
  return {{1}, Request{.id = {}, .method = Method::TurnInterrupt, .thread = thread, .turn = turn}};
}
// What was said in that chat has this outcome.
constexpr CallEnded turn_call(Outcome outcome, Error error = Error::None, std::uint32_t chat = 1) {
  return {{}, {chat}, Method::TurnStart, outcome, error};
}
constexpr Reported reports(Report report, std::uint32_t of = 0) { return {report, of}; }

constexpr Send sends_initialized(std::uint32_t process = 1) { return {{process}, Initialized{}}; }
inline constexpr Response overloaded{.id = {}, .error = Error::Overloaded};

// An item, and a command that is asked for, of the active turn of that chat.
constexpr ItemStarted begins(std::uint32_t item, std::uint32_t chat = 1) {
  return {thread_of(chat), turn_of(chat), {item}, ItemKind::Answer, {}};
}
constexpr Ask asks(std::uint32_t number, std::uint32_t subject, std::uint32_t chat = 1) {
  return {.ask = {number},
          .kind = AskKind::Command,
          .thread = thread_of(chat),
          .turn = turn_of(chat),
          .item = {number},
          .subject = {subject}};
}
constexpr AskShown shows(std::uint32_t number, std::uint32_t subject, std::uint32_t chat = 1) {
  return {{chat}, {number}, AskKind::Command, {subject}};
}
constexpr Send sends_answer(std::uint32_t number, Decision decision) {
  return {{1}, Answer{{number}, decision}};
}

// Texts.
CheckVerdict same(std::string_view want, std::string_view got);
// Each must hold; the first that does not is told of.
CheckVerdict all_of(std::initializer_list<CheckVerdict> verdicts);

// What stands on the wire for a message; "refused" if the dialect has no word for it.
std::string line_of(const Client& client, const Dialect& dialect, const ToServer& message,
                    const Names& names = {});
// What a line of the server's is to the engine.
Heard heard(const Client& client, const Dialect& dialect, Names& names, std::string_view line,
            ProcessId process = {1});
// The same in words, with the ids and texts of the wire in place of their numbers:
// "item_delta thread=t turn=u item=i text=Hello". Members that are zero are left out.
std::string told(const Client& client, const Dialect& dialect, Names& names, std::string_view line);

// A line of the server's, and what it is to the engine, in these words. Of params and of what they
// mean "@" is that they are about the turn u of the thread t.
struct Line {
  const Dialect* dialect;  // Null: that of the line before, and the same names.
  std::string_view method, params, means;
  std::string_view id = {};  // Of a request.
};
CheckVerdict understood(const Client& client, std::span<const Line> lines);

// The parts of checks().
std::span<const Check> stranger_checks();
std::span<const Check> call_checks();
std::span<const Check> turn_checks();
std::span<const Check> late_checks();
std::span<const Check> chat_checks();
std::span<const Check> item_checks();
std::span<const Check> ask_checks();
std::span<const Check> process_checks();
std::span<const Check> limit_checks();
std::span<const Check> descendant_checks();
std::span<const Check> codec_checks();
std::span<const Check> wire_checks();
std::span<const Check> line_checks();
std::span<const Check> heard_checks();
std::span<const Check> heard_ask_checks();
std::span<const Check> written_checks();
std::span<const Check> secret_checks();
std::span<const Check> account_checks();
std::span<const Check> served_checks();
std::span<const Check> detail_checks();

}  // namespace conformance::appserver
