// What the mock server says: to lines that no right client writes, during a turn, and in which
// shapes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "appserver/checks/talk.h"
#include "sim/appserver/server.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver {
namespace {

using nlohmann::ordered_json;

// A mock of a dialect, with what its mutant has.
class Served {
 public:
  Served(const Client& client, std::string_view dialect)
      : parts_(client.parts()), plan_(plan_of(client, dialect)), wire_(*plan_.dialect) {
    turn([](sim::appserver::ServerTurn& turn) { turn.start(); });
  }

  // What it answers, or what it tells, in short: "-32600", "turn_1", "ok"; or "nothing".
  std::string hear(std::string_view line) {
    const auto decoded = parts_.read_line(wire_, line);
    std::vector<std::string> out;
    if (!decoded.answer.empty()) out.push_back(in_short(decoded.answer));
    if (decoded.message)
      for (const auto& said :
           turn([&](sim::appserver::ServerTurn& turn) { turn.hear(*decoded.message); }))
        out.push_back(in_short(said));
    std::erase(out, "");
    return out.empty() ? "nothing" : fmt::format("{}", fmt::join(out, " "));
  }
  Served& in_turn() {
    hear(R"({"id":1,"method":"initialize","params":{"clientInfo":{"name":"a","version":"1"}}})");
    hear(R"({"method":"initialized"})");
    hear(R"({"id":2,"method":"thread/start","params":{"cwd":"/work"}})");
    hear(say(3));
    step();
    return *this;
  }
  std::string say_more() { return hear(say(4)); }
  Served& to_its_end() {
    while (sim::appserver::ServerTurn(plan_, server_, none_).may_step(0)) step();
    return *this;
  }

  // The last notification of this method: "{id:text,n:number}", what its params are made of.
  std::string shape_of_notice(std::string_view method) const {
    const auto found = std::ranges::find(notices_.rbegin(), notices_.rend(), method,
                                         [](const auto& each) { return each["method"]; });
    return found == notices_.rend() ? "nothing" : shape((*found)["params"]);
  }
  // The same of what is answered to this.
  std::string shape_of_result(std::string_view method, std::string_view params) {
    const auto answer =
        hear(fmt::format(R"({{"id":7,"method":"{}","params":{}}})", method, params));
    return answer == "ok" ? shape(result_) : answer;
  }
  const std::string& thread() const { return thread_; }

 private:
  static sim::appserver::ServerPlan plan_of(const Client& client, std::string_view dialect) {
    sim::appserver::ServerPlan out;
    out.dialect = sim::appserver::find_dialect(dialect);
    out.turns = {{.items = {{}}, .usage = true}};
    if (client.parts().fault) out.faults = {*client.parts().fault};
    return out;
  }
  std::string say(int id) const {
    return fmt::format(R"({{"id":{},"method":"turn/start","params":{{"threadId":"{}",)"
                       R"("input":[{{"type":"text","text":"a"}}]}}}})",
                       id, thread_);
  }
  void step() {
    turn([](sim::appserver::ServerTurn& turn) { turn.step(0); });
  }
  template <class What>
  std::vector<std::string> turn(What what) {
    sim::appserver::SpokenList spoken;
    sim::appserver::ServerTurn turn(plan_, server_, spoken);
    what(turn);
    std::vector<std::string> out;
    for (const auto& each : spoken)
      if (const auto* said = std::get_if<ToClient>(&each.what)) out.push_back(write(*said));
    return out;
  }
  std::string write(const ToClient& said) {
    auto line = parts_.write_line(wire_, said);
    auto json = ordered_json::parse(line, nullptr, false);
    if (json.contains("method")) notices_.push_back(std::move(json));
    return line;
  }
  static std::string shape(const ordered_json& value) {
    if (value.is_string()) return "text";
    if (value.is_number()) return "number";
    std::vector<std::string> parts;
    for (const auto& [key, each] : value.items())
      parts.push_back(value.is_array() ? shape(each) : key + ':' + shape(each));
    const auto all = fmt::format("{}", fmt::join(parts, ","));
    if (value.is_array()) return '[' + all + ']';
    return value.is_object() ? '{' + all + '}' : value.dump();
  }
  // Of a response; of all else nothing.
  std::string in_short(const std::string& line) {
    const auto json = ordered_json::parse(line, nullptr, false);
    if (json.contains("error")) return json["error"]["code"].dump();
    if (!json.contains("result")) return {};
    const auto& result = result_ = json["result"];
    if (result.contains("thread")) thread_ = result["thread"]["id"].get<std::string>();
    return result.contains("turn") ? result["turn"]["id"].get<std::string>() : "ok";
  }

