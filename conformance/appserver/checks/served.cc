// What the mock server says to lines that no right client writes: refusals, lines that are no
// message, and what is said during a turn.
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

 private:
  static sim::appserver::ServerPlan plan_of(const Client& client, std::string_view dialect) {
    sim::appserver::ServerPlan out;
    out.dialect = sim::appserver::find_dialect(dialect);
    out.turns = {{.items = {{}}}};
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
      if (const auto* said = std::get_if<ToClient>(&each.what)) out.push_back(wire_.encode(*said));
    return out;
  }
  // Of a response; of all else nothing.
  std::string in_short(const std::string& line) {
    const auto json = ordered_json::parse(line, nullptr, false);
    if (json.contains("error")) return json["error"]["code"].dump();
    if (!json.contains("result")) return {};
    const auto& result = json["result"];
    if (result.contains("thread")) thread_ = result["thread"]["id"].get<std::string>();
    return result.contains("turn") ? result["turn"]["id"].get<std::string>() : "ok";
  }

  const Parts& parts_;
  sim::appserver::ServerPlan plan_;
  sim::appserver::Wire wire_;
  std::string thread_;
  sim::appserver::Server server_ = sim::appserver::initial_server(plan_);
};

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
