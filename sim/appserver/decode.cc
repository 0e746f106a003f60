// Lines of a client.
#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "sim/appserver/values.h"
#include "sim/appserver/wire.h"
#include "sim/files/document.h"

namespace sim::appserver {
namespace {

using Json = nlohmann::ordered_json;

// As the codec takes lines.
constexpr DocumentBounds line_bounds{.bytes_max = std::size_t{64} << 20, .depth_max = 128};

struct MethodName {
  std::string_view name;
  Method method;
  std::string_view text = {}, list = {};  // What its params must have.
};
constexpr std::array known_methods{MethodName{"initialize", Method::Initialize},
                                   MethodName{"thread/start", Method::ThreadStart},
                                   MethodName{"thread/resume", Method::ThreadResume, "threadId"},
                                   MethodName{"thread/list", Method::ThreadList},
                                   MethodName{"thread/archive", Method::ThreadArchive, "threadId"},
                                   MethodName{"turn/start", Method::TurnStart, "threadId", "input"},
                                   MethodName{"turn/interrupt", Method::TurnInterrupt, "threadId"},
                                   MethodName{"model/list", Method::ModelList},
                                   MethodName{"account/read", Method::Other},
                                   MethodName{"account/login/start", Method::Other},
                                   MethodName{"account/login/cancel", Method::Other},
                                   MethodName{"account/logout", Method::Other},
                                   MethodName{"account/rateLimits/read", Method::Other},
                                   MethodName{"execOneOffCommand", Method::Other, "", "command"},
                                   MethodName{"command/exec", Method::Other, "", "command"},
                                   MethodName{"fuzzyFileSearch", Method::Other, "query", "roots"},
                                   MethodName{"gitDiffToRemote", Method::Other, "cwd"}};

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

const Json& member(const Json& json, std::string_view name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(std::string(name));
  return found == json.end() ? none : *found;
}

bool fits(const Json& params, const MethodName& row) {
  if (!params.is_null() && !params.is_object()) return false;
  return (row.text.empty() || member(params, row.text).is_string()) &&
         (row.list.empty() || member(params, row.list).is_array());
}

std::string_view text_in(const Json& params, std::string_view name) {
  const auto& found = member(params, name);
  return found.is_string() ? std::string_view(found.get_ref<const std::string&>())
                           : std::string_view();
}

// The name of a rollout ends with the id of its thread.
std::string_view id_in_path(std::string_view path) {
  constexpr std::size_t uuid_size = 36;
  constexpr std::string_view ending = ".jsonl";
  if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return path.substr(path.size() - std::min(path.size(), uuid_size));
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

// What takes no decision is answered in a shape of its own (RPC-09): with something, or with none.
std::optional<Decision> decision_in_shape(const Json& result) {
  const auto granted = [](bool yes) { return yes ? Decision::Accept : Decision::Decline; };
  for (const auto* grants : {"permissions", "answers"})
    if (const auto& given = member(result, grants); given.is_object())
      return granted(!given.empty());
  if (const auto& success = member(result, "success"); success.is_boolean())
    return granted(success.get<bool>());
  const auto& action = member(result, "action");
  if (action == "cancel") return Decision::Cancel;
  if (action == "accept" || action == "decline") return granted(action == "accept");
  return std::nullopt;
}

std::uint32_t ask_of(const Json& id) {
  return id.is_number_unsigned() && id < 1'000'000 ? id.get<std::uint32_t>() : 0;
}

}  // namespace

Decoded Wire::decode(std::string_view line) {
  auto read = read_document<Json>(line, line_bounds);
  auto* document = std::get_if<Json>(&read);
  if (document == nullptr || !document->is_object()) return {};
  auto& json = *document;
  Decoded out;
  if (!json.contains("method")) {
    if (json.contains("id")) out = decode_answer(json);
  } else if (json.contains("id")) {
    out = decode_request(json);
  } else if (member(json, "method") == "initialized") {
    out.message = ToServer(Initialized{});
  }
  out.line = std::move(json);
  return out;
}

Decoded Wire::decode_request(const Json& line) {
  const auto& params = member(line, "params");
  const auto& id = member(line, "id");
  const bool echoed = id.is_string() || id.is_number_integer();
  if (!echoed) return {};
  const auto is_it = [&](std::string_view name) { return member(line, "method") == name; };
  const auto found = std::ranges::find_if(known_methods, is_it, &MethodName::name);
  const bool known = found != known_methods.end();
  const auto name = member(line, "method");
  asked_.push_back({id, known ? found->method : Method::Other,
                    name.is_string() ? name.get<std::string>() : name.dump()});
  if (asked_.size() > requests_max) asked_.pop_front();
  const RequestId request{++asks_};
  const auto refuse = [&](Error error) {
    return Decoded{.answer = encode(Response{.id = request, .error = error})};
  };
  if (!known && !std::ranges::any_of(others_, is_it)) return refuse(dialect_.unknown_method);
  if (!fits(params, known ? *found : MethodName{}) || !takes(dialect_, params))
    return refuse(dialect_.bad_params);
  auto thread = text_in(params, "threadId");
  if (thread.empty() && asked_.back().method == Method::ThreadResume)
    thread = id_in_path(text_in(params, "path"));
  asked_.back().thread = names_.adopt(thread);
  return {.message = Request{.id = request,
                             .method = asked_.back().method,
                             .thread = asked_.back().thread,
                             .turn = names_.turn(text_in(params, "turnId")),
                             .settings = asked_.back().method == Method::ThreadStart
                                             ? settings_in(dialect_, params)
                                             : Settings{},
                             .opts_out = opts_out_of(params)}};
}

Decoded Wire::decode_answer(const Json& line) const {
  const AskId ask{ask_of(member(line, "id"))};
  if (ask == no_ask) return {};
  if (line.contains("error")) {
    const bool unknown = member(member(line, "error"), "code") == -32601;
    return {.message =
                ToServer(AnswerError{ask, unknown ? Error::MethodNotFound : Error::InvalidParams})};
  }
  const auto& said = member(member(line, "result"), "decision");
  // With more that it allows from now on.
  if (!is_draft() && said.is_object() && said.contains("acceptWithExecpolicyAmendment"))
    return {.message = ToServer(Answer{ask, Decision::Accept})};
  const auto found = std::ranges::find_if(decisions, [&](const DecisionName& row) {
    return row.dialect == dialect_.name && said == row.name;
  });
  if (found != decisions.end()) return {.message = ToServer(Answer{ask, found->decision})};
  // The draft takes what it does not know as denied; codex fails the item.
  if (is_draft()) return {.message = ToServer(Answer{ask, Decision::Decline})};
  if (const auto other = decision_in_shape(member(line, "result")))
    return {.message = ToServer(Answer{ask, *other})};
  return {.message = ToServer(AnswerError{ask, Error::InvalidParams})};
}

const Wire::Asked* Wire::find(RequestId request) const {
  if (request.value == 0 || request.value > asks_) return nullptr;
  const auto back = asks_ - request.value;  // From the last one.
  return back < asked_.size() ? &asked_[asked_.size() - 1 - back] : nullptr;
}

nlohmann::ordered_json Wire::id_of(RequestId request) const {
  const auto* asked = find(request);
  return asked == nullptr ? Json("no-such-id") : asked->id;
}

Method Wire::method_of(RequestId request) const {
  const auto* asked = find(request);
  return asked == nullptr ? Method::Other : asked->method;
}

}  // namespace sim::appserver
