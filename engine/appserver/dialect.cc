#include "engine/appserver/dialect.h"

#include <algorithm>

#include "engine/appserver/names.h"

namespace engine::appserver {
namespace {

template <class Row, std::size_t First, std::size_t Second>
constexpr auto both(const std::array<Row, First>& first, const std::array<Row, Second>& second) {
  std::array<Row, First + Second> rows{};
  std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), rows.begin()));
  return rows;
}

// clang-format off
constexpr std::array shared_notices{
  NoticeRow{"thread/started",             Notice::ThreadStarted, opt_out::thread_started},
  NoticeRow{"turn/started",               Notice::TurnStarted,   opt_out::turn_started},
  NoticeRow{"turn/completed",             Notice::TurnCompleted},
  NoticeRow{"account/rateLimits/updated", Notice::RateLimits},
  NoticeRow{"account/updated",            Notice::Nothing},
  NoticeRow{"account/login/completed",    Notice::Nothing},
  NoticeRow{"error",                      Notice::Trouble},
  NoticeRow{"warning",                    Notice::Trouble, 0, ItemKind::Other, Severity::Warning},
};
constexpr auto codex_notices = both(shared_notices, std::array{
  NoticeRow{"item/started",                      Notice::ItemStarted},
  NoticeRow{"item/completed",                    Notice::ItemCompleted},
  NoticeRow{"item/agentMessage/delta",           Notice::ItemDelta, opt_out::deltas},
  NoticeRow{"item/plan/delta",                   Notice::ItemDelta, opt_out::deltas},
  NoticeRow{"item/reasoning/textDelta",          Notice::ItemDelta, opt_out::deltas},
  NoticeRow{"item/reasoning/summaryTextDelta",   Notice::ItemDelta, opt_out::deltas},
  NoticeRow{"item/reasoning/summaryPartAdded",   Notice::Nothing},
  NoticeRow{"item/commandExecution/outputDelta", Notice::ItemOutput},
  NoticeRow{"item/fileChange/outputDelta",       Notice::ItemOutput},
  NoticeRow{"item/mcpToolCall/progress",         Notice::ItemOutput},
  NoticeRow{"thread/tokenUsage/updated",         Notice::Usage},
  NoticeRow{"serverRequest/resolved",            Notice::Resolved},
  NoticeRow{"turn/plan/updated",                 Notice::Nothing},
  NoticeRow{"turn/diff/updated",                 Notice::Nothing},
  NoticeRow{"configWarning",     Notice::Trouble, 0, ItemKind::Other, Severity::Warning},
  NoticeRow{"deprecationNotice", Notice::Trouble, 0, ItemKind::Other, Severity::Deprecation},
  NoticeRow{"remoteControl/status/changed",      Notice::Nothing},
  NoticeRow{"thread/status/changed",             Notice::Status},
  NoticeRow{"thread/name/updated",               Notice::Nothing},
  NoticeRow{"thread/archived",                   Notice::Nothing},
  NoticeRow{"thread/unarchived",                 Notice::Nothing},
  NoticeRow{"thread/closed",                     Notice::Nothing},
  NoticeRow{"thread/goal/cleared",               Notice::Nothing},
  NoticeRow{"thread/settings/updated",           Notice::Nothing},
  NoticeRow{"thread/readState/changed",          Notice::Nothing},
});
constexpr auto draft_notices = both(shared_notices, std::array{
  NoticeRow{"item/created",              Notice::ItemStarted},
  NoticeRow{"item/delta",                Notice::ItemDelta, opt_out::deltas},
  NoticeRow{"exec_command_begin",        Notice::ItemStarted, 0, ItemKind::Command},
  NoticeRow{"exec_command_output_delta", Notice::ItemOutput},
  NoticeRow{"exec_command_end",          Notice::ItemCompleted},
  NoticeRow{"apply_patch_begin",         Notice::ItemStarted, 0, ItemKind::Patch},
  NoticeRow{"apply_patch_end",           Notice::ItemCompleted},
  NoticeRow{"web_search_begin",          Notice::ItemStarted, 0, ItemKind::Search},
  NoticeRow{"web_search_end",            Notice::ItemCompleted},
  NoticeRow{"deprecation_notice", Notice::Trouble, 0, ItemKind::Other, Severity::Deprecation},
});

