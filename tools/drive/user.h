// The user of a client that is driven: what is done when, what is seen, and what came of it.
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conversation/tape.h"
#include "conversation/watch.h"
#include "engine/appserver/account.h"
#include "engine/appserver/details.h"
#include "engine/appserver/engine.h"
#include "engine/appserver/inbox.h"
#include "engine/appserver/router.h"
#include "engine/codec/rpc.h"
#include "port/appserver/facts.h"
#include "process/process.h"
#include "sim/appserver/world.h"

namespace tools::drive {

// The engine of the client with all that it needs to talk to a real server: a process, its pipes,
// lines, texts and real time. What its user does is told; what it says is shown to an observer.

struct Setting {
  std::vector<std::string> words;  // The server and its arguments.
  const engine::appserver::Dialect* dialect = &engine::appserver::codex;
  engine::appserver::Limits limits = engine::appserver::real_limits();
  std::uint32_t seed = 1;
  engine::appserver::Client client = {};
};

// What an observer is told, in order.
struct Observer {
  // `text`: that of what is shown, secrets masked; as a rule empty.
  std::function<void(const port::appserver::Seen& seen, std::string_view text)> saw;
  // What is shown of the account: all but calls.
  std::function<void(const engine::appserver::AccountAct& act)> account;
  // Plans, and what tools are called with and give.
  std::function<void(const engine::appserver::Detail& detail)> detail;
  // An answer that tells of a thread that it opens.
  std::function<void(const engine::json::Value& result)> opened;
  // A line of the server's that is no message.
  std::function<void(const engine::rpc::Rejected& line)> rejected;
};

class Client {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // All outlive it. What is said goes on the tape.
  Client(const Setting& setting, const Observer& observer, Tape& tape);

  // The user does it, now.
  void tell(const port::appserver::Happening& what);
  // Keeps what the user says.
  port::appserver::TextId keep(std::string text, const engine::appserver::Options& options) {
    return names_.keep(std::move(text), options);
  }
  // The thread of this id, or of the rollout at this path; nothing: that names none.
  std::optional<port::appserver::ThreadId> thread_named(const std::string& id_or_path) {
    return names_.thread_named(id_or_path);
  }
  // A rule for this command, here: as it is, or as a server's shell is told it.
  void allow(const std::string& command);
  // The user logs in or out, or does not want to any more.
  void tell(const engine::appserver::AccountEvent& what);
  bool logs_in() const { return account_.login != engine::appserver::Account::Login::None; }
  // Waits for the next thing to happen, and takes it. Throws Interrupted; CannotStart if there is
  // no such program.
  void wait(Time until);

  // No server runs, and none will.
  bool over() const;
  // Nothing is under way: no call, no turn, no login, and no other process.
  bool idle() const;

 private:
  using Clock = std::chrono::steady_clock;
  using TimerKey = std::pair<port::appserver::TimerKind, std::uint32_t>;

  struct AccountText {
    engine::appserver::AccountCall call{};
    port::appserver::TextId text{};
  };
  port::Instant now() const;
  bool is_of_account(const port::appserver::Seen& seen) const;
  void follow_account(const port::appserver::Happening& what);
  void step(const port::appserver::Happening& what);
  bool step_if_due();
  void carry_out(const port::appserver::Command& command);
  std::string text_of(const port::appserver::Command& command);
  void send(const port::appserver::ToServer& message);
  void spawn(port::appserver::ProcessId process);
  void exchange(Time until);
  void tell_errors();
  void hear(std::string_view bytes);
  void take(const engine::rpc::Item& item);
  void drain();
  void lose();

  const Setting& setting_;
  const Observer& observer_;
  Tape& tape_;
  engine::appserver::Engine engine_;
  engine::appserver::Names names_;
  engine::appserver::Account account_;
  engine::appserver::Details details_;
  std::map<port::appserver::CallId, AccountText> account_calls_;
  engine::appserver::Inbox inbox_;
  engine::rpc::Decoder decoder_;
  Time begin_ = Clock::now();
  std::optional<Process> process_;
  port::appserver::ProcessId process_id_{};
  std::string to_server_;  // Not yet written.
  bool closing_ = false;   // Its input ends behind that.
  std::deque<port::appserver::Happening> due_;
  std::map<TimerKey, port::Instant> timers_;
  std::optional<port::Instant> frame_;
  std::map<port::appserver::ItemId, std::string> shown_;  // Of open items, all of their text.
};

struct Script {
  std::vector<sim::appserver::UserStep> steps;
  std::vector<std::string> prompts;  // Of what is said, in order; the last one again and again.
  engine::appserver::Options of_threads, of_turns;  // What is set besides.
  // What every approval is decided as, when it shows; nothing: as the steps say.
  std::optional<port::appserver::Decision> decides;
  // With this key, or in a browser if it is empty; nothing: as whoever is logged in.
  std::optional<std::string> login;
  std::string resumes = {};    // The thread that is gone on with: its id, or the path of a rollout.
  bool cancels_login = false;  // As soon as it shows.
  bool logs_out = false;       // At the end.
  std::vector<std::string> allowed;             // Commands that are approved unasked.
  std::chrono::milliseconds patience{300'000};  // Whoever sees nothing for so long closes.
};

// What was seen, in numbers.
struct Outcome {
  int turns = 0, completed = 0, interrupted = 0, failed = 0, lost = 0;
  int calls_without_result = 0;  // Other than errors of the server's.
  int errors = 0;                // Of the server's.
  int approvals = 0, reports = 0, bad_lines = 0, processes = 0, alarms = 0;
  int logins = 0, logins_failed = 0;  // Ended; and not as completed or cancelled.
  bool waited_in_vain = false;
  std::optional<int> exit_code;  // Of the last process that ended by itself.
};

class User {
 public:
  using Time = Client::Time;
  explicit User(const Script& script) : script_(script) {}

  void see(const port::appserver::Seen& seen);
  void see(const engine::appserver::AccountAct& act);
  void see_bad_line() { ++outcome_.bad_lines; }
  // Does what is to be done now. Until when nothing is, unless something happens.
  Time act(Client& client);

  const Outcome& outcome() const { return outcome_; }

 private:
  using Clock = std::chrono::steady_clock;
  void note(const port::appserver::Command& command);
  void take(Client& client, const sim::appserver::Act& act);

  const Script& script_;
  sim::appserver::User user_{};
  std::vector<port::appserver::AskId> asked_;  // And not decided.
  std::size_t said_ = 0;
  bool login_shown_ = false, logged_out_ = false;
  std::optional<Time> due_;  // Of the next step, once it is its turn.
  Time seen_at_ = Clock::now();
  Outcome outcome_;
};

// What is printed of what a user sees: the members of a JSON document a line.

// Not what only concerns the driver, or stands in a recording.
bool is_told(const port::appserver::Seen& seen);

std::string json_of(std::string_view text);
// Without `{"at_ms":` and the last brace.
std::string told(const port::appserver::Seen& seen);
std::string told(const engine::appserver::AccountAct& act);
std::string told(const engine::appserver::Detail& detail);
// What an answer tells of the thread that it opens, secrets masked.
std::string told_of_thread(const engine::json::Value& result);
std::string summary_line(const Outcome& outcome, const Watch& watch, std::int64_t ms);
// What breaks a rule, or is noted.
std::string finding_line(const Watch::Finding& finding, std::int64_t ms);

}  // namespace tools::drive
