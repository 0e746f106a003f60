// SRV-02, RPC-04: requests that cannot be met, and what is no request. SRV-10: what is asked of
// tools.
#include <array>

#include <fmt/format.h>

#include "probe/trial.h"

namespace tools::probe {

// SRV-01: what is answered before, between and after the two halves of the handshake.

namespace {

constexpr std::int64_t refused = -32600;
constexpr std::string_view not_yet = "Not initialized";
constexpr std::string_view once_only = "Already initialized";

void read_server(const Message& answer, Findings& findings) {
  const auto agent = answer.part().member("userAgent").text();
  if (!agent) return;
  findings.user_agent = agent->decoded();
  findings.version = spec::appserver::version_in(findings.user_agent);
}

}  // namespace

void try_handshake(Trial& trial) {
  trial.attempt("SRV-01", "a request before initialize", [](Session& session) {
    expect_error(session.answer(session.ask(harmless)), refused, not_yet);
  });
  trial.attempt("SRV-04", "a line that is no message, before initialize", [](Session& session) {
    session.write("{bad\n");
    expect_error(session.answer(session.ask(harmless)), refused, not_yet);
  });
  trial.attempt("SRV-01", "initialize", [&](Session& session) {
    const auto& answer = session.answer(session.ask("initialize", hello));
    expect_result(answer);
    trial.findings().shaken_hands = true;
    read_server(answer, trial.findings());
  });
  trial.attempt("SRV-01", "initialize again, before initialized", [](Session& session) {
    expect_error(session.answer(session.ask("initialize", hello)), refused, once_only);
  });
  trial.attempt("SRV-01", "a request between the result and initialized", [&](Session& session) {
    const auto& answer = session.answer(session.ask(harmless));
    if (trial.dialect().answers_before_initialized) return expect_result(answer);
    expect_error(answer, refused, not_yet);
  });
  trial.attempt("SRV-01", "a request after initialized", [](Session& session) {
    session.notify("initialized");
    expect_result(session.answer(session.ask(harmless)));
  });
  trial.attempt("SRV-01", "initialize again, after initialized", [](Session& session) {
    expect_error(session.answer(session.ask("initialize", hello)), refused, once_only);
  });
  trial.attempt("SRV-01", "initialized again", [](Session& session) {
    session.notify("initialized");
    expect_result(session.answer(session.ask(harmless)));
  });
}

namespace {

struct BadRequest {
  std::string_view tried, method, params;
  std::int64_t code;  // Of those that have one for each mistake.
};

constexpr std::int64_t unknown_method = -32601;
constexpr std::int64_t bad_params = -32602;
constexpr std::array bad_requests{
    BadRequest{"an unknown method", "no/such/method", "{}", unknown_method},
    BadRequest{"a notification's method in a request", "initialized", "", unknown_method},
    BadRequest{"no params where some are needed", "turn/start", "", bad_params},
    BadRequest{"params that lack what is needed", "thread/archive", "{}", bad_params},
    BadRequest{"params that are a number", "thread/start", "7", bad_params},
    BadRequest{"params that are null", "thread/archive", "null", bad_params},
    BadRequest{"a field of another type", "turn/interrupt", R"({"threadId":5,"turnId":6})",
               bad_params},
    BadRequest{"an approval policy that there is not", "thread/start",
               R"({"approvalPolicy":"always"})", bad_params},
    BadRequest{"a sandbox that there is not", "thread/start", R"({"sandbox":"yolo"})", bad_params},
    BadRequest{"a summary that there is not", "turn/start",
               R"({"threadId":"x","input":[],"summary":"loud"})", bad_params},
    BadRequest{"an input item of a kind that there is not", "turn/start",
               R"({"threadId":"x","input":[{"type":"telepathy","url":"u"}]})", bad_params},
    BadRequest{"an image without its address", "turn/start",
               R"({"threadId":"x","input":[{"type":"image"}]})", bad_params},
    BadRequest{"a command that is no list", "command/exec", R"({"command":"true"})", bad_params},
    BadRequest{"a search without its folders", "fuzzyFileSearch", R"({"query":"a"})", bad_params},
    BadRequest{"a difference of no folder", "gitDiffToRemote", "{}", bad_params},
    BadRequest{"input of another type", "turn/start", R"({"threadId":"x","input":"hello"})",
               bad_params},
};

struct Stray {
  std::string_view rule, tried, line;
};
constexpr std::array strays{
    Stray{"SRV-03", "an unknown notification gets no answer", R"({"method":"no/such"})"},
    Stray{"SRV-03", "a request's method without id gets no answer",
          R"({"method":"thread/list","params":{}})"},
    Stray{"RPC-04", "a result that answers nothing", R"({"id":4242,"result":{}})"},
    Stray{"RPC-04", "a result under a text that answers nothing", R"({"id":"none","result":{}})"},
    Stray{"RPC-04", "an error that answers nothing",
          R"({"id":4243,"error":{"code":-1,"message":"none"}})"},
};

struct Tool {
  std::string_view draft, codex, params;
  std::array<std::string_view, 2> members;
};
// In the folder that the server was started in: some versions never answer a search of no folder.
constexpr std::array tools_asked{
    Tool{"execOneOffCommand", "command/exec", R"({"command":["true"]})", {"exitCode", "stdout"}},
    Tool{
        "fuzzyFileSearch", "fuzzyFileSearch", R"({"query":"a","roots":["."]})", {"files", "files"}},
    Tool{"gitDiffToRemote", "gitDiffToRemote", R"({"cwd":"."})", {"sha", "diff"}}};

// A server may have no sandbox, and a folder no remote: then there is nothing to look at.
void expect_shape(const Message& answer, const Tool& tool) {
  if (answer.kind == Message::Kind::Failure) throw NoJudgement{"refused here: " + answer.text};
  expect_result(answer);
  for (const auto name : tool.members)
    if (!answer.part().member(name).present())
      throw Broken{fmt::format("the result has no {}", name), {}};
}

void expect_refused(const Message& answer, const BadRequest& row,
                    const spec::appserver::Dialect& dialect) {
  if (dialect.one_code_for_bad_requests) return expect_error(answer, -32600, "Invalid request");
  expect_error(answer, row.code, "", answer.code == -32600 ? "one_code_for_bad_requests" : "");
}

}  // namespace

void try_errors(Trial& trial) {
  trial.open();
  for (const auto& row : bad_requests) {
    trial.attempt("SRV-02", row.tried, [&](Session& session) {
      expect_refused(session.answer(session.ask(row.method, row.params)), row, trial.dialect());
    });
  }
  const bool draft = !trial.dialect().one_code_for_bad_requests;
  for (const auto& tool : tools_asked) {
    const auto method = draft ? tool.draft : tool.codex;
    trial.attempt("SRV-10", method, [&](Session& session) {
      expect_shape(session.answer(session.ask(method, tool.params)), tool);
    });
  }
  for (const auto& row : strays) {
    trial.attempt(row.rule, row.tried, [&](Session& session) {
      session.write(fmt::format("{}\n", row.line));
      expect_alive(session);
    });
  }
}

}  // namespace tools::probe
