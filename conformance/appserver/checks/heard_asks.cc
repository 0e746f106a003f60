// What a client understands of the server's requests, and of its answers, in both dialects.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

constexpr std::string_view codex_command = "item/commandExecution/requestApproval";
constexpr std::string_view codex_patch = "item/fileChange/requestApproval";
constexpr std::string_view draft_command = "execCommandApproval";
constexpr std::string_view draft_patch = "applyPatchApproval";

// clang-format off
constexpr Line wellformed_lines[] = {
  {&codex, codex_command, R"({@,"itemId":"i","command":"make","cwd":"/w"})",
   "ask ask=0 command wellformed @ item=i subject=make\nin /w", "0"},
  {&codex, codex_command, R"({@,"itemId":"i","command":["make","a b"],"cwd":null})",
   "ask ask=\"q\" command wellformed @ item=i subject=[\"make\",\"a b\"]", R"("q")"},
  {&codex, codex_patch, R"({@,"itemId":"i","reason":null,"grantRoot":null})",
   "ask ask=7 patch wellformed @ item=i", "7"},
  {&codex, codex_patch, R"({@,"itemId":"i","grantRoot":"/w"})",
   "ask ask=7 patch wellformed @ item=i subject=below /w", "7"},
  {&draft, draft_command, R"({@,"callId":"c","command":["make","a b"],"cwd":"/w"})",
   "ask ask=7 command wellformed @ item=c subject=[\"make\",\"a b\"]\nin /w", "7"},
  {&draft, draft_command, R"({"threadId":"t","command":"make"})",
   "ask ask=7 command wellformed thread=t subject=make", "7"},
  {&draft, draft_patch, R"({@,"callId":"c","fileChanges":{"a":{},"b":{}},"grantRoot":"/w"})",
   "ask ask=7 patch wellformed @ item=c subject=a\nb\nbelow /w", "7"},
  {&draft, draft_patch, R"({"threadId":"t","fileChanges":{"a":{}}})",
   "ask ask=7 patch wellformed thread=t subject=a", "7"},
  {&draft, draft_patch, R"({"threadId":"t","fileChanges":{}})",
   "ask ask=7 patch wellformed thread=t", "7"},

  // Older approvals name no turn, and other requests take no decision.
  {&codex, draft_command, R"({"conversationId":"t","callId":"c","command":["make"],"cwd":"/w"})",
   "ask ask=7 command wellformed thread=t item=c subject=[\"make\"]\nin /w", "7"},
  {&codex, "item/tool/call", R"({@,"itemId":"i"})", "ask ask=7 other wellformed @ item=i", "7"},

  // What an item began with is what its approval is about.
  {&codex, "item/started",
   R"({"item":{"type":"commandExecution","id":"i","command":"make","cwd":"/w"},@})",
   "item_started @ item=i command subject=make\nin /w"},
  {nullptr, codex_command, R"({@,"itemId":"i","command":null})",
   "ask ask=7 command wellformed @ item=i subject=make\nin /w", "7"},
  {nullptr, codex_command, R"({@,"itemId":"i","command":"rm -r /"})",
   "ask ask=8 command wellformed @ item=i subject=rm -r /", "8"},
  {nullptr, codex_command, R"({@,"itemId":"j"})", "ask ask=9 command @ item=j", "9"},
  {&codex, "item/started",
   R"({"item":{"type":"fileChange","id":"i","changes":[{"path":"a"},{"path":"b"}]},@})",
   "item_started @ item=i patch subject=a\nb"},
  {nullptr, codex_patch, R"({@,"itemId":"i","grantRoot":null})",
   "ask ask=7 patch wellformed @ item=i subject=a\nb", "7"},
  {&draft, "exec_command_begin", R"({@,"callId":"c","command":"make"})",
   "item_started @ item=c command subject=make"},
  {nullptr, draft_command, R"({@,"callId":"c"})",
   "ask ask=7 command wellformed @ item=c subject=make", "7"},
  // A tool that takes it up may say no more of it.
  {&draft, "item/created",
   R"({@,"item":{"id":"c","type":"tool_call","command":"make"}})",
   "item_started @ item=c tool subject=make"},
  {nullptr, "exec_command_begin", R"({@,"callId":"c"})", "item_started @ item=c command"},
  {nullptr, draft_command, R"({@,"callId":"c"})",
   "ask ask=7 command wellformed @ item=c subject=make", "7"},
  // One that names no item is not about the last one.
  {nullptr, draft_command, R"({@,"command":"ls"})",
   "ask ask=8 command wellformed @ subject=ls", "8"},
};

