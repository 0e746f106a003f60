#include "spec/appserver/dialect.h"

#include <algorithm>
#include <array>

#include "port/appserver/words.h"

namespace spec::appserver {
namespace {

using Shape = AnswerShape;

constexpr Side client = Side::Client;
constexpr Side server = Side::Server;

template <class Row, std::size_t First, std::size_t Second>
constexpr auto joined(const std::array<Row, First>& first, const std::array<Row, Second>& second) {
  std::array<Row, First + Second> rows{};
  std::ranges::copy(second, std::ranges::copy(first, rows.begin()).out);
  return rows;
}

// A request of the server's.
constexpr MethodRow ask(std::string_view name, Shape shape, Method means = Method::Known) {
  return {name, server, means, false, shape};
}

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
constexpr std::array shared_methods{
  MethodRow{"initialize",                 client, Method::Initialize},
  MethodRow{"initialized",                client, Method::Initialized},
  MethodRow{"thread/start",               client, Method::ThreadStart},
  MethodRow{"thread/resume",              client, Method::ThreadResume},
  MethodRow{"thread/archive",             client, Method::ThreadArchive},
  MethodRow{"turn/start",                 client, Method::TurnStart},
  MethodRow{"turn/interrupt",             client, Method::TurnInterrupt},
  MethodRow{"execOneOffCommand",          client, Method::Known, true},
  MethodRow{"thread/started",             server, Method::ThreadStarted},
  MethodRow{"turn/started",               server, Method::TurnStarted},
  MethodRow{"turn/completed",             server, Method::TurnCompleted},
  MethodRow{"error",                      server, Method::Trouble},
  MethodRow{"account/rateLimits/updated", server, Method::Known},
  MethodRow{"account/updated",            server, Method::Known},
  MethodRow{"account/login/completed",    server, Method::Known},
};

constexpr auto codex_methods = joined(shared_methods, std::array{
  MethodRow{"thread/fork",                           client, Method::ThreadFork},
  MethodRow{"thread/unarchive",                      client, Method::ThreadUnarchive},
  MethodRow{"turn/steer",                            client, Method::TurnSteer},
  MethodRow{"review/start",                          client, Method::ReviewStart},
  MethodRow{"command/exec",                          client, Method::Known, true},
  MethodRow{"mcpServer/tool/call",                   client, Method::Known, true},
  MethodRow{"item/started",                          server, Method::ItemStarted},
  MethodRow{"item/completed",                        server, Method::ItemCompleted},
  MethodRow{"item/agentMessage/delta",               server, Method::ItemDelta},
  MethodRow{"item/plan/delta",                       server, Method::ItemOutput},
  MethodRow{"item/reasoning/textDelta",              server, Method::ItemOutput},
  MethodRow{"item/reasoning/summaryTextDelta",       server, Method::ItemOutput},
  MethodRow{"item/reasoning/summaryPartAdded",       server, Method::ItemOutput},
  MethodRow{"item/commandExecution/outputDelta",     server, Method::ItemOutput},
  MethodRow{"item/fileChange/outputDelta",           server, Method::ItemOutput},
  MethodRow{"item/mcpToolCall/progress",             server, Method::ItemOutput},
  MethodRow{"turn/plan/updated",                     server, Method::TurnNews},
  MethodRow{"turn/diff/updated",                     server, Method::TurnNews},
  MethodRow{"thread/tokenUsage/updated",             server, Method::Usage},
  MethodRow{"serverRequest/resolved",                server, Method::RequestResolved},
  ask("item/commandExecution/requestApproval", Shape::Decision, Method::Approval),
  ask("item/fileChange/requestApproval", Shape::Decision, Method::Approval),
  ask("item/tool/requestUserInput", Shape::Answers),
  ask("mcpServer/elicitation/request", Shape::Action),
  ask("item/permissions/requestApproval", Shape::Permissions),
  ask("item/tool/call", Shape::Content),
  ask("account/chatgptAuthTokens/refresh", Shape::Other),
  ask("attestation/generate", Shape::Other),
  ask("currentTime/read", Shape::Other),
  // The older surface, of threads that newConversation has opened.
  MethodRow{"newConversation",                       client, Method::OldThread},
  MethodRow{"resumeConversation",                    client, Method::OldThread},
  MethodRow{"sendUserMessage",                       client, Method::OldTurn},
  MethodRow{"sendUserTurn",                          client, Method::OldTurn},
  MethodRow{"interruptConversation",                 client, Method::Known, true},
  ask("execCommandApproval", Shape::OldDecision, Method::Approval),
  ask("applyPatchApproval", Shape::OldDecision, Method::Approval),
  MethodRow{"codex/event/exec_command_output_delta", server, Method::OldOutput},
  MethodRow{"codex/event/exec_command_end",          server, Method::OldEnd},
  MethodRow{"codex/event/patch_apply_end",           server, Method::OldEnd},
  MethodRow{"codex/event/task_complete",             server, Method::OldTurnEnd},
  MethodRow{"codex/event/turn_aborted",              server, Method::OldTurnEnd},
  MethodRow{"loginChatGptComplete",                  server, Method::Known},
  MethodRow{"authStatusChange",                      server, Method::Known},
  MethodRow{"sessionConfigured",                     server, Method::Known},
  MethodRow{"configWarning",                         server, Method::Known},
  MethodRow{"warning",                               server, Method::Known},
  MethodRow{"guardianWarning",                       server, Method::Known},
  MethodRow{"deprecationNotice",                     server, Method::Known},
  MethodRow{"remoteControl/status/changed",          server, Method::Known},
  MethodRow{"thread/status/changed",                 server, Method::ThreadStatus},
  MethodRow{"thread/name/updated",                   server, Method::Known},
  MethodRow{"thread/archived",                       server, Method::Known},
  MethodRow{"thread/unarchived",                     server, Method::Known},
  MethodRow{"thread/closed",                         server, Method::Known},
  MethodRow{"thread/goal/cleared",                   server, Method::Known},
  MethodRow{"thread/settings/updated",               server, Method::Known},
  MethodRow{"thread/readState/changed",              server, Method::Known},
  MethodRow{"thread/deleted",                                  server, Method::Known},
  MethodRow{"thread/reverted",                                 server, Method::Known},
  MethodRow{"skills/changed",                                  server, Method::Known},
  MethodRow{"thread/section/changed",                          server, Method::Known},
  MethodRow{"thread/attachment/updated",                       server, Method::Known},
  MethodRow{"thread/goal/updated",                             server, Method::Known},
  MethodRow{"thread/prediction/updated",                       server, Method::Known},
  MethodRow{"thread/queue/changed",                            server, Method::Known},
  MethodRow{"project/changed",                                 server, Method::Known},
  MethodRow{"thread/project/updated",                          server, Method::Known},
  MethodRow{"thread/environment/connected",                    server, Method::Known},
  MethodRow{"thread/environment/disconnected",                 server, Method::Known},
  MethodRow{"hook/started",                                    server, Method::Known},
  MethodRow{"hook/completed",                                  server, Method::Known},
  MethodRow{"item/autoApprovalReview/started",                 server, Method::Known},
  MethodRow{"item/autoApprovalReview/completed",               server, Method::Known},
  MethodRow{"autoApprovalReview/strictReviewRequired",         server, Method::Known},
  MethodRow{"command/exec/outputDelta",                        server, Method::Known},
  MethodRow{"process/outputDelta",                             server, Method::Known},
  MethodRow{"process/exited",                                  server, Method::Known},
  MethodRow{"mcpServer/oauthLogin/completed",                  server, Method::Known},
  MethodRow{"mcpServer/startupStatus/updated",                 server, Method::Known},
  MethodRow{"app/list/updated",                                server, Method::Known},
  MethodRow{"fs/changed",                                      server, Method::Known},
  MethodRow{"thread/compacted",                                server, Method::Known},
  MethodRow{"model/rerouted",                                  server, Method::Known},
  MethodRow{"model/verification",                              server, Method::Known},
  MethodRow{"turn/moderationMetadata",                         server, Method::Known},
  MethodRow{"fuzzyFileSearch/sessionUpdated",                  server, Method::Known},
  MethodRow{"fuzzyFileSearch/sessionCompleted",                server, Method::Known},
  MethodRow{"item/commandExecution/terminalInteraction",       server, Method::ItemOutput},
  MethodRow{"item/fileChange/patchUpdated",                    server, Method::ItemOutput},
});

constexpr auto draft_methods = joined(shared_methods, std::array{
  MethodRow{"item/created",              server, Method::ItemStarted},
  MethodRow{"item/delta",                server, Method::ItemOutput},
  MethodRow{"exec_command_begin",        server, Method::ItemBegun},
  MethodRow{"exec_command_output_delta", server, Method::ItemOutput},
  MethodRow{"exec_command_end",          server, Method::ItemCompleted},
  MethodRow{"apply_patch_begin",         server, Method::ItemBegun},
  MethodRow{"apply_patch_end",           server, Method::ItemCompleted},
  MethodRow{"web_search_begin",          server, Method::ItemBegun},
  MethodRow{"web_search_end",            server, Method::ItemCompleted},
  ask("execCommandApproval", Shape::Decision, Method::Approval),
  ask("applyPatchApproval", Shape::Decision, Method::Approval),
  MethodRow{"warning",                   server, Method::Known},
  MethodRow{"deprecation_notice",        server, Method::Known},
});

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
  FieldRow{Field::RequestId,  Part::Params, "requestId", "", ""},
  FieldRow{Field::WillRetry,  Part::Params, "willRetry", "", ""},
  FieldRow{Field::RootTurn,   Part::Params, "turn", "rootTurnId", ""},
  FieldRow{Field::Turn,       Part::Params, "expectedTurnId", "", ""},
  FieldRow{Field::ThreadState, Part::Params, "status", "type", ""},
  FieldRow{Field::ItemType,   Part::Params, "item", "type", ""},
  FieldRow{Field::ItemSource, Part::Params, "item", "source", ""},
  FieldRow{Field::Announced,  Part::Params, "item", "receiverThreadIds", ""},
  FieldRow{Field::Announced,  Part::Params, "item", "agentThreadId", ""},
  FieldRow{Field::UserAgent,  Part::Result, "userAgent", "", ""},
  FieldRow{Field::Thread,     Part::Result, "reviewThreadId", "", ""},
  FieldRow{Field::ThreadState, Part::Result, "thread", "status", "type"},
  FieldRow{Field::Turns,      Part::Result, "thread", "turns", ""},
  FieldRow{Field::Permissions, Part::Result, "permissions", "", ""},
  FieldRow{Field::Answers,    Part::Result, "answers", "", ""},
  FieldRow{Field::Action,     Part::Result, "action", "", ""},
  FieldRow{Field::Content,    Part::Result, "contentItems", "", ""},
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
  DecisionRow{"acceptWithExecpolicyAmendment", Decision::AcceptForSession, true},
  DecisionRow{"applyNetworkPolicyAmendment",   Decision::AcceptForSession, true},
};

constexpr std::array draft_decisions{
  DecisionRow{"approved",             Decision::Accept},
  DecisionRow{"approved_for_session", Decision::AcceptForSession},
  DecisionRow{"denied",               Decision::Decline},
  DecisionRow{"abort",                Decision::Cancel},
};

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
                    .methods = codex_methods,
                    .fields = codex_fields,
                    .params_fields = of_params(codex_fields),
                    .decisions = codex_decisions,
                    .statuses = turn_statuses,
                    .errors = error_words,
                    .opt_outs = opt_out_words,
                    .old_decisions = draft_decisions,
                    .item_types = codex_item_types,
                    .background = codex_background,
                    .item_done = "completed",
                    .items_end = true,
                    .approvals_name_items = true,
                    .answers_before_initialized = true,
                    .one_code_for_bad_requests = true,
                    .steers = true,
                    .ends_on_bad_utf8 = true,
                    .values = &codex_values,
                    .not_judged = {}};

const Dialect draft{.name = "draft",
                    .methods = draft_methods,
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
