#include "serve/results.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tools::serve {
namespace {

constexpr std::string_view model = "orrery-mock";

struct Row {
  std::string_view method;
  std::string_view result;  // As JSON.
};
constexpr std::string_view empty_page = R"({"data":[],"nextCursor":null})";
constexpr std::array rows{
    Row{"account/read",
        R"({"account":null,"userId":null,"requiresOpenaiAuth":false,"workspaceRouting":null})"},
    Row{"collaborationMode/list", R"({"data":[]})"},
    Row{"config/batchWrite",
        R"({"status":"ok","version":"1","filePath":"","overriddenMetadata":null})"},
    Row{"config/mcpServer/reload", "{}"},
    Row{"config/read",
        R"({"config":{"model":"orrery-mock","model_provider":"orrery","model_reasoning_effort":)"
        R"(null,"approval_policy":"untrusted","sandbox_mode":"workspace-write"},"origins":{},)"
        R"("layers":null})"},
    Row{"configRequirements/read", R"({"requirements":null})"},
    Row{"experimentalFeature/list", empty_page},
    Row{"getAuthStatus", R"({"authMethod":null,"authToken":null,"requiresOpenaiAuth":false})"},
    Row{"hooks/list", R"({"data":[]})"},
    Row{"mcpServerStatus/list", empty_page},
    Row{"permissionProfile/list", empty_page},
    Row{"skills/extraRoots/set", "{}"},
    Row{"skills/list", R"({"data":[]})"},
    Row{"thread/backgroundTerminals/list", empty_page},
    Row{"thread/goal/clear", "{}"},
    Row{"thread/goal/get", R"({"goal":null})"},
    Row{"thread/items/list", empty_page},
    Row{"thread/loaded/list", empty_page},
    Row{"thread/name/set", "{}"},
    Row{"thread/read", "{}"},
    Row{"thread/turns/list", empty_page},
    Row{"thread/unsubscribe", R"({"status":"unsubscribed"})"},
};

constexpr std::array<std::string_view, rows.size()> names = [] {
  std::array<std::string_view, rows.size()> out{};
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rows[i].method;
  return out;
}();

Json models() {
  const Json effort{{"reasoningEffort", "medium"}, {"description", "As much as it has."}};
  return {{"data", Json::array({{{"id", model},
                                 {"model", model},
                                 {"displayName", "Orrery mock"},
                                 {"description", "Repeats what it is told."},
                                 {"hidden", false},
                                 {"supportedReasoningEfforts", Json::array({effort})},
                                 {"defaultReasoningEffort", "medium"},
                                 {"inputModalities", Json::array({"text", "image"})},
                                 {"supportsPersonality", false},
                                 {"isDefault", true}}})},
          {"nextCursor", nullptr}};
}

}  // namespace

std::span<const std::string_view> other_methods() { return names; }

Json result_of(std::string_view method) {
  if (method == "model/list") return models();
  if (method == "account/rateLimits/read") return {{"rateLimits", limits_of(0)}};
  const auto found = std::ranges::find(rows, method, &Row::method);
  return found == rows.end() ? Json::object() : Json::parse(found->result);
}

Json thread_of(const ThreadFacts& facts) {
  return {{"id", facts.id},
          {"sessionId", facts.id},
          {"forkedFromId", nullptr},
          {"parentThreadId", nullptr},
          {"preview", facts.preview},
          {"ephemeral", false},
          {"modelProvider", "orrery"},
          {"model", model},
          {"reasoningEffort", nullptr},
          {"createdAt", 0},
          {"updatedAt", 0},
          {"status", {{"type", facts.active ? "active" : "idle"}}},
          {"path", nullptr},
          {"cwd", facts.cwd},
          {"cliVersion", mocked_version},
          {"source", "appServer"},
          {"gitInfo", nullptr},
          {"name", nullptr},
          {"turns", Json::array()}};
}

Json opened_thread(const ThreadFacts& facts) {
  return {{"thread", thread_of(facts)},
          {"model", model},
          {"modelProvider", "orrery"},
          {"serviceTier", nullptr},
          {"cwd", facts.cwd},
          {"instructionSources", Json::array()},
          {"approvalPolicy", "untrusted"},
          {"approvalsReviewer", "user"},
          {"sandbox",
           {{"type", "workspaceWrite"},
            {"writableRoots", Json::array()},
            {"networkAccess", false},
            {"excludeTmpdirEnvVar", false},
            {"excludeSlashTmp", false}}},
          {"reasoningEffort", nullptr}};
}

Json turn_of(const std::string& id, const std::string& status) {
  const bool failed = status == "failed";
  const Json error{{"message", "the turn failed, as its script says"},
                   {"codexErrorInfo", nullptr},
                   {"additionalDetails", nullptr}};
  return {{"id", id},
          {"items", Json::array()},
          {"itemsView", "notLoaded"},
          {"status", status},
          {"error", failed ? error : Json()},
          {"startedAt", nullptr},
          {"completedAt", nullptr},
          {"durationMs", nullptr}};
}

void complete_item(Json& item, const ThreadFacts& thread) {
  const auto type = item.value("type", "");
  const auto add = [&](const char* name, Json value) {
    if (!item.contains(name)) item[name] = std::move(value);
  };
  if (type == "commandExecution") {
    const auto command = item.value("command", "");
    add("command", "true");
    add("cwd", thread.cwd);
    add("processId", nullptr);
    add("source", "agent");
    add("status", "inProgress");
    add("commandActions", Json::array({{{"type", "unknown"}, {"command", command}}}));
    add("aggregatedOutput", nullptr);
    add("exitCode", nullptr);
    add("durationMs", nullptr);
  } else if (type == "fileChange") {
    item.erase("command");
    add("changes", Json::array({{{"path", thread.cwd + "/mock.txt"},
                                 {"kind", {{"type", "add"}}},
                                 {"diff", "mock\n"}}}));
    add("status", "inProgress");
  } else if (type == "mcpToolCall") {
    add("server", "mock");
    add("tool", "mock");
    add("status", "inProgress");
    add("arguments", Json::object());
    add("result", nullptr);
    add("error", nullptr);
    add("durationMs", nullptr);
  } else if (type == "webSearch") {
    add("query", "mock");
    add("action", nullptr);
  } else if (type == "reasoning") {
    add("summary", Json::array());
    const auto text = item.value("text", "");
    item.erase("text");
    add("content", text.empty() ? Json::array() : Json::array({text}));
  } else if (type == "agentMessage") {
    add("text", "");
    add("phase", nullptr);
  } else if (type == "plan") {
    add("text", "");
  }
}

Json usage_of(std::uint32_t total) {
  const Json counts{{"totalTokens", total},
                    {"inputTokens", total},
                    {"cachedInputTokens", 0},
                    {"outputTokens", 0},
                    {"reasoningOutputTokens", 0}};
  return {{"total", counts}, {"last", counts}, {"modelContextWindow", 100'000}};
}

Json limits_of(std::uint32_t used) {
  return {
      {"limitId", "codex"},
      {"limitName", nullptr},
      {"primary", {{"usedPercent", used}, {"windowDurationMins", nullptr}, {"resetsAt", nullptr}}},
      {"secondary", nullptr},
      {"credits", nullptr},
      {"planType", nullptr}};
}

}  // namespace tools::serve
