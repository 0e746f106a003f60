// The requirements on a conversation with an app-server, as data: its wire, its calls, its
// sessions, turns, items and approvals, its process, and the server itself. Which of them today's
// recordings can show, and why the others are not judged there.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/rule.h"

namespace spec::appserver {

// clang-format off
inline constexpr std::array protocol_rules{
  Rule{"WIRE-01", "Wire", Level::Must,
       "A message is a line that ends with a newline; a carriage return before it and spaces "
       "around the object are accepted, and how the bytes are cut into reads changes nothing. A "
       "whole object may stand at the end of the input without a newline; anything else there "
       "is truncated."},
  Rule{"WIRE-02", "Wire", Level::Must,
       "A line that is no message costs exactly that line: it is reported once, with its place "
       "and a bounded excerpt, and the next line is read. A blank line is noted and is no error."},
  Rule{"WIRE-03", "Wire", Level::Proposed,
       "Two whole objects on one line are reported as merged. A strict reader, such as the real "
       "server, takes them for one bad line; a lenient one may recover both."},
  Rule{"WIRE-04", "Wire", Level::Must,
       "A line is at most 64 MiB long and 128 levels deep, the object itself counted as one. "
       "Beyond either the line is refused by name, memory stays bounded, and the next line is "
       "read."},
  Rule{"WIRE-05", "Wire", Level::Must,
       "No input crashes or hangs a reader, or costs it more than time linear in its length."},
  Rule{"WIRE-06", "Wire", Level::Must,
       "A key that stands twice, a number out of range in a known field, and an id that is "
       "neither string nor 64-bit integer refuse the line. Unknown fields are kept as they are. "
       "An object with a method and a result is a request, and is noted."},
  Rule{"WIRE-07", "Wire", Level::Must,
       "A string and an integer are different ids, and an answer repeats the id of its request "
       "exactly."},
  Rule{"WIRE-08", "Wire", Level::Must,
       "A message is written as one line of valid UTF-8 that reads back as the same message."},
  Rule{"WIRE-09", "Wire", Level::Must,
       "Every byte belongs to a line that was accepted or to one that was reported."},
  Rule{"WIRE-10", "Wire", Level::Must,
       "The queue between reader and consumer is bounded. When it is full, deltas may be merged "
       "and nothing else is lost, in the order of each thread."},
  Rule{"WIRE-11", "Wire", Level::Should,
       "A message that carries the member jsonrpc is accepted, and noted."},

  Rule{"RPC-01", "Calls", Level::Must,
       "A client sends initialize first, waits for its result, says initialized, and only then "
       "sends anything else."},
  Rule{"RPC-02", "Calls", Level::Must,
       "The error Not initialized leads to one more handshake and one more try, and to no loop."},
  Rule{"RPC-03", "Calls", Level::Must,
       "A request has exactly one outcome for its caller: a result, an error, a timeout, or a "
       "lost connection."},
  Rule{"RPC-04", "Calls", Level::Must,
       "Answers are matched by id, in whatever order they come. One that answers nothing is "
       "reported and changes nothing."},
  Rule{"RPC-05", "Calls", Level::Must,
       "A request of the server gets exactly one answer: -32601 if its method is unknown, a "
       "safe one or -32602 if its params are malformed."},
  Rule{"RPC-06", "Calls", Level::Must,
       "An internal error is shown to the user, who may try again. An overloaded server is "
       "asked again after a pause that grows."},
  Rule{"RPC-07", "Calls", Level::Must,
       "An unknown notification is counted and otherwise ignored."},
  Rule{"RPC-08", "Calls", Level::Must,
       "Each side has one writer: messages are written whole, one after the other."},
  Rule{"RPC-09", "Calls", Level::Must,
       "A request of the server that takes no decision is answered in its own shape: what it asks "
       "for, or the refusal of that shape. A decision is no answer to it."},
  Rule{"RPC-10", "Calls", Level::Must,
       "Calls of one method are told apart by their ids alone: the answer to one is no answer to "
       "another, and a second one is no second try of the first."},

  Rule{"SES-01", "Sessions", Level::Must,
       "A thread that was started is ready for a turn once both the answer and thread/started "
       "were seen, in either order."},
  Rule{"SES-02", "Sessions", Level::Must,
       "A turn exists from the answer to turn/start or from turn/started, whichever comes first."},
  Rule{"SES-03", "Sessions", Level::Must,
       "A thread has at most one active turn. turn/completed ends it, once."},
  Rule{"SES-04", "Sessions", Level::Must,
       "After an interrupt no new turn is asked for before turn/completed of the interrupted "
       "one."},
  Rule{"SES-05", "Sessions", Level::Must,
       "An interrupt is answered or times out; refused for want of an active turn that the "
       "client believes in, it is sent once more after turn/started."},
  Rule{"SES-06", "Sessions", Level::Must,
       "A stop while turn/start is under way interrupts as soon as the turn has an id."},
  Rule{"SES-07", "Sessions", Level::Must,
       "A server that does not end an interrupted turn in time is started anew, and the turn "
       "counts as lost."},
  Rule{"SES-08", "Sessions", Level::Must,
       "Nothing is said about a thread that nobody opened, and no finished turn starts again."},
  Rule{"SES-09", "Sessions", Level::Must,
       "An archived thread takes no turn."},
  Rule{"SES-10", "Sessions", Level::Must,
       "What a client sends of policies, sandboxes, efforts, summaries and input is of its "
       "dialect; unless told otherwise it may write in the workspace, has no network, and asks "
       "for what is not trusted. An unknown value of the server is noted."},
  Rule{"SES-11", "Sessions", Level::Must,
       "What initialize opted out of is not waited for: whether a chat is ready and how a turn "
       "goes on follows from what is still sent."},
  Rule{"SES-12", "Sessions", Level::Should,
       "Before the first turn the server is verified, by initialize and one model/list. If that "
       "fails the user is told what is missing."},
  Rule{"SES-13", "Sessions", Level::Must,
       "Threads that a turn opens are known, whoever announces them, and their turns are their "
       "own: an interrupt and a steering name a turn of the thread that they name."},
  Rule{"SES-14", "Sessions", Level::Must,
       "A thread that is called idle has no active turn: its end comes within 5 s, or was lost, "
       "and what follows is as if it had come; unless an item of it begins meanwhile, its text "
       "grows, or it asks for something."},
  Rule{"SES-15", "Sessions", Level::Must,
       "A known thread whose resumption is refused is told as lost, once, with the server's words, "
       "and its chat can be started anew: at once and unasked where no turn of it ever ran."},
  Rule{"SES-16", "Sessions", Level::Must,
       "A turn that an answer named and that never starts is not waited for beyond the end of the "
       "turn that ran."},
  Rule{"SES-17", "Sessions", Level::Must,
       "What is asked for in a turn that the user has stopped is not approved, whatever was "
       "accepted for the session."},
  Rule{"SES-18", "Sessions", Level::Must,
       "What the user sets is sent as it was set: model, profile, instructions, policy, sandbox "
       "with its roots and network of a thread; effort, summary, sandbox, model and inputs of a "
       "turn. "
       "What the dialect has no word for is refused to the user and not dropped."},

  Rule{"ITM-01", "Items", Level::Must,
       "The deltas of an item, put together in their order, are the text that it completes with."},
  Rule{"ITM-02", "Items", Level::Must,
       "What a turn leaves open is closed with it. Only an interrupt, a failure, steering or a "
       "provider that reconnects leaves an item open."},
  Rule{"ITM-03", "Items", Level::Must,
       "A delta comes after its item has started and before the item or its turn is complete."},
  Rule{"ITM-04", "Items", Level::Must,
       "Any number of deltas between two frames gives one update of the screen, with all of the "
       "text."},
  Rule{"ITM-05", "Items", Level::Must,
       "The total usage of a thread never goes down; of several reports the last one counts. Shown "
       "are the tokens of the thread and of its turn, and of each limit its window and its reset, "
       "as far as they are told."},
  Rule{"ITM-06", "Items", Level::Must,
       "An item completes once."},
  Rule{"ITM-07", "Items", Level::Must,
       "A command may outlive its turn: its item stays open behind the end of the turn, tells its "
       "output, and completes once."},
  Rule{"ITM-08", "Items", Level::Must,
       "Problems reach the user: errors, warnings and deprecations, why a turn failed, the words "
       "of a refused call and why a server lacks something are each shown once, and end nothing by "
       "themselves."},
  Rule{"ITM-09", "Items", Level::Should,
       "A plan is a list of steps with a state each, of which the last that was told counts; a "
       "call of a tool shows its arguments and its result."},

  Rule{"APR-01", "Approvals", Level::Must,
       "An approval is answered exactly once, under its own id."},
  Rule{"APR-02", "Approvals", Level::Must,
       "Malformed params, an unknown kind or no decision in time mean no. They never mean yes."},
  Rule{"APR-03", "Approvals", Level::Must,
       "A decision for the session covers the same command or patch in the same thread, and "
       "nothing else."},
  Rule{"APR-04", "Approvals", Level::Must,
       "An approval that is pending when its turn ends or its server dies is withdrawn: no "
       "answer is sent any more."},
  Rule{"APR-05", "Approvals", Level::Must,
       "Two pending approvals are independent: an answer settles its own and no other."},
  Rule{"APR-06", "Approvals", Level::Must,
       "Cancelling ends the turn as well; declining lets it go on."},
  Rule{"APR-07", "Approvals", Level::Must,
       "Secrets in a command are masked in logs and previews, and never in what is executed."},
  Rule{"APR-08", "Approvals", Level::Must,
       "A pending approval that the server calls resolved is withdrawn: no answer is sent any "
       "more."},
  Rule{"APR-09", "Approvals", Level::Must,
       "An answer carries a decision of its dialect, under the id of a pending approval."},
  Rule{"APR-10", "Approvals", Level::Must,
       "What was declined or cancelled, or never decided, is not carried out: no output and no "
       "change follows the decision, and the item ends as declined or failed, or not at all."},
  Rule{"APR-11", "Approvals", Level::Should,
       "Nothing is approved by default: what approves without asking is a rule that the user "
       "made for this workspace, and it is shown whenever it acts."},
  Rule{"APR-12", "Approvals", Level::Must,
       "What the server calls resolved is the request of that id, with its type, in that thread; "
       "under the name of another thread nothing is."},

  Rule{"PROC-01", "Process", Level::Must,
       "The server runs in the folder and the environment of the project. What it writes to its "
       "standard error goes to the log and is never decoded."},
  Rule{"PROC-02", "Process", Level::Must,
       "A server that crashes is started anew after 250 ms, doubled by each crash up to 30 s, "
       "with some jitter, and from the beginning after 60 s of health. The fifth crash within "
       "60 s is the last, and the user is told."},
  Rule{"PROC-03", "Process", Level::Must,
       "With the server every request ends as lost, every active turn as lost, every approval is "
       "withdrawn. The next one is greeted and known threads are resumed; no turn starts again by "
       "itself, and nothing meant for the old server reaches the new one."},
  Rule{"PROC-04", "Process", Level::Must,
       "To end a server its input is closed; after 2 s it is terminated, after 2 s more killed."},
  Rule{"PROC-05", "Process", Level::Must,
       "A server that closes its output, or its input, counts as gone, alive or not."},
  Rule{"PROC-06", "Process", Level::Must,
       "A process that never came through its handshake crashed, however long it lived; five of "
       "these in a row stop it with a message."},
  Rule{"PROC-07", "Process", Level::Must,
       "A record of a conversation has a part per process, and no process overwrites another's."},

  Rule{"SRV-01", "Server", Level::Must,
       "Before initialize every request is refused with -32600 Not initialized, after it a "
       "second initialize with -32600 Already initialized. Until the client says initialized, "
       "draft refuses other requests and codex answers them."},
  Rule{"SRV-02", "Server", Level::Must,
       "Unknown methods and bad params are refused: in codex with -32600 Invalid request, in "
       "draft with -32601 and -32602."},
  Rule{"SRV-03", "Server", Level::Must,
       "Every request is answered once, in any order."},
  Rule{"SRV-04", "Server", Level::Must,
       "A bad line gets no answer and does not end the session; bytes that are not UTF-8 may."},
  Rule{"SRV-05", "Server", Level::Must,
       "A turn starts before anything is said about it, an item starts once and before it "
       "completes, and turn/completed is the last word about the turn. Token usage alone may "
       "come later."},
  Rule{"SRV-06", "Server", Level::Must,
       "An interrupt is answered before turn/completed of the turn that it ended."},
  Rule{"SRV-07", "Server", Level::Must,
       "An interrupt while an approval is pending is answered, then the turn completes as "
       "interrupted, and only then, in codex, is the approval resolved."},
  Rule{"SRV-08", "Server", Level::Must,
       "turn/start during a turn: codex steers the running turn and returns its id, draft "
       "refuses."},
  Rule{"SRV-09", "Server", Level::Must,
       "The end of its input ends the server with exit code 0, also in the middle of a turn."},
  Rule{"SRV-10", "Server", Level::Must,
       "A mock and a client of one dialect tell each other whole whatever the port has. In draft "
       "its messages have the shapes of the contract: usage as input and output, a thread that "
       "starts with its provider and its time, each thread in the list, results of tools."},

  Rule{"ACC-01", "Accounts", Level::Must,
       "At the start the account and the limits are read and shown; what is told of the account "
       "later replaces that."},
  Rule{"ACC-02", "Accounts", Level::Must,
       "Each login has one outcome: completed, failed with the server's words, cancelled, or lost "
       "with its process. A logout is told."},
  Rule{"ACC-03", "Accounts", Level::Must,
       "No secret of a login is in a log or in anything that is shown."},
};

// Rules that no recording can show broken, and why.
struct NotJudged {
  std::string_view id, why;
};
inline constexpr std::array not_judged{
  NotJudged{"WIRE-05", "a recording holds no time or memory of the reader"},
  NotJudged{"WIRE-08", "what the writer meant is not recorded; what cannot be read is WIRE-02"},
  NotJudged{"WIRE-09", "what the reader counted is not recorded"},
  NotJudged{"WIRE-10", "the queue is within the client"},
  NotJudged{"WIRE-11", "the member is not among what is decoded of a recording"},
  NotJudged{"RPC-02", "whether the user still wanted the call is not recorded"},
  NotJudged{"RPC-03", "timeouts and lost connections are outcomes within the client"},
  NotJudged{"RPC-07", "what a client does with a notification is not recorded; they are counted"},
  NotJudged{"RPC-08", "lines torn by two writers cannot be told from bad ones: WIRE-02"},
  NotJudged{"RPC-10", "which call of its user's a client ends with an answer is not recorded"},
  NotJudged{"SES-02", "when a client takes a turn for real is not recorded"},
  NotJudged{"SES-06", "when the user pressed stop is not recorded"},
  NotJudged{"SES-07", "the bound is the client's own"},
  NotJudged{"SES-11", "whether a client waits for what it opted out of is not recorded"},
  NotJudged{"SES-12", "what the client tells its user is not recorded"},
  NotJudged{"SES-18", "what the user set is not recorded"},
  NotJudged{"ITM-04", "the screen is not recorded"},
  NotJudged{"ITM-08", "what the user is shown is not recorded"},
  NotJudged{"ITM-09", "what the user is shown is not recorded"},
  NotJudged{"APR-03", "which answers a person gave is not recorded"},
  NotJudged{"APR-07", "logs and previews are not recorded"},
  NotJudged{"APR-11", "which answers a person gave is not recorded"},
  NotJudged{"PROC-01", "how the server was started is not recorded"},
  NotJudged{"PROC-02", "a recording is of one process"},
  NotJudged{"SES-15", "a recording is of one process"},
  NotJudged{"PROC-04", "how the server was ended is not recorded"},
  NotJudged{"PROC-05", "whether a server lives on is not recorded"},
  NotJudged{"PROC-06", "a recording is of one process"},
  NotJudged{"PROC-07", "who records is neither client nor server: two in one part are a note"},
  NotJudged{"SRV-09", "the end of the input and the exit code are not recorded"},
  NotJudged{"SRV-10", "the contract shows its shapes by examples: what one lacks may be optional"},
  NotJudged{"ACC-01", "what the user is shown is not recorded"},
  NotJudged{"ACC-02", "what the user is told of a login is not recorded"},
  NotJudged{"ACC-03", "logs and previews are not recorded"},
};
// clang-format on

static_assert(protocol_rules.size() <= 128, "Exercised has a bit for each rule");

consteval std::uint8_t rule_index(std::string_view id) { return index_of(protocol_rules, id); }

static_assert(std::ranges::all_of(not_judged, [](const NotJudged& row) {
  return std::ranges::count(protocol_rules, row.id, &Rule::id) == 1;
}));

constexpr bool is_rule(std::string_view id) {
  return std::ranges::find(protocol_rules, id, &Rule::id) != protocol_rules.end();
}

// Why no recording can show this rule broken; empty if one can.
constexpr std::string_view why_not_judged(std::string_view id) {
  const auto found = std::ranges::find(not_judged, id, &NotJudged::id);
  return found == not_judged.end() ? std::string_view() : found->why;
}

// The rules whose ids begin with `prefix`, which stand together.
constexpr std::span<const Rule> rules_of(std::string_view prefix) {
  const auto of_prefix = [&](const Rule& rule) { return rule.id.starts_with(prefix); };
  const auto first = std::ranges::find_if(protocol_rules, of_prefix);
  const auto last = std::find_if_not(first, protocol_rules.end(), of_prefix);
  return {first, last};
}

}  // namespace spec::appserver
