// What a client understands of the server's notifications, in both dialects.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// clang-format off
constexpr Line turn_lines[] = {
  {&codex, "thread/started", R"({"thread":{"id":"t","preview":"","forkedFromId":null}})",
   "thread_started thread=t"},
  {&draft, "thread/started", R"({"thread":{"id":"t","modelProvider":"openai","createdAt":17}})",
   "thread_started thread=t"},
  // The first place where an id stands and is not null holds.
  {&codex, "thread/started", R"({"threadId":"t","thread":{"id":"s"}})", "thread_started thread=t"},
  {&codex, "thread/started", R"({"threadId":null,"thread":{"id":"t"}})", "thread_started thread=t"},
  {&codex, "thread/started", R"({"thread":null})", "thread_started"},
  {&codex, "thread/started", R"({"thread":{"id":7}})", "thread_started"},
  {&codex, "thread/started", R"({"thread":"t"})", "thread_started"},
  {&codex, "thread/started", R"(["t"])", "thread_started"},
  {&codex, "thread/started", "null", "thread_started"},
  {&codex, "thread/started", "", "thread_started"},
  // Escapes are meant as what they stand for.
  {&codex, R"(thread\/started)", R"({"thread\u0049d":"\u0074"})", "thread_started thread=t"},

  {&codex, "turn/started", R"({"threadId":"t","turn":{"id":"u","status":"inProgress"}})",
   "turn_started @"},
  {&draft, "turn/started", R"({"threadId":"t","turn":{"id":"u","status":"inProgress"}})",
   "turn_started @"},
  {&draft, "turn/started", "{@}", "turn_started @"},
  {&codex, "turn/started", R"({"threadId":"t","turn":{"id":null}})", "turn_started thread=t"},

  {&codex, "turn/completed",
   R"({"threadId":"t","turn":{"id":"u","status":"completed","error":null}})",
   "turn_completed @ completed"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u","status":"interrupted"}})",
   "turn_completed @ interrupted"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u","status":"failed","error":{}}})",
   "turn_completed @ failed"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u","status":"c\u006fmpleted"}})",
   "turn_completed @ completed"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u","status":"Completed"}})",
   "turn_completed @ unknown"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u","status":{"type":"completed"}}})",
   "turn_completed @ unknown"},
  {&codex, "turn/completed", R"({"threadId":"t","turn":{"id":"u"}})", "turn_completed @ unknown"},
  {&draft, "turn/completed", R"({@,"status":"completed"})", "turn_completed @ completed"},
  {&draft, "turn/completed", R"({@,"status":"interrupted"})", "turn_completed @ interrupted"},
  {&draft, "turn/completed", R"({@,"status":"failed"})", "turn_completed @ failed"},
  {&draft, "turn/completed", R"({@,"status":"inProgress"})", "turn_completed @ unknown"},
  {&draft, "turn/completed", R"({@,"status":null})", "turn_completed @ unknown"},
};

// Problems, and why a turn failed.
constexpr Line problem_lines[] = {
  {&codex, "error", R"({"error":{"message":"Reconnecting"},"willRetry":true,@})",
   "trouble @ retries error text=Reconnecting"},
  {&codex, "error", R"({"error":{"message":"No"},"willRetry":false,@})", "trouble @ error text=No"},
  {&codex, "error", R"({"error":{"message":"No"},"willRetry":null,@})", "trouble @ error text=No"},
  {&codex, "error", R"({"error":{"message":"No"},"willRetry":"true"})",
   "trouble error text=No"},
  {&draft, "error", R"({"error":{"message":"No"},@})", "trouble @ error text=No"},
  {&draft, "error", R"({"message":"No"})", "trouble error text=No"},
  {&draft, "error", R"({"error":"No"})", "trouble error text=No"},
  {&draft, "warning", R"({"message":"Slow","threadId":"t"})", "trouble thread=t warning text=Slow"},
  {&draft, "deprecation_notice", R"({"summary":"Old","details":"use another"})",
   "trouble deprecation text=Old: use another"},
  {&codex, "warning", R"({"message":"Slow","threadId":"t"})", "trouble thread=t warning text=Slow"},
  {&codex, "configWarning", R"({"summary":"Odd","details":null})", "trouble warning text=Odd"},
  {&codex, "deprecationNotice", R"({"summary":"Old","details":"use another"})",
   "trouble deprecation text=Old: use another"},
  {&codex, "turn/completed",
   R"({"threadId":"t","turn":{"id":"u","status":"failed","error":{"message":"Gone"}}})",
   "turn_completed @ failed text=Gone"},
  {&draft, "turn/completed", R"({@,"status":"failed","error":{"message":"Gone"}})",
   "turn_completed @ failed text=Gone"},
};

