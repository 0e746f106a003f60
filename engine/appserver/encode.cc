#include "engine/appserver/router.h"
#include "port/overload.h"
#include "port/visit.h"

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

// If it is set.
void set(Members& out, std::string_view key, const std::string& value) {
  if (!value.empty()) out.text(key, value);
}
std::string list_of(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ',';
    json::append(out, Text::plain(text));
  }
  return out + ']';
}

// What a thread has beside its policy and sandbox.
void set_thread(Members& out, const Dialect& dialect, const Options& options, bool network) {
  set(out, "model", options.model);
  set(out, "baseInstructions", options.base_instructions);
  set(out, "developerInstructions", options.developer_instructions);
  const bool roots = !options.writable.empty();
  if (!dialect.configures) {
    if (network) out.value("network", "true");
    if (roots) out.value("writableRoots", list_of(options.writable));
    return;
  }
  Members config;
  set(config, "profile", options.profile);
  if (network) config.value("sandbox_workspace_write.network_access", "true");
  if (roots) config.value("sandbox_workspace_write.writable_roots", list_of(options.writable));
  if (network || roots || !options.profile.empty()) out.value("config", config.end());
}

std::string sandbox_of(const Dialect& dialect, const Options& options) {
  Members out;
  out.text("type", word_for(dialect.sandbox_types, *options.sandbox));
  if (*options.sandbox == Sandbox::WorkspaceWrite)
    out.value("writableRoots", list_of(options.writable))
        .value("networkAccess", options.network ? "true" : "false");
  return out.end();
}
void set_turn(Members& out, const Dialect& dialect, const Options& options) {
  set(out, "model", options.model);
  set(out, "effort", options.effort);
  set(out, "summary", options.summary);
  if (options.sandbox) out.value("sandboxPolicy", sandbox_of(dialect, options));
}

// What is said, and images: addresses, and paths of files.
std::string inputs_of(std::string_view text, const Options& options) {
  std::string out = '[' + Members().text("type", "text").text("text", text).end();
  for (const std::string& image : options.images) {
    const bool address = image.find("://") != image.npos || image.starts_with("data:");
    out += ',' + Members()
                     .text("type", address ? "image" : "localImage")
                     .text(address ? "url" : "path", image)
                     .end();
  }
  return out + ']';
}

// Of the methods that are no Method::Other. Empty: the dialect has no word for something.
std::string params_of(const Dialect& dialect, const Names& names, const Client& client,
                      const Request& request) {
  static const Options nothing;
  const Options* given = names.options_of(request.text);
  const Options& options = given == nullptr ? nothing : *given;
  if (!without_word(dialect, options).empty()) return {};
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
      set_thread(out, dialect, options, request.settings.network);
      return out.end();
    case Method::ThreadResume:
      thread();
      set(out, "path", std::string(names.path_of(request.thread)));
      return out.end();
    case Method::ThreadArchive: return thread().end();
    case Method::TurnStart:
      thread().value("input", inputs_of(names.text_of(request.text), options));
      set_turn(out, dialect, options);
      return out.end();
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

// In the shape of what was asked; empty: it has none for that.
std::string result_of(const Dialect& dialect, const Names& names, const Answer& answer) {
  const AskRow* row = names.row_of(answer.ask);
  if (row != nullptr && row->kind == AskKind::Other)
    return answer.decision == Decision::Decline ? std::string(row->refusal) : std::string();
  const auto decisions = row == nullptr ? dialect.decisions : row->decisions;
  return Members().text("decision", word_for(decisions, answer.decision)).end();
}

}  // namespace

Reason encode(const Dialect& dialect, const Names& names, const Client& client,
              const ToServer& message, std::string& out) {
  return port::visit(
      Overload{[&](const Request& request) {
                 return encode_request(dialect, names, client, request, out);
               },
               [&](const Initialized&) {
                 return rpc::encode(rpc::Notification{Text::plain("initialized"), {}}, out);
               },
               [&](const Answer& answer) {
                 const auto result = result_of(dialect, names, answer);
                 if (result.empty()) return Reason::NotOneValue;
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
