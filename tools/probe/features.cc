// SRV-03, SRV-08, SES-09: what real clients use beside starting and stopping turns: steering,
// forks, compaction, reviews. What a server refuses, or does not have, shows nothing.
#include <fmt/format.h>

#include "engine/appserver/secrets.h"
#include "probe/groups.h"

namespace tools::probe {
namespace {

using spec::appserver::Field;

std::string thread_params(const Turn& turn, std::string_view more = "") {
  return fmt::format(R"({{"threadId":"{}"{}}})", turn.thread, more);
}

// The result; a refusal shows nothing.
const Message& expect_served(Session& session, std::string_view method, const std::string& params) {
  const auto& answer = session.answer(session.ask(method, params));
  if (answer.kind == Message::Kind::Failure)
    throw NoJudgement{"it is refused: " + engine::appserver::excerpt(answer.text)};
  return answer;
}

void steer(Session& session, const Turn& turn, const spec::appserver::Dialect& dialect) {
  const auto input = fmt::format(
      R"(,"expectedTurnId":"{}","input":[{{"type":"text","text":"And this."}}])", turn.id);
  const auto& answer = expect_served(session, "turn/steer", thread_params(turn, input));
  const auto id = text_of(answer, dialect, Field::Turn);
  if (id != turn.id) throw Broken{fmt::format("turn {} was wanted, not {}", turn.id, id), {}};
}

void fork(Session& session, const Turn& turn, const spec::appserver::Dialect& dialect) {
  const auto& answer = expect_served(session, "thread/fork", thread_params(turn));
  const auto id = text_of(answer, dialect, Field::Thread);
  if (id.empty()) throw Broken{"the result of thread/fork names no thread", {}};
  if (id == turn.thread) throw Broken{"the fork has the id of its parent", {}};
}

// A turn that such a request has begun is stopped, so that nothing goes on behind it.
void stop_what_began(Session& session, std::size_t since, const Turn& turn,
                     const spec::appserver::Dialect& dialect) {
  try {
    const auto& started = session.hear(since, "turn/started", [](const Message& message) {
      return message.method == "turn/started";
    });
    session.answer(session.ask(
        "turn/interrupt",
        thread_params(turn,
                      fmt::format(R"(,"turnId":"{}")", text_of(started, dialect, Field::Turn)))));
  } catch (const Silence&) {  // Not every server says that it has started.
  }
}

}  // namespace

void try_features(Trial& trial) {
  trial.open();
  const auto& dialect = trial.dialect();
  Turn turn;
  const auto begun = [&] {
    if (!dialect.steers) throw NoJudgement{"it is not of this dialect"};
    if (turn.id.empty()) throw NoJudgement{"no turn was started"};
    return turn;
  };
  trial.attempt("SES-02", "a turn to be steered",
                [&](Session& session) { turn = start_turn(session, dialect); });
  trial.attempt("SRV-08", "turn/steer of the running turn",
                [&](Session& session) { steer(session, begun(), dialect); });
  trial.attempt("SES-09", "thread/fork has an id of its own",
                [&](Session& session) { fork(session, begun(), dialect); });
  trial.attempt("SRV-06", "turn/interrupt of a turn that was steered",
                [&](Session& session) { expect_interrupted(session, begun(), dialect); });
  for (const auto& [method, params] :
       {std::pair("thread/compact/start", ""),
        std::pair("review/start",
                  R"(,"target":{"type":"custom","instructions":"Look."},"delivery":"inline")")}) {
    trial.attempt("SRV-03", fmt::format("{} is answered", method),
                  [&, call = method, with = params](Session& session) {
                    const auto since = session.next_order();
                    expect_served(session, call, thread_params(begun(), with));
                    stop_what_began(session, since, turn, dialect);
                  });
  }
}

}  // namespace tools::probe