constexpr Line item_lines[] = {
  {&codex, "item/started", R"({"item":{"type":"agentMessage","id":"i","text":""},@})",
   "item_started @ item=i answer"},
  {&codex, "item/started", R"({"item":{"type":"reasoning","id":"i","summary":[]},@})",
   "item_started @ item=i reasoning"},
  {&codex, "item/started", R"({"item":{"type":"plan","id":"i"},@})", "item_started @ item=i plan"},
  {&codex, "item/started", R"({"item":{"type":"mcpToolCall","id":"i"},@})",
   "item_started @ item=i tool"},
  {&codex, "item/started", R"({"item":{"type":"webSearch","id":"i"},@})",
   "item_started @ item=i search"},
  {&codex, "item/started", R"({"item":{"type":"userMessage","id":"i","content":[]},@})",
   "item_started @ item=i user"},
  {&codex, "item/started", R"({"item":{"type":"imageView","id":"i"},@})",
   "item_started @ item=i other"},
  {&codex, "item/started", R"({"item":{"type":null,"id":"i"},@})", "item_started @ item=i other"},
  // What it opened comes with it.
  {&codex, "item/started",
   R"({"item":{"type":"collabAgentToolCall","id":"i","receiverThreadIds":["s","v",7]},@})",
   "item_started @ item=i subagent, thread_started thread=s parent=t, "
   "thread_started thread=v parent=t"},
  {&codex, "item/started",
   R"({"item":{"type":"subAgentActivity","id":"i","agentThreadId":"s"},@})",
   "item_started @ item=i subagent, thread_started thread=s parent=t"},
  {&codex, "item/started",
   R"({"item":{"type":"collabAgentToolCall","id":"i","receiverThreadIds":{"a":"s"}},@})",
   "item_started @ item=i subagent"},
  {&codex, "item/completed", R"({"item":{"id":"i","receiverThreadIds":["s"]},@})",
   "item_completed @ item=i done, thread_started thread=s parent=t"},
  {&codex, "item/started", R"({"item":{"type":["plan"],"id":"i"},@})",
   "item_started @ item=i other"},
  {&codex, "item/started", R"({"item":{"type":"plan"},"itemId":"i",@})",
   "item_started @ item=i plan"},
  // Nothing names it: it has a number of its own.
  {&codex, "item/started", R"({"item":{"type":"plan","id":7},@})", "item_started @ item=#1 plan"},

  {&codex, "item/started",
   R"({"item":{"type":"commandExecution","id":"i","command":"make all","cwd":"/w"},@})",
   "item_started @ item=i command subject=make all\nin /w"},
  {&codex, "item/started",
   R"({"item":{"type":"commandExecution","id":"i","command":"make \"a\"","cwd":null},@})",
   "item_started @ item=i command subject=make \"a\""},
  {&codex, "item/started",
   R"({"item":{"type":"commandExecution","id":"i","command":["make","a b"],"cwd":"/w"},@})",
   "item_started @ item=i command subject=[\"make\",\"a b\"]\nin /w"},
  {&codex, "item/started", R"({"item":{"type":"commandExecution","id":"i","cwd":"/w"},@})",
   "item_started @ item=i command"},
  {&codex, "item/started", R"({"item":{"type":"commandExecution","id":"i","command":""},@})",
   "item_started @ item=i command"},

  {&codex, "item/started",
   R"({"item":{"type":"fileChange","id":"i","changes":[{"path":"a","diff":""},{"path":"b/c"}]},@})",
   "item_started @ item=i patch subject=a\nb/c"},
  {&codex, "item/started",
   R"({"item":{"type":"fileChange","id":"i","changes":{"a":{"type":"add"},"b/\u0063":{}}},@})",
   "item_started @ item=i patch subject=a\nb/c"},
  {&codex, "item/started", R"({"item":{"type":"fileChange","id":"i","changes":[]},@})",
   "item_started @ item=i patch"},
  {&codex, "item/started", R"({"item":{"type":"fileChange","id":"i","changes":"a"},@})",
   "item_started @ item=i patch"},
  {&codex, "item/started", R"({"item":{"type":"fileChange","id":"i"},"command":"make",@})",
   "item_started @ item=i patch"},

  {&draft, "item/created", R"({@,"item":{"id":"i","type":"assistant"}})",
   "item_started @ item=i answer"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"reasoning"}})",
   "item_started @ item=i reasoning"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"plan"}})", "item_started @ item=i plan"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"tool_call"}})",
   "item_started @ item=i tool"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"user"}})", "item_started @ item=i user"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"image"}})",
   "item_started @ item=i other"},
  // Its role or its purpose tells reasoning from an answer.
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"assistant","role":"reasoning"}})",
   "item_started @ item=i reasoning"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"assistant","purpose":"reasoning"}})",
   "item_started @ item=i reasoning"},
  {&draft, "item/created",
   R"({@,"item":{"id":"i","type":"assistant","role":null,"purpose":"reasoning"}})",
   "item_started @ item=i reasoning"},
  {&draft, "item/created", R"({@,"item":{"id":"i","type":"plan","role":"bot"}})",
   "item_started @ item=i plan"},
  // It may begin with its first text.
  {&draft, "item/created", R"({@,"item":{"type":"assistant","textDelta":"Hi there!"}})",
   "item_started @ item=#1 answer, item_delta @ item=#1 text=Hi there!"},
  {&draft, "item/created", R"({@,"item":{"type":"assistant","textDelta":""}})",
   "item_started @ item=#1 answer"},

  {&draft, "exec_command_begin", R"({@,"callId":"c","command":["ls","-l"],"cwd":"/w"})",
   "item_started @ item=c command subject=[\"ls\",\"-l\"]\nin /w"},
  {&draft, "exec_command_begin", R"({@,"call_id":"c","command":"ls -l"})",
   "item_started @ item=c command subject=ls -l"},
  {&draft, "apply_patch_begin", R"({@,"callId":"c","fileChanges":{"a":{},"b":{}}})",
   "item_started @ item=c patch subject=a\nb"},
  {&draft, "web_search_begin", R"({@,"callId":"c","query":"x"})",
   "item_started @ item=c search"},
};

