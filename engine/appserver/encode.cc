#include "engine/appserver/router.h"
#include "port/overload.h"

namespace engine::appserver {
namespace {

using json::Text;
using rpc::Reason;

// Members of an object of JSON.
class Members {
 public:
  Members& text(std::string_view key, std::string_view value) {
    begin(key);
    json::append(text_, Text::plain(value));
    return *this;
  }
  Members& value(std::string_view key, std::string_view json) {
    begin(key);
    text_ += json;
    return *this;
  }
  // Members that are JSON as they stand.
  Members& these(std::string_view members) {
    if (text_.size() > 1) text_ += ',';
    text_ += members;
    return *this;
  }
  std::string end() const { return text_ + '}'; }

 private:
  void begin(std::string_view key) {
    these("");
    json::append(text_, Text::plain(key));
    text_ += ':';
  }

  std::string text_ = "{";
};

std::string opted_out(const Dialect& dialect, std::uint8_t bits) {
  std::string out = "[";
  for (const NoticeRow& row : dialect.notices) {
    if ((row.opted_out_by & bits) == 0) continue;
    if (out.size() > 1) out += ',';
    json::append(out, Text::plain(row.method));
  }
  return out + ']';
}

// Of the methods that are no Method::Other. Empty: the dialect has no word for something.
std::string params_of(const Dialect& dialect, const Names& names, const Client& client,
                      const Request& request) {
  Members out;
  const auto thread = [&]() -> Members& {
    return out.text("threadId", names.threads.text_of(request.thread.value));
  };
  switch (request.method) {
    case Method::Initialize:
      out.value("clientInfo", Members()
                                  .text("name", client.name)
                                  .text("title", client.title)
                                  .text("version", client.version)
                                  .end());
      if (request.opts_out != 0)
        out.value("capabilities",
                  Members()
                      .value("optOutNotificationMethods", opted_out(dialect, request.opts_out))
                      .end());
      return out.end();
    case Method::ThreadStart:
      if (!has_words_for(dialect, request.settings)) return {};
      out.text("cwd", client.directory)
          .text("approvalPolicy", word_for(dialect.policies, request.settings.policy))
          .text("sandbox", word_for(dialect.sandboxes, request.settings.sandbox));
      if (request.settings.network) out.these(dialect.network);
      return out.end();
    case Method::ThreadResume:
    case Method::ThreadArchive: return thread().end();
    case Method::TurnStart:
      return thread()
          .value(
              "input",
              '[' + Members().text("type", "text").text("text", names.text_of(request.text)).end() +
                  ']')
          .end();
    case Method::TurnInterrupt:
      return thread().text("turnId", names.turns.text_of(request.turn.value)).end();
    case Method::ThreadList:
    case Method::ModelList:
    case Method::Other: break;
  }
  return out.end();
}

Reason encode_request(const Dialect& dialect, const Names& names, const Client& client,
                      const Request& request, std::string& out) {
  std::string_view method = word_for(dialect.methods, request.method);
  std::string params;
  if (request.method == Method::Other) {
    const std::string_view call = names.text_of(request.text);
    method = call.substr(0, call.find(' '));
    params = std::string(call.substr(std::min(method.size() + 1, call.size())));
  } else {
    params = params_of(dialect, names, client, request);
  }
  if (method.empty() || params.empty()) return Reason::NotOneValue;
  return rpc::encode(rpc::Request{rpc::Id::of(request.id.value), Text::plain(method), {params}},
                     out);
}

}  // namespace

Reason encode(const Dialect& dialect, const Names& names, const Client& client,
              const ToServer& message, std::string& out) {
  return std::visit(
      Overload{[&](const Request& request) {
                 return encode_request(dialect, names, client, request, out);
               },
               [&](const Initialized&) {
                 return rpc::encode(rpc::Notification{Text::plain("initialized"), {}}, out);
               },
               [&](const Answer& answer) {
                 const auto result =
                     Members().text("decision", word_for(dialect.decisions, answer.decision)).end();
                 return rpc::encode(rpc::Response{names.id_of(answer.ask), {result}}, out);
               },
               [&](const AnswerError& error) {
                 const bool unknown = error.error == Error::MethodNotFound;
                 return rpc::encode(
                     rpc::Failure{names.id_of(error.ask),
                                  unknown ? -32'601 : -32'602,
                                  Text::plain(unknown ? "Method not found" : "Invalid params"),
                                  {}},
                     out);
               }},
      message);
}

}  // namespace engine::appserver
