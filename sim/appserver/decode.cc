// Lines of a client.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/appserver/wire.h"

namespace sim::appserver {
namespace {

using Json = nlohmann::ordered_json;

struct MethodName {
  std::string_view name;
  Method method;
};
constexpr std::array known_methods{MethodName{"initialize", Method::Initialize},
                                   MethodName{"thread/start", Method::ThreadStart},
                                   MethodName{"thread/resume", Method::ThreadResume},
                                   MethodName{"thread/list", Method::ThreadList},
                                   MethodName{"thread/archive", Method::ThreadArchive},
                                   MethodName{"turn/start", Method::TurnStart},
                                   MethodName{"turn/interrupt", Method::TurnInterrupt},
                                   MethodName{"model/list", Method::ModelList},
                                   MethodName{"account/read", Method::Other},
                                   MethodName{"account/login/start", Method::Other},
                                   MethodName{"account/login/cancel", Method::Other},
                                   MethodName{"account/logout", Method::Other},
                                   MethodName{"account/rateLimits/read", Method::Other},
                                   MethodName{"execOneOffCommand", Method::Other},
                                   MethodName{"command/exec", Method::Other},
                                   MethodName{"fuzzyFileSearch", Method::Other},
                                   MethodName{"gitDiffToRemote", Method::Other}};

struct DecisionName {
  std::string_view dialect, name;
  Decision decision;
};
constexpr std::array decisions{
    DecisionName{"codex", "accept", Decision::Accept},
    DecisionName{"codex", "acceptForSession", Decision::AcceptForSession},
    DecisionName{"codex", "decline", Decision::Decline},
    DecisionName{"codex", "cancel", Decision::Cancel},
    DecisionName{"draft", "approved", Decision::Accept},
    DecisionName{"draft", "approved_for_session", Decision::AcceptForSession},
    DecisionName{"draft", "denied", Decision::Decline},
    DecisionName{"draft", "abort", Decision::Cancel}};

const Json& member(const Json& json, const char* name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(name);
  return found == json.end() ? none : *found;
}

// The number behind the dash of "thread-7"; of any other text one that nothing has.
std::uint32_t number_in(const Json& id) {
  constexpr std::uint32_t nobody = 255;
  if (!id.is_string()) return 0;
  const auto& text = id.get_ref<const std::string&>();
  const auto digits = std::string_view(text).substr(text.find('-') + 1);
  std::uint32_t out = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9' || out >= nobody) return nobody;
    out = out * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return digits.empty() ? nobody : out;
}

std::uint8_t opts_out_of(const Json& params) {
  unsigned out = 0;
  for (const auto* from : {&params, &member(params, "capabilities")})
    for (const auto& name : member(*from, "optOutNotificationMethods")) {
      if (name == "thread/started") out |= opt_out::thread_started;
      if (name == "turn/started") out |= opt_out::turn_started;
      if (name == "item/agentMessage/delta" || name == "item/delta") out |= opt_out::deltas;
    }
  return static_cast<std::uint8_t>(out);
}

std::uint32_t ask_of(const Json& id) {
  return id.is_number_unsigned() && id < 1'000'000 ? id.get<std::uint32_t>() : 0;
}

}  // namespace

Wire::Decoded Wire::decode(std::string_view line) {
  const auto json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return {};
  if (json.contains("method")) {
    if (json.contains("id")) return decode_request(json);
    if (member(json, "method") == "initialized") return {.message = ToServer(Initialized{})};
    return {};
  }
  return json.contains("id") ? decode_answer(json) : Decoded{};
}

Wire::Decoded Wire::decode_request(const Json& line) {
  const auto& params = member(line, "params");
  const auto& id = member(line, "id");
  const bool echoed = id.is_string() || id.is_number_integer();
  if (!echoed) return {};
  ids_.push_back(id);
  const RequestId request{static_cast<std::uint32_t>(ids_.size())};
  const auto found = std::ranges::find_if(
      known_methods, [&](const MethodName& row) { return member(line, "method") == row.name; });
  methods_.push_back(found == known_methods.end() ? Method::Other : found->method);
  if (found == known_methods.end())
    return {.answer = encode(Response{.id = request, .error = dialect_.unknown_method})};
  return {.message = Request{.id = request,
                             .method = found->method,
                             .thread = {number_in(member(params, "threadId"))},
                             .turn = {number_in(member(params, "turnId"))},
                             .opts_out = opts_out_of(params)}};
}

Wire::Decoded Wire::decode_answer(const Json& line) const {
  const AskId ask{ask_of(member(line, "id"))};
  if (ask == no_ask) return {};
  if (line.contains("error")) {
    const bool unknown = member(member(line, "error"), "code") == -32601;
    return {.message =
                ToServer(AnswerError{ask, unknown ? Error::MethodNotFound : Error::InvalidParams})};
  }
  const auto& said = member(member(line, "result"), "decision");
  const auto found = std::ranges::find_if(decisions, [&](const DecisionName& row) {
    return row.dialect == dialect_.name && said == row.name;
  });
  if (found != decisions.end()) return {.message = ToServer(Answer{ask, found->decision})};
  // The draft takes what it does not know as denied; codex fails the item.
  if (is_draft()) return {.message = ToServer(Answer{ask, Decision::Decline})};
  return {.message = ToServer(AnswerError{ask, Error::InvalidParams})};
}

nlohmann::ordered_json Wire::id_of(RequestId request) const {
  if (request.value == 0 || request.value > ids_.size()) return "no-such-id";
  return ids_[request.value - 1];
}

}  // namespace sim::appserver