constexpr Line text_lines[] = {
  {&codex, "item/agentMessage/delta", R"({@,"itemId":"i","delta":"Hello "})",
   "item_delta @ item=i text=Hello "},
  {&codex, "item/plan/delta", R"({@,"itemId":"i","delta":"1."})", "item_delta @ item=i text=1."},
  {&codex, "item/reasoning/textDelta", R"({@,"itemId":"i","delta":"So"})",
   "item_delta @ item=i text=So"},
  {&codex, "item/reasoning/summaryTextDelta", R"({@,"itemId":"i","delta":"So","summaryIndex":0})",
   "item_delta @ item=i text=So"},
  {&codex, "item/agentMessage/delta", R"({@,"itemId":"i","delta":"\"\u00e9\n\ud83d\ude00\\"})",
   "item_delta @ item=i text=\"\u00e9\n\U0001f600\\"},
  {&codex, "item/agentMessage/delta", R"({@,"itemId":"i","delta":null})",
   "item_delta @ item=i text="},
  {&codex, "item/agentMessage/delta", R"({@,"itemId":"i","delta":["x"]})",
   "item_delta @ item=i text="},
  {&codex, "item/commandExecution/outputDelta", R"({@,"itemId":"i","delta":"tick 2\n"})",
   "item_output @ item=i text=tick 2\n"},
  {&codex, "item/fileChange/outputDelta", R"({@,"itemId":"i","delta":"ok"})",
   "item_output @ item=i text=ok"},
  {&codex, "item/mcpToolCall/progress", R"({@,"itemId":"i","delta":"half"})",
   "item_output @ item=i text=half"},
  {&codex, "item/mcpToolCall/progress", R"({@,"itemId":"i"})", "item_output @ item=i text="},
  {&codex, "item/completed", R"({"item":{"type":"agentMessage","id":"i","text":"Hello"},@})",
   "item_completed @ item=i done has_text text=Hello"},
  {&codex, "item/completed", R"({"item":{"type":"agentMessage","id":"i","text":""},@})",
   "item_completed @ item=i done has_text text="},
  {&codex, "item/completed", R"({"item":{"type":"agentMessage","id":"i","text":null},@})",
   "item_completed @ item=i done"},
  {&codex, "item/completed", R"({"item":{"type":"agentMessage","id":"i","text":7},@})",
   "item_completed @ item=i done"},

  {&draft, "item/delta", R"({@,"itemId":"i","textDelta":"Hello "})",
   "item_delta @ item=i text=Hello "},
  {&draft, "item/delta", R"({@,"item":{"id":"i","textDelta":"Hello "}})",
   "item_delta @ item=i text=Hello "},
  {&draft, "item/delta", R"({@,"itemId":"i","delta":"Hello "})",
   "item_delta @ item=i text=Hello "},
  {&draft, "exec_command_output_delta", R"({@,"callId":"c","delta":"tick"})",
   "item_output @ item=c text=tick"},
  // The chunk of a call's output is Base64: no text.
  {&draft, "exec_command_output_delta", R"({@,"call_id":"c","chunk":"eA=="})",
   "item_output @ item=c text="},

  // A delta that names no item is of the last one that began in its turn.
  {&draft, "item/delta", R"({@,"textDelta":"x"})", "item_delta @ text=x"},
  {nullptr, "item/created", R"({@,"item":{"type":"reasoning"}})",
   "item_started @ item=#1 reasoning"},
  {nullptr, "item/created", R"({@,"item":{"type":"assistant"}})", "item_started @ item=#2 answer"},
  {nullptr, "item/delta", R"({@,"textDelta":"x"})", "item_delta @ item=#2 text=x"},
  {nullptr, "item/delta", R"({"threadId":"t","turnId":"v","textDelta":"x"})",
   "item_delta thread=t turn=v text=x"},
  {nullptr, "item/created", R"({"threadId":"t","turnId":"v","item":{"id":"j","type":"plan"}})",
   "item_started thread=t turn=v item=j plan"},
  {nullptr, "item/delta", R"({@,"textDelta":"x"})", "item_delta @ item=#2 text=x"},
  {nullptr, "item/delta", R"({"threadId":"t","turnId":"v","textDelta":"x"})",
   "item_delta thread=t turn=v item=j text=x"},
};