constexpr std::array shared_fields{
  FieldRow{Field::Thread,     {"threadId"}},
  FieldRow{Field::Thread,     {"thread", "id"}},
  FieldRow{Field::Turn,       {"turnId"}},
  FieldRow{Field::Turn,       {"turn", "id"}},
  FieldRow{Field::Item,       {"itemId"}},
  FieldRow{Field::Item,       {"item", "id"}},
  FieldRow{Field::ItemType,   {"item", "type"}},
  FieldRow{Field::Command,    {"command"}},
  FieldRow{Field::Command,    {"item", "command"}},
  FieldRow{Field::Directory,  {"cwd"}},
  FieldRow{Field::Directory,  {"item", "cwd"}},
  FieldRow{Field::ItemStatus, {"item", "status"}},
  FieldRow{Field::Primary,    {"rateLimits", "primary"}},
  FieldRow{Field::Secondary,  {"rateLimits", "secondary"}},
  FieldRow{Field::Problem,    {"error", "message"}},
  FieldRow{Field::Problem,    {"turn", "error", "message"}},
  FieldRow{Field::Problem,    {"message"}},
  FieldRow{Field::Problem,    {"summary"}},
  FieldRow{Field::Problem,    {"error"}},
  FieldRow{Field::Details,    {"details"}},
  FieldRow{Field::WillRetry,  {"willRetry"}},
};
constexpr auto codex_fields = both(shared_fields, std::array{
  FieldRow{Field::Thread,     {"conversationId"}},
  FieldRow{Field::Item,       {"callId"}},
  FieldRow{Field::Changes,    {"item", "changes"}},
  FieldRow{Field::Changes,    {"fileChanges"}},
  FieldRow{Field::Root,       {"grantRoot"}},
  FieldRow{Field::Delta,      {"delta"}},
  FieldRow{Field::Delta,      {"message"}},
  FieldRow{Field::Final,      {"item", "text"}},
  FieldRow{Field::TurnStatus, {"turn", "status"}},
  FieldRow{Field::Total,      {"tokenUsage", "total", "totalTokens"}},
  FieldRow{Field::Ask,        {"requestId"}},
  FieldRow{Field::Parent,     {"thread", "parentThreadId"}},
  FieldRow{Field::Opened,     {"item", "receiverThreadIds"}},
  FieldRow{Field::Opened,     {"item", "agentThreadId"}},
  FieldRow{Field::State,      {"status", "type"}},
  FieldRow{Field::Source,     {"item", "source"}},
});
constexpr auto draft_fields = both(shared_fields, std::array{
  FieldRow{Field::Item,       {"callId"}},
  FieldRow{Field::Item,       {"call_id"}},
  FieldRow{Field::ItemRole,   {"item", "role"}},
  FieldRow{Field::ItemRole,   {"item", "purpose"}},
  FieldRow{Field::Changes,    {"fileChanges"}},
  FieldRow{Field::Root,       {"grantRoot"}},
  FieldRow{Field::Delta,      {"textDelta"}},
  FieldRow{Field::Delta,      {"item", "textDelta"}},
  FieldRow{Field::Delta,      {"delta"}},
  FieldRow{Field::TurnStatus, {"status"}},
  FieldRow{Field::ItemStatus, {"status"}},
  FieldRow{Field::ExitCode,   {"exitCode"}},
  FieldRow{Field::ExitCode,   {"exit_code"}},
  FieldRow{Field::Success,    {"success"}},
  FieldRow{Field::TurnInput,  {"tokenUsage", "input"}},
  FieldRow{Field::TurnOutput, {"tokenUsage", "output"}},
  FieldRow{Field::Primary,    {"primary"}},
  FieldRow{Field::Secondary,  {"secondary"}},
});

