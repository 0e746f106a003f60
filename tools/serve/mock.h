// One process of the mock server: lines in, lines out, and steps of its turns whenever it is told.
//
// What happens is decided by sim's server, which has two threads and turns of three items at most;
// here it has any number of threads, one after the other in its place, and texts of a client's.
// No clock and no I/O: the caller reads, writes and waits.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "faults/settings.h"
#include "serve/results.h"
#include "sim/appserver/plan.h"
#include "sim/appserver/server.h"
#include "sim/appserver/wire.h"
#include "sim/search/rng.h"

namespace tools::serve {

// What a turn of the mock server plays: a script, and its texts.

using sim::appserver::Announced;

struct Played {
  sim::appserver::TurnScript script;
  std::string prompt = {};
  std::string cwd = {};
  std::string command = {};  // That its command item runs; empty: those of the script have names.
  std::string patch = {};    // Likewise: the file that its patch writes.
  std::vector<std::vector<std::string>> texts = {};  // By item and part; none: the script's.
  std::vector<Json> items = {};  // Likewise, by item: what one has that the port has no word for.
  std::string ask = {};          // A request of another shape, in place of the approval,
  Json ask_params = {};          // with these of its own.
  std::string beside = {};       // A command that goes on behind the turn.
  std::vector<std::string> plan = {};  // The steps of a plan that it follows, one an item.
  Json tool_result = {};               // Of its call of a tool, once that has ended.
  std::optional<Announced> subagent = {};
  std::string subagent_prompt = {};
};

// The texts among the items of an input, one after the other.
std::string prompt_of(const Json& input);
// The prompt, and what may stand in it behind a prefix of the client's, such as "User: ".
std::vector<std::string> readings_of(const std::string& prompt);

// What is answered where no word of the prompt asks for something else.
struct Answers {
  std::string cwd = {};    // Of the thread.
  std::string reply = {};  // None: the prompt again.
  Json schema = {};        // That the answer has to be of, or null.
};
// The rules for a prompt that names no scenario: docs/SERVE.md.
Played played_by_rules(const std::string& prompt, const Answers& answers);

// A script of a scenario, whose texts are its own.
Played played_by_script(const sim::appserver::TurnScript& script, const std::string& prompt);
Played played_review(const std::string& target);
Played played_compaction();
Played played_shell(const std::string& command);

// The answer behind a command that was declined, in as many parts as that behind one that ran.
std::vector<std::string> declined_answer(const std::string& command);

// The text up to so many parts of an item, or that part of it.
std::string first_parts(const Played& played, std::size_t item, std::size_t parts);
std::string part(const Played& played, std::size_t item, std::size_t which);

// How logins in a browser end; a key is no key with Fail.
enum class LoginScript : std::uint8_t { Complete, Fail, Wait };

struct MockSettings {
  const sim::appserver::Dialect* dialect = &sim::appserver::dialects[0];
  std::string version = std::string(mocked_version);   // That it claims to be of.
  std::vector<sim::appserver::TurnScript> turns = {};  // Of a scenario; none: by the prompt.
  std::uint8_t stored = 0;                             // Threads that are there from the start.
  faults::Settings faults = {};
  std::string home = {};  // That initialize tells.
  std::string cwd = "/";  // Of threads that say none.
  LoginScript login{};
  std::string reply = {};  // To what asks for nothing else; empty: the prompt again.
  // Since 1970; what happens does not depend on it.
  std::function<std::int64_t()> now_ms = [] { return std::int64_t{0}; };
  sim::appserver::Instance instance = {};
  // The plan of a scenario that a prompt names, or null.
  std::function<const sim::appserver::ServerPlan*(const std::string& prompt)> named = {};
  faults::Told on_fault = {};
  faults::Told on_refused = {};  // With the method and why.
};

// A thread of the client's, and its present turn.
struct Chat {
  sim::appserver::Thread state;
  std::uint8_t turns = 0, items = 0, asks = 0;            // Of the present or last turn.
  std::uint32_t number = 0;                               // The thread's, on the wire.
  std::uint32_t turn = 0, first_item = 0, first_ask = 0;  // Likewise; they are never reused.
  std::array<std::int64_t, sim::appserver::items_max> began_ms{};
  std::uint8_t carried_out = 0;  // Bits, by item.
  Played played = {};
  ThreadFacts facts = {};
  std::vector<TurnFacts> history = {};  // The last ones.
  std::uint32_t subagent = 0;           // The thread of the turn's, on the wire.
  std::uint32_t plan = 0;               // In draft, the item that is the turn's plan, likewise.
  Json goal = {};
  std::string_view waits_for = {};  // As it was told last.
};

// Where a command comes from that runs beside the turns of its thread.
inline constexpr std::string_view started_in_background = "unifiedExecStartup",
                                  of_user = "userShell";
struct Beside {
  std::uint32_t chat = 0, turn = 0, item = 0;  // On the wire.
  std::string command, source;
  std::int64_t began_ms = 0;
  std::uint8_t steps = 0;
};

class Mock {
 public:
  explicit Mock(const MockSettings& settings);

  // What it takes in the dialect codex beside what sim's wire knows.
  static std::span<const std::string_view> methods();

  void hear(std::string_view line);

  // Whether something goes on without hearing anything.
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
  // Its exit code once its input has ended.
  int exit_code() const { return exits_badly_ ? sim::appserver::bad_exit_code : 0; }

  // What was said since the last call.
  std::vector<faults::Outgoing> take();