constexpr Line end_lines[] = {
  {&codex, "item/completed",
   R"({"item":{"type":"commandExecution","id":"i","status":"completed"},@})",
   "item_completed @ item=i done"},
  {&codex, "item/completed", R"({"item":{"type":"commandExecution","id":"i","status":"failed"},@})",
   "item_completed @ item=i failed"},
  {&codex, "item/completed", R"({"item":{"type":"fileChange","id":"i","status":"declined"},@})",
   "item_completed @ item=i declined"},
  {&codex, "item/completed", R"({"item":{"type":"userMessage","id":"i"},@})",
   "item_completed @ item=i done"},
  {&draft, "exec_command_end", R"({@,"callId":"c","exitCode":0})", "item_completed @ item=c done"},
  {&draft, "exec_command_end", R"({@,"callId":"c","exitCode":1})",
   "item_completed @ item=c failed"},
  {&draft, "exec_command_end", R"({@,"callId":"c","exitCode":-1})",
   "item_completed @ item=c failed"},
  {&draft, "exec_command_end", R"({@,"call_id":"c","exit_code":127})",
   "item_completed @ item=c failed"},
  {&draft, "exec_command_end", R"({@,"callId":"c"})", "item_completed @ item=c done"},
  {&draft, "apply_patch_end", R"({@,"callId":"c","success":true})", "item_completed @ item=c done"},
  {&draft, "apply_patch_end", R"({@,"callId":"c","success":false})",
   "item_completed @ item=c failed"},
  {&draft, "apply_patch_end", R"({@,"callId":"c","success":null})", "item_completed @ item=c done"},
  {&draft, "apply_patch_end", R"({@,"callId":"c"})", "item_completed @ item=c done"},
  {&draft, "web_search_end", R"({@,"callId":"c"})", "item_completed @ item=c done"},
};

