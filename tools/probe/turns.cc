// SES-02, SES-03, SRV-05, SRV-06, SRV-08, SRV-09: turns that are interrupted at once. A server
// without network or credentials starts them too, and gets no further.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/appserver/secrets.h"
#include "probe/trial.h"

namespace tools::probe {
namespace {

using spec::appserver::Dialect;
using spec::appserver::Field;

std::string start_params(const std::string& thread) {
  return fmt::format(R"({{"threadId":"{}","input":[{{"type":"text","text":"Wait."}}]}})", thread);
}

// Says of a notification whether it is this one of the turn.
auto is(std::string_view method, const Turn& turn, const Dialect& dialect) {
  return [=, &dialect](const Message& message) {
    return message.method == method && text_of(message, dialect, Field::Turn) == turn.id;
  };
}

std::string interrupt(Session& session, const Turn& turn) {
  return session.ask("turn/interrupt",
                     fmt::format(R"({{"threadId":"{}","turnId":"{}"}})", turn.thread, turn.id));
}

}  // namespace

Turn start_turn(Session& session, const Dialect& dialect) {
  Turn turn;
  turn.thread = start_thread(session, dialect);
  turn.since = session.next_order();
  const auto& answer = session.answer(session.ask("turn/start", start_params(turn.thread)));
  if (answer.kind == Message::Kind::Failure)
    throw NoJudgement{"no turn can be started: " + engine::appserver::excerpt(answer.text)};
  turn.id = text_of(answer, dialect, Field::Turn);
  if (turn.id.empty()) throw Broken{"the result of turn/start names no turn", {}};
  session.hear(turn.since, "turn/started of turn " + turn.id, is("turn/started", turn, dialect));
  return turn;
}

void expect_interrupted(Session& session, const Turn& turn, const Dialect& dialect) {
  const auto end = [&]() -> const Message& {
    return session.hear(turn.since, "turn/completed of turn " + turn.id,
                        is("turn/completed", turn, dialect));
  };
  const auto id = interrupt(session, turn);
  try {
    session.answer(id);
  } catch (const Silence& silence) {
    // Nor is one answered everywhere that comes behind the end of its turn.
    std::string status;
    try {
      status = text_of(end(), dialect, Field::Status);
    } catch (const Silence&) {
      throw silence;
    }
    if (status == "interrupted") throw silence;
    throw NoJudgement{"the turn ended, and the interrupt may have come too late: " + silence.says};
  }
  const auto& answer = session.answer(id);
  const auto& completed = end();
  const auto status = text_of(completed, dialect, Field::Status);
  if (answer.kind == Message::Kind::Failure) {
    // Its end may be under way already, and said behind the refusal.
    const bool over = completed.order < answer.order || status == "completed";
    if (over) throw NoJudgement{"the turn had ended by itself"};
    return expect_result(answer);
  }
  if (status == "interrupted" && completed.order < answer.order)
    throw Broken{"turn/completed came before the answer to turn/interrupt", {}};
  if (status != "interrupted" && status != "completed")
    throw Broken{fmt::format("the interrupted turn ends as \"{}\"", status), {}};
}

void try_turns(Trial& trial) {
  trial.open();
  Turn turn;
  const auto begun = [&] {
    if (turn.id.empty()) throw NoJudgement{"no turn was started"};
    return turn;
  };
  trial.attempt("SES-02", "turn/start, its result and turn/started",
                [&](Session& session) { turn = start_turn(session, trial.dialect()); });
  trial.attempt("SRV-08", "turn/start during a turn", [&](Session& session) {
    const auto& answer = session.answer(session.ask("turn/start", start_params(begun().thread)));
    if (!trial.dialect().steers) return expect_any_error(answer);
    expect_result(answer);
    const auto id = text_of(answer, trial.dialect(), Field::Turn);
    if (id != turn.id) throw Broken{fmt::format("turn {} was wanted, not {}", turn.id, id), {}};
  });
  trial.attempt("SRV-06", "turn/interrupt",
                [&](Session& session) { expect_interrupted(session, begun(), trial.dialect()); });
  trial.attempt("SES-03", "turn/interrupt after the end of the turn", [&](Session& session) {
    expect_any_error(session.answer(interrupt(session, begun())));
  });
  trial.attempt("SES-03", "another turn in the same thread", [&](Session& session) {
    const auto first = begun();
    auto next = first;
    next.since = session.next_order();
    const auto& answer = session.answer(session.ask("turn/start", start_params(first.thread)));
    expect_result(answer);
    next.id = text_of(answer, trial.dialect(), Field::Turn);
    if (next.id == first.id) throw Broken{"it has the id of the first one", {}};
    session.hear(next.since, "turn/started of turn " + next.id,
                 is("turn/started", next, trial.dialect()));
    expect_interrupted(session, next, trial.dialect());
  });
}

void try_end_within_a_turn(Trial& trial) {
  trial.open();
  trial.attempt("SRV-09", "the end of stdin within a turn", [&](Session& session) {
    start_turn(session, trial.dialect());
    expect_end(session);
  });
}

// SES-01, SES-09: threads start, are listed and archived; none of it needs a model.

namespace {

constexpr std::string_view nobodys = "00000000-0000-7000-8000-000000000000";

std::string turn_params(std::string_view thread, std::string_view turn) {
  return fmt::format(R"({{"threadId":"{}","turnId":"{}"}})", thread, turn);
}

std::string thread_params(std::string_view thread) {
  return fmt::format(R"({{"threadId":"{}"}})", thread);
}

std::string input_params(std::string_view thread) {
  return fmt::format(R"({{"threadId":"{}","input":[{{"type":"text","text":"probe"}}]}})", thread);
}

}  // namespace

std::string start_thread(Session& session, const spec::appserver::Dialect& dialect) {
  const auto since = session.next_order();
  const nlohmann::json where = std::filesystem::current_path().string();
  const auto& answer =
      session.answer(session.ask("thread/start", fmt::format(R"({{"cwd":{}}})", where.dump())));
  expect_result(answer);
  auto thread = text_of(answer, dialect, Field::Thread);
  if (thread.empty()) throw Broken{"the result of thread/start names no thread", {}};
  session.hear(since, "thread/started of thread " + thread, [&](const Message& message) {
    return message.method == "thread/started" && text_of(message, dialect, Field::Thread) == thread;
  });
  return thread;
}

void try_threads(Trial& trial) {
  trial.open();
  std::string thread, other;
  bool archived = false;
  const auto started = [](const std::string& which) {
    if (which.empty()) throw NoJudgement{"no thread was started"};
    return which;
  };
  trial.attempt("SES-01", "thread/start, its result and thread/started",
                [&](Session& session) { thread = start_thread(session, trial.dialect()); });
  trial.attempt("SES-01", "another thread has another id", [&](Session& session) {
    other = start_thread(session, trial.dialect());
    if (other == thread) throw Broken{"two threads are called " + thread, {}};
  });
  trial.attempt("SES-09", "thread/list", [](Session& session) {
    expect_result(session.answer(session.ask("thread/list")));
  });
  trial.attempt("SES-05", "turn/interrupt without a turn", [&](Session& session) {
    const auto id = session.ask("turn/interrupt", turn_params(started(thread), "none"));
    expect_any_error(session.answer(id));
  });
  trial.attempt("SES-05", "turn/interrupt in a thread that nobody opened", [](Session& session) {
    expect_any_error(session.answer(session.ask("turn/interrupt", turn_params(nobodys, "none"))));
  });
  trial.attempt("SES-08", "turn/start in a thread that nobody opened", [](Session& session) {
    expect_any_error(session.answer(session.ask("turn/start", input_params(nobodys))));
  });
  trial.attempt("SES-09", "thread/resume of a thread that nobody opened", [](Session& session) {
    expect_any_error(session.answer(session.ask("thread/resume", thread_params(nobodys))));
  });
  trial.attempt("SES-09", "thread/archive", [&](Session& session) {
    expect_result(session.answer(session.ask("thread/archive", thread_params(started(thread)))));
    archived = true;
  });
  trial.attempt("SES-09", "an archived thread takes no turn", [&](Session& session) {
    if (!archived) throw NoJudgement{"no thread was archived"};
    expect_any_error(session.answer(session.ask("turn/start", input_params(started(thread)))));
  });
  trial.attempt("SES-09", "the other thread is as it was", [&](Session& session) {
    expect_any_error(
        session.answer(session.ask("turn/interrupt", turn_params(started(other), "none"))));
    if (!archived) return;  // It has been told that nothing can be.
    expect_result(session.answer(session.ask("thread/archive", thread_params(started(other)))));
  });
}

// SRV-03, SRV-08, SES-09: what real clients use beside starting and stopping turns: steering,
// forks, compaction, reviews. What a server refuses, or does not have, shows nothing.

namespace {

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
