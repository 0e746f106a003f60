// SES-01, SES-09: threads start, are listed and archived; none of it needs a model.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "probe/groups.h"

namespace tools::probe {
namespace {

using spec::appserver::Field;

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

}  // namespace tools::probe