constexpr Line usage_lines[] = {
  {&codex, "thread/tokenUsage/updated",
   R"({@,"tokenUsage":{"total":{"totalTokens":110,"inputTokens":100},"last":{"totalTokens":7}}})",
   "usage thread=t total=110"},
  {&codex, "thread/tokenUsage/updated", R"({@,"tokenUsage":{"total":{"totalTokens":4294967295}}})",
   "usage thread=t total=4294967295"},
  {&codex, "thread/tokenUsage/updated", R"({@,"tokenUsage":{"total":{"totalTokens":4294967296}}})",
   "usage thread=t"},
  {&codex, "thread/tokenUsage/updated", R"({@,"tokenUsage":{"total":{"totalTokens":-1}}})",
   "usage thread=t"},
  {&codex, "thread/tokenUsage/updated", R"({@,"tokenUsage":{"total":{"totalTokens":"110"}}})",
   "usage thread=t"},
  {&codex, "thread/tokenUsage/updated", R"({@,"tokenUsage":null})", "usage thread=t"},
  {&codex, "account/rateLimits/updated", R"({"rateLimits":{"primary":{"usedPercent":12.75}}})",
   "rate_limits used=12"},
  {&codex, "account/rateLimits/updated", R"({"rateLimits":{"primary":null,"secondary":null}})",
   "rate_limits"},
  {&draft, "account/rateLimits/updated", R"({"rateLimits":{"primary":{"usedPercent":30}}})",
   "rate_limits used=30"},
  {&draft, "account/rateLimits/updated", R"({"primary":{},"secondary":{"usedPercent":3}})",
   "rate_limits, rate_limits used=3 second=1"},
  {&draft, "account/rateLimits/updated", R"({"primary":{"usedPercent":30}})",
   "rate_limits used=30"},
  // The draft tells what a turn took; the total is the thread's.
  {&draft, "turn/completed", R"({@,"status":"completed","tokenUsage":{"input":123,"output":456}})",
   "usage thread=t total=579, turn_completed @ completed"},
  {nullptr, "turn/completed",
   R"({"threadId":"t","turnId":"v","status":"failed","tokenUsage":{"input":1,"output":null}})",
   "usage thread=t total=580, turn_completed thread=t turn=v failed"},
  {nullptr, "turn/completed",
   R"({"threadId":"s","turnId":"w","status":"completed","tokenUsage":{"output":2}})",
   "usage thread=s total=2, turn_completed thread=s turn=w completed"},
  {nullptr, "turn/completed", R"({@,"status":"completed","tokenUsage":{"input":0,"output":0}})",
   "turn_completed @ completed"},
};

// Whether a turn goes on, by its thread: one that is out of order is idle if its turn has failed.
constexpr std::string_view status = "thread/status/changed", fails = R"({"error":"No",@})",
                           retries = R"({"error":"No","willRetry":true,@})",
                           idle = R"({"threadId":"t","status":{"type":"idle"}})",
                           active = R"({"threadId":"t","status":{"type":"active"}})",
                           broken = R"({"threadId":"t","status":{"type":"systemError"}})";
constexpr Line status_lines[] = {
  {&codex, status, idle, "thread_idle thread=t"},
  {&codex, status, active, "nothing"},
  {&codex, status, broken, "nothing"},
  {nullptr, "error", retries, "trouble @ retries error text=No"},
  {nullptr, "error", fails, "trouble @ error text=No, thread_idle thread=t"},
  {&codex, "error", fails, "trouble @ error text=No"},
  {nullptr, status, broken, "thread_idle thread=t"},
  // The thread is in order again, or the next turn has begun.
  {nullptr, status, active, "nothing"},
  {nullptr, "error", fails, "trouble @ error text=No"},
  {nullptr, "turn/started", "{@}", "turn_started @"},
  {nullptr, status, broken, "nothing"},
  {nullptr, status, active, "nothing"},
  {nullptr, "error", fails, "trouble @ error text=No"},
  {nullptr, "item/tool/call", "{@}", "ask ask=7 other wellformed @", "7"},
  {nullptr, status, broken, "nothing"},
};
// Whose commands may outlive their turn.
constexpr Line source_lines[] = {
  {&codex, "item/started", R"({"item":{"id":"i","source":"unifiedExecStartup"},@})",
   "item_started @ item=i other background"},
  {&codex, "item/started", R"({"item":{"id":"i","source":"userShell"},@})",
   "item_started @ item=i other background"},
  {&codex, "item/started", R"({"item":{"id":"i","source":"agent"},@})",
   "item_started @ item=i other"},
};

