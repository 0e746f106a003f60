// What a client writes, in both dialects.
#include <iterator>

#include "appserver/checks/talk.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver {
namespace {

// Of the thread t and its turn u, and with a text that is kept.
Names some_names(std::string_view text) {
  Names names;
  names.threads.number_of("s");
  names.threads.number_of("t");
  for (const auto* turn : {"r", "s", "u"}) names.turns.number_of(turn);
  names.keep(std::string(text));
  return names;
}
constexpr ThreadId the_thread{2};
constexpr TurnId the_turn{3};
constexpr TextId the_text{1};

// A request, and the line of it.
struct Written {
  Request request;
  std::string_view text;  // That is kept.
  std::string_view line;
};

// clang-format off
constexpr Written written_lines[] = {
  {{.id = {9}, .method = Method::Initialize}, "",
   R"({"id":9,"method":"initialize","params":{"clientInfo":)"
   R"({"name":"orrery","title":"Orrery","version":"1"}}})" "\n"},
  {{.id = {4294967295}, .method = Method::ThreadResume, .thread = the_thread}, "",
   R"({"id":4294967295,"method":"thread/resume","params":{"threadId":"t"}})" "\n"},
  {{.id = {9}, .method = Method::ThreadArchive, .thread = the_thread}, "",
   R"({"id":9,"method":"thread/archive","params":{"threadId":"t"}})" "\n"},
  {{.id = {9}, .method = Method::ThreadList}, "",
   R"({"id":9,"method":"thread/list","params":{}})" "\n"},
  {{.id = {9}, .method = Method::ModelList}, "",
   R"({"id":9,"method":"model/list","params":{}})" "\n"},
  {{.id = {9}, .method = Method::TurnInterrupt, .thread = the_thread, .turn = the_turn}, "",
   R"({"id":9,"method":"turn/interrupt","params":{"threadId":"t","turnId":"u"}})" "\n"},
  {{.id = {9}, .method = Method::TurnStart, .thread = the_thread, .text = the_text},
   "Say \"a\\b\"\n\x01\u00e9",
   R"({"id":9,"method":"turn/start","params":{"threadId":"t",)"
   R"("input":[{"type":"text","text":"Say \"a\\b\"\u000a\u0001)" "\u00e9" R"("}]}})" "\n"},
  {{.id = {9}, .method = Method::TurnStart, .thread = the_thread, .text = the_text}, "",
   R"({"id":9,"method":"turn/start","params":{"threadId":"t",)"
    R"("input":[{"type":"text","text":""}]}})" "\n"},
  // What has no name of its own is its method, a blank and its params.
  {{.id = {9}, .method = Method::Other, .text = the_text}, R"(account/read {"a": [1, " "]})",
   R"({"id":9,"method":"account/read","params":{"a": [1, " "]}})" "\n"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "a {}",
   R"({"id":9,"method":"a","params":{}})" "\n"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "account/logout", "refused"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "account/logout ", "refused"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, " {}", "refused"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "account/read {", "refused"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "account/read {} {}", "refused"},
  {{.id = {9}, .method = Method::Other, .text = the_text}, "", "refused"},
};

struct PolicyWord {
  const Dialect* dialect;
  Policy policy;
  std::string_view word;  // Empty: the dialect has none.
};
constexpr PolicyWord policy_words[] = {
  {&codex, Policy::Untrusted, "untrusted"},
  {&codex, Policy::OnFailure, ""},
  {&codex, Policy::OnRequest, "on-request"},
  {&codex, Policy::Never, "never"},
  {&draft, Policy::Untrusted, "unlessTrusted"},
  {&draft, Policy::OnFailure, "onFailure"},
  {&draft, Policy::OnRequest, "onRequest"},
  {&draft, Policy::Never, "never"},
};
constexpr std::string_view sandbox_words[] = {"read-only", "workspace-write", "danger-full-access"};

// What initialize opts out of, by the bits of it.
struct OptOutRow {
  std::uint8_t bits;
  std::string_view codex, draft;
};
constexpr OptOutRow opt_out_rows[] = {
  {opt_out::thread_started, R"("thread/started")", R"("thread/started")"},
  {opt_out::turn_started, R"("turn/started")", R"("turn/started")"},
  {opt_out::deltas,
   R"("item/agentMessage/delta","item/plan/delta","item/reasoning/textDelta",)"
   R"("item/reasoning/summaryTextDelta")",
   R"("item/delta")"},
  {opt_out::thread_started | opt_out::turn_started, R"("thread/started","turn/started")",
   R"("thread/started","turn/started")"},
  {opt_out::turn_started | opt_out::deltas,
   R"("turn/started","item/agentMessage/delta","item/plan/delta","item/reasoning/textDelta",)"
   R"("item/reasoning/summaryTextDelta")",
   R"("turn/started","item/delta")"},
};
// clang-format on

CheckVerdict writes(const Client& client, const Dialect& dialect, const Written& row) {
  return same(row.line, line_of(client, dialect, row.request, some_names(row.text)));
}

