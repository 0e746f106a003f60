// Lines that are drawn: what a server asks under any id, whole or not, and what a client says to it
// and by itself, in both dialects. The words are those of the specification, not the engine's.
#include <array>
#include <map>

#include <fmt/format.h>

#include "appserver/checks/talk.h"
#include "sim/search/rng.h"

namespace conformance::appserver {
namespace {

constexpr int line_draws = 400;  // Of each kind and dialect; each kind of mistake shows in a few.

constexpr std::array<std::string_view, 4> codex_words{"accept", "acceptForSession", "decline",
                                                      "cancel"};
constexpr std::array<std::string_view, 4> draft_words{"approved", "approved_for_session", "denied",
                                                      "abort"};

// A request of the server's: its params, each of which it needs if it is for a decision, and the
// words of one, or what takes none is refused with.
struct Form {
  std::string_view method;
  AskKind kind;
  std::array<std::string_view, 4> params = {};
  const std::array<std::string_view, 4>* words = nullptr;
  std::string_view refusal = {};
};
constexpr std::string_view thread_param = R"("threadId":"t")", turn_param = R"("turnId":"u")",
                           item_param = R"("itemId":"i")";
constexpr std::array codex_forms{
    Form{"item/commandExecution/requestApproval",
         AskKind::Command,
         {thread_param, turn_param, item_param, R"("command":"make")"},
         &codex_words},
    Form{"item/fileChange/requestApproval",
         AskKind::Patch,
         {thread_param, turn_param, item_param},
         &codex_words},
    // Older ones, which need not say what they are about.
    Form{"execCommandApproval", AskKind::Command, {}, &draft_words},
    Form{"applyPatchApproval", AskKind::Patch, {}, &draft_words},
    Form{"item/permissions/requestApproval", AskKind::Other, {}, {}, R"({"permissions":{}})"},
    Form{"item/tool/requestUserInput", AskKind::Other, {}, {}, R"({"answers":{}})"},
    Form{"mcpServer/elicitation/request", AskKind::Other, {}, {}, R"({"action":"decline"})"},
    Form{"item/tool/call", AskKind::Other, {}, {}, R"({"contentItems":[],"success":false})"},
    Form{"attestation/generate", AskKind::Unknown}, Form{"turn/started", AskKind::Unknown}};
constexpr std::array draft_forms{Form{"execCommandApproval",
                                      AskKind::Command,
                                      {thread_param, R"("command":["make"])"},
                                      &draft_words},
                                 Form{"applyPatchApproval",
                                      AskKind::Patch,
                                      {thread_param, R"("fileChanges":{"a":{}})"},
                                      &draft_words},
                                 Form{"item/tool/call", AskKind::Unknown},
                                 Form{"item/fileChange/requestApproval", AskKind::Unknown}};
constexpr std::array<std::string_view, 7> line_ids{
    "7", R"("7")", "0", R"("\u0037x")", "-9223372036854775808", R"("")", "9223372036854775807"};

template <class List>
const auto& any_of(sim::Rng& rng, const List& list) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

// What is wrong first, by rule. `steps` are lines: what was said, and what was said to that.
using WrongLines = std::map<std::string_view, CheckVerdict>;

class DrawnLines {
 public:
  DrawnLines(const Client& client, const Dialect& dialect, WrongLines& wrong)
      : client_(client), dialect_(dialect), wrong_(wrong) {}

  void run() {
    for (int i = 0; i < line_draws; ++i) {
      is_codex() ? hear(any_of(rng_, codex_forms)) : hear(any_of(rng_, draft_forms));
      hear_a_notice();
      start_a_thread();
      say();
    }
  }