// What the dialect has, and no client waits for.
constexpr std::string_view shared_idle[] = {"account/updated", "account/login/completed"};
constexpr std::string_view codex_idle[] = {
    "item/reasoning/summaryPartAdded", "turn/plan/updated", "turn/diff/updated",
    "remoteControl/status/changed", "thread/status/changed", "thread/name/updated",
    "thread/archived", "thread/unarchived", "thread/closed",
    "thread/goal/cleared", "thread/settings/updated", "thread/readState/changed"};
// Methods that one dialect alone has.
constexpr std::string_view codex_alone[] = {
    "configWarning", "deprecationNotice", "item/started", "item/completed",
    "item/agentMessage/delta", "item/plan/delta", "item/reasoning/textDelta",
    "item/reasoning/summaryTextDelta",
    "item/commandExecution/outputDelta", "item/fileChange/outputDelta",
    "item/mcpToolCall/progress", "thread/tokenUsage/updated", "serverRequest/resolved"};
constexpr std::string_view draft_alone[] = {
    "deprecation_notice", "item/created", "item/delta", "exec_command_begin",
    "exec_command_output_delta", "exec_command_end", "apply_patch_begin", "apply_patch_end",
    "web_search_begin", "web_search_end"};
// Words that are nearly a method.
constexpr std::string_view nobodys[] = {"", "turn", "turn/complete", "turn/completed ",
                                        "Turn/started", "thread/started/", "mock/unheardOf"};

CheckVerdict all_are(const Client& client, const Dialect& dialect,
                     std::span<const std::string_view> methods, std::string_view means) {
  for (const auto method : methods) {
    const Line line{&dialect, method, "{@}", means};
    if (const auto verdict = understood(client, {&line, 1}); !verdict.holds) return verdict;
  }
  return {};
}

constexpr Check heard_rows[] = {
  {.rule = "SES-03", .says = "threads and turns begin and end as the dialect says it",
   .run = [](const Client& client) { return understood(client, turn_lines); }},
  {.rule = "ITM-03",
   .says = "items begin, of their kinds and about their subjects, as the dialect says it",
   .run = [](const Client& client) { return understood(client, item_lines); }},
  {.rule = "ITM-01", .says = "texts, deltas and output are of the item that the dialect says",
   .run = [](const Client& client) { return understood(client, text_lines); }},
  {.rule = "ITM-06", .says = "items end, done, failed or declined, as the dialect says it",
   .run = [](const Client& client) { return understood(client, end_lines); }},
  {.rule = "ITM-05",
   .says = "tokens and rate limits are where the dialect has them, whole, or none",
   .run = [](const Client& client) { return understood(client, usage_lines); }},
  {.rule = "ITM-08",
   .says = "problems are told with the severity and the words that the dialect has for them",
   .run = [](const Client& client) { return understood(client, problem_lines); }},
  {.rule = "SES-14", .says = "a thread is idle when it says so, or is out of order and has failed",
   .run = [](const Client& client) { return understood(client, status_lines); }},
  {.rule = "ITM-07", .says = "a command may outlive its turn if its source is one of those that do",
   .run = [](const Client& client) { return understood(client, source_lines); }},
  {.rule = "RPC-07", .says = "each notification is one of the dialect, or unknown",
   .run = [](const Client& client) {
     constexpr std::string_view nothing = "nothing", unknown = "unknown_notice";
     return all_of({all_are(client, codex, shared_idle, nothing),
                    all_are(client, codex, codex_idle, nothing),
                    all_are(client, draft, shared_idle, nothing),
                    all_are(client, codex, draft_alone, unknown),
                    all_are(client, draft, codex_idle, unknown),
                    all_are(client, draft, codex_alone, unknown),
                    all_are(client, codex, nobodys, unknown),
                    all_are(client, draft, nobodys, unknown)});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> heard_checks() { return heard_rows; }

}  // namespace conformance::appserver
