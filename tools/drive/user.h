// The user of a client that is driven: what is done when, what is seen, and what came of it.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conversation/watch.h"
#include "drive/client.h"
#include "sim/appserver/world.h"

namespace tools::drive {

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