 private:
  bool is_codex() const { return dialect_.name == codex.name; }
  void want(std::string_view rule, std::string_view wanted, std::string_view got,
            std::uint32_t steps) {
    auto verdict = same(wanted, got);
    verdict.steps = steps;
    if (!verdict.holds) wrong_.try_emplace(rule, std::move(verdict));
  }
  // A line has one end, which is its own.
  std::string written(const ToServer& message) {
    const auto out = line_of(client_, dialect_, message, names_);
    const bool whole = out == "refused" || out.find('\n') + 1 == out.size();
    if (!whole) want("RPC-08", "one line", out, 1);
    return out;
  }

  void hear(const Form& form) {
    const auto needed = static_cast<std::uint32_t>(
        std::ranges::count_if(form.params, [](auto param) { return !param.empty(); }));
    const auto left_out = rng_.below(3) == 0 && needed > 0 ? rng_.below(needed) : needed;
    std::string params;
    for (std::uint32_t i = 0; i < needed; ++i)
      if (i != left_out) params += (params.empty() ? "" : ",") + std::string(form.params[i]);
    const auto id = any_of(rng_, line_ids);
    const auto messages =
        heard(client_, dialect_, names_,
              fmt::format(R"({{"id":{},"method":"{}","params":{{{}}}}})", id, form.method, params));
    const auto* ask = messages.size() == 1 ? std::get_if<Ask>(&messages[0]) : nullptr;
    if (ask == nullptr) return want("RPC-05", "one request", "none, or several", 1);
    want("RPC-05", port::word(form.kind), port::word(ask->kind), 1);
    if (needed > 0)
      want("APR-02", left_out == needed ? "whole" : "malformed",
           ask->wellformed ? "whole" : "malformed", 1);
    answer(form, id, ask->ask);
  }

  void answer(const Form& form, std::string_view id, AskId ask) {
    const auto begin = fmt::format(R"({{"id":{},)", id);
    const auto wants = [&](std::string_view rule, const std::string& rest, const std::string& got) {
      if (!got.starts_with(begin)) want("WIRE-07", begin, got, 2);
      want(rule, begin + rest + "}\n", got, 2);
    };
    if (form.kind == AskKind::Unknown)
      return wants("RPC-05", R"("error":{"code":-32601,"message":"Method not found"})",
                   written(AnswerError{ask, Error::MethodNotFound}));
    const auto decision = static_cast<Decision>(rng_.below(4));
    const auto got = written(Answer{ask, decision});
    if (form.words != nullptr) {
      const auto word = (*form.words)[static_cast<std::size_t>(decision)];
      return wants("APR-09", fmt::format(R"("result":{{"decision":"{}"}})", word), got);
    }
    // Nobody is asked: there is nothing to grant, or to go back on.
    if (decision != Decision::Decline) return want("RPC-09", "refused", got, 2);
    wants("RPC-09", fmt::format("\"result\":{}", form.refusal), got);
  }

  void hear_a_notice() {
    constexpr std::array<std::string_view, 3> methods{"what/ever", "thread/renamed", "item/begun"};
    const auto method = any_of(rng_, methods);
    const auto messages =
        heard(client_, dialect_, names_, fmt::format(R"({{"method":"{}","params":{{}}}})", method));
    const bool told = messages.size() == 1 && std::holds_alternative<UnknownNotice>(messages[0]);
    want("RPC-07", "told as unknown", told ? "told as unknown" : "passed over", 1);
  }

  void start_a_thread() {
    constexpr std::array<std::string_view, 4> codex_policies{"untrusted", "", "on-request",
                                                             "never"};
    constexpr std::array<std::string_view, 4> draft_policies{"unlessTrusted", "onFailure",
                                                             "onRequest", "never"};
    constexpr std::array<std::string_view, 3> sandboxes{"read-only", "workspace-write",
                                                        "danger-full-access"};
    Settings settings{static_cast<Policy>(rng_.below(4)), static_cast<Sandbox>(rng_.below(3))};
    settings.network = is_codex() && rng_.below(2) == 0;
    const auto got =
        written(Request{.id = {3}, .method = Method::ThreadStart, .settings = settings});
    const auto policy =
        (is_codex() ? codex_policies : draft_policies)[static_cast<std::size_t>(settings.policy)];
    const std::string_view network =
        settings.network ? R"(,"config":{"sandbox_workspace_write.network_access":true})" : "";
    const auto line =
        fmt::format(R"({{"id":3,"method":"thread/start","params":{{"cwd":"/work",)"
                    R"("approvalPolicy":"{}","sandbox":"{}"{}}}}})"
                    "\n",
                    policy, sandboxes[static_cast<std::size_t>(settings.sandbox)], network);
    want("SES-10", policy.empty() ? "refused" : line, got, 1);
  }