constexpr std::array codex_decisions{
  WordRow<Decision>{"accept",           Decision::Accept},
  WordRow<Decision>{"acceptForSession", Decision::AcceptForSession},
  WordRow<Decision>{"decline",          Decision::Decline},
  WordRow<Decision>{"cancel",           Decision::Cancel},
};
constexpr std::array draft_decisions{
  WordRow<Decision>{"approved",             Decision::Accept},
  WordRow<Decision>{"approved_for_session", Decision::AcceptForSession},
  WordRow<Decision>{"denied",               Decision::Decline},
  WordRow<Decision>{"abort",                Decision::Cancel},
};

constexpr std::array codex_asks{
  AskRow{"item/commandExecution/requestApproval", AskKind::Command, codex_decisions, {}, true},
  AskRow{"item/fileChange/requestApproval",       AskKind::Patch,   codex_decisions, {}, true},
  // Older approvals.
  AskRow{"execCommandApproval",                   AskKind::Command, draft_decisions},
  AskRow{"applyPatchApproval",                    AskKind::Patch,   draft_decisions},
  AskRow{"item/permissions/requestApproval",      AskKind::Other, {}, R"({"permissions":{}})"},
  AskRow{"item/tool/requestUserInput",            AskKind::Other, {}, R"({"answers":{}})"},
  AskRow{"mcpServer/elicitation/request",         AskKind::Other, {}, R"({"action":"decline"})"},
  AskRow{"item/tool/call", AskKind::Other, {}, R"({"contentItems":[],"success":false})"},
};
constexpr std::array draft_asks{
  AskRow{"execCommandApproval", AskKind::Command, draft_decisions},
  AskRow{"applyPatchApproval",  AskKind::Patch,   draft_decisions},
};

// What is called otherwise is Method::Other, which names its method.
constexpr std::array all_methods{
  WordRow<Method>{"initialize",     Method::Initialize},
  WordRow<Method>{"thread/start",   Method::ThreadStart},
  WordRow<Method>{"thread/resume",  Method::ThreadResume},
  WordRow<Method>{"thread/list",    Method::ThreadList},
  WordRow<Method>{"thread/archive", Method::ThreadArchive},
  WordRow<Method>{"turn/start",     Method::TurnStart},
  WordRow<Method>{"turn/interrupt", Method::TurnInterrupt},
  WordRow<Method>{"model/list",     Method::ModelList},
};

constexpr std::array codex_policies{
  WordRow<Policy>{"untrusted",  Policy::Untrusted},
  WordRow<Policy>{"on-request", Policy::OnRequest},
  WordRow<Policy>{"never",      Policy::Never},
};
constexpr std::array draft_policies{
  WordRow<Policy>{"unlessTrusted", Policy::Untrusted},
  WordRow<Policy>{"onFailure",     Policy::OnFailure},
  WordRow<Policy>{"onRequest",     Policy::OnRequest},
  WordRow<Policy>{"never",         Policy::Never},
};
constexpr std::array all_sandboxes{
  WordRow<Sandbox>{"read-only",          Sandbox::ReadOnly},
  WordRow<Sandbox>{"workspace-write",    Sandbox::WorkspaceWrite},
  WordRow<Sandbox>{"danger-full-access", Sandbox::FullAccess},
};

constexpr std::array codex_sandbox_types{
  WordRow<Sandbox>{"readOnly",         Sandbox::ReadOnly},
  WordRow<Sandbox>{"workspaceWrite",   Sandbox::WorkspaceWrite},
  WordRow<Sandbox>{"dangerFullAccess", Sandbox::FullAccess},
};
constexpr std::string_view draft_efforts[] = {"minimal", "low", "medium", "high"};
constexpr std::string_view all_summaries[] = {"auto", "concise", "detailed", "none"};

constexpr std::array all_turn_ends{
  WordRow<TurnEnd>{"completed",   TurnEnd::Completed},
  WordRow<TurnEnd>{"interrupted", TurnEnd::Interrupted},
  WordRow<TurnEnd>{"failed",      TurnEnd::Failed},
};
constexpr std::array all_item_ends{
  WordRow<ItemEnd>{"completed", ItemEnd::Done},
  WordRow<ItemEnd>{"failed",    ItemEnd::Failed},
  WordRow<ItemEnd>{"declined",  ItemEnd::Declined},
};

