#include "spec/appserver/dialect.h"

#include <algorithm>
#include <array>

#include "appserver/dialect_methods.h"
#include "port/appserver/words.h"

namespace spec::appserver {
namespace {

// Those of params first, so that who reads them looks at no other.
template <std::size_t Count>
constexpr auto by_part(const std::array<FieldRow, Count>& rows) {
  std::array<FieldRow, Count> out{};
  auto at = out.begin();
  for (const auto part : {Part::Params, Part::Result})
    for (const auto& row : rows)
      if (row.part == part) *at++ = row;
  return out;
}

constexpr std::size_t of_params(std::span<const FieldRow> rows) {
  return static_cast<std::size_t>(std::ranges::count(rows, Part::Params, &FieldRow::part));
}

// clang-format off
constexpr std::array shared_fields{
  FieldRow{Field::Thread,     Part::Params, "threadId", "", ""},
  FieldRow{Field::Thread,     Part::Params, "thread", "id", ""},
  FieldRow{Field::Thread,     Part::Result, "thread", "id", ""},
  FieldRow{Field::Turn,       Part::Params, "turnId", "", ""},
  FieldRow{Field::Turn,       Part::Params, "turn", "id", ""},
  FieldRow{Field::Turn,       Part::Result, "turn", "id", ""},
  FieldRow{Field::Turn,       Part::Result, "turnId", "", ""},
  FieldRow{Field::Item,       Part::Params, "itemId", "", ""},
  FieldRow{Field::Item,       Part::Params, "item", "id", ""},
  FieldRow{Field::Decision,   Part::Result, "decision", "", ""},
  FieldRow{Field::OptOut,     Part::Params, "capabilities", "optOutNotificationMethods", ""},
  FieldRow{Field::OptOut,     Part::Params, "optOutNotificationMethods", "", ""},
};

constexpr auto codex_fields = by_part(joined(shared_fields, std::array{
  FieldRow{Field::Status,     Part::Params, "turn", "status", ""},
  FieldRow{Field::ItemStatus, Part::Params, "item", "status", ""},
  FieldRow{Field::ExitCode,   Part::Params, "item", "exitCode", ""},
  FieldRow{Field::ItemText,   Part::Params, "item", "text", ""},
  FieldRow{Field::Delta,      Part::Params, "delta", "", ""},
  FieldRow{Field::Total,      Part::Params, "tokenUsage", "total", "totalTokens"},
  FieldRow{Field::TotalIn,    Part::Params, "tokenUsage", "total", "inputTokens"},
  FieldRow{Field::RequestId,  Part::Params, "requestId", "", ""},
  FieldRow{Field::WillRetry,  Part::Params, "willRetry", "", ""},
  FieldRow{Field::Turn,       Part::Params, "expectedTurnId", "", ""},
  FieldRow{Field::ThreadState, Part::Params, "status", "type", ""},
  FieldRow{Field::ItemType,   Part::Params, "item", "type", ""},
  FieldRow{Field::ItemSource, Part::Params, "item", "source", ""},
  FieldRow{Field::Announced,  Part::Params, "item", "receiverThreadIds", ""},
  FieldRow{Field::Announced,  Part::Params, "item", "agentThreadId", ""},
  FieldRow{Field::Subcommand, Part::Params, "approvalId", "", ""},
  FieldRow{Field::Host,       Part::Params, "networkApprovalContext", "host", ""},
  FieldRow{Field::Command,    Part::Params, "command", "", ""},
  FieldRow{Field::Offered,    Part::Params, "availableDecisions", "", ""},
  FieldRow{Field::ToolServer, Part::Params, "serverName", "", ""},
  FieldRow{Field::ToolServer, Part::Params, "item", "server", ""},
  FieldRow{Field::AskedFor,   Part::Params, "_meta", "codex_approval_kind", ""},
  FieldRow{Field::UserAgent,  Part::Result, "userAgent", "", ""},
  FieldRow{Field::Thread,     Part::Result, "reviewThreadId", "", ""},
  FieldRow{Field::ThreadState, Part::Result, "thread", "status", "type"},
  FieldRow{Field::Turns,      Part::Result, "thread", "turns", ""},
  FieldRow{Field::Permissions, Part::Result, "permissions", "", ""},
  FieldRow{Field::Answers,    Part::Result, "answers", "", ""},
  FieldRow{Field::Action,     Part::Result, "action", "", ""},
  FieldRow{Field::Content,    Part::Result, "contentItems", "", ""},
  FieldRow{Field::Success,    Part::Result, "success", "", ""},
  FieldRow{Field::Scope,      Part::Result, "scope", "", ""},
  FieldRow{Field::Tokens,     Part::Result, "accessToken", "", ""},
  // The older surface.
  FieldRow{Field::Thread,     Part::Params, "conversationId", "", ""},
  FieldRow{Field::Thread,     Part::Result, "conversationId", "", ""},
  FieldRow{Field::Item,       Part::Params, "callId", "", ""},
  FieldRow{Field::Item,       Part::Params, "msg", "call_id", ""},
  FieldRow{Field::ExitCode,   Part::Params, "msg", "exit_code", ""},
  FieldRow{Field::Applied,    Part::Params, "msg", "success", ""},
}));

constexpr auto draft_fields = by_part(joined(shared_fields, std::array{
  FieldRow{Field::Thread,     Part::Result, "threadId", "", ""},
  FieldRow{Field::Status,     Part::Params, "status", "", ""},
  FieldRow{Field::Item,       Part::Params, "callId", "", ""},
  FieldRow{Field::Item,       Part::Params, "call_id", "", ""},
  FieldRow{Field::ExitCode,   Part::Params, "exitCode", "", ""},
  FieldRow{Field::ExitCode,   Part::Params, "exit_code", "", ""},
  FieldRow{Field::Applied,    Part::Params, "success", "", ""},
}));

constexpr std::array codex_decisions{
  DecisionRow{"accept",                        Decision::Accept},
  DecisionRow{"acceptForSession",              Decision::AcceptForSession},
  DecisionRow{"decline",                       Decision::Decline},
  DecisionRow{"cancel",                        Decision::Cancel},
  // The real server also offers these two, which carry the rule that is to hold from now on.
  DecisionRow{"acceptWithExecpolicyAmendment", Decision::AcceptForSession, Carries::Texts,
              "execpolicy_amendment"},
  DecisionRow{"applyNetworkPolicyAmendment",   Decision::AcceptForSession, Carries::Rule,
              "network_policy_amendment"},
};

constexpr std::array draft_decisions{
  DecisionRow{"approved",             Decision::Accept},
  DecisionRow{"approved_for_session", Decision::AcceptForSession},
  DecisionRow{"denied",               Decision::Decline},
  DecisionRow{"abort",                Decision::Cancel},
};

// Those of the older surface of the real one, which has some more.
constexpr auto old_decisions = joined(draft_decisions, std::array{
  DecisionRow{"approved_execpolicy_amendment", Decision::AcceptForSession, Carries::Texts,
              "proposed_execpolicy_amendment"},
  DecisionRow{"approved_mcp_policy_amendment", Decision::AcceptForSession},
  DecisionRow{"network_policy_amendment",      Decision::AcceptForSession, Carries::Rule,
              "network_policy_amendment"},
  DecisionRow{"denied",                        Decision::Decline, Carries::Anything},
  DecisionRow{"timed_out",                     Decision::Decline},
});

constexpr std::array turn_statuses{
  StatusRow{"inProgress",  Status::InProgress},
  StatusRow{"completed",   Status::Completed},
  StatusRow{"interrupted", Status::Interrupted},
  StatusRow{"failed",      Status::Failed},
};

constexpr std::array codex_item_types{
  ItemTypeRow{"userMessage"},
  ItemTypeRow{"agentMessage"},
  ItemTypeRow{"reasoning"},
  ItemTypeRow{"commandExecution", true},
  ItemTypeRow{"fileChange"},
  ItemTypeRow{"mcpToolCall"},
  ItemTypeRow{"plan"},
  ItemTypeRow{"webSearch"},
  ItemTypeRow{"dynamicToolCall"},
  ItemTypeRow{"collabAgentToolCall"},
  ItemTypeRow{"subAgentActivity"},
  ItemTypeRow{"functionCallOutput"},
  ItemTypeRow{"hookPrompt"},
  ItemTypeRow{"imageView"},
  ItemTypeRow{"imageGeneration"},
  ItemTypeRow{"sleep"},
  ItemTypeRow{"enteredReviewMode"},
  ItemTypeRow{"exitedReviewMode"},
  ItemTypeRow{"contextCompaction", false, true},
};
constexpr std::array<std::string_view, 2> codex_background{"unifiedExecStartup", "userShell"};

// What no recording of the draft can show broken.
constexpr std::array draft_not_judged{
  NotJudged{"RPC-06", "no answer says that the server is overloaded"},
  NotJudged{"ITM-01", "no message carries the final text of an item"},
  NotJudged{"ITM-02", "nothing says that an item which no tool works on has ended"},
  NotJudged{"ITM-05", "whether tokenUsage counts the turn or the thread is not said"},
  NotJudged{"APR-05", "no message says which request is settled"},
  NotJudged{"APR-08", "no message says which request is settled"},
  NotJudged{"APR-12", "no message says which request is settled"},
  NotJudged{"ITM-07", "nothing says that a command has outlived its turn"},
  NotJudged{"RPC-09", "every request of the server takes a decision"},
  NotJudged{"SES-13", "no thread has another one for its parent"},
  NotJudged{"SES-14", "nothing says that a thread is idle"},
  NotJudged{"SES-16", "no turn is steered"},
};

// Of deltas one is enough: then the text of an item need not be put together.
constexpr std::array opt_out_words{
  OptOutRow{"thread/started",          port::appserver::opt_out::thread_started},
  OptOutRow{"turn/started",            port::appserver::opt_out::turn_started},
  OptOutRow{"item/agentMessage/delta", port::appserver::opt_out::deltas},
  OptOutRow{"item/delta",              port::appserver::opt_out::deltas},
  OptOutRow{"item/started",            opt_out_of::item_started},
  OptOutRow{"item/completed",          opt_out_of::item_completed},
  OptOutRow{"turn/completed",          opt_out_of::turn_completed},
  OptOutRow{"serverRequest/resolved",  opt_out_of::request_resolved},
};

constexpr std::array error_words{
  ErrorRow{"not initialized",     ErrorKind::NotInitialized},
  ErrorRow{"already initialized", ErrorKind::AlreadyInitialized},
  ErrorRow{"invalid request",     ErrorKind::InvalidRequest},
  ErrorRow{"method not found",    ErrorKind::MethodNotFound},
  ErrorRow{"unknown method",      ErrorKind::MethodNotFound},
  ErrorRow{"invalid params",      ErrorKind::InvalidParams},
};
// clang-format on

}  // namespace

const Dialect codex{.name = "codex",
                    .methods = methods::codex_methods,
                    .fields = codex_fields,
                    .params_fields = of_params(codex_fields),
                    .decisions = codex_decisions,
                    .statuses = turn_statuses,
                    .errors = error_words,
                    .opt_outs = opt_out_words,
                    .old_decisions = old_decisions,
                    .item_types = codex_item_types,
                    .background = codex_background,
                    .item_done = "completed",
                    .items_end = true,
                    .approvals_name_items = true,
                    .answers_before_initialized = true,
                    .one_code_for_bad_requests = true,
                    .approves_tool = "mcp_tool_call",
                    .steers = true,
                    .ends_on_bad_utf8 = true,
                    .values = &codex_values,
                    .not_judged = {}};

const Dialect draft{.name = "draft",
                    .methods = methods::draft_methods,
                    .fields = draft_fields,
                    .params_fields = of_params(draft_fields),
                    .decisions = draft_decisions,
                    .statuses = turn_statuses,
                    .errors = error_words,
                    .opt_outs = opt_out_words,
                    .old_decisions = {},
                    .item_types = {},
                    .background = {},
                    .item_done = "",
                    .items_end = false,
                    .approvals_name_items = false,
                    .answers_before_initialized = false,
                    .one_code_for_bad_requests = false,
                    .approves_tool = {},
                    .steers = false,
                    .ends_on_bad_utf8 = false,
                    .values = &draft_values,
                    .not_judged = draft_not_judged};

const Dialect* find_dialect(std::string_view name) {
  if (name == codex.name) return &codex;
  return name == draft.name ? &draft : nullptr;
}

std::string_view why_not_judged(const Dialect& dialect, std::string_view id) {
  const auto found = std::ranges::find(dialect.not_judged, id, &NotJudged::id);
  return found == dialect.not_judged.end() ? why_not_judged(id) : found->why;
}

std::span<const FieldRow> fields_in(const Dialect& dialect, Part part) {
  return part == Part::Params ? dialect.fields.first(dialect.params_fields)
                              : dialect.fields.subspan(dialect.params_fields);
}

const MethodRow* find_method(const Dialect& dialect, Side from, std::string_view name) {
  const auto found = std::ranges::find_if(
      dialect.methods, [&](const MethodRow& row) { return row.from == from && row.name == name; });
  return found == dialect.methods.end() ? nullptr : &*found;
}

}  // namespace spec::appserver
