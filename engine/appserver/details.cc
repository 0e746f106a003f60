#include "engine/appserver/details.h"

#include <array>
#include <utility>

#include "engine/appserver/secrets.h"

namespace engine::appserver {
namespace {

// As it may be shown, and no longer than it may be, cut between two characters.
std::string shown(std::string_view text) {
  auto out = masked(text);
  if (out.size() <= detail_bytes_max) return out;
  auto end = detail_bytes_max;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0u) == 0x80u) --end;
  return out.substr(0, end) + "...";
}

std::string shown_text(const json::Value& object, std::string_view key) {
  const auto text = object.member(key).text();
  return text ? shown(text->decoded()) : std::string();
}

json::Value first_of(const json::Value& object, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys)
    if (const auto value = object.member(key); value.present() && value.type() != json::Type::Null)
      return value;
  return {};
}

// A step is an object in both dialects; one without words is none.
std::vector<PlanStep> steps_of(const json::Value& list) {
  std::vector<PlanStep> out;
  json::Field each;
  for (json::Parts all(list); out.size() < plan_steps_max && all.next(each);)
    if (auto text = shown_text(each.value, "step"); !text.empty())
      out.push_back({std::move(text), shown_text(each.value, "status")});
  return out;
}

std::optional<Detail> plan_of_turn(Details& details, const json::Value& params) {
  details.plan = {
      .turn = shown_text(params, "turnId"), .item = {}, .steps = steps_of(params.member("plan"))};
  return details.plan;
}

std::optional<Detail> detail_of_item(Details& details, const json::Value& item) {
  const auto type = shown_text(item, "type");
  if (type == "plan") {
    const auto list = first_of(item, {"plan", "steps"});
    if (list.type() != json::Type::Array) return std::nullopt;
    details.plan = {.turn = {}, .item = shown_text(item, "id"), .steps = steps_of(list)};
    return details.plan;
  }
  if (type != "mcpToolCall" && type != "dynamicToolCall" && type != "tool_call")
    return std::nullopt;
  const auto server = shown_text(item, "server"), tool = shown_text(item, "tool");
  const auto result = first_of(item, {"result", "contentItems", "error"});
  details.tool = {.item = shown_text(item, "id"),
                  .tool = server.empty() ? tool : server + "/" + tool,
                  .arguments = shown(item.member("arguments").raw),
                  .result = shown(result.raw)};
  return details.tool;
}

// The draft tells the end of a call as that of a command.
std::optional<Detail> result_of_tool(Details& details, const json::Value& params) {
  const auto result = params.member("result");
  auto& tool = details.tool;
  if (!result.present() || tool.item.empty() || tool.item != shown_text(params, "callId"))
    return std::nullopt;
  tool.result = shown(result.raw);
  return tool;
}

// A delta of the draft changes one entry, or adds the next.
std::optional<Detail> plan_of_entry(Details& details, const json::Value& params) {
  const auto entry = params.member("entry");
  const auto index = entry.member("index").integer();
  auto& plan = details.plan;
  if (!index || plan.item.empty() || plan.item != shown_text(params, "itemId")) return std::nullopt;
  const auto at = static_cast<std::uint64_t>(*index);
  if (at > plan.steps.size() || at >= plan_steps_max) return std::nullopt;
  if (at == plan.steps.size()) plan.steps.emplace_back();
  if (auto text = shown_text(entry, "step"); !text.empty()) plan.steps[at].text = std::move(text);
  if (auto status = shown_text(entry, "status"); !status.empty())
    plan.steps[at].status = std::move(status);
  return plan;
}

}  // namespace

std::optional<Detail> detail_news(Details& details, const rpc::Message& message) {
  const auto* notice = std::get_if<rpc::Notification>(&message);
  if (notice == nullptr) return std::nullopt;
  const auto& params = notice->params;
  if (notice->method == "turn/plan/updated") return plan_of_turn(details, params);
  if (notice->method == "item/delta") return plan_of_entry(details, params);
  if (notice->method == "exec_command_end") return result_of_tool(details, params);
  constexpr std::array of_items{"item/started", "item/created", "item/completed"};
  for (const std::string_view method : of_items)
    if (notice->method == method) return detail_of_item(details, params.member("item"));
  return std::nullopt;
}

}  // namespace engine::appserver
