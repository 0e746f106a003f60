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