constexpr Line malformed_lines[] = {
  {&codex, codex_command, R"({@,"command":"make"})", "ask ask=7 command @ subject=make", "7"},
  {&codex, codex_command, R"({@,"itemId":7,"command":"make"})",
   "ask ask=7 command @ subject=make", "7"},
  {&codex, codex_command, R"({"threadId":"t","itemId":"i","command":"make"})",
   "ask ask=7 command thread=t item=i subject=make", "7"},
  {&codex, codex_command, R"({"turnId":"u","itemId":"i","command":"make"})",
   "ask ask=7 command turn=u item=i subject=make", "7"},
  {&codex, codex_command, R"({@,"itemId":"i"})", "ask ask=7 command @ item=i", "7"},
  {&codex, codex_command, R"({@,"itemId":"i","command":""})", "ask ask=7 command @ item=i", "7"},
  {&codex, codex_command, R"({@,"itemId":"i","command":[]})", "ask ask=7 command @ item=i", "7"},
  {&codex, codex_command, R"({@,"itemId":"i","command":["make",1]})",
   "ask ask=7 command @ item=i", "7"},
  {&codex, codex_command, R"({@,"itemId":"i","command":{"a":"make"},"cwd":"/w"})",
   "ask ask=7 command @ item=i", "7"},
  {&codex, codex_command, "[]", "ask ask=7 command", "7"},
  {&codex, codex_command, "null", "ask ask=7 command", "7"},
  {&codex, codex_command, "", "ask ask=7 command", "7"},
  {&codex, "item/started", R"({"item":{"type":"commandExecution","id":"i","command":"make"},@})",
   "item_started @ item=i command subject=make"},
  {nullptr, codex_command, R"({@,"command":"make"})", "ask ask=7 command @ subject=make", "7"},
  {&codex, codex_patch, "{@}", "ask ask=7 patch @", "7"},
  {&codex, codex_patch, R"({"threadId":"t","itemId":"i"})", "ask ask=7 patch thread=t item=i", "7"},
  {&codex, codex_patch, R"({"turnId":"u","itemId":"i","grantRoot":"/w"})",
   "ask ask=7 patch turn=u item=i subject=below /w", "7"},
  {&draft, draft_command, R"({"command":["make"]})",
   "ask ask=7 command subject=[\"make\"]", "7"},
  {&draft, draft_command, R"({@,"callId":"c"})", "ask ask=7 command @ item=c", "7"},
  {&draft, draft_command, R"({"threadId":"t","command":["make",null]})",
   "ask ask=7 command thread=t", "7"},
  {&draft, draft_patch, R"({"threadId":"t"})", "ask ask=7 patch thread=t", "7"},
  {&draft, draft_patch, R"({"threadId":"t","fileChanges":"a"})", "ask ask=7 patch thread=t", "7"},
  {&draft, draft_patch, R"({"fileChanges":{"a":{}}})", "ask ask=7 patch subject=a", "7"},
  {&draft, draft_patch, "", "ask ask=7 patch", "7"},
};

// The params of what the dialect does not have are not read.
constexpr Line unknown_lines[] = {
  {&codex, "turn/started", "{@}", "ask ask=7 unknown wellformed", "7"},
  {&draft, codex_command, R"({@,"itemId":"i","command":"make"})",
   "ask ask=7 unknown wellformed", "7"},
  {&draft, codex_patch, R"({@,"itemId":"i"})", "ask ask=7 unknown wellformed", "7"},
};

constexpr Line resolved_lines[] = {
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":0})",
   "ask_resolved thread=t ask=0"},
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":-9223372036854775808})",
   "ask_resolved thread=t ask=-9223372036854775808"},
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":"q\u0031"})",
   R"(ask_resolved thread=t ask="q\u0031")"},
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":null})",
   "ask_resolved thread=t"},
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":1.5})",
   "ask_resolved thread=t"},
  {&codex, "serverRequest/resolved", R"({"threadId":"t","requestId":[0]})",
   "ask_resolved thread=t"},
  {&codex, "serverRequest/resolved", R"({"requestId":0})", "ask_resolved ask=0"},
};
// clang-format on

// An answer of the server's.
struct AnswerLine {
  std::string_view line, means;
};

// clang-format off
constexpr AnswerLine result_lines[] = {
  {R"({"id":1,"result":{}})", "response id=1"},
  {R"({"id":1,"result":null})", "response id=1"},
  {R"({"id":1,"result":[]})", "response id=1"},
  {R"({"id":1,"result":{"thread":{"id":"t","preview":""},"model":"m"}})", "response id=1 thread=t"},
  {R"({"id":1,"result":{"threadId":"t"}})", "response id=1 thread=t"},
  {R"({"id":1,"result":{"turn":{"id":"u","status":"inProgress"}}})", "response id=1 turn=u"},
  {R"({"id":1,"result":{"turnId":"u"}})", "response id=1 turn=u"},
  {R"({"id":1,"result":{"turn":{"id":7}}})", "response id=1"},
  {R"({"id":4294967295,"result":{}})", "response id=4294967295"},
  // No request of a client's has these.
  {R"({"id":4294967296,"result":{}})", "response"},
  {R"({"id":4294967297,"result":{}})", "response"},
  {R"({"id":0,"result":{}})", "response"},
  {R"({"id":-1,"result":{}})", "response"},
  {R"({"id":"1","result":{}})", "response"},
  {R"({"id":"1","error":{"code":-32603,"message":""}})", "response internal"},
};

