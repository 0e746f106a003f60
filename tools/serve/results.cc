#include "serve/results.h"

#include <algorithm>
#include <array>

#include "sim/files/document.h"

namespace tools::serve {
namespace {

struct Row {
  std::string_view method;
  std::string_view result;  // As JSON.
};
constexpr std::string_view of_wire = "{}";  // sim's wire says it.
constexpr std::string_view empty_page = R"({"data":[],"nextCursor":null})";
constexpr std::array rows{
    Row{"account/bedrock/checkGovCloudRequirements", R"({"isGovCloud":false,"shouldWarn":false})"},
    Row{"account/usage/read", R"({"summary":{},"dailyUsageBuckets":null})"},
    Row{"app/installed", R"({"apps":[]})"},
    Row{"app/list", empty_page},
    Row{"collaborationMode/list",
        R"({"data":[{"name":"Plan","mode":"plan","model":null,"reasoning_effort":"medium"},)"
        R"({"name":"Default","mode":"default","model":null,"reasoning_effort":null}]})"},
    Row{"command/exec", of_wire},
    Row{"config/batchWrite",
        R"({"status":"ok","version":"1","filePath":"/config.toml","overriddenMetadata":null})"},
    Row{"config/mcpServer/reload", "{}"},
    Row{"config/read",
        R"({"config":{"model":"orrery-mock","model_provider":"orrery","model_reasoning_effort":)"
        R"(null,"approval_policy":"untrusted","sandbox_mode":"workspace-write"},"origins":{},)"
        R"("layers":null})"},
    Row{"config/value/write",
        R"({"status":"ok","version":"1","filePath":"/config.toml","overriddenMetadata":null})"},
    Row{"configRequirements/read", R"({"requirements":null})"},
    Row{"experimentalFeature/enablement/set", R"({"enablement":{}})"},
    Row{"experimentalFeature/list", empty_page},
    Row{"externalAgentConfig/detect", R"({"items":[],"connectors":[]})"},
    Row{"feedback/upload", R"({"threadId":""})"},
    Row{"fuzzyFileSearch", of_wire},
    Row{"getAuthStatus", R"({"authMethod":null,"authToken":null,"requiresOpenaiAuth":false})"},
    Row{"gitDiffToRemote", of_wire},
    Row{"mcpServerStatus/list", empty_page},
    Row{"memory/reset", "{}"},
    Row{"modelProvider/capabilities/read",
        R"({"namespaceTools":false,"imageGeneration":false,"webSearch":false})"},
    Row{"permissionProfile/list",
        R"({"data":[{"id":":read-only","description":null,"allowed":true},)"
        R"({"id":":workspace","description":null,"allowed":true},)"
        R"({"id":":danger-full-access","description":null,"allowed":true}],"nextCursor":null})"},
    Row{"plugin/installed", R"({"marketplaces":[],"marketplaceLoadErrors":[]})"},
    Row{"plugin/list", R"({"marketplaces":[],"marketplaceLoadErrors":[],"featuredPluginIds":[]})"},
    Row{"remoteControl/status/read",
        R"({"status":"disabled","serverName":"mock","installationId":"mock",)"
        R"("environmentId":null})"},
    Row{"skills/config/write", R"({"effectiveEnabled":true})"},
    Row{"skills/extraRoots/set", "{}"},
    Row{"thread/memoryMode/set", "{}"},
    Row{"thread/queue/list", empty_page},
    Row{"thread/readState/update", R"({"readState":{"firstUnread":null,"revision":"1"}})"},
    Row{"windowsSandbox/readiness", R"({"status":"notConfigured"})"},
};

constexpr std::array<std::string_view, rows.size()> names = [] {
  std::array<std::string_view, rows.size()> out{};
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rows[i].method;
  return out;
}();

Json models() {
  const Json effort{{"reasoningEffort", "medium"}, {"description", "As much as it has."}};
  return {{"data", Json::array({{{"id", "orrery-mock"},
                                 {"model", "orrery-mock"},
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

Json sandbox_named(const Json& word) {
  if (word == "danger-full-access") return {{"type", "dangerFullAccess"}};
  if (word == "read-only") return {{"type", "readOnly"}, {"networkAccess", false}};
  return {{"type", "workspaceWrite"},
          {"writableRoots", Json::array()},
          {"networkAccess", false},
          {"excludeTmpdirEnvVar", false},
          {"excludeSlashTmp", false}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json time_or_null(std::int64_t ms, std::int64_t unit) { return ms == 0 ? Json() : Json(ms / unit); }

}  // namespace

const Json& member(const Json& json, std::string_view name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(name);
  return found == json.end() ? none : *found;
}

std::string text_in(const Json& json, std::string_view name) {
  const auto& found = member(json, name);
  return found.is_string() ? found.get<std::string>() : std::string();
}

Json written(std::string_view json) { return sim::own_document<Json>(json); }

std::span<const std::string_view> other_methods() { return names; }

Json result_of(std::string_view method) {
  if (method == "model/list") return models();
  const auto found = std::ranges::find(rows, method, &Row::method);
  return found == rows.end() ? Json::object() : written(found->result);
}

void apply_params(const Json& params, ThreadFacts& facts) {
  if (const auto cwd = text_in(params, "cwd"); !cwd.empty())
    facts.cwd = cwd[0] == '/' ? cwd : facts.cwd + "/" + cwd;
  if (const auto model = text_in(params, "model"); !model.empty()) facts.model = model;
  if (auto provider = text_in(params, "modelProvider"); !provider.empty())
    facts.provider = std::move(provider);
  if (const auto& policy = member(params, "approvalPolicy"); !policy.is_null())
    facts.policy = policy;
  if (const auto& word = member(params, "sandbox"); word.is_string())
    facts.sandbox = sandbox_named(word);
  if (const auto& sandbox = member(params, "sandboxPolicy"); sandbox.is_object())
    facts.sandbox = sandbox;
  if (member(params, "ephemeral") == true) facts.ephemeral = true;
}

Json status_of(const ThreadFacts& facts) {
  if (!facts.loaded) return {{"type", "notLoaded"}};
  if (!facts.active) return {{"type", "idle"}};
  const auto flags = facts.waits_for.empty() ? Json::array() : Json::array({facts.waits_for});
  return {{"type", "active"}, {"activeFlags", flags}};
}

Json thread_of(const ThreadFacts& facts, Json turns) {
  return {{"id", facts.id},
          {"sessionId", facts.id},
          {"forkedFromId", text_or_null(facts.forked_from)},
          {"parentThreadId", text_or_null(facts.parent)},
          {"preview", facts.preview},
          {"ephemeral", facts.ephemeral},
          {"projectId", nullptr},
          {"modelProvider", facts.provider},
          {"model", facts.model},
          {"reasoningEffort", nullptr},
          {"createdAt", facts.created_ms / 1000},
          {"updatedAt", facts.created_ms / 1000},
          {"recencyAt", facts.created_ms / 1000},
          {"status", status_of(facts)},
          {"path", nullptr},
          {"cwd", facts.cwd},
          {"cliVersion", facts.version},
          {"source", thread_source},
          {"agentNickname", nullptr},
          {"agentRole", nullptr},
          {"gitInfo", facts.git},
          {"name", text_or_null(facts.name)},
          {"turns", std::move(turns)}};
}

Json plain_thread(const ThreadFacts& facts) {
  return {{"id", facts.id},
          {"modelProvider", facts.provider},
          {"createdAt", facts.created_ms / 1000},
          {"preview", facts.preview},
          {"cwd", facts.cwd}};
}

Json opened_thread(const ThreadFacts& facts, Json turns) {
  return {{"thread", thread_of(facts, std::move(turns))},
          {"model", facts.model},
          {"modelProvider", facts.provider},
          {"serviceTier", nullptr},
          {"cwd", facts.cwd},
          {"instructionSources", Json::array()},
          {"approvalPolicy", facts.policy},
          {"approvalsReviewer", "user"},
          {"sandbox", facts.sandbox.is_null() ? sandbox_named("workspace-write") : facts.sandbox},
          {"reasoningEffort", nullptr}};
}

Json item_of_type(const Json& items, std::string_view type) {
  Json found;
  for (const auto& item : items)
    if (item["type"] == type && (found.is_null() || type != "userMessage")) found = item;
  return found;
}

Json turn_of(const TurnFacts& facts, std::string_view items_view) {
  auto items = items_view == "full" ? facts.items : Json::array();
  if (items_view == "summary")
    for (const char* type : {"userMessage", "agentMessage"})
      if (auto found = item_of_type(facts.items, type); !found.is_null())
        items.push_back(std::move(found));
  const bool failed = facts.status == "failed";
  const Json error{{"message", "the turn failed, as its script says"},
                   {"codexErrorInfo", nullptr},
                   {"additionalDetails", nullptr}};
  const auto took = facts.ended_ms - facts.began_ms;
  return {{"id", facts.id},
          {"items", std::move(items)},
          {"itemsView", items_view},
          {"status", facts.status},
          {"error", failed ? error : Json()},
          {"startedAt", time_or_null(facts.began_ms, 1000)},
          {"completedAt", time_or_null(facts.ended_ms, 1000)},
          {"durationMs", facts.ended_ms == 0 ? Json() : Json(took)}};
}

Json user_message(const std::string& id, const std::string& text) {
  const Json content{{"type", "text"}, {"text", text}, {"text_elements", Json::array()}};
  return {{"id", id},
          {"type", "userMessage"},
          {"clientId", nullptr},
          {"content", Json::array({content})}};
}

Json command_item(const std::string& id, const std::string& command, std::string_view source) {
  return {{"id", id}, {"type", "commandExecution"}, {"command", command}, {"source", source}};
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
  } else {
    item.erase("text");
  }
}

Json usage_of(std::uint32_t total) {
  const Json counts{{"totalTokens", total},   {"inputTokens", total},
                    {"cachedInputTokens", 0}, {"cacheWriteInputTokens", 0},
                    {"outputTokens", 0},      {"reasoningOutputTokens", 0}};
  return {{"total", counts}, {"last", counts}, {"modelContextWindow", 100'000}};
}

Json limits_of(std::uint32_t used, std::int64_t now_ms) {
  const auto limit = [&](std::uint32_t percent, std::int64_t minutes) {
    const auto window_s = minutes * 60;
    return Json{{"usedPercent", percent},
                {"windowDurationMins", minutes},
                {"resetsAt", (now_ms / 1000 / window_s + 1) * window_s}};
  };
  return {{"limitId", "codex"},          {"limitName", nullptr},
          {"primary", limit(used, 300)}, {"secondary", limit(used / 10, 10'080)},
          {"credits", nullptr},          {"planType", nullptr}};
}

Json example_of(const Json& schema) {
  if (const auto& words = member(schema, "enum"); words.is_array() && !words.empty())
    return words[0];
  for (const char* several : {"anyOf", "oneOf"})
    if (const auto& each = member(schema, several); each.is_array() && !each.empty())
      return example_of(each[0]);
  auto type = member(schema, "type");
  if (type.is_array() && !type.empty()) type = Json(type[0]);
  if (type == "array") return Json::array();
  if (type == "boolean") return false;
  if (type == "integer" || type == "number") return 0;
  if (type == "null") return nullptr;
  if (type == "string") return "mock";
  auto out = Json::object();
  for (const auto& [name, each] : member(schema, "properties").items())
    out[name] = example_of(each);
  return out;
}

}  // namespace tools::serve
