// Words of the dialects, ids, whole lines, and the queue between the reader and the engine.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

ToServer thread_start(const Settings& settings) {
  return Request{.id = {3}, .method = Method::ThreadStart, .settings = settings};
}

// The decision about an approval that the server asked for under the id 7.
std::string decided(const Client& client, const Dialect& dialect, Decision decision,
                    std::string_view method) {
  Names names;
  heard(client, dialect, names,
        R"({"id":7,"method":")" + std::string(method) + R"(","params":{}})");
  return line_of(client, dialect, Answer{{1}, decision}, names);
}

std::string decided(const Client& client, const Dialect& dialect, Decision decision) {
  return decided(client, dialect, decision, dialect.asks[0].method);
}

// What is answered to a request of the server's under this id, which is JSON.
std::string echoed(const Client& client, Names& names, const std::string& id) {
  const auto messages = heard(client, codex, names, R"({"id":)" + id + R"(,"method":"what/ever"})");
  if (messages.empty()) return "nothing";
  return line_of(client, codex, AnswerError{std::get<Ask>(messages[0]).ask, Error::MethodNotFound},
                 names);
}

// Deltas of items that are told apart by their numbers, what lies between them, and what comes out.
struct Put {
  ToClient message;
  std::string_view text = {};  // Of a delta.
};
constexpr Put piece(std::uint32_t thread, std::uint32_t turn, std::uint32_t item,
                    std::string_view text) {
  return {ItemDelta{{thread}, {turn}, {item}}, text};
}
constexpr Put turn_begins(std::uint32_t thread) { return {TurnStarted{{thread}, {1}}}; }

// What comes out of a queue of this capacity into which these were put, and what it took.
std::string queued(const Client& client, std::size_t capacity, std::initializer_list<Put> puts) {
  Names names;
  Inbox inbox(capacity, names);
  std::string out;
  for (auto [message, text] : puts) {
    if (auto* delta = std::get_if<ItemDelta>(&message)) {
      delta->text = names.keep(std::string(text));
      delta->mark = port::appserver::mark_of(text);
    }
    const auto size = inbox.size();
    if (!client.parts().offer(inbox, message)) {
      out += "full ";
    } else if (inbox.size() == size) {
      // Its text is a part of another now.
      const auto* merged = std::get_if<ItemDelta>(&message);
      if (merged == nullptr || !names.text_of(merged->text).empty()) out += "kept ";
    }
  }
  while (const auto message = inbox.take()) {
    if (const auto* delta = std::get_if<ItemDelta>(&*message)) {
      const auto text = names.text_of(delta->text);
      const bool marked = delta->mark == port::appserver::mark_of(text);
      out += std::string(text) + (marked ? " " : "? ");
    } else {
      out += std::holds_alternative<TurnStarted>(*message) ? "begin " : "other ";
    }
  }
  return out;
}