constexpr AnswerLine error_lines[] = {
  {R"({"error":{"code":-32600,"message":"Not initialized"},"id":1})",
    "response id=1 not_initialized text=Not initialized"},
  {R"({"id":1,"error":{"code":-32002,"message":"NOT INITIALIZED: say hello"}})",
   "response id=1 not_initialized text=NOT INITIALIZED: say hello"},
  {R"({"id":1,"error":{"code":-32600,"message":"Already initialized"}})",
   "response id=1 already_initialized text=Already initialized"},
  {R"({"id":1,"error":{"code":-32600,"message":"no active turn to interrupt"}})",
   "response id=1 no_active_turn text=no active turn to interrupt"},
  {R"({"id":1,"error":{"code":-32001,"message":"Server overloaded; retry later."}})",
   "response id=1 overloaded text=Server overloaded; retry later."},
  {R"({"id":1,"error":{"code":-32603,"message":"Internal error","data":{"a":1}}})",
   "response id=1 internal text=Internal error"},
  {R"({"id":1,"error":{"code":-32601,"message":"Method not found"}})",
   "response id=1 method_not_found text=Method not found"},
  {R"({"id":1,"error":{"code":-32602,"message":"Invalid params"}})",
   "response id=1 invalid_params text=Invalid params"},
  {R"({"id":1,"error":{"code":-32600,"message":"Invalid request: missing field"}})",
   "response id=1 invalid_request text=Invalid request: missing field"},
  {R"({"id":1,"error":{"code":-32000,"message":"Internal error"}})",
   "response id=1 other text=Internal error"},
  {R"({"id":1,"error":{"code":0,"message":""}})", "response id=1 other"},
  // Words of another error that do not begin the message, or not all of them.
  {R"({"id":1,"error":{"code":-32603,"message":"It is not initialized"}})",
   "response id=1 internal text=It is not initialized"},
  {R"({"id":1,"error":{"code":-32600,"message":"Not init"}})",
   "response id=1 invalid_request text=Not init"},
  {R"({"id":1,"error":{"code":-32600,"message":"Not\u0000initialized"}})",
   std::string_view("response id=1 invalid_request text=Not\0initialized", 50)},
  {R"({"id":1,"error":{"code":-32600,"message":"N\u006ft initialized"}})",
   "response id=1 not_initialized text=Not initialized"},
};
// clang-format on

CheckVerdict answers_mean(const Client& client, std::span<const AnswerLine> rows) {
  for (const auto* dialect : {&codex, &draft})
    for (const auto& row : rows) {
      Names names;
      const auto before = std::string(row.line) + " is ";
      const auto verdict =
          same(before + std::string(row.means), before + told(client, *dialect, names, row.line));
      if (!verdict.holds) return verdict;
    }
  return {};
}

Response answer(const Client& client, std::string_view line) {
  Names names;
  return std::get<Response>(heard(client, codex, names, line).at(0));
}

// A call, and that the server could not do it.
constexpr Called list{{1}, Method::ThreadList, {}};
constexpr CallEnded list_failed{
    {1}, {}, Method::ThreadList, port::appserver::Outcome::Error, Error::Internal};

// The command of an approval in the turn of chat 1, as the server asks.
Ask heard_ask(const Client& client, Names& names, const Dialect& dialect, int id,
              std::string_view rest) {
  const auto line = R"({"id":)" + std::to_string(id) + R"(,"method":")" +
                    std::string(dialect.asks[0].method) +
                    R"(","params":{"threadId":"t","turnId":"u","itemId":"i)" + std::to_string(id) +
                    "\"," + std::string(rest) + "}}";
  const auto messages = heard(client, dialect, names, line);
  auto ask = messages.empty() ? Ask{} : std::get<Ask>(messages[0]);
  ask.thread = thread_of(1);  // As if the chat were that thread's.
  ask.turn = turn_of(1);
  return ask;
}

