// SRV-03, RPC-04: many requests at once, each answered once, in any order.
#include <fmt/format.h>

#include "probe/trial.h"

namespace tools::probe {
namespace {

constexpr int burst = 64;

struct Asked {
  std::string id;
  bool refused;  // It must be.
};

// Every third one is a mistake, and every second id a text.
std::string burst_of(Session& session, int first, std::vector<Asked>& asked) {
  std::string lines;
  for (int i = 0; i < burst; ++i) {
    auto id = std::to_string(first + i);
    if (i % 2 == 1) id = fmt::format("\"{}\"", id);
    const bool refused = i % 3 == 2;
    session.expect(id);
    lines += fmt::format("{{\"id\":{},\"method\":\"{}\",\"params\":{{}}}}\n", id,
                         refused ? "no/such/method" : harmless);
    asked.push_back({id, refused});
  }
  return lines;
}

void expect_answers(Session& session, const std::vector<Asked>& asked) {
  for (const auto& each : asked) {
    const auto& answer = session.answer(each.id);
    constexpr std::int64_t overloaded = -32001;
    if (each.refused)
      expect_any_error(answer);
    else if (answer.code != overloaded)
      expect_result(answer);
  }
}

}  // namespace

void try_bursts(Trial& trial) {
  trial.open();
  trial.attempt("SRV-03", "64 requests in one write", [](Session& session) {
    std::vector<Asked> asked;
    session.write(burst_of(session, 1000, asked));
    expect_answers(session, asked);
  });
  trial.attempt("RPC-04", "three bursts before the first answer is read", [](Session& session) {
    std::vector<Asked> asked;
    std::string lines;
    for (const int first : {2000, 3000, 4000}) lines += burst_of(session, first, asked);
    session.write(lines);
    expect_answers(session, asked);
  });
}

void try_end_within_a_burst(Trial& trial) {
  trial.open();
  trial.attempt("SRV-03", "64 requests, and the end of stdin at once", [](Session& session) {
    std::vector<Asked> asked;
    session.write(burst_of(session, 5000, asked));
    expect_end(session);
    if (const auto open = session.unanswered(); !open.empty())
      throw Broken{fmt::format("{} of them are never answered", open.size()), {}};
  });
}

// SRV-09: the end of its input ends a server, with exit code 0.

void expect_end(Session& session) {
  const auto end = session.finish();
  if (end != ProcessEnd{ProcessEnd::Kind::Exited, 0})
    throw Broken{"after the end of its stdin it " + show(end), {}};
}

void try_end_at_once(Trial& trial) {
  trial.attempt("SRV-09", "the end of stdin before anything was said",
                [](Session& session) { expect_end(session); });
}

void try_unended_line(Trial& trial) {
  trial.open();
  trial.attempt("WIRE-01", "a whole object at the end of stdin, without a newline",
                [](Session& session) {
                  session.expect("8401");
                  session.write(R"({"id":8401,"method":"thread/list","params":{}})");
                  expect_end(session);
                  if (session.unanswered().empty()) return;
                  throw NoJudgement{"what is asked right before the end may stay unanswered"};
                });
}

}  // namespace tools::probe