constexpr std::array codex_kinds{
  WordRow<ItemKind>{"agentMessage",     ItemKind::Answer},
  WordRow<ItemKind>{"reasoning",        ItemKind::Reasoning},
  WordRow<ItemKind>{"plan",             ItemKind::Plan},
  WordRow<ItemKind>{"commandExecution", ItemKind::Command},
  WordRow<ItemKind>{"fileChange",       ItemKind::Patch},
  WordRow<ItemKind>{"mcpToolCall",      ItemKind::Tool},
  WordRow<ItemKind>{"webSearch",        ItemKind::Search},
  WordRow<ItemKind>{"userMessage",      ItemKind::User},
  WordRow<ItemKind>{"collabAgentToolCall", ItemKind::Subagent},
  WordRow<ItemKind>{"subAgentActivity", ItemKind::Subagent},
};
constexpr std::array draft_kinds{
  WordRow<ItemKind>{"assistant", ItemKind::Answer},
  WordRow<ItemKind>{"reasoning", ItemKind::Reasoning},
  WordRow<ItemKind>{"plan",      ItemKind::Plan},
  WordRow<ItemKind>{"tool_call", ItemKind::Tool},
  WordRow<ItemKind>{"user",      ItemKind::User},
};

constexpr std::array all_errors{
  ErrorRow{0,       "not initialized",     Error::NotInitialized},
  ErrorRow{0,       "already initialized", Error::AlreadyInitialized},
  ErrorRow{0,       "no active turn",      Error::NoActiveTurn},
  ErrorRow{-32'001, "",                    Error::Overloaded},
  ErrorRow{-32'603, "",                    Error::Internal},
  ErrorRow{-32'601, "",                    Error::MethodNotFound},
  ErrorRow{-32'602, "",                    Error::InvalidParams},
  ErrorRow{-32'600, "",                    Error::InvalidRequest},
};
// clang-format on

}  // namespace

const Dialect codex{.name = "codex",
                    .notices = codex_notices,
                    .fields = codex_fields,
                    .asks = codex_asks,
                    .methods = all_methods,
                    .decisions = codex_decisions,
                    .policies = codex_policies,
                    .sandboxes = all_sandboxes,
                    .turn_ends = all_turn_ends,
                    .item_ends = all_item_ends,
                    .item_kinds = codex_kinds,
                    .errors = all_errors,
                    .efforts = {},
                    .summaries = all_summaries,
                    .sandbox_types = codex_sandbox_types,
                    .configures = true};

const Dialect draft{.name = "draft",
                    .notices = draft_notices,
                    .fields = draft_fields,
                    .asks = draft_asks,
                    .methods = all_methods,
                    .decisions = draft_decisions,
                    .policies = draft_policies,
                    .sandboxes = all_sandboxes,
                    .turn_ends = all_turn_ends,
                    .item_ends = all_item_ends,
                    .item_kinds = draft_kinds,
                    .errors = all_errors,
                    .efforts = draft_efforts,
                    .summaries = all_summaries,
                    .sandbox_types = all_sandboxes,
                    .configures = false};

const Dialect* find_dialect(std::string_view name) {
  for (const Dialect* dialect : {&draft, &codex})
    if (dialect->name == name) return dialect;
  return nullptr;
}

bool has_words_for(const Dialect& dialect, const Settings& settings) {
  return !word_for(dialect.policies, settings.policy).empty() &&
         !word_for(dialect.sandboxes, settings.sandbox).empty();
}

std::string_view without_word(const Dialect& dialect, const Options& options) {
  const auto is_in = [](auto words, std::string_view word) {
    return word.empty() || std::find(words.begin(), words.end(), word) != words.end();
  };
  if (!dialect.efforts.empty() && !is_in(dialect.efforts, options.effort)) return "effort";
  if (!is_in(dialect.summaries, options.summary)) return "summary";
  return !options.profile.empty() && !dialect.configures ? "profile" : std::string_view{};
}

}  // namespace engine::appserver