CheckVerdict settings_are(const Client& client, const PolicyWord& policy, std::size_t sandbox,
                          bool network) {
  const Settings settings{policy.policy, static_cast<Sandbox>(sandbox), network};
  std::string want = "refused";
  if (!policy.word.empty()) {
    want = R"({"id":3,"method":"thread/start","params":{"cwd":"/work","approvalPolicy":")" +
           std::string(policy.word) + R"(","sandbox":")" + std::string(sandbox_words[sandbox]) +
           '"';
    if (network)
      want += policy.dialect == &codex
                  ? R"(,"config":{"sandbox_workspace_write.network_access":true})"
                  : R"(,"network":true)";
    want += "}}\n";
  }
  return same(want,
              line_of(client, *policy.dialect,
                      Request{.id = {3}, .method = Method::ThreadStart, .settings = settings}));
}

Request opens(std::uint8_t bits) {
  return {.id = {1}, .method = Method::Initialize, .opts_out = bits};
}

// What is set for a thread, for a turn, and what one of the dialects has no word for.
struct Set {
  Method method;
  Options options;
  std::string codex, draft;  // Behind the thread, or the folder, policy and sandbox.
};

std::vector<Set> all_that_is_set() {
  const std::string input = R"("input":[{"type":"text","text":"Hi"})";
  return {{Method::ThreadStart, {.model = "m"}, R"(,"model":"m")", R"(,"model":"m")"},
          {Method::ThreadStart,
           {.base_instructions = "b\"", .developer_instructions = "d"},
           R"(,"baseInstructions":"b\"","developerInstructions":"d")",
           R"(,"baseInstructions":"b\"","developerInstructions":"d")"},
          {Method::ThreadStart, {.profile = "p"}, R"(,"config":{"profile":"p"})", "refused"},
          {Method::ThreadStart,
           {.writable = {"/a", "/b"}},
           R"(,"config":{"sandbox_workspace_write.writable_roots":["/a","/b"]})",
           R"(,"writableRoots":["/a","/b"])"},
          {Method::ThreadStart,
           {.network = true, .writable = {"/a"}},
           R"(,"config":{"sandbox_workspace_write.network_access":true,)"
           R"("sandbox_workspace_write.writable_roots":["/a"]})",
           R"(,"network":true,"writableRoots":["/a"])"},
          {Method::TurnStart,
           {.model = "m", .effort = "high", .summary = "concise"},
           input + R"(],"model":"m","effort":"high","summary":"concise")",
           input + R"(],"model":"m","effort":"high","summary":"concise")"},
          {Method::TurnStart, {.effort = "xhigh"}, input + R"(],"effort":"xhigh")", "refused"},
          {Method::TurnStart, {.summary = "loud"}, "refused", "refused"},
          {Method::TurnStart,
           {.images = {"https://h/a.png", "/tmp/b.png", "data:image/png;base64,eA=="}},
           input + R"(,{"type":"image","url":"https://h/a.png"},)" +
               R"({"type":"localImage","path":"/tmp/b.png"},)"
               R"({"type":"image","url":"data:image/png;base64,eA=="}])",
           input + R"(,{"type":"image","url":"https://h/a.png"},)" +
               R"({"type":"localImage","path":"/tmp/b.png"},)"
               R"({"type":"image","url":"data:image/png;base64,eA=="}])"},
          {Method::TurnStart,
           {.sandbox = Sandbox::WorkspaceWrite, .network = true, .writable = {"/a"}},
           input + R"(],"sandboxPolicy":{"type":"workspaceWrite","writableRoots":["/a"],)" +
               R"("networkAccess":true})",
           input + R"(],"sandboxPolicy":{"type":"workspace-write","writableRoots":["/a"],)" +
               R"("networkAccess":true})"},
          {Method::TurnStart,
           {.sandbox = Sandbox::ReadOnly},
           input + R"(],"sandboxPolicy":{"type":"readOnly"})",
           input + R"(],"sandboxPolicy":{"type":"read-only"})"}};
}

CheckVerdict writes_set(const Client& client, const Dialect& dialect, const Set& set) {
  const auto& wanted = &dialect == &codex ? set.codex : set.draft;
  Names names;
  Request request{.id = {9}, .method = set.method};
  request.settings = default_settings;
  request.settings.network = set.method == Method::ThreadStart && set.options.network;
  request.text = names.keep("Hi", set.options);
  if (set.method == Method::TurnStart) request.thread = {names.threads.number_of("t")};
  const std::string policy = &dialect == &codex ? "untrusted" : "unlessTrusted";
  const auto before = set.method == Method::ThreadStart
                          ? R"({"id":9,"method":"thread/start","params":{"cwd":"/work",)"
                            R"("approvalPolicy":")" +
                                policy + R"(","sandbox":"workspace-write")"
                          : R"({"id":9,"method":"turn/start","params":{"threadId":"t",)";
  return same(wanted == "refused" ? wanted : before + wanted + "}}\n",
              line_of(client, dialect, request, names));
}