// clang-format off
constexpr Check wire_rows[] = {
  {.rule = "SES-10",
   .says = "unless told otherwise a thread may write in its workspace, without network, and asks",
   .run = [](const Client& client) {
     const auto usual = thread_start(client.parts().settings);
     return all_of({
         same(R"({"id":3,"method":"thread/start","params":{"cwd":"/work",)"
              R"("approvalPolicy":"untrusted","sandbox":"workspace-write"}})" "\n",
              line_of(client, codex, usual)),
         same(R"({"id":3,"method":"thread/start","params":{"cwd":"/work",)"
              R"("approvalPolicy":"unlessTrusted","sandbox":"workspace-write"}})" "\n",
              line_of(client, draft, usual))});
   }},
  {.rule = "SES-10",
   .says = "policies, sandboxes and the network are said in the words of the dialect",
   .run = [](const Client& client) {
     return all_of({
         same(R"({"id":3,"method":"thread/start","params":{"cwd":"/work",)"
              R"("approvalPolicy":"on-request","sandbox":"danger-full-access",)"
              R"("config":{"sandbox_workspace_write.network_access":true}}})" "\n",
              line_of(client, codex, thread_start({Policy::OnRequest, Sandbox::FullAccess, true}))),
         same(R"({"id":3,"method":"thread/start","params":{"cwd":"/work",)"
              R"("approvalPolicy":"onFailure","sandbox":"read-only"}})" "\n",
              line_of(client, draft, thread_start({Policy::OnFailure, Sandbox::ReadOnly})))});
   }},
  {.rule = "SES-10", .says = "what the dialect has no word for is refused, and nothing is written",
   .run = [](const Client& client) {
     return same("refused", line_of(client, codex, thread_start({.policy = Policy::OnFailure})));
   }},
  {.rule = "APR-09", .says = "decisions are said in the words of the dialect",
   .run = [](const Client& client) {
     const auto answer = [](std::string_view word) {
       return R"({"id":7,"result":{"decision":")" + std::string(word) + "\"}}\n";
     };
     return all_of({
         same(answer("accept"), decided(client, codex, Decision::Accept)),
         same(answer("acceptForSession"), decided(client, codex, Decision::AcceptForSession)),
         same(answer("decline"), decided(client, codex, Decision::Decline)),
         same(answer("cancel"), decided(client, codex, Decision::Cancel)),
         same(answer("approved"), decided(client, draft, Decision::Accept)),
         same(answer("approved_for_session"), decided(client, draft, Decision::AcceptForSession)),
         same(answer("denied"), decided(client, draft, Decision::Decline)),
         same(answer("abort"), decided(client, draft, Decision::Cancel))});
   }},
  {.rule = "WIRE-07", .says = "7 and \"7\" are two ids, and each is repeated as it was",
   .run = [](const Client& client) {
     Names names;
     const std::string rest = R"(,"error":{"code":-32601,"message":"Method not found"}})" "\n";
     return all_of({same(R"({"id":7)" + rest, echoed(client, names, "7")),
                    same(R"({"id":"7")" + rest, echoed(client, names, "\"7\"")),
                    same(R"({"id":"\u0037x")" + rest, echoed(client, names, R"("\u0037x")")),
                    same(R"({"id":-9223372036854775808)" + rest,
                         echoed(client, names, "-9223372036854775808"))});
   }},
  {.rule = "RPC-05",
   .says = "what the dialect does not have is refused with -32601, bad params with -32602",
   .run = [](const Client& client) {
     Names names;
     const auto messages =
         heard(client, codex, names, R"({"id":1,"method":"attestation/generate"})");
     if (messages.size() != 1) return same("an Ask", "nothing");
     return all_of({same("unknown", port::word(std::get<Ask>(messages[0]).kind)),
                    Talk(client).opens().hears(messages[0])
                        .wants({Send{{1}, AnswerError{{1}, Error::MethodNotFound}}}).verdict(),
                    same(R"({"id":1,"error":{"code":-32601,"message":"Method not found"}})" "\n",
                         line_of(client, codex, AnswerError{{1}, Error::MethodNotFound}, names)),
                    same(R"({"id":1,"error":{"code":-32602,"message":"Invalid params"}})" "\n",
                         line_of(client, codex, AnswerError{{1}, Error::InvalidParams}, names))});
   }},
  {.rule = "RPC-09",
   .says = "what takes no decision is refused in its shape, an older approval in its words",
   .run = [](const Client& client) {
     const auto refused = [&](std::string_view method) {
       return decided(client, codex, Decision::Decline, method);
     };
     return all_of(
         {same(R"({"id":7,"result":{"permissions":{}}})" "\n",
               refused("item/permissions/requestApproval")),
          same(R"({"id":7,"result":{"answers":{}}})" "\n", refused("item/tool/requestUserInput")),
          same(R"({"id":7,"result":{"action":"decline"}})" "\n",
               refused("mcpServer/elicitation/request")),
          same(R"({"id":7,"result":{"contentItems":[],"success":false}})" "\n",
               refused("item/tool/call")),
          same(R"({"id":7,"result":{"decision":"denied"}})" "\n", refused("execCommandApproval")),
          same(R"({"id":7,"result":{"decision":"denied"}})" "\n", refused("applyPatchApproval")),
          same("refused", decided(client, codex, Decision::Accept, "item/tool/call"))});
   }},
  {.rule = "APR-02", .says = "an approval whose params name no item is declined",
   .run = [](const Client& client) {
     Names names;
     const auto messages = heard(
         client, codex, names,
         R"({"id":1,"method":"item/commandExecution/requestApproval","params":{"threadId":"t"}})");
     if (messages.size() != 1) return same("an Ask", "nothing");
     auto ask = std::get<Ask>(messages[0]);
     ask.thread = thread_of(1);  // As if the chat were that thread's.
     return Talk(client).opens().starts().says().hears(ask)
         .wants({Send{{1}, Answer{{1}, Decision::Decline}}, Reported{Report::BadAsk, 1}})
         .verdict();
   }},
  {.rule = "RPC-07",
   .says = "a notification that nobody knows is told as one, and one that nobody needs as nothing",
   .run = [](const Client& client) {
     Names names;
     const auto unknown = heard(client, codex, names, R"({"method":"what/ever","params":[1]})");
     const auto known = heard(client, codex, names, R"({"method":"thread/closed","params":{}})");
     if (unknown.size() != 1 || !known.empty()) return same("one UnknownNotice", "another count");
     return Talk(client).opens().hears(unknown[0])
         .wants({Reported{Report::UnknownNotice, 0}}).verdict();
   }},
  {.rule = "RPC-08", .says = "what is said at once stands on the wire line by line, in its order",
   .run = [](const Client& client) {
     Names names;
     const auto text = names.keep("Two words");
     const Request said{.id = {5},
                        .method = Method::TurnStart,
                        .thread = {names.threads.number_of("t")},
                        .text = text};
     const auto lines = line_of(client, codex, Initialized{}) +
                        line_of(client, codex, Request{.id = {4}, .method = Method::ModelList}) +
                        line_of(client, codex, said, names);
     return same("{\"method\":\"initialized\"}\n"
                 R"({"id":4,"method":"model/list","params":{}})" "\n"
                 R"({"id":5,"method":"turn/start","params":{"threadId":"t",)"
                 R"("input":[{"type":"text","text":"Two words"}]}})" "\n",
                 lines);
   }},
  {.rule = "WIRE-10", .says = "a full queue merges deltas of one item, and takes nothing else",
   .run = [](const Client& client) {
     const auto a = piece(1, 1, 1, "a"), b = piece(1, 1, 1, "b"), c = piece(1, 1, 1, "c");
     return all_of({
         same("begin abc ", queued(client, 2, {turn_begins(1), a, b, c})),
         same("full begin a ", queued(client, 2, {turn_begins(1), a, turn_begins(1)})),
         same("begin a b ", queued(client, 3, {turn_begins(1), a, b})),
         same("abc ", queued(client, 1, {a, b, c})),
         same("full begin ", queued(client, 1, {turn_begins(1), a})),
         same("full a ", queued(client, 1, {a, piece(1, 1, 2, "b")})),
         same("full a ", queued(client, 1, {a, piece(1, 2, 1, "b")})),
         same("full a ", queued(client, 1, {a, piece(2, 1, 1, "b")})),
         same("full a ", queued(client, 1, {piece(0, 1, 1, "a"), b})),
         same("full a ", queued(client, 1, {a, {ItemOutput{{1}, {1}, {1}}}}))});
   }},
  {.rule = "WIRE-10",
   .says = "a full queue merges over messages of other threads, and not over those of its own",
   .run = [](const Client& client) {
     const auto a = piece(1, 1, 1, "a"), b = piece(1, 1, 1, "b");
     return all_of({
         same("ab begin ", queued(client, 2, {a, turn_begins(2), b})),
         same("full a begin ", queued(client, 2, {a, turn_begins(1), b})),
         same("a xy b ", queued(client, 3, {a, piece(2, 1, 1, "x"), b, piece(2, 1, 1, "y")})),
         same("full a x ", queued(client, 2, {a, piece(1, 1, 2, "x"), b})),
         // What is about no thread, or does not say about which, may be about its own.
         same("full a other ", queued(client, 2, {a, {RateLimits{1}}, b})),
         same("full a other ", queued(client, 2, {a, {Trouble{}}, b})),
         same("ab other ", queued(client, 2, {a, {Trouble{{2}, {1}, true}}, b}))});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> wire_checks() { return wire_rows; }

}  // namespace conformance::appserver
