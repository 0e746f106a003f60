// What is tried with a server, one thing after the other, and what came of each.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command/output.h"
#include "conversation/tape.h"
#include "engine/codec/rpc.h"
#include "process/process.h"
#include "recordings/appserver/check.h"
#include "results/known_file.h"
#include "spec/appserver/dialect.h"
#include "spec/appserver/versions.h"

namespace tools::probe {

// One process of the server under test, and the conversation with it.
//
// Every wait ends: at the answer, at the deadline, at a signal, or when the server ends or says
// more than any server would.

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

enum class Verdict : std::uint8_t { Passed, Failed, Known, NotJudged };

struct Row {
  std::string rule, group, tried;
  Verdict verdict = Verdict::Passed;
  std::string says;  // Why, unless it passed.
};

// A rule is broken. `deviation`: in a way that has a name of its own in the table of versions.
struct Broken {
  std::string says;
  std::string_view deviation;
};
// What was tried can show nothing here.
struct NoJudgement {
  std::string why;
};

struct Settings {
  std::vector<std::string> words;  // The program and its arguments.
  const spec::appserver::Dialect* dialect = &spec::appserver::codex;
  std::chrono::milliseconds timeout{10'000};  // Of each wait.
  std::optional<std::string> record;          // A file name, into which groups put theirs.
  bool turns = false;
};

// All of it so far.
struct Findings {
  std::vector<Row> rows;
  std::string user_agent;  // As initialize has told; empty before.
  spec::appserver::Version version;
  bool shaken_hands = false;  // initialize had a result.
  int processes = 0;
  // Of all sessions: what is judged in the end,
  std::vector<std::string> bad_lines, strays, endings, on_stderr;
  // and how much of it there was: lines of the server, answers among them, processes that the end
  // of their stdin had to end.
  struct Heard {
    std::size_t lines = 0, answers = 0, endings = 0, error_bytes = 0;
  };
  Heard heard;
  KnownFindings known;                // Of this server, by its people.
  std::vector<KnownFinding> unknown;  // What failed and is not among them.
  std::size_t lines = 0;              // Of both sides.
  std::function<void(const Row&)> on_row;

  void add(Row row);
  // A row for each that is known to fail, and passed.
  void add_stale();
};

// The first of these, and how many there are; empty without any.
std::string first_of(const std::vector<std::string>& breaches);

// One group of rules, tried with a process of its own. When that is lost, what remains to be
// tried is not judged.
class Trial {
 public:
  // Throws CannotStart.
  Trial(const Settings& settings, Findings& findings, std::string group);

  // Runs one try, which may throw Broken, NoJudgement, Lost and Silence, and adds its row. What
  // nobody asked for meanwhile is a breach too.
  void attempt(std::string_view rule, std::string_view tried,
               const std::function<void(Session&)>& run);
  // The handshake, of which other groups make no row. False: it failed, and nothing is judged.
  bool open();
  // A row for each breach of the server that the judge of recordings has seen, and one for `rule`,
  // if that is given, unless it is broken. After finish().
  void judge(std::string_view rule);
  // Ends the process and puts what is judged in the end into the findings.
  // `ends_itself`: that it has ended already is no breach.
  void finish(bool ends_itself = false);

  const spec::appserver::Dialect& dialect() const { return *settings_.dialect; }
  const Settings& settings() const { return settings_; }
  Findings& findings() { return findings_; }

 private:
  void add(std::string_view rule, std::string_view tried, Verdict verdict, std::string says);
  void fail(std::string_view rule, std::string_view tried, const std::string& says,
            std::string_view deviation);
  void look_alive();
  void keep(const Tape::RecordedLine& line);

  const Settings& settings_;
  Findings& findings_;
  std::string group_;
  std::shared_ptr<Output> record_;
  std::vector<conformance::appserver::TranscriptFinding> judged_;
  conformance::appserver::TranscriptCheck check_;
  Tape tape_;
  Session session_;
  std::optional<std::string> lost_;  // Why nothing more can be tried.
  std::size_t strays_told_ = 0;
};

// The request that every server answers, whatever it has: used to see that it is there.
inline constexpr std::string_view harmless = "thread/list";
inline constexpr std::string_view hello =
    R"({"clientInfo":{"name":"orrery-probe","title":"orrery probe","version":"1"}})";

// Asks something harmless and waits for the answer.
void expect_alive(Session& session);
// Throws Broken unless it is a result.
void expect_result(const Message& answer);
// Throws Broken unless it is an error with this code whose text begins so, in any case of its
// letters.
void expect_error(const Message& answer, std::int64_t code, std::string_view begins,
                  std::string_view deviation = {});
// Throws Broken unless it is an error.
void expect_any_error(const Message& answer);

// The groups of rules: what is tried of each, in which order. Each is given a fresh process.

void try_handshake(Trial& trial);
void try_errors(Trial& trial);
void try_framing(Trial& trial);
void try_bad_lines(Trial& trial);
void try_ids(Trial& trial);
void try_bursts(Trial& trial);
void try_threads(Trial& trial);
void try_turns(Trial& trial);
void try_features(Trial& trial);
void try_end_within_a_turn(Trial& trial);
void try_end_at_once(Trial& trial);
void try_end_within_a_burst(Trial& trial);
void try_unended_line(Trial& trial);
void try_bad_utf8(Trial& trial);

struct Group {
  std::string_view name;
  std::string_view rules;  // That it tries.
  void (*run)(Trial&);
  bool turns = false;            // It starts turns.
  bool ends_itself = false;      // It ends the process, and judges how that ends.
  std::string_view judged = {};  // The rule of which the judge of recordings makes a row.
};
std::span<const Group> groups();

// Starts a thread, and gives its id. Throws as tries do.
std::string start_thread(Session& session, const spec::appserver::Dialect& dialect);

// A turn that was started, and the order from which it may be spoken of.
struct Turn {
  std::string thread, id;
  std::size_t since = 0;
};
Turn start_turn(Session& session, const spec::appserver::Dialect& dialect);
// An interrupt that comes too late is refused, and nothing can be learned from it.
void expect_interrupted(Session& session, const Turn& turn,
                        const spec::appserver::Dialect& dialect);

// Ends the process by the end of its stdin. Throws as tries do.
void expect_end(Session& session);

}  // namespace tools::probe