// The mock server takes it as it is meant.
CheckVerdict opts_out(const Client& client, const Dialect& dialect, std::uint8_t bits) {
  sim::appserver::Wire server(*sim::appserver::find_dialect(dialect.name));
  const auto line = line_of(client, dialect, opens(bits));
  const auto decoded = server.decode(line);
  const auto* request = decoded.message ? std::get_if<Request>(&*decoded.message) : nullptr;
  return same(std::to_string(bits),
              request == nullptr ? "no request" : std::to_string(request->opts_out));
}

CheckVerdict opts_out_of(const Client& client, const Dialect& dialect, std::uint8_t bits,
                         std::string_view names) {
  const auto want = R"({"id":1,"method":"initialize","params":{"clientInfo":{"name":"orrery",)"
                    R"("title":"Orrery","version":"1"},"capabilities":)"
                    R"({"optOutNotificationMethods":[)" +
                    std::string(names) + "]}}}\n";
  return same(want, line_of(client, dialect, opens(bits)));
}

// clang-format off
constexpr Check written_rows[] = {
  {.rule = "RPC-08",
   .says = "each call is one line with what it is about, and what is no call is refused",
   .run = [](const Client& client) {
     for (const auto* dialect : {&codex, &draft})
       for (const auto& row : written_lines)
         if (const auto verdict = writes(client, *dialect, row); !verdict.holds) return verdict;
     return same("{\"method\":\"initialized\"}\n", line_of(client, draft, Initialized{}));
   }},
  {.rule = "RPC-08", .says = "a thread is resumed by its id, or by the file that is named after it",
   .run = [](const Client& client) {
     constexpr std::string_view id = "01234567-89ab-cdef-0123-456789abcdef";
     const auto of_file = "/logs/rollout-2026-11-26T14-00-00-" + std::string(id);
     const auto resumed = [&](const std::string& named, const std::string& before = {}) {
       Names names;
       names.thread_named(before);
       const auto thread = names.thread_named(named);
       if (!thread) return std::string("none");
       return line_of(client, codex,
                      Request{.id = {9}, .method = Method::ThreadResume, .thread = *thread}, names);
     };
     const auto line = [&](std::string_view path) {
       return R"({"id":9,"method":"thread/resume","params":{"threadId":")" + std::string(id) + '"' +
              (path.empty() ? "" : R"(,"path":")" + std::string(path) + '"') + "}}\n";
     };
     return all_of({same(line({}), resumed(std::string(id))),
                    same(line(of_file + ".jsonl"), resumed(of_file + ".jsonl")),
                    same(line("/" + std::string(id)), resumed("/" + std::string(id))),
                    same("none", resumed("/" + std::string(id.substr(1)) + ".jsonl")),
                    same(line(of_file), resumed(of_file, "/before" + of_file)),
                    same("none", resumed(""))});
   }},
  {.rule = "SES-10",
   .says = "each policy, sandbox and network has the word of its dialect, or is refused",
   .run = [](const Client& client) {
     for (const auto& policy : policy_words)
       for (std::size_t sandbox = 0; sandbox < std::size(sandbox_words); ++sandbox)
         for (const bool network : {false, true})
           if (const auto verdict = settings_are(client, policy, sandbox, network); !verdict.holds)
             return verdict;
     for (const auto* dialect : {&codex, &draft})
       if (engine::appserver::find_dialect(dialect->name) != dialect)
         return same(dialect->name, "another dialect");
     return same("none", engine::appserver::find_dialect("Codex") == nullptr ? "none" : "one");
   }},
  {.rule = "SES-18",
   .says = "what is set for a thread or a turn has the words of its dialect, or is refused",
   .run = [](const Client& client) {
     for (const auto& set : all_that_is_set())
       for (const auto* dialect : {&codex, &draft})
         if (const auto verdict = writes_set(client, *dialect, set); !verdict.holds)
           return verdict;
     return CheckVerdict{};
   }},
  {.rule = "SES-18", .says = "what else is set for a thread is sent with it, as it was given",
   .run = [](Talk& talk) {
     talk.opens().tell(ChatStarted{{1}, default_settings, {7}})
         .wants({Send{{1}, Request{.id = {}, .method = Method::ThreadStart, .text = {7},
                                   .settings = default_settings}}});
   }},
  {.rule = "SES-11", .says = "what initialize opts out of is named, and nothing else",
   .run = [](const Client& client) {
     for (const auto& row : opt_out_rows) {
       const auto verdict = all_of({opts_out_of(client, codex, row.bits, row.codex),
                                    opts_out_of(client, draft, row.bits, row.draft),
                                    opts_out(client, codex, row.bits),
                                    opts_out(client, draft, row.bits)});
       if (!verdict.holds) return verdict;
     }
     return CheckVerdict{};
   }},
};
// clang-format on

}  // namespace

std::span<const Check> written_checks() { return written_rows; }

}  // namespace conformance::appserver