  // What is said may hold what is shown to nobody.
  void say() {
    constexpr std::array<std::string_view, 4> said{"Two words", "export API_TOKEN=abc123def456",
                                                   "curl -u me:pa55word https://a.b",
                                                   "git clone https://me:pa55word@a.b/c"};
    const auto text = any_of(rng_, said);
    const auto got = written(Request{.id = {5},
                                     .method = Method::TurnStart,
                                     .thread = {names_.threads.number_of("t")},
                                     .text = names_.keep(std::string(text))});
    const auto line = fmt::format(R"({{"id":5,"method":"turn/start","params":{{"threadId":"t",)"
                                  R"("input":[{{"type":"text","text":"{}"}}]}}}})"
                                  "\n",
                                  text);
    want("APR-07", line, got, 1);
    want("RPC-08", "{\"method\":\"initialized\"}\n", written(Initialized{}), 1);
  }

  const Client& client_;
  const Dialect& dialect_;
  WrongLines& wrong_;
  Names names_;
  sim::Rng rng_{1};
};

WrongLines wrong_lines(const Client& client) {
  WrongLines out;
  DrawnLines(client, codex, out).run();
  DrawnLines(client, draft, out).run();
  return out;
}

// Nearly all clients have the engine's words.
CheckVerdict lines_keep(std::string_view rule, const Client& client) {
  static const auto of_engine = wrong_lines(Client("engine"));
  const bool own =
      client.parts().encode != Parts().encode || client.parts().decode != Parts().decode;
  const auto wrong = own ? wrong_lines(client) : of_engine;
  const auto found = wrong.find(rule);
  return found == wrong.end() ? CheckVerdict{} : found->second;
}

// clang-format off
constexpr Check line_rows[] = {
  {.rule = "WIRE-07", .says = "whatever is asked, its answer has its id as it was",
   .run = [](const Client& client) { return lines_keep("WIRE-07", client); }},
  {.rule = "RPC-05", .says = "whatever is asked, what a dialect does not have is refused",
   .run = [](const Client& client) { return lines_keep("RPC-05", client); }},
  {.rule = "RPC-07", .says = "whatever is told, what a dialect does not have is told as unknown",
   .run = [](const Client& client) { return lines_keep("RPC-07", client); }},
  {.rule = "RPC-08", .says = "whatever is said stands on a line of its own",
   .run = [](const Client& client) { return lines_keep("RPC-08", client); }},
  {.rule = "RPC-09", .says = "whatever takes no decision is refused in its shape",
   .run = [](const Client& client) { return lines_keep("RPC-09", client); }},
  {.rule = "APR-02", .says = "an approval that lacks any of what it needs is malformed",
   .run = [](const Client& client) { return lines_keep("APR-02", client); }},
  {.rule = "APR-07", .says = "whatever a user says arrives as it is, with its secrets",
   .run = [](const Client& client) { return lines_keep("APR-07", client); }},
  {.rule = "APR-09", .says = "each decision is said in the words of what asks for it",
   .run = [](const Client& client) { return lines_keep("APR-09", client); }},
  {.rule = "SES-10", .says = "any settings of a thread are said in the words of the dialect",
   .run = [](const Client& client) { return lines_keep("SES-10", client); }},
};
// clang-format on

}  // namespace

std::span<const Check> line_checks() { return line_rows; }

}  // namespace conformance::appserver