CheckVerdict remembers_commands(const Client& client, const Dialect& dialect) {
  Names names;
  const auto first = heard_ask(client, names, dialect, 1, R"("command":"make","cwd":"/w")");
  const auto again = heard_ask(client, names, dialect, 2, R"("cwd":"/w","command":"m\u0061ke")");
  const auto elsewhere = heard_ask(client, names, dialect, 3, R"("command":"make","cwd":"/")");
  const auto other = heard_ask(client, names, dialect, 4, R"("command":"make ","cwd":"/w")");
  const auto words = heard_ask(client, names, dialect, 5, R"("command":["make"],"cwd":"/w")");
  return Talk(client)
      .opens()
      .starts()
      .says()
      .hears(first)
      .wants({AskShown{{1}, first.ask, AskKind::Command, first.subject}})
      .tell(Decided{first.ask, Decision::AcceptForSession})
      .hears(again)
      .wants({Send{{1}, Answer{again.ask, Decision::Accept}},
              AskAccepted{{1}, again.ask, again.subject}})
      .hears(elsewhere)
      .wants({AskShown{{1}, elsewhere.ask, AskKind::Command, elsewhere.subject}})
      .hears(other)
      .wants({AskShown{{1}, other.ask, AskKind::Command, other.subject}})
      .hears(words)
      .wants({AskShown{{1}, words.ask, AskKind::Command, words.subject}})
      .verdict();
}

// The same words as those of a command and as the scope of a patch.
CheckVerdict keeps_kinds_apart(const Client& client) {
  Names names;
  const auto first = heard_ask(client, names, codex, 1, R"("command":"below /w")");
  auto patch =
      std::get<Ask>(heard(client, codex, names,
                          R"({"id":2,"method":"item/fileChange/requestApproval","params":)"
                          R"({"threadId":"t","turnId":"u","itemId":"i","grantRoot":"/w"}})")
                        .at(0));
  patch.thread = thread_of(1);
  patch.turn = turn_of(1);
  return Talk(client)
      .opens()
      .starts()
      .says()
      .hears(first)
      .tell(Decided{first.ask, Decision::AcceptForSession})
      .hears(patch)
      .wants({AskShown{{1}, patch.ask, AskKind::Patch, patch.subject}})
      .verdict();
}

// clang-format off
constexpr Check asked_rows[] = {
  {.rule = "APR-03",
   .says = "an approval is about the command or the patch that the dialect says, or its item",
   .run = [](const Client& client) { return understood(client, wellformed_lines); }},
  {.rule = "APR-03",
   .says = "a command in another directory or in other words is another one, and no patch",
   .run = [](const Client& client) {
     return all_of({remembers_commands(client, codex), remembers_commands(client, draft),
                    keeps_kinds_apart(client)});
   }},
  {.rule = "APR-02", .says = "an approval without what the dialect asks of its params is malformed",
   .run = [](const Client& client) { return understood(client, malformed_lines); }},
  {.rule = "RPC-05", .says = "a request that only the other dialect has is unknown",
   .run = [](const Client& client) { return understood(client, unknown_lines); }},
  {.rule = "APR-08", .says = "what is resolved is the request with the same id, of the same type",
   .run = [](const Client& client) {
     Names names;
     const auto ask = [&](std::string_view id, ProcessId process = {1}) {
       const auto line = R"({"id":)" + std::string(id) + R"(,"method":"a/b"})";
       return std::get<Ask>(heard(client, codex, names, line, process).at(0)).ask;
     };
     const auto resolved = [&](std::string_view id) {
       const auto line = R"({"method":"serverRequest/resolved","params":{"requestId":)" +
                         std::string(id) + "}}";
       const auto messages = heard(client, codex, names, line);
       const auto* out = messages.empty() ? nullptr : std::get_if<AskResolved>(&messages[0]);
       return out == nullptr ? no_ask : out->ask;
     };
     const auto next = ask("7", {2});  // Of the process behind this one.
     const auto number = ask("7"), text = ask("\"7\""), other = ask("70");
     const auto is = [](AskId want, AskId got) {
       return same(std::to_string(want.value), std::to_string(got.value));
     };
     return all_of({understood(client, resolved_lines), is(number, resolved("7")),
                    is(text, resolved(R"("\u0037")")), is(other, resolved("70")),
                    same("another", next == number ? "the same" : "another")});
   }},
  {.rule = "RPC-04",
   .says = "an answer is that of the request with its number, and has what was made",
   .run = [](const Client& client) {
     return all_of({answers_mean(client, result_lines),
                    Talk(client).opens().tell(list)
                        .hears(answer(client, R"({"id":"3","result":{}})"))
                        .wants({Reported{Report::UnknownResponse, 0}}).verdict()});
   }},
  {.rule = "RPC-06", .says = "errors are known by their codes and words, and surfaced",
   .run = [](const Client& client) {
     const auto wrong = answer(client, R"({"id":3,"error":{"code":-32603,"message":"x"}})");
     return all_of({answers_mean(client, error_lines),
                    Talk(client).opens().tell(list).answers(Method::ThreadList, wrong)
                        .wants({ProblemShown{{}, Severity::Error, wrong.text}, list_failed})
                        .verdict()});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> heard_ask_checks() { return asked_rows; }

}  // namespace conformance::appserver
