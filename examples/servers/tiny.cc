// The smallest app-server that keeps the rules: it has no model, so its turns wait to be
// interrupted. For `orrery probe` and `orrery proxy`, which are tried with it.
//
//   tiny [FAULT]
//
// FAULT is one of those below: what it then does wrong.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

#include "engine/codec/rpc.h"

namespace {

namespace rpc = engine::rpc;

constexpr std::array<std::string_view, 29> faults{"answers_before_initialize",
                                                  "initializes_twice",
                                                  "refuses_until_initialized",
                                                  "silent_on_unknown_methods",
                                                  "own_error_code",
                                                  "takes_any_value",
                                                  "answers_twice",
                                                  "answers_bad_lines",
                                                  "ends_on_bad_lines",
                                                  "ids_as_texts",
                                                  "ids_as_doubles",
                                                  "no_thread_started",
                                                  "one_thread",
                                                  "archived_takes_turns",
                                                  "interrupts_nothing",
                                                  "interrupt_answered_last",
                                                  "turn_ends_twice",
                                                  "second_turn",
                                                  "exit_code_3",
                                                  "ignores_the_end",
                                                  "hangs",
                                                  "hangs_later",
                                                  "crashes",
                                                  "floods",
                                                  "endless_line",
                                                  "logs_on_stdout",
                                                  "floods_stderr",
                                                  "says_on_stderr",
                                                  "leaves_a_child"};

std::string_view fault;

bool is(std::string_view name) { return fault == name; }

void say(const std::string& line) {
  const auto whole = line + "\n";
  for (std::string_view rest = whole; !rest.empty();) {
    const auto count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count < 0) std::exit(1);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

class Server {
 public:
  void take(const rpc::Item& item) {
    if (const auto* rejected = std::get_if<rpc::Rejected>(&item)) {
      if (is("answers_bad_lines")) say(R"({"id":null,"error":{"code":-32700,"message":"bad"}})");
      if (is("ends_on_bad_lines") && rejected->reason != rpc::Reason::EndOfInput) std::exit(0);
    }
    const auto* accepted = std::get_if<rpc::Accepted>(&item);
    if (accepted == nullptr) return;
    if (const auto* note = std::get_if<rpc::Notification>(&accepted->message))
      said_initialized_ = said_initialized_ || note->method == "initialized";
    if (const auto* request = std::get_if<rpc::Request>(&accepted->message)) {
      id_ = engine::json::Value{accepted->whole}.member("id").raw;
      // The key may be escaped, and then is found among the members only.
      for (const auto& member : accepted->members)
        if (member.key == "id") id_ = member.value.raw;
      if (id_ == "-0") id_ = "0";
      if (is("ids_as_texts") && !request->id.is_text) id_ = quoted(id_);
      if (is("ids_as_doubles") && !request->id.is_text)
        id_ = std::to_string(static_cast<std::int64_t>(static_cast<float>(request->id.number)));
      answer(*request);
    }
  }

 private:
  struct Thread {
    std::string turn;  // That is active.
    bool archived = false;
  };

  void result(const std::string& value) {
    say("{\"id\":" + id_ + ",\"result\":" + value + "}");
    if (is("answers_twice")) say("{\"id\":" + id_ + ",\"result\":" + value + "}");
  }
  void failure(const std::string& message) {
    const std::string code = is("own_error_code") ? "-1" : "-32600";
    say("{\"id\":" + id_ + ",\"error\":{\"code\":" + code + ",\"message\":" + quoted(message) +
        "}}");
  }
  void notify(const std::string& method, const std::string& params) {
    say("{\"method\":" + quoted(method) + ",\"params\":" + params + "}");
  }

  void answer(const rpc::Request& request) {
    if (is("hangs_later") && ++requests_ > 5) return;
    if (is("crashes") && ++requests_ > 5) std::abort();
    const auto method = request.method.decoded();
    if (method == "initialize") return initialize(request);
    if (!initialized_ && !is("answers_before_initialize")) return failure("Not initialized");
    if (is("refuses_until_initialized") && !said_initialized_) return failure("Not initialized");
    if (request.params.type() != engine::json::Type::Object && method != "no/such/method")
      return failure("Invalid request: params");
    const auto id = request.params.member("threadId");
    if (method == "thread/list") return result(R"({"data":[]})");
    if (method == "thread/start" && !is("takes_any_value") && !has_values(request.params))
      return failure("Invalid request: a value");
    if (method == "thread/start") return start_thread();
    if (method != "thread/archive" && method != "thread/resume" && method != "turn/start" &&
        method != "turn/interrupt") {
      if (!is("silent_on_unknown_methods")) failure("Invalid request: unknown method");
      return;
    }
    if (!id.text()) return failure("Invalid request: threadId");
    if (method == "turn/start" &&
        request.params.member("input").type() != engine::json::Type::Array)
      return failure("Invalid request: input");
    if (!is("takes_any_value") && !has_values(request.params))
      return failure("Invalid request: a value");
    const auto thread = threads_.find(id.text()->decoded());
    if (thread == threads_.end() && is("interrupts_nothing")) return result("{}");
    if (thread == threads_.end()) return failure("thread not found");
    if (method == "thread/archive") {
      thread->second.archived = true;
      return result("{}");
    }
    if (method == "thread/resume")
      return result("{\"thread\":{\"id\":" + quoted(thread->first) + "}}");
    if (method == "turn/start") return start_turn(thread->first, thread->second);
    interrupt(thread->first, thread->second);
  }

  // What there is of policies, sandboxes, summaries and input.
  static bool has_values(const engine::json::Value& params) {
    const auto one_of = [&](const char* key, std::initializer_list<std::string_view> words) {
      const auto value = params.member(key).text();
      return !value || std::any_of(words.begin(), words.end(),
                                   [&](std::string_view word) { return *value == word; });
    };
    engine::json::Field item;
    for (engine::json::Parts items(params.member("input")); items.next(item);) {
      const auto type = item.value.member("type").text();
      const auto* needs = !type                   ? ""
                          : *type == "text"       ? "text"
                          : *type == "image"      ? "url"
                          : *type == "localImage" ? "path"
                                                  : "";
      if (!item.value.member(needs).text()) return false;
    }
    return one_of("approvalPolicy", {"untrusted", "on-request", "never"}) &&
           one_of("sandbox", {"read-only", "workspace-write", "danger-full-access"}) &&
           one_of("summary", {"auto", "concise", "detailed", "none"});
  }

  void initialize(const rpc::Request& request) {
    if (initialized_ && !is("initializes_twice")) return failure("Already initialized");
    if (!request.params.member("clientInfo").present()) return failure("Invalid request: params");
    initialized_ = true;
    result(R"({"userAgent":"client/0.0.1"})");
    if (is("logs_on_stdout")) say("INFO a client has come");
  }

  void start_thread() {
    const auto id = "thread-" + std::to_string(is("one_thread") ? 1 : threads_.size() + 1);
    threads_[id] = {};
    const auto thread = "{\"thread\":{\"id\":" + quoted(id) + "}}";
    result(thread);
    if (is("no_thread_started")) return;
    if (is("says_on_stderr"))
      std::cerr << R"({"method":"configWarning","params":{"summary":"a warning"}})"
                << "\n";
    notify("thread/started", thread);
  }

  static std::string turn_of(const std::string& thread, const std::string& turn,
                             const std::string& status) {
    return "{\"threadId\":" + quoted(thread) + ",\"turn\":{\"id\":" + quoted(turn) +
           ",\"status\":" + quoted(status) + "}}";
  }

  void start_turn(const std::string& id, Thread& thread) {
    if (thread.archived && !is("archived_takes_turns")) return failure("thread is archived");
    const bool steers = !thread.turn.empty() && !is("second_turn");
    if (!steers) thread.turn = "turn-" + std::to_string(++turns_);
    result("{\"turn\":{\"id\":" + quoted(thread.turn) + "}}");
    if (!steers) notify("turn/started", turn_of(id, thread.turn, "inProgress"));
  }

  void interrupt(const std::string& id, Thread& thread) {
    if (thread.turn.empty())
      return is("interrupts_nothing") ? result("{}") : failure("no active turn");
    const auto params = turn_of(id, thread.turn, "interrupted");
    thread.turn.clear();
    if (!is("interrupt_answered_last")) result("{}");
    notify("turn/completed", params);
    if (is("turn_ends_twice")) notify("turn/completed", params);
    if (is("interrupt_answered_last")) result("{}");
  }

  bool initialized_ = false, said_initialized_ = false;
  int requests_ = 0, turns_ = 0;
  std::string id_;  // Of the request that is answered, as JSON.
  std::map<std::string, Thread> threads_;
};

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

void misbehave_from_the_start() {
  if (is("hangs")) sleep_for_ever();
  if (is("floods"))
    for (;;) say(R"({"method":"noise","params":{}})");
  if (is("endless_line")) {
    const std::string piece(std::size_t{1} << 16, ' ');
    while (::write(STDOUT_FILENO, piece.data(), piece.size()) > 0) {}
    std::exit(1);
  }
  if (is("floods_stderr"))
    for (int i = 0; i < 100'000; ++i) std::cerr << "log {\"id\":1,\"result\":{}}\n";
  if (is("leaves_a_child") && ::fork() == 0) {
    ::setsid();
    sleep_for_ever();
  }
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) {
    fault = words[1];
    if (std::ranges::find(faults, fault) == faults.end()) {
      for (const auto& name : faults) std::cerr << name << "\n";
      return 2;
    }
  }
  misbehave_from_the_start();
  Server server;
  rpc::Decoder decoder;
  const auto take = [&](const rpc::Item& item) { server.take(item); };
  std::array<char, 4096> bytes;
  for (ssize_t size = 0; (size = ::read(STDIN_FILENO, bytes.data(), bytes.size())) > 0;)
    decoder.feed({bytes.data(), static_cast<std::size_t>(size)}, take);
  decoder.finish(take);
  if (is("ignores_the_end")) sleep_for_ever();
  return is("exit_code_3") ? 3 : 0;
}
