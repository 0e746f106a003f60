#include "ide/mcp.h"

#include <nlohmann/json.hpp>

#include "results/words.h"
#include "sim/files/document.h"

namespace tools::ide {
namespace {

using Json = nlohmann::ordered_json;

Json initialized(const Json& params) {
  const auto asked = params.is_object() ? params.find("protocolVersion") : params.end();
  const bool has = params.is_object() && asked != params.end() && asked->is_string();
  return {{"protocolVersion", has ? asked->get<std::string>() : "2025-06-18"},
          {"capabilities", {{"tools", Json::object()}}},
          {"serverInfo", {{"name", "orrery-mock-ide"}, {"version", ORRERY_VERSION}}}};
}

Json answer_to(const std::string& method, const Json& message) {
  const auto result = [](Json what) { return Json{{"result", std::move(what)}}; };
  if (method == "initialize")
    return result(initialized(message.contains("params") ? message["params"] : Json()));
  if (method == "ping") return result(Json::object());
  if (method == "tools/list") return result({{"tools", Json::array()}});
  return {{"error", {{"code", -32'601}, {"message", "no such method: " + method}}}};
}

}  // namespace

McpAnswer answer_mcp(std::string_view message) {
  const auto read = sim::read_document<Json>(message);
  const auto* said = std::get_if<Json>(&read);
  const bool is_message = said != nullptr && said->is_object() && said->contains("jsonrpc");
  if (!is_message) return {400, "{\"error\":\"the body is no message of JSON-RPC\"}\n"};
  // A notification, or an answer to what was never asked.
  if (!said->contains("id") || !said->contains("method") || !(*said)["method"].is_string())
    return {202, {}};
  auto out = answer_to((*said)["method"].get<std::string>(), *said);
  out["jsonrpc"] = "2.0";
  out["id"] = (*said)["id"];
  return {200, dump(out) + "\n"};
}

}  // namespace tools::ide
