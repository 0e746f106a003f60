// Lines of the server.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "port/visit.h"
#include "sim/appserver/wire.h"
#include "sim/files/document.h"

namespace sim::appserver {
namespace {

using Json = nlohmann::ordered_json;

Json notice(std::string_view method, Json params) {
  return {{"method", method}, {"params", std::move(params)}};
}

Json with(Json params, const char* name, Json value) {
  params[name] = std::move(value);
  return params;
}

struct ErrorRow {
  Error error;
  int code;
  std::string_view message;
  std::string_view draft = {};  // If the contract has other words.
  bool fixed = false;           // Clients go by these words: nothing is added.
};
constexpr std::array error_rows{
    ErrorRow{Error::NotInitialized, -32600, "Not initialized", "", true},
    ErrorRow{Error::AlreadyInitialized, -32600, "Already initialized", "", true},
    ErrorRow{Error::NoActiveTurn, -32600, "no active turn to interrupt", "", true},
    ErrorRow{Error::Overloaded, -32001, "Server overloaded; retry later.", "", true},
    ErrorRow{Error::Internal, -32603, "Internal error"},
    ErrorRow{Error::InvalidRequest, -32600, "Invalid request", "The thread has a turn already"},
    ErrorRow{Error::MethodNotFound, -32601, "Method not found"},
    ErrorRow{Error::InvalidParams, -32602, "Invalid params"},
    ErrorRow{Error::Other, -32000, "The mock server cannot do that"}};

// How an item is called, by dialect, and what says that it has output.
struct ItemRow {
  ItemKind kind;
  std::string_view codex, codex_delta;
  std::string_view draft_begin, draft_delta, draft_end;
  std::string_view draft_type;  // Of an item that is created.
};
constexpr std::string_view created = "item/created", draft_text = "item/delta";
// What goes on behind a tool call is told as that of a command.
constexpr std::string_view draft_output = "exec_command_output_delta",
                           draft_over = "exec_command_end";
constexpr std::array item_rows{
    ItemRow{ItemKind::Answer, "agentMessage", "item/agentMessage/delta", created, draft_text, "",
            "assistant"},
    ItemRow{ItemKind::Reasoning, "reasoning", "item/reasoning/textDelta", created, draft_text, "",
            "reasoning"},
    ItemRow{ItemKind::Plan, "plan", "item/plan/delta", created, draft_text, "", "plan"},
    ItemRow{ItemKind::Command, "commandExecution", "item/commandExecution/outputDelta",
            "exec_command_begin", draft_output, draft_over, ""},
    ItemRow{ItemKind::Patch, "fileChange", "item/fileChange/outputDelta", "apply_patch_begin",
            draft_output, "apply_patch_end", ""},
    ItemRow{ItemKind::Tool, "mcpToolCall", "item/mcpToolCall/progress", created, draft_output,
            draft_over, "tool_call"},
    ItemRow{ItemKind::Search, "webSearch", "", "web_search_begin", draft_output, "web_search_end",
            ""},
    ItemRow{ItemKind::User, "userMessage", "item/agentMessage/delta", created, draft_text, "",
            "user"},
    ItemRow{ItemKind::Other, "contextCompaction", "item/agentMessage/delta", created, draft_text,
            "", "other"},
    ItemRow{ItemKind::Subagent, "collabAgentToolCall", "", created, draft_output, draft_over,
            "tool_call"}};
const ItemRow& row_of(ItemKind kind) { return item_rows[static_cast<std::size_t>(kind)]; }

constexpr std::array<std::string_view, 3> end_words{"completed", "interrupted", "failed"};
constexpr std::array<std::string_view, 3> item_end_words{"completed", "failed", "declined"};

// What is asked of tools, in the shapes that real servers have: the contract gives none.
struct ToolRow {
  std::string_view method, result;
};
constexpr std::string_view no_output = R"({"exitCode":0,"stdout":"","stderr":""})";
constexpr std::array tool_rows{
    ToolRow{"execOneOffCommand", no_output}, ToolRow{"command/exec", no_output},
    ToolRow{"fuzzyFileSearch", R"({"files":[]})"},
    ToolRow{"gitDiffToRemote", R"({"sha":"0000000000000000000000000000000000000000","diff":""})"}};

std::string command_of(SubjectId subject) { return fmt::format("make target-{}", subject.value); }

// Says what a command or a patch is about, as an approval or an item of the dialect has it.
void add_subject(Json& where, bool patch, SubjectId subject, bool draft) {
  if (subject == no_subject) return;
  if (!patch) {
    where["command"] = command_of(subject);
    return;
  }
  const auto path = fmt::format("target-{}", subject.value);
  const Json change{{"type", "add"}, {"content", "mock\n"}};
  if (draft)
    where["fileChanges"] = {{path, change}};
  else
    where["changes"] =
        Json::array({{{"path", path}, {"kind", {{"type", "add"}}}, {"diff", "mock\n"}}});
}

}  // namespace

Json Wire::document(const ToClient& message) {
  return port::visit([this](const auto& each) { return lines_of(each); }, message);
}

std::string Wire::encode(const ToClient& message) {
  const auto json = document(message);
  return json.is_null() ? "" : json.dump();
}

Json Wire::about_item(const auto& message, const char* item) const {
  return {{"threadId", names_.text(message.thread)},
          {"turnId", names_.text(message.turn)},
          {item, names_.text(message.item)}};
}

ItemKind Wire::kind_of_item(ItemId item) const {
  const auto found = kinds_.find(item.value);
  return found == kinds_.end() ? ItemKind::Answer : found->second;
}

// It names what is refused: a client's author looks for that first.
Json Wire::error_of(const Response& response) const {
  const auto row = std::ranges::find(error_rows, response.error, &ErrorRow::error);
  std::string says(is_draft() && !row->draft.empty() ? row->draft : row->message);
  const auto* asked = find(response.id);
  const bool of_method = row->error == dialect_.unknown_method || row->error == dialect_.bad_params;
  if (asked != nullptr && of_method) says += fmt::format(": {}", asked->name);
  if (response.text != TextId{} && !row->fixed) says += ": " + text_of(response.text);
  return {{"code", row->code}, {"message", says}};
}

Json Wire::started_thread(ThreadId thread) const {
  return {{"id", names_.text(thread)}, {"modelProvider", "orrery"}, {"createdAt", 0}};
}

Json Wire::lines_of(const Response& response) {
  Json out{{"id", id_of(response.id)}};
  if (response.error != Error::None) {
    out["error"] = error_of(response);
    return out;
  }
  auto result = Json::object();
  if (response.thread != no_thread) result["thread"] = {{"id", names_.text(response.thread)}};
  if (response.turn != no_turn)
    result["turn"] = {{"id", names_.text(response.turn)}, {"status", "inProgress"}};
  const auto* asked = find(response.id);
  const auto method = method_of(response.id);
  if (response.thread != no_thread && threads_.size() < items_max)
    threads_.insert(response.thread.value);
  if (method == Method::ThreadArchive) threads_.erase(asked->thread.value);
  if (method == Method::Initialize) result["userAgent"] = "orrery-mock";
  if (method == Method::ModelList || method == Method::ThreadList) result["data"] = Json::array();
  if (method == Method::ThreadList)
    for (const auto thread : threads_) result["data"].push_back(started_thread({thread}));
  if (method == Method::Other && asked != nullptr)
    for (const auto& row : tool_rows)
      if (row.method == asked->name) result = own_document<Json>(row.result);
  out["result"] = std::move(result);
  return out;
}

Json Wire::lines_of(const ThreadStarted& started) const {
  auto thread = started_thread(started.thread);
  if (started.parent != no_thread) thread["parentThreadId"] = names_.text(started.parent);
  return notice("thread/started", {{"thread", std::move(thread)}});
}

Json Wire::lines_of(const TurnStarted& started) const {
  return notice("turn/started",
                {{"threadId", names_.text(started.thread)},
                 {"turn", {{"id", names_.text(started.turn)}, {"status", "inProgress"}}}});
}

// Those of the thread since the last time.
std::uint32_t Wire::take_tokens(ThreadId thread) {
  auto& [total, told] = tokens_[thread.value];
  const auto before = std::exchange(told, std::max(total, told));
  return told - before;
}

Json Wire::lines_of(const TurnCompleted& completed) {
  Json params{{"threadId", names_.text(completed.thread)}};
  const auto end = static_cast<std::size_t>(completed.end);
  const auto status = end < end_words.size() ? end_words[end] : "unheard-of";
  if (is_draft()) {
    params["turnId"] = names_.text(completed.turn);
    params["status"] = status;
    if (completed.text != TextId{}) params["error"] = {{"message", text_of(completed.text)}};
    if (const auto tokens = take_tokens(completed.thread); tokens != 0)
      params["tokenUsage"] = {{"input", tokens - tokens / 2}, {"output", tokens / 2}};
  } else {
    params["turn"] = {{"id", names_.text(completed.turn)}, {"status", status}, {"error", nullptr}};
    if (completed.text != TextId{})
      params["turn"]["error"] = {{"message", text_of(completed.text)}};
  }
  return notice("turn/completed", std::move(params));
}

Json Wire::lines_of(const ItemStarted& started) {
  kinds_[started.item.value] = started.kind;
  if (kinds_.size() > items_max) kinds_.erase(kinds_.begin());
  const auto& row = row_of(started.kind);
  const bool patch = started.kind == ItemKind::Patch;
  if (is_draft() && row.draft_type.empty()) {
    auto params = about_item(started, "callId");
    add_subject(params, patch, started.subject, true);
    return notice(row.draft_begin, std::move(params));
  }
  Json item{{"id", names_.text(started.item)}, {"type", is_draft() ? row.draft_type : row.codex}};
  add_subject(item, patch, started.subject, is_draft());
  if (started.background && !is_draft()) item["source"] = "unifiedExecStartup";
  Json params{{"threadId", names_.text(started.thread)}, {"turnId", names_.text(started.turn)}};
  return notice(is_draft() ? created : "item/started",
                with(std::move(params), "item", std::move(item)));
}

Json Wire::lines_of(const ItemDelta& delta) const {
  const auto& row = row_of(kind_of_item(delta.item));
  auto method = is_draft() ? row.draft_delta : row.codex_delta;
  // What has no text has no delta: a server that is at fault says one of an answer.
  if (method.empty()) method = row_of(ItemKind::Answer).codex_delta;
  return notice(method, with(about_item(delta, "itemId"), is_draft() ? "textDelta" : "delta",
                             text_of(delta.text)));
}

Json Wire::lines_of(const ItemOutput& output) const {
  const auto& row = row_of(kind_of_item(output.item));
  const auto method = is_draft() ? row.draft_delta : row.codex_delta;
  if (method.empty()) return nullptr;
  const bool progress = !is_draft() && row.kind == ItemKind::Tool;
  return notice(method, with(about_item(output, is_draft() ? "callId" : "itemId"),
                             progress ? "message" : "delta", text_of(output.text)));
}

Json Wire::lines_of(const ItemCompleted& completed) const {
  const auto& row = row_of(kind_of_item(completed.item));
  const auto end = static_cast<std::size_t>(completed.end);
  const auto status = end < item_end_words.size() ? item_end_words[end] : "unheard-of";
  if (is_draft()) {
    if (row.draft_end.empty()) return nullptr;
    const auto code = completed.end == ItemEnd::Done     ? 0
                      : completed.end == ItemEnd::Failed ? 1
                                                         : -1;
    auto params = with(about_item(completed, "callId"), "exitCode", code);
    return notice(row.draft_end, with(std::move(params), "status", status));
  }
  Json item{{"id", names_.text(completed.item)}, {"type", row.codex}};
  if (completed.has_text) item["text"] = text_of(completed.text);
  if (!completed.has_text || completed.end != ItemEnd::Done) item["status"] = status;
  Json params{{"threadId", names_.text(completed.thread)}, {"turnId", names_.text(completed.turn)}};
  return notice("item/completed", with(std::move(params), "item", std::move(item)));
}

Json Wire::lines_of(const Usage& usage) {
  tokens_[usage.thread.value].first = usage.total;
  if (tokens_.size() > items_max) tokens_.erase(tokens_.begin());
  if (is_draft()) return nullptr;  // It stands in the end of the turn.
  return notice("thread/tokenUsage/updated",
                {{"threadId", names_.text(usage.thread)},
                 {"tokenUsage", {{"total", {{"totalTokens", usage.total}}}}}});
}

Json Wire::lines_of(const RateLimits& limits) const {
  const auto figure = [](std::uint32_t value) { return value == 0 ? Json() : Json(value); };
  const Json limit{{"usedPercent", limits.used},
                   {"windowDurationMins", figure(limits.window_minutes)},
                   {"resetsAt", figure(limits.resets_at_s)}};
  const bool second = limits.second != 0;
  return notice("account/rateLimits/updated",
                {{"rateLimits",
                  {{"primary", second ? Json() : limit}, {"secondary", second ? limit : Json()}}}});
}

Json Wire::lines_of(const Ask& ask) const {
  static constexpr std::array<std::string_view, 4> codex{
      "item/commandExecution/requestApproval", "item/fileChange/requestApproval",
      "item/unheardOf/requestApproval", "item/permissions/requestApproval"};
  static constexpr std::array<std::string_view, 4> draft{
      "execCommandApproval", "applyPatchApproval", "unheardOfApproval", "unheardOfApproval"};
  const auto kind = static_cast<std::size_t>(ask.kind);
  auto params = about_item(ask, is_draft() ? "callId" : "itemId");
  // In codex the scope of a patch stands at its item.
  const bool patch = ask.kind == AskKind::Patch;
  if (ask.kind == AskKind::Command || (patch && is_draft()))
    add_subject(params, patch, ask.subject, is_draft());
  if (ask.kind == AskKind::Other) params["permissions"] = {{"network", {{"enabled", true}}}};
  if (!ask.wellformed) params = Json::array({"malformed"});
  auto out = notice((is_draft() ? draft : codex)[kind], std::move(params));
  out["id"] = ask.ask.value;
  return out;
}

Json Wire::lines_of(const AskResolved& resolved) const {
  if (is_draft()) return nullptr;
  return notice("serverRequest/resolved",
                {{"threadId", names_.text(resolved.thread)}, {"requestId", resolved.ask.value}});
}

Json Wire::lines_of(const Trouble& trouble) const {
  auto params = Json::object();
  if (trouble.thread != no_thread) params["threadId"] = names_.text(trouble.thread);
  if (trouble.turn != no_turn) params["turnId"] = names_.text(trouble.turn);
  const auto text = text_of(trouble.text);
  switch (trouble.severity) {
    case Severity::Error:
      params["error"] = {{"message", text}};
      params["willRetry"] = trouble.retries;
      return notice("error", std::move(params));
    case Severity::Warning: return notice("warning", with(std::move(params), "message", text));
    case Severity::Deprecation: break;
  }
  return is_draft() ? notice("deprecation_notice", with(std::move(params), "message", text))
                    : notice("deprecationNotice", with(std::move(params), "summary", text));
}

Json Wire::lines_of(const ThreadIdle& idle) const {
  if (is_draft()) return nullptr;
  return notice("thread/status/changed",
                {{"threadId", names_.text(idle.thread)}, {"status", {{"type", "idle"}}}});
}

Json Wire::lines_of(const UnknownNotice&) const { return notice("mock/unheardOf", Json::object()); }

}  // namespace sim::appserver