  const Parts& parts_;
  sim::appserver::ServerPlan plan_;
  sim::appserver::Wire wire_;
  std::string thread_;
  std::vector<ordered_json> notices_;
  ordered_json result_;  // The last.
  sim::appserver::SpokenList none_;
  sim::appserver::Server server_ = sim::appserver::initial_server(plan_);
};

// A message of the port, and what a client understands of the mock's line for it: of the thread t,
// its turn u and the item i.
struct Whole {
  ToClient message;
  std::string_view codex, draft = codex;
};
const Whole whole_messages[] = {
    {ThreadStarted{{1}}, "thread_started thread=t"},
    {TurnStarted{{1}, {2}}, "turn_started thread=t turn=u"},
    {Trouble{{1}, {2}, true, Severity::Error, {1}},
     "trouble thread=t turn=u retries error text=Ship"},
    {Trouble{{1}, {2}, false, Severity::Deprecation, {1}},
     "trouble thread=t turn=u deprecation text=Ship"},
    {ItemStarted{{1}, {2}, {3}, ItemKind::Command, {5}},
     "item_started thread=t turn=u item=i command subject=make target-5"},
    {Ask{{4}, AskKind::Command, true, {1}, {2}, {3}, {5}},
     "ask ask=4 command wellformed thread=t turn=u item=i subject=make target-5"},
    {ItemOutput{{1}, {2}, {3}, {1}}, "item_output thread=t turn=u item=i text=Ship"},
    {ItemCompleted{{1}, {2}, {3}, ItemEnd::Declined},
     "item_completed thread=t turn=u item=i declined"},
    {Usage{{1}, 75}, "usage thread=t total=75", "nothing"},
    {RateLimits{42, 300, 1800, 0}, "rate_limits used=42 window_minutes=300 resets_at_s=1800"},
    {TurnCompleted{{1}, {2}, TurnEnd::Failed, {1}},
     "turn_completed thread=t turn=u failed text=Ship",
     "usage thread=t total=75, turn_completed thread=t turn=u failed text=Ship"},
};

CheckVerdict told_whole(const Client& client, const Dialect& dialect) {
  sim::appserver::Wire wire(*sim::appserver::find_dialect(dialect.name));
  Names names;
  const std::pair<std::string, std::string> ids[] = {{wire.names().text(ThreadId{1}), "t"},
                                                     {wire.names().text(TurnId{2}), "u"},
                                                     {wire.names().text(ItemId{3}), "i"}};
  for (const auto& each : whole_messages) {
    const auto line = client.parts().write_line(wire, each.message);
    auto heard = line.empty() ? "nothing" : told(client, dialect, names, line);
    for (const auto& [id, word] : ids)
      for (auto at = heard.find(id); at != std::string::npos; at = heard.find(id))
        heard.replace(at, id.size(), word);
    const auto verdict = same(dialect.name == draft.name ? each.draft : each.codex, heard);
    if (!verdict.holds) return verdict;
  }
  return {};
}

constexpr std::string_view no_thread_resumed =
    R"({"id":9,"method":"thread/resume","params":{"threadId":"nobody"}})";

// clang-format off
constexpr Check served_rows[] = {
  {.rule = "SRV-02", .says = "what makes no sense is refused with the one code of codex",
   .run = [](const Client& client) {
     Served codex(client, "codex");
     codex.in_turn();
     return all_of({same("-32600", codex.hear(no_thread_resumed)),
                    same("-32600", codex.hear(R"({"id":10,"method":"no/method"})"))});
   }},
  {.rule = "SRV-02", .says = "draft has a code for bad params, and one for unknown methods",
   .run = [](const Client& client) {
     Served draft(client, "draft");
     draft.in_turn();
     return all_of({same("-32602", draft.hear(no_thread_resumed)),
                    same("-32601", draft.hear(R"({"id":10,"method":"no/method"})"))});
   }},
  {.rule = "SRV-02", .says = "what is asked of tools without its params is refused",
   .run = [](const Client& client) {
     Served codex(client, "codex"), draft(client, "draft");
     codex.in_turn(), draft.in_turn();
     return all_of({same("-32600", codex.shape_of_result("command/exec", R"({"command":"ls"})")),
                    same("-32600", codex.shape_of_result("fuzzyFileSearch", R"({"query":"a"})")),
                    same("-32602", draft.shape_of_result("execOneOffCommand", "{}")),
                    same("-32602", draft.shape_of_result("gitDiffToRemote", "{}"))});
   }},
  {.rule = "SRV-10", .says = "a turn of draft has the shapes of its contract",
   .run = [](const Client& client) {
     Served draft(client, "draft");
     draft.in_turn().to_its_end();
     return all_of({same("{thread:{id:text,modelProvider:text,createdAt:number}}",
                         draft.shape_of_notice("thread/started")),
                    same("{threadId:text,turn:{id:text,status:text}}",
                         draft.shape_of_notice("turn/started")),
                    same("{threadId:text,turnId:text,item:{id:text,type:text}}",
                         draft.shape_of_notice("item/created")),
                    same("{threadId:text,turnId:text,status:text,"
                         "tokenUsage:{input:number,output:number}}",
                         draft.shape_of_notice("turn/completed"))});
   }},
  {.rule = "SRV-10", .says = "the list has each thread that there is, and none that was archived",
   .run = [](const Client& client) {
     Served draft(client, "draft");
     const auto one = std::string("{id:text,modelProvider:text,createdAt:number}");
     draft.in_turn().to_its_end();
     const auto first = fmt::format(R"({{"threadId":"{}"}})", draft.thread());
     const auto list = [&] { return draft.shape_of_result("thread/list", "{}"); };
     const auto before = list();
     draft.shape_of_result("thread/start", "{}");
     const auto both = list();
     draft.shape_of_result("thread/archive", first);
     return all_of({same("{data:[" + one + "]}", before),
                    same("{data:[" + one + "," + one + "]}", both),
                    same("{data:[" + one + "]}", list())});
   }},
  {.rule = "SRV-10", .says = "what is asked of tools has the members that real servers give it",
   .run = [](const Client& client) {
     Served draft(client, "draft");
     draft.in_turn();
     return all_of({same("{exitCode:number,stdout:text,stderr:text}",
                         draft.shape_of_result("execOneOffCommand", R"({"command":["ls"]})")),
                    same("{files:[]}", draft.shape_of_result("fuzzyFileSearch",
                                                             R"({"query":"a","roots":["/work"]})")),
                    same("{sha:text,diff:text}",
                         draft.shape_of_result("gitDiffToRemote", R"({"cwd":"/work"})"))});
   }},
  {.rule = "SRV-10", .says = "what a mock says is heard whole by a client of its dialect",
   .run = [](const Client& client) {
     return all_of({told_whole(client, codex), told_whole(client, draft)});
   }},
  {.rule = "SRV-04",
   .says = "a line that is no message gets no answer, and what follows gets its own",
   .run = [](const Client& client) {
     Served server(client, "codex");
     return all_of({same("nothing", server.hear("}{")),
                    same("nothing", server.hear("")),
                    same("ok", server.hear(R"({"id":1,"method":"initialize","params":)"
                                           R"({"clientInfo":{"name":"a","version":"1"}}})")) });
   }},
  {.rule = "SRV-08",
   .says = "what is said during a turn steers that in codex, and is refused in draft",
   .run = [](const Client& client) {
     Served codex(client, "codex"), draft(client, "draft");
     const auto first = codex.in_turn().say_more();
     return all_of({same(first, codex.say_more()), same("-32600", draft.in_turn().say_more())});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> served_checks() { return served_rows; }

}  // namespace conformance::appserver