 private:
  // A request, as long as it may be answered.
  struct Asked {
    std::string method;
    std::uint32_t thread = 0, turn = 0;  // On the wire.
    Json result = {};                    // Of what sim's server knows nothing of.
  };
  using Action = std::function<void(sim::appserver::ServerTurn&)>;
  // A request that is about more than sim's server does.
  struct Call {
    const Json& params;
    Chat* chat;  // Null: it names none that there is.
    Asked& asked;
    std::string refusal = {};
    std::optional<Played> begins_turn = {};
    std::function<void()> then = {};  // Behind the response.
  };
  struct Feature {
    std::string_view method;
    void (*run)(Mock&, Call&);
    bool of_thread = true;   // Refused without one that there is.
    bool of_draft = false;   // The draft has it, too.
    std::uint16_t from = 0;  // Version 0.this, as far as it was measured.
  };
  struct Features;  // methods.cc.
  void carry_out(Call& call);

  void hear_message(const sim::appserver::ToServer& message, const Json& line);
  void hear_request(sim::appserver::Request request, const Json& line);
  void hear_answer(const sim::appserver::ToServer& message, sim::appserver::AskId ask,
                   const Json& line);
  void read_client(const Json& params);
  void start_thread(const sim::appserver::Request& request, const Json& params);
  void begin_turn(Chat& chat, Played played);
  Played played_for(Chat& chat, const Json& params);
  // The same without anybody's having asked for it: no response says so.
  void begin_turn_unasked(Chat& chat, Played played);
  const sim::appserver::TurnScript* script_for(const std::string& prompt);
  Chat& new_chat(ThreadFacts facts);
  void adopt(std::uint32_t number);  // A thread of an earlier process.
  ThreadFacts new_facts(const Json& params) const;
  bool goes_on(Chat& chat);
  bool is_codex() const { return settings_.dialect->ends_texts; }
  void refuse(const Json& line, const std::string& why);
  void tell_refused(const std::string& method, const std::string& why);

  struct Login {
    std::string id;
    std::uint8_t steps = 0;  // So many to come; none: until it is cancelled.
  };
  void read_account(Call& call);
  void start_login(Call& call);
  void cancel_login(Call& call);
  void log_out(Call& call);
  void step_login();
  void end_login(Json account, const std::string& why);
  void notify_account();

  void prepare_subagent(Chat& parent);
  // Whatever of it belongs behind this message of its parent.
  void follow_subagent(Chat& parent, const sim::appserver::ToClient& message);
  // What is asked and not answered, under the ids that it has.
  void repeat_asks(Chat& chat);
  void notify_steered(Chat& chat, const Json& params);
  void run_beside(Chat& chat, const std::string& command, std::string_view source);
  static constexpr std::uint8_t beside_steps = 3;  // It begins, has output, and ends.
  bool waits(const Beside& beside);
  void step_beside(Beside& beside);
  void end_beside(Beside& beside);

  // Lets the server do it with this chat in its first place.
  void act(Chat& chat, const Action& action);
  bool goes_wrong(const Action& action, sim::appserver::SpokenList& spoken);
  void tell_faults(const sim::appserver::Server& before);
  void tell(std::string_view fault);

  void say(Chat& chat, const sim::appserver::ToClient& message, bool late);
  // A notification that sim's server has no word for.
  void follow_plan(Chat& chat, const port::appserver::ToClient& message);
  void follow_patch(const Json& params);
  void notify(std::string_view method, Json params);
  void notify_status(const Chat& chat, bool active);
  void tell_waiting(Chat& chat);
  void notify_item(Chat& chat, const std::string& turn, bool ended, Json item);
  void keep_item(Chat& chat, const std::string& turn, const Json& item);
  std::optional<sim::appserver::ByteFault> line_fault(const sim::appserver::ToClient& message);
  sim::appserver::ToClient widened(const Chat& chat, const sim::appserver::ToClient& message);
  void dress(Json& line, Chat& chat, const sim::appserver::ToClient& message);
  void dress_plain_notice(Json& params, const Chat& chat, const sim::appserver::ToClient& message);
  void dress_turn(Json& params, Chat& chat, const sim::appserver::ToClient& message);
  void dress_result(Json& result, const Chat& chat, const sim::appserver::Response& response);
  Json present_limits() const;
  void dress_plainly(Json& result, const Chat& chat, const sim::appserver::Response& response);
  void dress_item(Json& item, const Chat& chat, std::size_t place);
  void dress_ended(Json& item, const Chat& chat, const sim::appserver::ItemCompleted& completed);
  void dress_ask(Json& line, const Chat& chat, const sim::appserver::Ask& ask);
  ThreadFacts facts_of(const Chat& chat) const;

  MockSettings settings_;
  sim::appserver::ServerPlan plan_;
  sim::appserver::Server server_;
  sim::appserver::Wire wire_;
  const sim::appserver::Names& names_;
  faults::Lines lines_;
  sim::Rng rng_;
  std::map<std::uint32_t, Chat> chats_;
  std::set<std::uint32_t> running_;
  std::vector<Beside> beside_;
  Json account_ = {};  // Null: nobody is logged in.
  std::optional<Login> login_;
  std::map<std::uint32_t, Asked> asked_;
  std::set<std::string, std::less<>> muted_;       // Methods that initialize opted out of.
  std::vector<sim::appserver::TurnScript> turns_;  // Of the scenario that is played.
  std::size_t turns_played_ = 0;
  std::uint32_t next_thread_ = 1, next_turn_ = 1, next_item_ = 1, next_ask_ = 1;
  std::vector<faults::Outgoing> out_;
  std::string client_name_;
  bool refuses_ = false, ignores_terminate_ = false, exits_badly_ = false;
};

}  // namespace tools::serve
