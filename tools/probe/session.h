// One process of the server under test, and the conversation with it.
//
// Every wait ends: at the answer, at the deadline, at a signal, or when the server ends or says
// more than any server would.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conversation/tape.h"
#include "engine/codec/rpc.h"
#include "process/process.h"
#include "spec/appserver/dialect.h"

namespace tools::probe {

// The session is of no more use: the server ended, or floods us.
struct Lost {
  std::string says;
};
// What was waited for did not come in time.
struct Silence {
  std::string says;
};

// Something the server said.
struct Message {
  enum class Kind : std::uint8_t { Request, Result, Failure, Notification };
  Kind kind = Kind::Notification;
  std::string id;         // As show_id() has it; of a notification, empty.
  std::string method;     // Of a request or notification.
  std::int64_t code = 0;  // Of a failure, as its text.
  std::string text;
  std::string whole;
  std::size_t order = 0;  // Grows by one with each message of a session.

  // A member of the params or the result; absent in others.
  engine::json::Value part() const;
};

// What the dialect calls `field` in this message; empty if it is not there or no text.
std::string text_of(const Message& message, const spec::appserver::Dialect& dialect,
                    spec::appserver::Field field);

// 7 or "7", whatever way it was written.
std::string show_id(const engine::rpc::Id& id);

class Session {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // `timeout` is for each wait. What is said goes on the tape too.
  Session(const std::vector<std::string>& words, Milliseconds timeout, Tape& tape);

  // Bytes as they are, until the server's pipe has taken them.
  void write(std::string_view bytes);
  void pause(Milliseconds time);

  // Sends a request under an id of its own, which it gives.
  std::string ask(std::string_view method, std::string_view params = "{}");
  // The same under this id, which is JSON.
  std::string ask_as(std::string_view id, std::string_view method, std::string_view params = "{}");
  // An answer to this id will be expected, since a request is written by hand. An id that was
  // answered may be used again.
  void expect(const std::string& id);
  void notify(std::string_view method);

  // Waits for the answer; valid until its id is used again.
  const Message& answer(const std::string& id);
  // Waits for a message that is no answer, from the order `since` on.
  const Message& hear(std::size_t since, const std::string& what,
                      const std::function<bool(const Message&)>& wanted);
  // The order that the next message will have.
  std::size_t next_order() const { return next_order_; }

  // Closes its stdin and waits for its end. Throws Silence if it does not come.
  ProcessEnd finish();

  // Answers to nothing and second answers.
  const std::vector<std::string>& strays() const { return strays_; }
  // Lines that are no message: why, and what they begin with. At most eight are kept.
  const std::vector<std::string>& bad_lines() const { return bad_lines_; }
  // The first of what it wrote on stderr: at most Process::errors_max.
  const std::string& errors() const { return process_.errors(); }
  // Of the server, second ones aside.
  std::size_t answers() const { return answers_.size(); }
  // Requests that were never answered.
  std::vector<std::string> unanswered() const;

 private:
  using Time = Process::Time;
  Time deadline() const { return std::chrono::steady_clock::now() + timeout_; }
  // Moves bytes. False: the time is up.
  bool pump(Time until);
  void take(const engine::rpc::Item& item);
  void take_answer(Message message);

  Milliseconds timeout_;
  Tape& tape_;
  Process process_;
  engine::rpc::Decoder decoder_;
  std::string out_;  // Not yet written.
  std::uint64_t heard_bytes_ = 0;
  std::int64_t next_id_ = 1;
  std::size_t next_order_ = 0;
  std::set<std::string> asked_;
  std::map<std::string, Message> answers_;
  std::vector<Message> heard_;  // That are no answers.
  std::vector<std::string> strays_, bad_lines_;
};

}  // namespace tools::probe
