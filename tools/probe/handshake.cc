// SRV-01: what is answered before, between and after the two halves of the handshake.
#include <regex>

#include "probe/groups.h"

namespace tools::probe {
namespace {

constexpr std::int64_t refused = -32600;
constexpr std::string_view not_yet = "Not initialized";
constexpr std::string_view once_only = "Already initialized";

// "probe/0.169.0 (Debian ...)" has the client's name and the server's version.
void read_server(const Message& answer, Findings& findings) {
  const auto agent = answer.part().member("userAgent").text();
  if (!agent) return;
  findings.user_agent = agent->decoded();
  static const std::regex version("/([0-9][0-9A-Za-z.+-]*)");
  std::smatch found;
  if (std::regex_search(findings.user_agent, found, version)) findings.version = found[1];
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

}  // namespace tools::probe
