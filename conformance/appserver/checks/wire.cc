// Words of the dialects, ids, whole lines, and the queue between the reader and the engine.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

ToServer thread_start(const Settings& settings) {
  return Request{.id = {3}, .method = Method::ThreadStart, .settings = settings};
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
